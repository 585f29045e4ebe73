"""One module for each command of ``backalley``; each holds a click command named ``command``."""
