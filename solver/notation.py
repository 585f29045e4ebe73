"""Deals as text: JSON, PBN, one-line notation, and files of many deals.

A deal line is ``W H N:hand hand hand hand 5 2 0 B KH.2H.… up=7H rules=bab_online``: dealer (``-`` if
unknown), trump (``N`` for none), the hands clockwise from the seat named, then, each if there is
something to say: up to four bids in bidding order (``B`` is board, 0 or ``P`` pass), the cards
played, the upcard, and the rules, a preset's name or the knobs as JSON.  A hand is a PBN holding
S.H.D.C with a fifth group, ``B``, ``L`` or ``BL``, for bloopers.

Every reader raises DealError, whose pointers are those of the deal's JSON form whatever was read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, takewhile
from typing import Any, Final, TypeVar

from solver.cards import CardError, Seat
from solver.deal import Deal
from solver.deal_json import DEAL_FIELDS, MAX_TEXT, deal_from_dict, deal_to_dict, read_rules
from solver.errors import DealError, json_pointer, shorten
from solver.holding import hand_from_holding, hand_to_holding
from solver.pbn import deal_from_pbn, deal_to_pbn, deals_to_pbn, fields_from_pbn, scan_pbn
from solver.rules import Rules
from solver.strict_json import JsonError, loads

__all__ = [
    "DEAL_FIELDS",
    "deal_from_dict",
    "deal_from_line",
    "deal_from_pbn",
    "deal_to_dict",
    "deal_to_line",
    "deal_to_pbn",
    "deals_to_pbn",
    "fields_from_line",
    "fields_from_pbn",
    "hand_from_holding",
    "hand_to_holding",
    "read_deals",
    "read_rules",
    "scan_deals",
    "scan_items",
]

T = TypeVar("T")
_LINE_FORM: Final = "a deal line is: dealer trump N:hand hand hand hand, then bids, play, up=, rules="


def deal_to_line(deal: Deal) -> str:
    """The deal on one line, hands from N; what is unknown or standard is left out."""
    words = [
        "-" if deal.dealer is None else str(deal.dealer),
        "N" if deal.trump is None else str(deal.trump),
        "N:" + hand_to_holding(deal.hands[0]),
        *(hand_to_holding(hand) for hand in deal.hands[1:]),
        *("B" if bid.is_board else str(bid) for bid in deal.bids),
    ]
    if deal.play:
        words.append(".".join(card.name for card in deal.play))
    if deal.upcard is not None:
        words.append(f"up={deal.upcard}")
    rules = deal.rules.to_value()
    if rules != "standard":
        words.append("rules=" + (rules if isinstance(rules, str) else json.dumps(rules, separators=(",", ":"))))
    return " ".join(words)


def deal_from_line(line: str, rules: Rules | None = None) -> Deal:
    """The deal on a deal line, or in JSON on one line; ``rules`` serve where it names none."""
    if line.lstrip().startswith("{"):
        return deal_from_dict(_loads(line), rules)
    return deal_from_dict(fields_from_line(line), rules)


def fields_from_line(line: str) -> dict[str, Any]:
    """The fields of a deal's JSON form that a deal line holds, most of them not yet checked."""
    if len(line) > 10 * MAX_TEXT:
        raise DealError(f"the line has {len(line)} characters: {_LINE_FORM}")
    data: dict[str, Any] = {}
    line = line.strip()
    if braced := re.search(r"\srules=(\{.*\})$", line):
        data["rules"] = _loads(braced[1], "/rules")
        line = line[: braced.start()]
    words = re.sub(r":\s+", ":", line).split()
    while words and (named := re.fullmatch(r"(up|rules)=(.*)", words[-1])):
        field = "upcard" if named[1] == "up" else "rules"
        if field in data:
            raise DealError(f"{named[1]}= is given twice", pointer=json_pointer(field))
        data[field] = named[2]
        words.pop()
    if len(words) < 6 or not re.match(r"[A-Za-z]+:", words[2]):
        raise DealError(_LINE_FORM)
    dealer, trump, (first, _, hand), *hands = words[0], words[1], words[2].partition(":"), *words[3:6]
    holdings = zip(_seat(first, "/hands").clockwise(), (hand, *hands), strict=True)
    data["hands"] = {str(seat): holding for seat, holding in holdings}
    data["trump"] = trump
    rest = words[6:]
    bids = list(takewhile(re.compile(r"\d+|[PB]|PASS|BOARD", re.IGNORECASE).fullmatch, rest))
    if len(bids) > 4:
        raise DealError("more than four bids: each seat bids once", "R6", pointer="/bids")
    if dealer != "-":
        data["dealer"] = _seat(dealer, "/dealer")
        order = data["dealer"].next.clockwise()
        data["bids"] = {str(seat): bid for seat, bid in zip(order, bids, strict=False)}
    elif bids:
        raise DealError("bids need the dealer, who fixes their order", "R6", pointer="/dealer")
    played = rest[len(bids) :]
    if len(played) > 1:
        raise DealError(f"'{shorten(played[1])}' stands after the cards played: {_LINE_FORM}")
    if played:
        data["play"] = played[0]
    return data


def _seat(word: str, pointer: str) -> Seat:
    try:
        return Seat.parse(shorten(word, 20))
    except CardError as error:
        raise DealError(str(error), "R1", pointer=pointer) from None


def _loads(text: str, pointer: str = "") -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError.of(fault.under(pointer) for fault in error.faults) from None


# --- Files of many deals ----------------------------------------------------------------------------


def read_deals(text: str | Iterable[str], rules: Rules | None = None) -> Iterator[Deal]:
    """The deals of a text, or of a file's lines, in whatever format; ``rules`` serve where none are named.

    JSON (one deal, a list of deals, an object with ``deals``, or one deal a line), deal lines, or
    PBN, told apart by how the text begins; in lines, blank ones and those that begin with ``#`` are
    passed over.  Stops with a DealError that names the line; ``scan_deals`` goes on instead.
    """
    for _, found in scan_deals(text, rules):
        if isinstance(found, DealError):
            raise found
        yield found


def scan_deals(text: str | Iterable[str], rules: Rules | None = None) -> Iterator[tuple[int, Deal | DealError]]:
    """Like ``read_deals``, but gives each deal, or what is wrong with it, with its line number."""
    return scan_items(text, rules, deal_from_dict)


def scan_items(
    text: str | Iterable[str],
    rules: Rules | None,
    of_json: Callable[[object, Rules | None], T],
    *,
    as_fields: bool = False,
) -> Iterator[tuple[int, T | Deal | DealError]]:
    """Like ``scan_deals``, with ``of_json`` to read each JSON object: it may hold more than a deal.

    With ``as_fields`` deal lines and PBN records go through ``of_json`` too, as the JSON that says the same.
    """

    def of_line(line: str, rules: Rules | None) -> T | Deal:
        return of_json(fields_from_line(line), rules) if as_fields else deal_from_line(line, rules)

    def of_pbn(record: str, rules: Rules | None) -> T | Deal:
        return of_json(fields_from_pbn(record, rules), rules) if as_fields else deal_from_pbn(record, rules)

    lines = enumerate(text.split("\n") if isinstance(text, str) else text, 1)
    for number, line in lines:
        start = line.strip().removeprefix("\ufeff")
        if not start or start.startswith("#"):
            continue
        numbered = chain([(number, start)], lines)
        if re.match(r"%|\[\s*[A-Za-z]", start):
            return scan_pbn(numbered, rules, of_pbn)
        if start.startswith("[") or (start.startswith("{") and not start.endswith("}")):
            whole = "\n".join(line.rstrip("\n") for _, line in numbered)
            return ((number, found) for found in _deals_in(whole, rules, of_json, of_line, ""))
        return _scan_lines(numbered, rules, of_json, of_line)
    return iter(())


def _scan_lines(
    numbered: Iterable[tuple[int, str]],
    rules: Rules | None,
    of_json: Callable[[object, Rules | None], T],
    of_line: Callable[[str, Rules | None], T | Deal],
) -> Iterator[tuple[int, T | Deal | DealError]]:
    for number, line in numbered:
        start = line.strip()
        if start and not start.startswith("#"):
            for found in _deals_in(start, rules, of_json, of_line, f"line {number}"):
                yield number, found


def _deals_in(
    text: str,
    rules: Rules | None,
    of_json: Callable[[object, Rules | None], T],
    of_line: Callable[[str, Rules | None], T | Deal],
    place: str,
) -> Iterator[T | Deal | DealError]:
    """The deals of one JSON value or of one deal line."""
    try:
        if not text.startswith(("{", "[")):
            yield of_line(text, rules)
            return
        value, prefix = _loads(text), ""
        if isinstance(value, dict) and "deals" in value:
            if "rules" in value:
                rules = read_rules(value["rules"])
            value, prefix = value["deals"], "/deals"
            if not isinstance(value, list):
                raise DealError("expected a list of deals", pointer=prefix)
        if not isinstance(value, list):
            yield of_json(value, rules)
            return
    except DealError as error:
        yield DealError.of(error.faults, place)
        return
    for at, item in enumerate(value):
        try:
            yield of_json(item, rules)
        except DealError as error:
            yield DealError.of((fault.under(prefix + json_pointer(at)) for fault in error.faults), place)
