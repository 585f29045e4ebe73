"""Back Alley in short, and every house-rule knob (docs/rules.md, R1 to R18).

Four seats, two sides, 54 cards.  Two bloopers, Big (BB) and Little (LB), stand above the ace of
trumps (R1, R5).  A turned card names the trump suit (R3); a turned blooper means no-trump (R4).
Each seat bids once, clockwise from the dealer's left: pass, a number of tricks that is added to
the partner's, or *board*, all the tricks (R6 to R8).  The highest bidder leads, or the last one
who claimed board (R10).  Suit must be followed (R11).  Trumps may not be led before one has been
played to an earlier trick, except by a board claimant or by who holds nothing else (R12).  BB led
draws everybody's highest trump, LB led the lowest (R13).  A side total b made scores 5b and one
for each trick more, failed −5b (R15); board scores ±10 a trick and level (R16).

:class:`Rules` holds what house rules change in this; its fields are the knobs of the rules table and of
the JSON form, each with its meaning, values and default.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Annotated, Any, Final, get_type_hints

from solver.errors import RulesError, json_pointer
from solver.forms import Form, any_of, described, members, one_of
from solver.game.cards import Suit
from solver.game.knobs import Choice, Flag, Knob, Levels, Points, Sizes, TrumpSource, shown

__all__ = [
    "KNOBS",
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
    "rules_form",
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

    hand_sizes: Annotated[tuple[int, ...], Sizes("Cards a hand, deal by deal (R2).")] = _PRINTED_SIZES
    joker_upcard: JokerUpcard = JokerUpcard.NO_TRUMP_EXCHANGE
    trump_source: Annotated[Suit | None, TrumpSource("What names trump: the upcard, or always one suit (R3).")] = None
    max_bid: MaxBid = MaxBid.N_MINUS_1
    side_total_cap: SideTotalCap = SideTotalCap.NONE
    redeal_dealer: RedealDealer = RedealDealer.NEXT
    break_on: BreakOn = BreakOn.ANY_TRUMP
    board_lead_exemption: BoardExemption = BoardExemption.CLAIMANT
    big_led: BigLed = BigLed.ALL_HIGHEST
    little_led: LittleLed = LittleLed.ALL_LOWEST
    trick_points: Annotated[int, Points("Points for each trick of a contract made (R15).")] = 5
    fail_points: Annotated[int, Points("Points lost for each trick bid, when the contract fails (R15).")] = 5
    board_points: Annotated[int, Points("Points a trick and level, won or lost by a board (R16).")] = 10
    board_levels: Annotated[
        tuple[int, ...],
        Levels("Multipliers of the first, second … board claim; none: nobody may claim board (R8)."),
    ] = (1, 2, 3, 4)
    board_multiplier: BoardMultiplier = BoardMultiplier.SIDE_HIGHEST
    rainbow_bonus: Annotated[int, Points("Points for each 4-card hand dealt all four suits.")] = 0
    bloopers: Annotated[bool, Flag("Whether the two bloopers are in the pack (R1).")] = True

    def __post_init__(self) -> None:
        for name, knob in KNOBS.items():
            knob.check_kinds(name, getattr(self, name))
            knob.check(name, getattr(self, name))

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
            raise RulesError(f"{shown(name)} is no preset of rules: use {', '.join(PRESETS)}") from None

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
            if knob not in KNOBS:
                raise RulesError(f"{shown(knob)} is no knob: use {', '.join(KNOBS)}", pointer=json_pointer(knob))
            changes[knob] = KNOBS[knob].read(knob, given)
        return replace(cls.preset(start), **changes)

    def to_dict(self) -> dict[str, Any]:
        """Every knob with its value, as JSON; ``Rules.from_value`` reads it back."""
        return {name: knob.plain(getattr(self, name)) for name, knob in KNOBS.items()}

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


def _knobs() -> Iterator[tuple[str, Knob]]:
    """The knobs that the fields of ``Rules`` name; for an enumeration its choice."""
    kinds = get_type_hints(Rules, include_extras=True)
    for field in fields(Rules):
        kind = kinds[field.name]
        yield field.name, Choice.of(kind) if isinstance(kind, type) else kind.__metadata__[0]


KNOBS: Final[Mapping[str, Knob]] = MappingProxyType(dict(_knobs()))
"""Every knob by its name."""

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


def rules_form() -> Form:
    """The JSON Schema of rules: a preset's name, or an object of knobs."""
    default = STANDARD.to_dict()
    preset = one_of(PRESETS)
    knobs = {name: {"description": knob.about, "default": default[name], **knob.form} for name, knob in KNOBS.items()}
    start = preset | {"default": "standard", "description": "The preset to start from."}
    return described(
        "A preset's name, or knobs that differ from a preset.", any_of(preset, members({"preset": start, **knobs}))
    )
