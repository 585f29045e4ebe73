"""Contracts of bridge as people write them, and the auctions that end in them: trump, declarer, risk.

``4H``, ``4♥``, ``4 Hearts doubled``, ``W 4H*``, ``3N``, ``4H by W``, ``4HX-1``, ``H`` alone for an end position.  What
cannot be read for certain is an error, never no-trump.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from solver.errors import DealError, shorten
from solver.game.cards import Seat, Suit

__all__ = [
    "BridgeContract",
    "contract_of_calls",
    "goes_on_after_passes",
    "no_trump_told",
    "read_calls",
    "read_contract",
    "trump_field",
    "with_every_pass",
]

_NUMBERS: Final = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN")
_SUITS: Final = "SPADES?|HEARTS?|DIAMONDS?|CLUBS?"
_NO_TRUMP: Final = r"NO[ -]?TRUMPS?|N\.?T\.?"
_SEAT: Final = "NORTH|EAST|SOUTH|WEST|[NESW]"
_RISK: Final = r"\*\*?|X[ ]?[24]|XX?|(?:RE)?-?(?:DOUBLED?|DBLD?)|RDBLD?|RD?|D"
_RESULT: Final = r"=|[-+][ ]?[0-9]{1,2}|(?:MADE|MAKING|MAKES|DOWN)(?:[ ][0-9]{1,2})?"
_CONTRACT: Final = re.compile(
    rf"""
    (?: (?P<before>{_SEAT}) [ :]+ )?
    (?P<level>[1-7]|{"|".join(_NUMBERS)}) [ -]?
    (?P<strain>{_SUITS}|{_NO_TRUMP}|[SHDCN])
    (?: [ ]?(?P<risk>{_RISK}) )?
    (?: [ ]?(?:BY[ ]?)?\(?(?P<after>{_SEAT})\)? )?
    (?: [ ]?(?P<late>{_RISK}) )?
    (?: [ ]?(?:{_RESULT}) )?
    """,
    re.VERBOSE,
)
_STRAIN: Final = re.compile(rf"(?:{_SUITS}|{_NO_TRUMP}|[SHDC])")
_PASSED: Final = re.compile(r"P|AP|(?:ALL )?PASS(?:ED)?(?: ?-?OUT)?|(?:4 |FOUR )?PASSES")
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f\\!")
_CALL: Final = re.compile(
    rf"""
    (?P<bid>[1-7](?:{_SUITS}|{_NO_TRUMP}|[SHDCN]))
    | (?P<all>AP|ALLPASS)
    | (?P<double>XX?|(?:RE)?(?:DOUBLE|DBL)|RDBL|R|D)
    | (?P<pass>PASS|P)
    | (?P<none>-)
    """,
    re.VERBOSE,
)
_LONGEST: Final = 60
_GOES_ON: Final = "the auction goes on after the passes that end it, and so tells no trump suit"


@dataclass(frozen=True, slots=True)
class BridgeContract:
    """What was to be made: ``level`` odd tricks in ``trump``, None for no-trump; level 0 if all passed.

    ``level`` is None where only the strain is told; ``risk`` is 0, 1 for doubled, 2 for redoubled.
    """

    level: int | None
    trump: Suit | None
    declarer: Seat | None = None
    risk: int = 0

    @property
    def passed_out(self) -> bool:
        return self.level == 0

    def __str__(self) -> str:
        """As PBN writes it."""
        if self.passed_out:
            return "Pass"
        return f"{self.level or ''}{'NT' if self.trump is None else self.trump}{'X' * self.risk}"


def read_contract(text: str) -> BridgeContract | None:
    """The contract in a text; None where it says that nothing is known.  DealError where it cannot be read."""
    word = _plain(text)
    if word in ("", "?", "-", "#", "UNKNOWN", "NONE"):
        return None
    if len(word) <= _LONGEST:
        if match := _CONTRACT.fullmatch(word):
            level = match["level"]
            seats = {seat[0] for seat in (match["before"], match["after"]) if seat}
            risks = [risk for risk in (match["risk"], match["late"]) if risk]
            if len(seats) <= 1 and len(risks) <= 1:
                return BridgeContract(
                    _NUMBERS.index(level) + 1 if level in _NUMBERS else int(level),
                    _trump(match["strain"]),
                    Seat(seats.pop()) if seats else None,
                    _risk(risks[0]) if risks else 0,
                )
        if _STRAIN.fullmatch(word):
            return BridgeContract(None, _trump(word))
        if _PASSED.fullmatch(word):
            return BridgeContract(0, None)
    raise DealError(f"the contract '{shorten(text)}' names no trump suit that can be read", pointer="/trump")


def read_calls(words: Iterable[str]) -> tuple[str, ...] | None:
    """The calls of an auction: ``4H``, ``3NT``, ``Pass``, ``X``, ``XX``, ``AP``, and ``-`` where a seat is passed over.

    None if a word is none of them.
    """
    calls: list[str] = []
    for word in words:
        plain = _plain(word.rstrip("!?*")).replace(" ", "")
        place = 0
        while place < len(plain):
            match = _CALL.match(plain, place)
            if match is None:
                return None
            calls.append(_call(match))
            place = match.end()
    return tuple(calls)


def _call(match: re.Match[str]) -> str:
    if bid := match["bid"]:
        trump = _trump(bid[1:])
        return bid[0] + ("NT" if trump is None else str(trump))
    if doubled := match["double"]:
        return "X" * _risk(doubled)
    return "AP" if match["all"] else "Pass" if match["pass"] else "-"


def contract_of_calls(calls: Sequence[str], first: Seat | None) -> BridgeContract | None:
    """What a complete auction ends in, of calls as ``read_calls`` gives them; None for any other.

    ``first`` made the first call and is needed for the declarer.  Complete are three passes after a bid, and four
    without one; ``AP`` stands for all of them.  An auction that goes on after them tells nothing.
    """
    if goes_on_after_passes(calls):
        return None
    last: BridgeContract | None = None
    passes = 0
    named: dict[tuple[int, Suit | None], Seat] = {}  # who first named a strain, by side
    for place, call in enumerate(calls):
        if call == "-":
            continue
        if call in ("Pass", "AP"):
            passes = 4 if call == "AP" else passes + 1
            continue
        passes = 0
        if call in ("X", "XX"):
            last = None if last is None else replace(last, risk=len(call))
            continue
        trump = _trump(call[1:])
        seat = None if first is None else first.after(place)
        if seat is not None:
            seat = named.setdefault((seat.place % 2, trump), seat)
        last = BridgeContract(int(call[0]), trump, seat)
    if last is None:
        return BridgeContract(0, None) if passes >= 4 else None
    return last if passes >= 3 else None


def goes_on_after_passes(calls: Sequence[str]) -> bool:
    """Whether somebody bids or doubles after the passes that end an auction; more passes do no harm."""
    due = 4
    for call in calls:
        if call == "Pass":
            due -= 1
        elif call == "AP":
            due = 0
        elif call != "-":
            if due <= 0:
                return True
            due = 3
    return False


def with_every_pass(calls: Sequence[str]) -> tuple[str, ...]:
    """The calls with ``AP`` written out, as three passes after a bid, or four where there is none."""
    before = [call for call in calls if call != "AP"]
    if len(before) == len(calls):
        return tuple(calls)
    due = 3 if any(call[0].isdigit() for call in before) else 4
    while before and before[-1] == "Pass" and due:
        before.pop()
    return (*before, *["Pass"] * due)


def _plain(text: str) -> str:
    """In capitals, suits as letters, one space between words."""
    words = text.replace(",", " ").replace("_", " ").split()
    return " ".join(" ".join(words)[: 10 * _LONGEST].upper().translate(_SYMBOLS).split())


def _trump(strain: str) -> Suit | None:
    return None if strain.startswith("N") else Suit[strain[0]]


def _risk(word: str) -> int:
    return 2 if word in ("XX", "**", "X4", "X 4") or word.startswith("R") else 1


def trump_field(
    contract: BridgeContract | None, calls: Sequence[str] | None, otherwise: str | None, why: str
) -> dict[str, str | None]:
    """The field ``trump`` of a deal's JSON form: the contract's, or ``otherwise`` where nobody has bid or nobody knows.

    Where that is None too, DealError: all passed, the ``calls`` go on after their end, or ``why`` there is no contract.
    """
    if contract is not None and not contract.passed_out:
        return {"trump": None if contract.trump is None else str(contract.trump)}
    if otherwise is not None:
        return {"trump": otherwise}
    if contract is not None:
        raise no_trump_told("all passed, so there is no contract")
    raise no_trump_told(_GOES_ON if goes_on_after_passes(calls or ()) else why)


def no_trump_told(why: str) -> DealError:
    """The error of a bridge record that tells no trump suit."""
    return DealError(f"{why}: give trump, with --trump or in a [Trump] tag", "R3", pointer="/trump")
