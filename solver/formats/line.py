"""The deal line: a deal, its bids and its play as one line of text.

``W H N:hand hand hand hand 5 2 0 B KH.2H.… up=7H rules=bab_online``: dealer (``-`` if unknown), trump
(``N`` for none), the hands clockwise from the seat named, then, each if there is something to say: up to
four bids in bidding order (``B`` is board, 0 or ``P`` pass), the cards played with dots or blanks between them
(commas do as well),
the upcard, and the rules, a preset's name or the knobs as JSON.  A hand is a PBN holding S.H.D.C with a fifth
group, ``B``, ``L`` or ``BL``, for bloopers.  Of a deal of which one hand is seen the others are ``?``, and
``exchanged=E`` says who drew in no-trump (R4).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

from solver.errors import CardError, DealError, JsonError, json_pointer, shorten
from solver.formats.bid_words import BID_WORD, bids_in_order, seat_named
from solver.formats.deal_forms import MAX_LINE, NO_TRUMP
from solver.formats.holding import hand_to_holding
from solver.formats.strict_json import loads
from solver.game.cards import Card, Seat, Suit
from solver.game.deal_values import DealValues
from solver.game.rules import STANDARD, Rules

__all__ = ["HIDDEN", "deal_to_line", "fields_from_line", "fields_from_text", "parts_to_line", "rules_word"]

_BRACED_RULES: Final = re.compile(r"\srules=(\{.*\})$")
_AFTER_COLON: Final = re.compile(r":\s+")
_NAMED_FIELD: Final = re.compile(r"(up|rules|exchanged)=(.*)")
_FIRST_SEAT: Final = re.compile(r"[A-Za-z]+:")
_NAMED: Final = re.compile(r"(?:up|upcard|rules|exchanged)\b.*", re.IGNORECASE)
HIDDEN: Final = "?"
"""Stands for a hand that is not known."""
_LINE_FORM: Final = "a deal line is: dealer trump N:hand hand hand hand, then bids, play, up=, rules="


def deal_to_line(deal: DealValues) -> str:
    """The deal on one line, hands from N; what is unknown or standard is left out."""
    words = ["B" if bid.is_board else str(bid) for bid in deal.bids]
    if deal.play:
        words.append(".".join(card.name for card in deal.play))
    return parts_to_line(deal.hands, deal.trump, deal.upcard, deal.dealer, deal.rules, words)


def parts_to_line(
    hands: Sequence[int | None],
    trump: Suit | None,
    upcard: Card | None,
    dealer: Seat | None,
    rules: Rules = STANDARD,
    words: Sequence[str] = (),
) -> str:
    """The line of a deal's parts; None is a hand that is not known, ``words`` are its bids and play."""
    n, e, s, w = (HIDDEN if hand is None else hand_to_holding(hand) for hand in hands)
    head = f"{'-' if dealer is None else dealer.value} {'N' if trump is None else trump.name} N:{n} {e} {s} {w}"
    tail = list(words)
    if upcard is not None:
        tail.append("up=" + upcard.name)
    return " ".join([head, *tail]) + rules_word(rules)


def rules_word(rules: Rules) -> str:
    """How a line ends that names the rules: with a blank before, and nothing for those that go without saying."""
    value = "standard" if rules is STANDARD else rules.to_value()
    if value == "standard":
        return ""
    return " rules=" + (value if isinstance(value, str) else json.dumps(value, separators=(",", ":")))


def fields_from_text(text: str) -> Any:
    """The JSON form in a text that is either it or a deal line."""
    return _loads(text) if text.lstrip().startswith("{") else fields_from_line(text)


def fields_from_line(line: str) -> dict[str, Any]:
    """The fields of a deal's JSON form that a deal line holds, most of them not yet checked."""
    if len(line) > MAX_LINE:
        raise DealError(f"the line has {len(line)} characters: {_LINE_FORM}")
    data: dict[str, Any] = {}
    line = line.strip()
    if braced := _BRACED_RULES.search(line):
        data["rules"] = _loads(braced[1], "/rules")
        line = line[: braced.start()]
    words = _AFTER_COLON.sub(":", line).split()
    while words and (named := _NAMED_FIELD.fullmatch(words[-1])):
        field = "upcard" if named[1] == "up" else named[1]
        if field in data:
            raise DealError(f"{named[1]}= is given twice", pointer=json_pointer(field))
        data[field] = named[2]
        words.pop()
    if len(words) < 6 or not _FIRST_SEAT.match(words[2]):
        raise DealError(_LINE_FORM)
    dealer, trump, (first, _, hand), *hands = words[0], words[1], words[2].partition(":"), *words[3:6]
    holdings = zip(seat_named(first, "/hands").clockwise(), (hand, *hands), strict=True)
    data["hands"] = {str(seat): holding for seat, holding in holdings}
    for pointer, holding in ((json_pointer("hands", seat), holding) for seat, holding in data["hands"].items()):
        _check_holding(holding, pointer)
    data["trump"] = _trump(trump)
    rest = [part for word in words[6:] for part in word.split(",") if part]
    bids = list(takewhile(BID_WORD.fullmatch, rest))
    played = rest[len(bids) :]
    if stray := next((word for word in played if _NAMED.fullmatch(word)), None):
        raise DealError(f"'{shorten(stray)}' is no card: up=7H and rules=standard are one word each, without blanks")
    if dealer != "-":
        data["dealer"] = seat_named(dealer, "/dealer")
    if bids:
        data["bids"] = bids_in_order(bids, data.get("dealer"))
    if played:
        data["play"] = ".".join(played)
    return data


def _trump(word: str) -> str:
    """The word for trump if it is one; DealError in the words of a line."""
    try:
        if word.upper() not in NO_TRUMP:
            Suit.parse(word)
    except CardError:
        text = f"'{shorten(word)}' is no trump: use S, H, D or C, or N for none"
        raise DealError(text, "R3", pointer="/trump") from None
    return word


def _check_holding(holding: str, pointer: str) -> None:
    """DealError where a hand of several cards has no dots at all, which is what blanks and dots get mixed up to."""
    if "." in holding or "," in holding or len(holding) <= 3:
        return
    text = (
        f"'{shorten(holding)}' is no hand of a deal line: spades, hearts, diamonds, clubs with dots between, as 7.7.J.7"
    )
    raise DealError(text, "R1", pointer=pointer)


def _loads(text: str, pointer: str = "") -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError.of(fault.under(pointer) for fault in error.faults) from None
