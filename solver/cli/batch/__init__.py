"""``backalley batch``: its command line, and how a batch is worked off."""

from solver.cli.batch.options import command

__all__ = ["command"]
