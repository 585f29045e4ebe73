"""Portable Bridge Notation: what a record tells of a deal.

Deal, dealer and play stand in PBN's own tags; bloopers are a fifth group of a holding (``….BL``) and
BB, LB among the cards played.  Trump, upcard, bids and rules have supplemental tags of ours:
``[Trump "H"]`` (``NT`` for none), ``[Upcard "7H"]``, ``[Bids "5 2 0 B"]`` in bidding order, and
``[Rules "standard"]``, a preset or knobs as JSON.

A record that has none of these, but a contract, calls or play, is a deal of bridge.  Its rules are ``whist``, its
trump is that of the contract or of the auction's end, and declarer's left leads.  Where neither tells a trump, that
is an error, never no-trump.  Hands alone are a deal of Back Alley: where they hold all 52 plain cards it is no-trump,
since only a blooper is left to turn (R4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from solver.errors import BackAlleyError, CardError, DealError, JsonError, shorten
from solver.formats.bid_words import bids_in_order, seat_named
from solver.formats.bridge.contract import no_trump_told, trump_field
from solver.formats.bridge.pbn_records import PbnRecord, records_of_pbn
from solver.formats.bridge.pbn_tags import (
    auction_of,
    bridge_contract,
    declarer_of,
    is_bridge,
    tricks_told,
    until_end,
    without_annotation,
)
from solver.formats.deal_json import trump_of_fields
from solver.formats.holding import fourth_hand, hands_not_known, without_suit_letters
from solver.formats.pbn_writing import deal_to_pbn, deals_to_pbn
from solver.formats.place import Place, Scanned
from solver.formats.strict_json import loads
from solver.game.cards import Card, Seat, Suit
from solver.game.play import trick_winner
from solver.game.rules import Rules

__all__ = ["deal_to_pbn", "deals_to_pbn", "fields_from_pbn", "fields_of_record", "scan_pbn"]

T = TypeVar("T")
_LEAD_OUT_OF_TURN: Final = "^L"
_OF_A_CONTRACT: Final = ("Contract", "Declarer", "Result", "Auction", "Trump")


def fields_from_pbn(
    text: str, rules: Rules | None = None, *, trump: str | None = None, also: Collection[str] = ()
) -> dict[str, Any]:
    """The text, blank lines and all, as one record, as ``fields_of_record`` gives it; DealError also if it is none."""
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    records = list(records_of_pbn(rows))
    if len(records) != 1:
        raise DealError(f"expected one PBN record, not {len(records) or 'none'}")
    record, fault = records[0]
    if fault is not None:
        raise fault
    return fields_of_record(record, rules, trump=trump, also=also)


def scan_pbn(numbered: Iterable[tuple[int, str]], read: Callable[[PbnRecord], T]) -> Iterator[Scanned[T]]:
    """What ``read`` makes of each record, or what is wrong with it, each with its place."""
    for record, fault in records_of_pbn(numbered):
        place = Place(record.line, record.board)
        try:
            if fault is not None:
                raise fault
            yield Scanned(place, read(record))
        except BackAlleyError as error:
            yield Scanned(place, DealError.of(error.faults, str(place)))


def fields_of_record(
    record: PbnRecord, rules: Rules | None = None, *, trump: str | None = None, also: Collection[str] = ()
) -> dict[str, Any]:
    """The record as the deal's JSON form, its play put in order and not checked.

    ``trump`` serves where the record tells none; without it that is an error.  ``also`` may name ``leader``, who leads
    where no card is played, ``tricks``, those of the result where the play is not complete, ``record`` itself, and
    ``untold``, the error of a trump that is not told, which is then not raised.
    DealError for anything unclear but an illegal play.
    """
    deal = record.tag("Deal")
    if deal is None:
        raise DealError("the PBN record has no [Deal] tag", pointer="/hands")
    bridge = is_bridge(record)
    data: dict[str, Any] = {"dealer": record.value("Dealer"), "upcard": record.value("Upcard")}
    if named := record.value("Rules"):
        data["rules"] = named if not named.startswith("{") else _json(named)
    elif bridge and rules is None:
        data["rules"] = "whist"
    data["hands"] = _hands(deal.value, bridge)
    try:
        data |= _trump(record, rules, trump, bridge)
    except DealError as error:
        if "untold" not in also:
            raise
        data |= {"trump": None, "untold": error}
    if bids := (record.value("Bids") or "").split():
        dealer = record.value("Dealer")
        data["bids"] = bids_in_order(bids, None if dealer is None else seat_named(dealer, "/dealer"))
    declarer = declarer_of(record)
    order: list[Card] = []
    partial = False
    try:
        suit = trump_of_fields(data, rules)
    except DealError:
        pass  # whoever reads the deal tells of it
    else:
        order, partial = _play(record, suit, declarer)
    if order:
        data["play"] = [card.name for card in order]
    cards = max(map(len, (hand.replace(".", "") for hand in data["hands"].values())))
    if "leader" in also and not order and declarer is not None and "bids" not in data:
        data["leader"] = str(declarer.next)
    if "tricks" in also and not partial and len(order) < 4 * cards and (won := tricks_told(record)):
        data["tricks"] = won
    if "record" in also:
        data["record"] = record
    return data


def _json(text: str) -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError(error.message, pointer="/rules") from None


def _hands(text: str, bridge: bool) -> dict[str, str]:
    seat, colon, rest = text.partition(":")
    holdings = rest.split()
    if not colon or len(holdings) != 4:
        raise DealError("the tag Deal reads N:hand hand hand hand", pointer="/hands")
    hands = {
        owner: without_suit_letters(holding.upper())
        for owner, holding in zip(seat_named(seat, "/hands").clockwise(), holdings, strict=True)
    }
    unknown = [owner for owner in Seat if set(hands[owner]) <= set("-?xX")]
    if bridge and len(unknown) == 1:
        hands[unknown[0]] = fourth_hand({owner: hands[owner] for owner in Seat if owner not in unknown})
    elif unknown:
        raise hands_not_known(unknown)
    return {str(owner): holding for owner, holding in hands.items()}


def _trump(record: PbnRecord, rules: Rules | None, trump: str | None, bridge: bool) -> dict[str, str | None]:
    """The field ``trump``, as far as it is told and not the upcard's or the rules'."""
    if named := record.value("Trump"):
        return {"trump": named}
    if record.value("Upcard"):
        return {}
    if rules is not None and rules.trump_source is not None:
        return {}
    try:
        contract = bridge_contract(record)
    except DealError as error:
        if trump is None:
            raise no_trump_told(error.message) from None
        contract = None
    if contract is None and trump is None and _is_hands_alone(record, bridge):
        plain = re.findall(r"10|[2-9TJQKA]", (record.value("Deal") or "").partition(":")[2].upper())
        return {"trump": None} if len(plain) == 52 else {}
    untold = "neither a contract nor a complete auction tells the trump suit" if bridge else "the contract is not known"
    return trump_field(contract, auction_of(record)[1], trump, untold)


def _is_hands_alone(record: PbnRecord, bridge: bool) -> bool:
    """Whether not even an empty tag speaks of bridge."""
    return not bridge and all(record.tag(name) is None for name in _OF_A_CONTRACT)


def _play(record: PbnRecord, trump: Suit | None, declarer: Seat | None) -> tuple[list[Card], bool]:
    """The cards of the Play section as they were played, and whether a ``+`` says that more are to come."""
    section = record.tag("Play")
    if section is None or not section.words:
        return [], False
    spaced = re.sub(r"([*+])", r" \1 ", without_annotation(" ".join(section.words)))
    words = until_end(spaced.split())
    partial = "+" in words
    words = ["-" if word == "+" or not word.strip("-") else word for word in words]
    if not any(word != "-" for word in words):
        return [], partial
    player = record.value("Play")
    if player is None and declarer is not None:
        player = str(declarer.next)
    return _in_order(trump, seat_named(player or "", "/play"), words), partial


def _card(word: str) -> Card:
    try:
        return Card.parse(shorten(word, 20))
    except CardError as error:
        raise DealError(str(error), "R1", pointer="/play") from None


def _in_order(trump: Suit | None, first: Seat, words: Sequence[str]) -> list[Card]:
    """The cards of rows whose first column is ``first``'s, as they were played: each trick begins with its leader."""
    leader = first
    order: list[Card] = []
    words, leads = _with_leads(words)
    for start in range(0, len(words), 4):
        row = dict(zip(first.clockwise(), words[start : start + 4], strict=False))
        leader = next((seat for place, seat in enumerate(row) if start + place in leads), leader)
        trick: list[Card] = []
        for seat in leader.clockwise():
            word = row.get(seat, "-")
            if word != "-":
                if len(trick) < leader.steps_to(seat) or len(order) % 4:
                    text = f"{seat} has played to trick {start // 4 + 1} out of turn, or a card before is missing"
                    raise DealError(text, "R11", pointer="/play")
                trick.append(_card(word))
        order += trick
        if trick:
            leader = trick_winner(trick, leader, trump)
    return order


def _with_leads(words: Sequence[str]) -> tuple[list[str], set[int]]:
    """The words without the marks of leads out of turn, and where those stand."""
    kept: list[str] = []
    leads: set[int] = set()
    for word in words:
        if word.startswith(_LEAD_OUT_OF_TURN):
            leads.add(len(kept))
            word = word.removeprefix(_LEAD_OUT_OF_TURN)
        if word:
            kept.append(word)
    return kept, leads
