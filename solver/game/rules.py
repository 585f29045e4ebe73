"""Back Alley in short, and every house-rule knob (docs/rules.md, R1 to R18).

Four seats, two sides, 54 cards.  Two bloopers, Big (BB) and Little (LB), stand above the ace of
trumps (R1, R5).  A turned card names the trump suit (R3); a turned blooper means no-trump (R4).
Each seat bids once, clockwise from the dealer's left: pass, a number of tricks that is added to
the partner's, or *board*, all the tricks (R6 to R8).  The highest bidder leads, or the last one
who claimed board (R10).  Suit must be followed (R11).  Trumps may not be led before one has been
played to an earlier trick, except by a board claimant or by who holds nothing else (R12).  BB led
draws everybody's highest trump, LB led the lowest (R13).  A side total b made scores 5b and one
for each trick more, failed −5b (R15); board scores ±10 a trick and level (R16).

:class:`Rules` holds what house rules change in this; its field names and values are the knobs of
the rules table and of the JSON API.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any, Final

from solver.errors import CardError, Fault, RulesError, json_pointer
from solver.game.cards import Suit

__all__ = [
    "PRESETS",
    "BigLed",
    "BoardExemption",
    "BoardMultiplier",
    "BreakOn",
    "JokerUpcard",
    "LittleLed",
    "MaxBid",
    "RedealDealer",
    "Rules",
    "SideTotalCap",
]


class JokerUpcard(enum.StrEnum):
    """What a blooper turned as upcard means (R4)."""

    NO_TRUMP_EXCHANGE = "no_trump_exchange"
    REFLIP = "reflip"
    NO_TRUMP_LIVE = "no_trump_live"


class MaxBid(enum.StrEnum):
    """The highest number that may be bid (R7)."""

    N_MINUS_1 = "n_minus_1"
    N = "n"


class SideTotalCap(enum.StrEnum):
    """Whether a side's numbers may add up to more than the hand size (R7)."""

    NONE = "none"
    HAND_SIZE = "hand_size"


class RedealDealer(enum.StrEnum):
    """Who deals again after four passes (R9)."""

    NEXT = "next"
    SAME = "same"


class BreakOn(enum.StrEnum):
    """What opens trumps for leading (R12)."""

    ANY_TRUMP = "any_trump"
    RUFF_ONLY = "ruff_only"
    NEVER = "never"
    UNRESTRICTED = "unrestricted"


class BoardExemption(enum.StrEnum):
    """Who may lead trump at any time once board is claimed (R12 a)."""

    CLAIMANT = "claimant"
    SIDE = "side"
    ANYONE = "anyone"
    NONE = "none"


class BigLed(enum.StrEnum):
    """Whom a led Big Blooper forces to play their highest trump (R13)."""

    ALL_HIGHEST = "all_highest"
    OPPONENTS_HIGHEST = "opponents_highest"
    NONE = "none"


class LittleLed(enum.StrEnum):
    """Whom a led Little Blooper forces to play their lowest trump (R13)."""

    ALL_LOWEST = "all_lowest"
    OPPONENTS_LOWEST = "opponents_lowest"
    NONE = "none"


class BoardMultiplier(enum.StrEnum):
    """Whose highest level multiplies a board (R16)."""

    SIDE_HIGHEST = "side_highest"
    DEAL_HIGHEST = "deal_highest"


_PRINTED_SIZES: Final = (*range(13, 0, -1), *range(2, 14))


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """One table's rules, immutable; defaults are the printed rules.

    Units: sizes are cards a hand, points are score points.  ``trump_source`` is None for the
    upcard.  ``board_levels`` are the multipliers of the first, second … claim; empty means that
    nobody may claim board.  ``bloopers`` False plays with 52 cards.
    """

    hand_sizes: tuple[int, ...] = _PRINTED_SIZES
    joker_upcard: JokerUpcard = JokerUpcard.NO_TRUMP_EXCHANGE
    trump_source: Suit | None = None
    max_bid: MaxBid = MaxBid.N_MINUS_1
    side_total_cap: SideTotalCap = SideTotalCap.NONE
    redeal_dealer: RedealDealer = RedealDealer.NEXT
    break_on: BreakOn = BreakOn.ANY_TRUMP
    board_lead_exemption: BoardExemption = BoardExemption.CLAIMANT
    big_led: BigLed = BigLed.ALL_HIGHEST
    little_led: LittleLed = LittleLed.ALL_LOWEST
    trick_points: int = 5
    fail_points: int = 5
    board_points: int = 10
    board_levels: tuple[int, ...] = (1, 2, 3, 4)
    board_multiplier: BoardMultiplier = BoardMultiplier.SIDE_HIGHEST
    rainbow_bonus: int = 0
    bloopers: bool = True

    def __post_init__(self) -> None:
        if not self.hand_sizes or not all(1 <= n <= 13 for n in self.hand_sizes):
            raise _wrong("hand_sizes", "must be a list of numbers from 1 to 13", "R2")
        for knob in ("trick_points", "fail_points", "board_points", "rainbow_bonus"):
            if not 0 <= getattr(self, knob) <= 1000:
                raise _wrong(knob, "must be from 0 to 1000", "R15", "R16")
        if len(self.board_levels) > 4 or not all(1 <= level <= 100 for level in self.board_levels):
            raise _wrong("board_levels", "takes up to four multipliers from 1 to 100, or 'none'", "R8")
        if list(self.board_levels) != sorted(self.board_levels):
            raise _wrong("board_levels", "must not fall from one claim to the next", "R8")

    def __repr__(self) -> str:
        return f"Rules.from_value({self.to_value()!r})"

    def top_bid(self, cards: int) -> int:
        """The highest number a seat may bid with ``cards`` in hand; 0 leaves pass and board (R7)."""
        return cards if self.max_bid is MaxBid.N else cards - 1

    @property
    def has_boards(self) -> bool:
        return bool(self.board_levels)

    @classmethod
    def preset(cls, name: str) -> Rules:
        """A preset by name; RulesError names the known ones."""
        try:
            return PRESETS[name]
        except KeyError:
            raise RulesError(f"{_short(name)} is no preset of rules: use {', '.join(PRESETS)}") from None

    @classmethod
    def from_value(cls, value: object) -> Rules:
        """A preset's name, or a mapping of knobs with an optional ``preset`` to start from."""
        if isinstance(value, Rules):
            return value
        if isinstance(value, str):
            return cls.preset(value)
        if not isinstance(value, Mapping):
            raise RulesError("rules must be a preset's name or an object of knobs")
        start = value.get("preset", "standard")
        if not isinstance(start, str):
            raise RulesError("preset must be a name", pointer="/preset")
        changes: dict[str, Any] = {}
        for knob, given in value.items():
            if knob == "preset":
                continue
            if knob not in _READERS:
                raise RulesError(f"{_short(knob)} is no knob: use {', '.join(_READERS)}", pointer=json_pointer(knob))
            changes[knob] = _READERS[knob](knob, given)
        return replace(cls.preset(start), **changes)

    def to_dict(self) -> dict[str, Any]:
        """Every knob with its value, as JSON; ``Rules.from_value`` reads it back."""
        return {f.name: _plain(f.name, getattr(self, f.name)) for f in fields(self)}

    def to_value(self) -> str | dict[str, Any]:
        """The preset's name where the rules are one, else the knobs that differ from ``standard``."""
        for name, rules in PRESETS.items():
            if rules == self:
                return name
        default = STANDARD.to_dict()
        return {knob: value for knob, value in self.to_dict().items() if value != default[knob]}

    def to_json(self) -> str | dict[str, Any]:
        """The shortest JSON form: ``to_value``."""
        return self.to_value()


def _wrong(knob: str, text: str, *rules: str) -> RulesError:
    """An error that points to the knob; its first rule is the fault's."""
    cited = f" ({', '.join(rules)})" if rules else ""
    return RulesError.of([Fault(json_pointer(knob), f"{knob} {text}{cited}", rules[0] if rules else None)])


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "…"


def _plain(knob: str, value: Any) -> Any:
    if knob == "trump_source":
        return "upcard" if value is None else value.name
    if knob == "board_levels":
        return list(value) or "none"
    if isinstance(value, tuple):
        return list(value)
    return value.value if isinstance(value, enum.Enum) else value


def _read_int(knob: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
        raise _wrong(knob, f"must be a whole number, not {_short(value)}")
    return int(value)


def _read_bool(knob: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(knob, f"must be true or false, not {_short(value)}")
    return value


def _read_ints(knob: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > 200:
        raise _wrong(knob, f"must be a list of at most 200 whole numbers, not {_short(value)}")
    return tuple(_read_int(knob, item) for item in value)


def _read_levels(knob: str, value: object) -> tuple[int, ...]:
    return () if value == "none" or value is None else _read_ints(knob, value)


def _read_trump_source(knob: str, value: object) -> Suit | None:
    if value == "upcard":
        return None
    try:
        if isinstance(value, str):
            return Suit.parse(value)
    except CardError:
        pass
    raise _wrong(knob, f"must be 'upcard' or a suit, not {_short(value)}")


def _choice(kind: type[enum.StrEnum]) -> Any:
    def read(knob: str, value: object) -> enum.StrEnum:
        try:
            return kind(value)  # type: ignore[arg-type]
        except ValueError:
            raise _wrong(knob, f"must be one of {', '.join(kind)}, not {_short(value)}") from None

    return read


_READERS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "hand_sizes": _read_ints,
        "joker_upcard": _choice(JokerUpcard),
        "trump_source": _read_trump_source,
        "max_bid": _choice(MaxBid),
        "side_total_cap": _choice(SideTotalCap),
        "redeal_dealer": _choice(RedealDealer),
        "break_on": _choice(BreakOn),
        "board_lead_exemption": _choice(BoardExemption),
        "big_led": _choice(BigLed),
        "little_led": _choice(LittleLed),
        "trick_points": _read_int,
        "fail_points": _read_int,
        "board_points": _read_int,
        "board_levels": _read_levels,
        "board_multiplier": _choice(BoardMultiplier),
        "rainbow_bonus": _read_int,
        "bloopers": _read_bool,
    }
)

STANDARD: Final = Rules()
PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": STANDARD,
        "bab_online": Rules(
            hand_sizes=(12, 10, 8, 6, 4, 2, 1, 3, 5, 7, 9, 11, 13),
            joker_upcard=JokerUpcard.NO_TRUMP_LIVE,
            max_bid=MaxBid.N,
            side_total_cap=SideTotalCap.HAND_SIZE,
            redeal_dealer=RedealDealer.SAME,
            board_lead_exemption=BoardExemption.NONE,
            big_led=BigLed.OPPONENTS_HIGHEST,
            little_led=LittleLed.NONE,
            trick_points=10,
            fail_points=10,
            board_points=20,
            board_levels=(1, 2, 4, 8),
            rainbow_bonus=10,
        ),
        "spades_26": Rules(hand_sizes=(*range(13, 0, -1), *range(1, 14)), trump_source=Suit.S),
        "seven_card": Rules(hand_sizes=(*range(7, 0, -1), *range(1, 8)), joker_upcard=JokerUpcard.REFLIP),
        "whist": Rules(
            break_on=BreakOn.UNRESTRICTED,
            big_led=BigLed.NONE,
            little_led=LittleLed.NONE,
            bloopers=False,
        ),
    }
)
"""Rules by name; ``standard`` is the printed game."""
