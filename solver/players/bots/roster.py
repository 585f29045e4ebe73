"""Bots by name, with options after a colon: ``greedy``, ``table:once``, ``engine:cards=20,bids=40``, or a command."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from solver.errors import BackAlleyError, shorten
from solver.players.bots.bot import Bot, BotError, Chair
from solver.players.bots.process import ProgramBot, Say

if TYPE_CHECKING:
    from solver.deal import Deal

__all__ = ["BOTS", "Entry", "Player", "UnknownBotError"]


class UnknownBotError(BackAlleyError):
    """A name that is no bot, an option that a bot does not have, or a command that is not there."""


class Player(Protocol):
    """Takes a seat deal after deal."""

    def sit(self, chair: Chair) -> Bot:
        """The bot of the next deal; BotError where there is none."""

    def rise(self, deal: Deal, points: dict[str, int]) -> None:
        """Hears how the deal went: all hands, and the points of both sides."""

    def close(self) -> None:
        """Lets go of what it holds."""


class _Fresh:
    """A bot of this program, made anew for each deal."""

    def __init__(self, make: Callable[[Chair], Bot]) -> None:
        self._make = make

    def sit(self, chair: Chair) -> Bot:
        return self._make(chair)

    def rise(self, deal: Deal, points: dict[str, int]) -> None:
        pass

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class _Kind:
    """Where a bot's class is, and the options it takes: None is a word that stands alone, a number the most."""

    module: str
    name: str
    about: str
    options: Mapping[str, int | None]


_ROOM: Final = "solver.players.bots"
BOTS: Final[Mapping[str, _Kind]] = {
    "random": _Kind(f"{_ROOM}.random_bot", "RandomBot", "any legal bid and card", {}),
    "greedy": _Kind(f"{_ROOM}.greedy", "GreedyBot", "counts sure tricks, plays high", {}),
    "table": _Kind(f"{_ROOM}.table.player", "TableBot", "rules of thumb of a serious bot", {"once": None}),
    "engine": _Kind(
        f"{_ROOM}.engine",
        "EngineBot",
        "best play with open cards over possible worlds",
        {"cards": 10_000, "bids": 10_000},
    ),
    "seer": _Kind(f"{_ROOM}.seer", "SeerBot", "sees all hands: the ceiling", {}),
}
"""Bots by name; their classes are imported when they sit down."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Who plays, as the command line names it: a bot of ``BOTS`` with its options, or the words of a command."""

    text: str
    kind: str | None
    options: tuple[tuple[str, int], ...] = ()
    command: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Entry:
        """The entry; UnknownBotError in one sentence."""
        name, _, rest = text.strip().partition(":")
        if name in BOTS:
            return cls(text.strip(), name, _options(name, rest))
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise UnknownBotError(f"'{shorten(text)}' is no command: {str(error).lower()}") from None
        if not words or shutil.which(words[0]) is None:
            if words and Path(words[0]).is_file() and not os.access(words[0], os.X_OK):
                raise UnknownBotError(_not_executable(words[0]))
            use = f"use {', '.join(BOTS)}, or a command that speaks JSON lines (docs/bots.md)"
            raise UnknownBotError(f"'{shorten(text)}' is no bot: {use}")
        return cls(text.strip(), None, command=words)

    def __str__(self) -> str:
        return self.text

    def check(self) -> None:
        """UnknownBotError where a command cannot be started."""
        if self.kind is None:
            program = ProgramBot(self.command, lambda _: None)  # it will be heard when it plays
            try:
                program.begin()
            except BotError as error:
                raise UnknownBotError(str(error)) from None
            finally:
                program.close()

    def player(self, say: Say | None = None) -> Player:
        """Somebody to sit down, who is to be closed; ``say`` hears what a command writes to standard error."""
        if self.kind is None:
            return ProgramBot(self.command, say)
        kind = BOTS[self.kind]
        make: Any = getattr(import_module(kind.module), kind.name)
        return _Fresh(partial(make, **dict(self.options)))


def _not_executable(file: str) -> str:
    """What to do about a file that is named as a command."""
    name = shorten(file, 200)
    words = f"'{name}' is not executable: chmod +x it"
    return f'{words}, or say "python3 {name}"' if file.endswith(".py") else words


def _options(name: str, text: str) -> tuple[tuple[str, int], ...]:
    known = BOTS[name].options
    chosen: dict[str, int] = {}
    for word in filter(None, text.split(",")):
        option, equals, value = word.partition("=")
        if option not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            raise UnknownBotError(f"{name} has no option '{shorten(option)}': {has}")
        most = known[option]
        if most is None:
            if equals:
                raise UnknownBotError(f"{name}'s option {option} stands alone")
            chosen[option] = True
        elif value.isascii() and value.isdigit() and len(value) < 10 and 1 <= int(value) <= most:
            chosen[option] = int(value)
        else:
            raise UnknownBotError(f"{name}'s option {option} is a number from 1 to {most:,}")
    return tuple(sorted(chosen.items()))
