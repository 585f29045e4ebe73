"""The command ``backalley``; each of its commands is a module beside this one, loaded when it is called."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Final

import click

from solver.cli.messages import complain
from solver.cli.output import echo
from solver.errors import BackAlleyError

__all__ = ["interrupts", "main"]

_COMMANDS: Final = {
    "solve": "Exact tricks of a deal, or of every card that may be played.",
    "bids": "Best bids of a deal, and what comes of them.",
    "review": "What each bid and each card of a played hand cost.",
    "score": "Points of a deal or of a whole game.",
    "deal": "Random deals, dealt as the rules say.",
    "convert": "Deals in another notation: PBN, LIN, JSON or lines.",
    "match": "Bots (programs that play) against each other: who is better, and by how much.",
    "batch": "Many deals of a file, on all cores; the same command again goes on after a stop.",
    "jobs": "Many deals that a running service works on: submit, follow, fetch and cancel.",
    "serve": "The HTTP service, and the page at its address.",
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
    """Back Alley: tricks with best play and all cards seen (double dummy), best bids, scores and random deals.

    A deal is given as a file, as - for standard input, or right here as a deal line or as JSON:

    \b
      backalley solve "W H N:AK..2. QJ.3.. ..A4. 2.5.3."
      backalley deal --cards 5 --lines | backalley bids -
    """  # noqa: D301  (click reads the \b)


_SAME: Final = 1.0
"""Seconds in which Ctrl-C pressed again is the same: a held key, or a shell that tells the whole group."""


@contextmanager
def interrupts(*, for_good: bool) -> Iterator[None]:
    """Within, the first Ctrl-C ends the command in order, one soon after is the same, one much later ends it at once.

    Python would raise each of them wherever the program is just then, also while it waits for its threads, of which
    some would be left.  ``for_good`` leaves Ctrl-C without effect behind, where the process only ends.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    began: float | None = None

    def interrupted(number: int, frame: FrameType | None) -> None:
        nonlocal began
        if began is None:
            began = time.monotonic()
            signal.default_int_handler(number, frame)
        elif time.monotonic() - began > _SAME:
            os.write(2, b"backalley: stopped at once\n")
            os._exit(130)

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored, as in the background of a shell, or somebody's own
        yield
        return
    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        # Python gives every handler but this one back to the system while it ends, and the system would kill.
        signal.signal(signal.SIGINT, signal.SIG_IGN if for_good else before)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line; every error is one line on standard error, and exit status 2 means bad input."""
    with interrupts(for_good=arguments is None):
        sys.exit(_status_of((sys.argv[1:] if arguments is None else arguments) or ["--help"]))


def _status_of(arguments: list[str]) -> int:
    """Runs the command; its exit status."""
    status = 0
    try:
        if sys.stdout is None:
            raise click.ClickException("standard output is closed")
        # click's own main would turn a broken pipe and Ctrl-C into endings of its own.
        with cli.make_context("backalley", arguments) as context:
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
    return status


def _drop_output() -> None:
    """What is still to be written goes nowhere; Python would complain once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    complain(message)
    return status
