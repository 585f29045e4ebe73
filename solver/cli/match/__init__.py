"""``backalley match``: its command line, how matches are worked off, and what is printed of them."""

from solver.cli.match.options import command

__all__ = ["command"]
