"""A bot in any language: a process that reads questions and writes answers, one line of JSON each (docs/bots.md)."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from solver.errors import BackAlleyError, shorten
from solver.formats.deal_json import kind_of
from solver.game.auction import Bid
from solver.game.cards import Card
from solver.players.bots.bot import BotError, Chair
from solver.players.bots.process_group import ProcessGroup

if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.seen_deal import SeenDeal

__all__ = ["DECISION_SECONDS", "ProgramBot", "Say"]

Say = Callable[[str], None]
"""Hears a line that a process wrote to standard error."""

DECISION_SECONDS: Final = 10.0
"""Seconds for a decision where nobody names another time."""
_START_SECONDS: Final = 2.0
"""Seconds more for the first answer of a process, which has to begin."""
_LONGEST: Final = 1 << 16
"""Bytes of the longest answer."""
_TOO_LONG: Final = f"an answer of more than {_LONGEST:,} bytes"
_LONGEST_WAIT: Final = 3600.0
"""Seconds that are waited at a time: a system cannot count any number of them."""
_PARTING: Final = 0.2
"""Seconds that a process has to end by itself."""


class ProgramBot:
    """One process for one seat, which stays for many deals; whatever goes wrong ends it, and the next deal begins anew.

    ``sit`` makes it the bot of a chair; its answers are those lines that it writes, in order.  ``say`` hears what it
    writes to standard error, line by line; without it that goes to the standard error of this process.
    """

    def __init__(self, command: tuple[str, ...], say: Say | None = None) -> None:
        self._command = command
        self._group: ProcessGroup | None = None
        self._say = say
        self._murmured = b""
        self._heard = b""
        self._limit = DECISION_SECONDS
        self._grace = 0.0

    def sit(self, chair: Chair) -> ProgramBot:
        """Tells the process, begun where there is none, what it sits down to; BotError."""
        self._limit = DECISION_SECONDS if chair.time is None else chair.time
        if self._group is None:
            self.begin()
        told = {
            "type": "deal",
            "seat": str(chair.seat),
            "rules": chair.rules.to_dict(),
            "seed": chair.seed,
            "time": self._limit,
            "game": None,
        }
        if (standing := chair.standing) is not None:
            told["game"] = {
                "deal": standing.deal,
                "deals": standing.deals,
                "own": standing.own,
                "theirs": standing.theirs,
            }
        self._send(told, time.monotonic() + self._limit + self._grace)
        return self

    def bid(self, seen: SeenDeal) -> Bid:
        legal = [bid.to_json() for bid in seen.legal_bids]
        answer = self._ask({"type": "bid", "seen": seen.to_dict(), "legal": legal}, "bid")
        try:
            return Bid.parse(answer)
        except BackAlleyError as error:
            raise self._over(error.message) from None

    def play(self, seen: SeenDeal) -> Card:
        legal = [card.name for card in seen.legal_cards]
        answer = self._ask({"type": "card", "seen": seen.to_dict(), "legal": legal}, "card")
        if not isinstance(answer, str):
            raise self._over(f"{kind_of(answer)} is no card")
        try:
            return Card.parse(answer)
        except BackAlleyError as error:
            raise self._over(error.message) from None

    def rise(self, deal: Deal, points: dict[str, int]) -> None:
        """Tells how the deal went; nothing is answered, and a process that is gone does not hear it."""
        if self._group is not None:
            told = {"type": "end", "deal": deal.to_dict(), "points": points}
            with suppress(BotError):
                self._send(told, time.monotonic() + self._limit)

    def close(self) -> None:
        """Ends the process, and what it has begun itself."""
        group, self._group, self._heard = self._group, None, b""
        if group is None:
            return
        group.end(_PARTING)
        errors = group.process.stderr
        self._overhear(group.process)
        if self._murmured and self._say is not None:
            self._say(_line_of(self._murmured))
        self._murmured = b""
        if errors is not None:
            errors.close()

    # --- The process -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Starts the process; BotError where that cannot be."""
        try:
            self._group = group = ProcessGroup(self._command, errors_too=self._say is not None)
        except (OSError, ValueError) as error:
            said = error.strerror if isinstance(error, OSError) else str(error)
            raise BotError(f"{shorten(self._command[0])} cannot be started: {said}") from None
        for pipe in filter(None, (group.process.stdin, group.process.stdout, group.process.stderr)):
            os.set_blocking(pipe.fileno(), False)
        self._heard, self._grace = b"", _START_SECONDS

    def _ask(self, question: dict[str, Any], member: str) -> Any:
        """The member of the answer; BotError, after which the process is gone."""
        end = time.monotonic() + self._limit + self._grace
        self._send(question, end)
        line = self._line(end)
        self._grace = 0.0
        try:
            answer = json.loads(line)
        except ValueError:  # of which a bad encoding is one
            raise self._over(f"{_said(line)} is no JSON") from None
        except RecursionError:
            raise self._over(f"{_said(line)} is nested too deeply") from None
        if not isinstance(answer, dict) or member not in answer:
            raise self._over(f'{_said(line)} is no answer: {{"{member}": …}} was asked for')
        return answer[member]

    def _send(self, message: dict[str, Any], end: float) -> None:
        pipe = self._alive().stdin
        assert pipe is not None
        left = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        while left:
            self._wait(pipe.fileno(), selectors.EVENT_WRITE, end)
            try:
                left = left[os.write(pipe.fileno(), left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None

    def _line(self, end: float) -> bytes:
        """The next line that the process has written or writes."""
        pipe = self._alive().stdout
        assert pipe is not None
        while b"\n" not in self._heard:
            if len(self._heard) > _LONGEST:
                raise self._over(_TOO_LONG)
            self._wait(pipe.fileno(), selectors.EVENT_READ, end)
            try:
                heard = os.read(pipe.fileno(), _LONGEST)
            except BlockingIOError:
                continue
            except OSError:
                raise self._gone() from None
            if not heard:
                raise self._gone()
            self._heard += heard
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > _LONGEST:
            raise self._over(_TOO_LONG)
        return line

    def _alive(self) -> subprocess.Popen[bytes]:
        if self._group is None:
            raise BotError("the process is gone")
        return self._group.process

    def _wait(self, handle: int, event: int, end: float) -> None:
        process = self._alive()
        with selectors.DefaultSelector() as selector:
            selector.register(handle, event)
            if process.stderr is not None and not process.stderr.closed:
                selector.register(process.stderr.fileno(), selectors.EVENT_READ)
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    raise self._over(f"no answer within {self._limit:g} s")
                ready = [key.fd for key, _ in selector.select(min(left, _LONGEST_WAIT))]
                if any(place != handle for place in ready) and not self._overhear(process):
                    assert process.stderr is not None
                    selector.unregister(process.stderr.fileno())
                    process.stderr.close()
                if handle in ready:
                    return

    def _overhear(self, process: subprocess.Popen[bytes]) -> bool:
        """Takes in what is there of its standard error, a little at a time; whether more may come."""
        if process.stderr is None or process.stderr.closed or self._say is None:
            return False
        try:
            heard = os.read(process.stderr.fileno(), _LONGEST)
        except BlockingIOError:
            return True
        except OSError:
            return False
        *lines, self._murmured = (self._murmured + heard).split(b"\n")
        for line in lines:
            self._say(_line_of(line))
        if len(self._murmured) > _LONGEST:
            self._say(_line_of(self._murmured))
            self._murmured = b""
        return bool(heard)

    def _gone(self) -> BotError:
        """Why nothing comes any more."""
        process = self._alive()
        try:
            status = process.wait(_PARTING)
        except subprocess.TimeoutExpired:
            return self._over("it closed its output")
        self._over("")
        return BotError(f"it exited with status {status}" if status >= 0 else f"signal {-status} ended it")

    def _over(self, reason: str) -> BotError:
        """The reason as an error, after the end of the process."""
        self.close()
        return BotError(reason)


def _line_of(line: bytes) -> str:
    return line.decode("utf-8", "replace").rstrip("\r")


def _said(line: bytes) -> str:
    return repr(shorten(line[:200].decode("utf-8", "replace").strip()))
