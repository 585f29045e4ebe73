"""``backalley jobs``: its command line, and the client of the service behind it."""

from solver.cli.jobs.commands import command

__all__ = ["command"]
