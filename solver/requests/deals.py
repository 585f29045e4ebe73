"""Deals asked for: read from files of any format, or dealt at random."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Self

from solver.answer import Answer
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError, check_kind
from solver.formats.deal_forms import DEAL_FORMS
from solver.formats.deal_json import DealReader, kind_of, read_rules
from solver.formats.files import scan_records
from solver.formats.pbn import fields_from_pbn
from solver.forms import Form, Whole, any_of, described, members
from solver.game.cards import HAND_SIZES
from solver.game.rules import STANDARD, Rules

__all__ = ["DealsTask", "Dealt", "deal_from_pbn", "deal_many", "draw_seed", "read_deals", "scan_deals"]

_COUNTS: Final = Whole(1, 10_000)
_SEEDS: Final = Whole(0, 2**53 - 1)
_LONGEST_SEED: Final = 64


def deal_from_pbn(text: str, rules: Rules | None = None) -> Deal:
    """The deal of one PBN record; ``rules`` serve where it names none.  DealError for anything unclear."""
    return Deal.from_dict(fields_from_pbn(text, rules), rules)


def read_deals(text: str | Iterable[str], rules: Rules | None = None) -> Iterator[Deal]:
    """The deals of a text, or of a file's lines, in whatever format; ``rules`` serve where none are named.

    JSON (one deal, a list of deals, an object with ``deals``, or one deal a line), deal lines, or
    PBN, told apart by how the text begins; in lines, blank ones and those that begin with ``#`` are
    passed over.  Stops with a DealError that names the line; ``scan_deals`` goes on instead.
    """
    check_kind("text", text, Iterable)
    for _, item in scan_deals(text, rules):
        if isinstance(item, DealError):
            raise item
        yield item


def scan_deals(text: str | Iterable[str], rules: Rules | None = None) -> Iterator[tuple[int, Deal | DealError]]:
    """Like ``read_deals``, but gives each deal, or what is wrong with it, with its line number."""
    return ((place.line, item) for place, item in scan_records(text, rules, Deal.from_dict))


def draw_seed() -> int:
    """A seed for who gave none."""
    return secrets.randbits(32)


@dataclass(frozen=True, slots=True)
class Dealt(Answer):
    """Deals dealt by the book; each is a question for ``solve`` as it stands."""

    deals: Annotated[tuple[Deal, ...], "The deals."]
    seed: Annotated[int | str, "What gives the same deals again."]
    cards: Annotated[int, "Cards a hand."]
    rules: Annotated[Rules, "The rules they were dealt by."]


def deal_many(cards: int, count: int, seed: int | str, rules: Rules) -> Dealt:
    """``count`` deals of ``cards`` a hand, and what they were dealt from."""
    return Dealt(tuple(deals(cards, count, seed, rules)), seed, cards, rules)


@dataclass(frozen=True, slots=True)
class DealsTask:
    """Deals to be dealt at random; the same seed gives the same deals, and None draws one."""

    cards: int
    count: int = 1
    seed: int | str | None = None
    rules: Rules = STANDARD

    @classmethod
    def form(cls) -> Form:
        """The JSON form that ``from_dict`` reads."""
        seed = any_of(_SEEDS.form, {"type": "string", "maxLength": _LONGEST_SEED})
        fields = {
            "cards": described("Cards a hand (R2).", HAND_SIZES.form),
            "count": described("How many deals.", {"default": 1, **_COUNTS.form}),
            "seed": described("The same seed gives the same deals; the answer tells the one chosen for you.", seed),
            "rules": DEAL_FORMS["rules"],
        }
        return described("Deals to be dealt.", members(fields, ["cards"]))

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """The task in its JSON form; DealError with every fault found.  Unknown fields are left to the caller."""
        if not isinstance(data, Mapping):
            raise DealError(f"expected an object, not {kind_of(data)}")
        reader = DealReader()
        cards = _number(reader, data, "cards", HAND_SIZES, None)
        count = _number(reader, data, "count", _COUNTS, 1)
        seed = _seed(reader, data)
        rules = STANDARD
        if data.get("rules") is not None:
            try:
                rules = read_rules(data["rules"])
            except DealError as error:
                reader.faults += error.faults
        if reader.faults or cards is None or count is None:
            raise DealError.of(reader.faults)
        return cls(cards, count, seed, rules)

    def drawn(self) -> Self:
        """The same with a seed: its own, or one drawn now."""
        return self if self.seed is not None else replace(self, seed=draw_seed())

    def deals(self) -> Iterator[Deal]:
        """The deals, each dealt when it is asked for; of a task that has a seed."""
        if self.seed is None:
            raise ValueError("deals are those of a seed: ask drawn() for one")
        return deals(self.cards, self.count, self.seed, self.rules)

    def run(self) -> Dealt:
        """The deals."""
        return deal_many(self.cards, self.count, draw_seed() if self.seed is None else self.seed, self.rules)


_MISSING: Final = "Missing data for required field."
_NULL: Final = "Field may not be null."


def _number(
    reader: DealReader, data: Mapping[str, object], name: str, bounds: Whole, default: int | None
) -> int | None:
    value = data.get(name, default)
    if value is None:
        reader.add(f"/{name}", _NULL if name in data else _MISSING)
    elif isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
        reader.add(f"/{name}", "must be a whole number")
    elif not bounds.holds(value):
        reader.add(f"/{name}", f"must be from {bounds.low:,} to {bounds.high:,}")
    else:
        return int(value)
    return None


def _seed(reader: DealReader, data: Mapping[str, object]) -> int | str | None:
    if "seed" not in data:
        return None
    value = data["seed"]
    if value is None:
        reader.add("/seed", _NULL)
    elif isinstance(value, str) and len(value) <= _LONGEST_SEED:
        return value
    elif isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1 != 0:
        reader.add("/seed", f"must be a whole number, or a text of at most {_LONGEST_SEED} characters")
    elif not _SEEDS.holds(value):
        reader.add("/seed", f"must be from {_SEEDS.low} to {_SEEDS.high:,}")
    else:
        return int(value)
    return None
