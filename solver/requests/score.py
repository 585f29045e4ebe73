"""Scores as JSON: one deal, in full or told in short, or a game as a list of deals (POST /v1/score)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, overload

from solver.deal import Deal, replay
from solver.errors import BidError, DealError, PlayError, json_pointer
from solver.formats.deal_json import DEAL_FIELDS, DealReader, kind_of, read_rules
from solver.game.auction import Auction
from solver.game.cards import Seat, Side
from solver.game.rules import STANDARD, Rules
from solver.game.score_sheet import GameDeal, GameScore
from solver.game.scoring import DealScore

__all__ = ["game_deal", "game_deal_from_dict", "read_game", "score", "score_game"]

_BARE_FIELDS: Final = ("cards", "dealer", "bids", "tricks", "rainbows", "rules")
_FULL_FIELDS: Final = (*DEAL_FIELDS, "cards", "tricks")


def game_deal(deal: Deal, tricks: object = None) -> GameDeal:
    """From a full deal; ``tricks``, as in ``{"NS": 8, "EW": 5}``, is needed unless the play is complete."""
    reader = DealReader()
    ns_tricks = _ns_tricks(reader, tricks, deal.cards)
    if reader.faults:
        raise DealError.of(reader.faults)
    auction = deal.auction
    if not auction.complete:
        raise DealError("a score needs the bids of all four seats", "R6", pointer="/bids")
    if len(deal.play) == 4 * deal.cards:
        try:
            played = replay(deal).ns_tricks
        except PlayError as error:  # cannot be: complete bids had the play checked
            raise DealError.of(error.faults) from None
        if ns_tricks not in (None, played):
            raise DealError(f"the play gives NS {played} tricks, not {ns_tricks}", "R11", pointer="/tricks/NS")
        ns_tricks = played
    return GameDeal.of(auction, ns_tricks, deal.rainbows())


def game_deal_from_dict(
    data: object,
    rules: Rules = STANDARD,
    cards: int | None = None,
    dealer: Seat | None = None,
) -> GameDeal:
    """From JSON: a full deal, or ``cards``, ``dealer``, ``bids`` and, for 4 cards, ``rainbows`` by side.

    Both take ``tricks``.  ``rules``, ``cards`` and ``dealer`` serve where the JSON has none.
    """
    if not isinstance(data, Mapping):
        raise DealError(f"a deal is an object, not {kind_of(data)}")
    reader = DealReader()
    if "hands" in data:
        reader.unknown_fields(data, _FULL_FIELDS)
        if reader.faults:
            raise DealError.of(reader.faults)
        fields = {name: data[name] for name in DEAL_FIELDS if name in data}
        if fields.get("dealer") is None:
            fields["dealer"] = dealer
        deal = Deal.from_dict(fields, rules)
        if data.get("cards", deal.cards) != deal.cards:
            raise DealError(f"the hands have {deal.cards} cards", "R2", pointer="/cards")
        return game_deal(deal, data.get("tricks"))
    reader.unknown_fields(data, _BARE_FIELDS)
    table = reader.rules(data.get("rules"), rules)
    if data.get("cards") is not None:
        cards = reader.number(data["cards"], "/cards", 1, 13, "R2")
    elif cards is None:
        reader.add("/cards", "the hand size is missing", "R2")
    if data.get("dealer") is not None:
        dealer = reader.seat(data["dealer"], "/dealer")
    bids = reader.bids(data.get("bids"), dealer)
    if dealer is None and not reader.faults:
        reader.add("/dealer", "the dealer is missing", "R6")
    ns_tricks = _ns_tricks(reader, data.get("tricks"), cards)
    rainbows = _rainbows(reader, data.get("rainbows"), cards)
    if reader.faults or cards is None or dealer is None:
        raise DealError.of(reader.faults)
    try:
        auction = Auction(dealer, cards, table, bids)
    except BidError as error:
        raise DealError.of(reader.relocated(fault) for fault in error.faults) from None
    return GameDeal.of(auction, ns_tricks, rainbows)


@overload
def score(deal: Deal, tricks: Mapping[str, int] | None = None) -> DealScore: ...
@overload
def score(deal: Sequence[GameDeal | Deal | Mapping[str, Any]]) -> GameScore: ...
@overload
def score(deal: Mapping[str, Any], tricks: Mapping[str, int] | None = None) -> DealScore | GameScore: ...
def score(
    deal: Deal | Mapping[str, Any] | Sequence[GameDeal | Deal | Mapping[str, Any]],
    tricks: Mapping[str, int] | None = None,
) -> DealScore | GameScore:
    """The score of one deal with all its bids, or of a game as a list of deals.

    A deal is a ``Deal`` or JSON: the fields of a deal, or just ``cards``, ``dealer`` and ``bids``.
    Unless the play is complete it needs ``tricks``, as in ``{"NS": 8, "EW": 5}``.  JSON with
    ``deals`` is a game and gives a GameScore.  DealError for anything unclear.
    """
    if isinstance(deal, Sequence) or (isinstance(deal, Mapping) and "deals" in deal):
        return read_game(deal)
    if isinstance(deal, Mapping):
        return game_deal_from_dict(deal if tricks is None else {**deal, "tricks": tricks}).score()
    return game_deal(deal, tricks).score()


def score_game(rules: Rules, deals: Iterable[GameDeal | Deal]) -> GameScore:
    """A game from its first deal on, finished or not; DealError points to ``/<i>`` where deal i does not fit."""
    game = GameScore(rules)
    for index, deal in enumerate(deals):
        try:
            game = game.add(deal if isinstance(deal, GameDeal) else game_deal(deal))
        except DealError as error:
            raise DealError.of(fault.under(json_pointer(index)) for fault in error.faults) from None
    return game


def read_game(data: Mapping[str, Any] | Sequence[Any]) -> GameScore:
    """A game from JSON: a list of deals, or an object with ``deals`` and ``rules``.

    Deals may leave out the hand size and, after the first, the dealer; without ``rules`` those of
    the first deal are everybody's.  ``Deal`` and ``GameDeal`` values may stand among them.
    """
    items: object = data
    prefix = ""
    rules: Rules | None = None
    if isinstance(data, Mapping):
        reader = DealReader()
        for name in data:
            if name not in ("deals", "rules"):
                reader.add(json_pointer(name), "not a field of a game, which has deals, rules")
        if reader.faults:
            raise DealError.of(reader.faults)
        rules = None if data.get("rules") is None else read_rules(data["rules"])
        items, prefix = data.get("deals"), "/deals"
    if isinstance(items, (str, bytes)) or not isinstance(items, Sequence):
        raise DealError(f"expected a list of deals, not {kind_of(items)}", pointer=prefix)
    game = GameScore(rules or STANDARD)
    for index, item in enumerate(items):
        try:
            if index == 0 and rules is None:
                game = GameScore(_rules_of(item))
            game = game.add(_game_deal(item, game))
        except DealError as error:
            raise DealError.of(fault.under(prefix + json_pointer(index)) for fault in error.faults) from None
    return game


def _rules_of(item: object) -> Rules:
    if isinstance(item, GameDeal):
        return item.auction.rules
    if isinstance(item, Deal):
        return item.rules
    named = item.get("rules") if isinstance(item, Mapping) else None
    return STANDARD if named is None else read_rules(named)


def _game_deal(item: object, game: GameScore) -> GameDeal:
    if isinstance(item, GameDeal):
        return item
    if isinstance(item, Deal):
        return game_deal(item)
    return game_deal_from_dict(item, game.rules, game.cards, game.dealer)


def _ns_tricks(reader: DealReader, value: object, cards: int | None) -> int | None:
    """NS tricks from ``{"NS": t, "EW": n - t}``, of which one is enough."""
    won = _numbers_by_side(reader, value, "/tricks", 13 if cards is None else cards, "R14")
    if cards is None or not won:
        return None
    if len(won) == 2 and sum(won.values()) != cards:
        reader.add("/tricks", f"{won[Side.NS]} and {won[Side.EW]} tricks are not the {cards} of the deal", "R14")
    return won[Side.NS] if Side.NS in won else cards - won[Side.EW]


def _rainbows(reader: DealReader, value: object, cards: int | None) -> dict[Side, int]:
    counts = _numbers_by_side(reader, value, "/rainbows", 2, "R15")
    if any(counts.values()) and cards != 4:
        reader.add("/rainbows", "only hands of four cards can be rainbows", "R15")
    return counts


def _numbers_by_side(reader: DealReader, value: object, pointer: str, high: int, rule: str) -> dict[Side, int]:
    numbers: dict[Side, int] = {}
    if value is None:
        return numbers
    if not isinstance(value, Mapping):
        reader.add(pointer, f"expected an object with NS and EW, not {kind_of(value)}", rule)
        return numbers
    for name, item in value.items():
        place = pointer + json_pointer(name)
        if name not in ("NS", "EW"):
            reader.add(place, "no side: use NS, EW", "R1")
        elif (number := reader.number(item, place, 0, high, rule)) is not None:
            numbers[Side(name)] = number
    return numbers
