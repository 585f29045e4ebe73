"""Deals asked for: read from files of any format, or dealt at random (POST /v1/deals)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import Any

from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError
from solver.formats.files import scan_records
from solver.formats.pbn import fields_from_pbn
from solver.game.rules import Rules

__all__ = ["deal_from_pbn", "deal_many", "draw_seed", "read_deals", "scan_deals"]


def deal_from_pbn(text: str, rules: Rules | None = None) -> Deal:
    """The deal of one PBN record; ``rules`` serve where it names none.  DealError for anything unclear."""
    return Deal.from_dict(fields_from_pbn(text, rules), rules)


def read_deals(text: str | Iterable[str], rules: Rules | None = None) -> Iterator[Deal]:
    """The deals of a text, or of a file's lines, in whatever format; ``rules`` serve where none are named.

    JSON (one deal, a list of deals, an object with ``deals``, or one deal a line), deal lines, or
    PBN, told apart by how the text begins; in lines, blank ones and those that begin with ``#`` are
    passed over.  Stops with a DealError that names the line; ``scan_deals`` goes on instead.
    """
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


def deal_many(cards: int, count: int, seed: int | str, rules: Rules) -> dict[str, Any]:
    """The answer of POST /v1/deals: ``count`` deals of ``cards`` a hand, and what they were dealt from."""
    return {
        "deals": [deal.to_dict() for deal in deals(cards, count, seed, rules)],
        "seed": seed,
        "cards": cards,
        "rules": rules.to_value(),
    }
