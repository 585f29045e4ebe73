"""The command ``backalley``; each of its commands is a module beside this one, loaded when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Final

import click

from solver.cli.messages import complain
from solver.cli.output import echo
from solver.errors import BackAlleyError

__all__ = ["main"]

_COMMANDS: Final = {
    "solve": "Exact tricks of a deal, or of every card that may be played.",
    "bids": "Best bids of a deal, and what comes of them.",
    "review": "What each bid and each card of a played hand cost.",
    "score": "Points of a deal or of a whole game.",
    "deal": "Random deals by the book.",
    "convert": "Deals in another notation: PBN, LIN, JSON or lines.",
    "match": "Bots against each other: who plays better, and by how much.",
    "batch": "Any of these for files of many deals, on all cores; goes on where it was stopped.",
    "jobs": "The same behind a service: submit, follow, fetch and cancel.",
    "serve": "The HTTP service.",
}
"""Name, which is its module's too, and help; the order is that of --help."""


class _Commands(click.Group):
    """Imports a command's module only when it is called, so that --help is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"solver.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        echo(f"backalley {version('back-alley')}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Show the version."
)
def cli() -> None:
    """Back Alley: exact double-dummy tricks, best bids, scores and random deals.

    A deal is given as a file, as - for standard input, or right here as a deal line or as JSON:

    \b
      backalley solve "W H N:AK..2. QJ.3.. ..A4. 2.5.3."
      backalley deal --cards 5 --lines | backalley bids -
    """  # noqa: D301  (click reads the \b)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line; every error is one line on standard error, and exit status 2 means bad input."""
    status = 0
    try:
        if sys.stdout is None:
            raise click.ClickException("standard output is closed")
        # click's own main would turn a broken pipe and Ctrl-C into endings of its own.
        with cli.make_context("backalley", (sys.argv[1:] if arguments is None else arguments) or ["--help"]) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        status = stop.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "backalley"
        status = _complain(f"{error.format_message()} (see {path} --help)", error.exit_code)
    except click.ClickException as error:
        status = _complain(error.format_message(), error.exit_code)
    except KeyboardInterrupt:
        status = _complain("stopped", 130)
    except BackAlleyError as error:
        status = _complain(str(error), 2)
    except BrokenPipeError:  # the reader has what it wanted
        _drop_output()
    except OSError as error:
        status = _complain(f"{error.filename or 'standard output'}: {error.strerror}", 1)
        _drop_output()
    except Exception as error:
        if os.environ.get("BACKALLEY_TRACEBACK"):
            raise
        name = type(error).__name__
        status = _complain(f"a fault of this program, {name}: {error} (BACKALLEY_TRACEBACK=1 shows where)", 70)
    sys.exit(status)


def _drop_output() -> None:
    """What is still to be written goes nowhere; Python would complain once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    complain(message)
    return status
