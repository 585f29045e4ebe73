"""The command ``backalley``, one module a command."""

from solver.cli.backalley import main

__all__ = ["main"]
