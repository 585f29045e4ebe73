"""Scores as JSON: one deal, in full or told in short, or a game as a list of deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, overload

from solver.deal import Deal, replay
from solver.errors import BidError, DealError, PlayError, check_kind, json_pointer
from solver.formats.deal_forms import DEAL_FORMS, TRICKS
from solver.formats.deal_json import DEAL_FIELDS, DealReader, kind_of, read_rules
from solver.forms import Form, Whole, any_of, array, described, keyed, members, or_null, ref
from solver.game.auction import Auction
from solver.game.cards import HAND_SIZES, Seat, Side
from solver.game.rules import STANDARD, Rules
from solver.game.score_sheet import GameDeal, GameScore
from solver.game.scoring import DealScore
from solver.requests.sides import read_by_side

__all__ = [
    "GAME_FORM",
    "MOST_DEALS",
    "SCORE_FORMS",
    "game_deal",
    "game_deal_from_dict",
    "rainbows_untold",
    "read_game",
    "score",
    "score_game",
    "score_request",
]

MOST_DEALS: Final = 1000
"""Deals of a game, redeals included, that one request may have scored."""
_RAINBOWS: Final = Whole(0, len(Side.NS.seats))
_TRICKS: Final = described(
    "Tricks won; one side is enough, and none where the play is complete.", or_null(keyed(Side, TRICKS.form))
)
_FULL: Final = {**DEAL_FORMS, "cards": described("Cards a hand.", HAND_SIZES.form), "tricks": _TRICKS}
_BARE: Final = {
    "cards": described("Cards a hand.", or_null(HAND_SIZES.form)),
    "dealer": DEAL_FORMS["dealer"],
    "bids": DEAL_FORMS["bids"],
    "tricks": _TRICKS,
    "rainbows": described(
        "Rainbow hands of each side (R15); none where left out.", or_null(keyed(Side, _RAINBOWS.form))
    ),
    "rules": DEAL_FORMS["rules"],
}
_DEALS: Final = array(ref("ScoreDeal"), MOST_DEALS)
SCORE_FORMS: Final[dict[str, Form]] = {
    "ScoreDeal": described(
        "A deal bid to the end: in full, or only hand size, dealer, bids and tricks. In a game, size and dealer may be"
        " left out after the first deal.",
        any_of(members(_FULL, ["hands"]), members(_BARE)),
    ),
    "Game": described(
        "A game from its first deal on.", members({"deals": _DEALS, "rules": DEAL_FORMS["rules"]}, ["deals"])
    ),
}
"""What may be scored, by name; a list of ScoreDeal too."""
GAME_FORM: Final = described(
    "A deal; or a game, as an object with deals, or as their list.", any_of(ref("ScoreDeal"), ref("Game"), _DEALS)
)
"""What ``score_request`` reads."""


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


def rainbows_untold(data: object, result: DealScore | GameScore) -> bool:
    """Whether a deal of four cards counts for no rainbow hands only because nobody tells of any, where rules pay them.

    ``result`` is what ``score`` makes of ``data``, JSON of a deal or game.
    """
    if isinstance(result, GameScore):
        items = data.get("deals") if isinstance(data, Mapping) else data
        rows: Sequence[DealScore] = result.deals
        given = [(item, result.rules) for item in items] if isinstance(items, Sequence) else []
    else:
        rows, given = (result,), [(data, _rules_of(data))]
    return any(
        isinstance(item, Mapping)
        and not {"hands", "deal"} & set(item)
        and item.get("rainbows") is None
        and (row.cards, row.passed_out) == (4, False)
        and rules.rainbow_bonus > 0
        for row, (item, rules) in zip(rows, given, strict=False)
    )


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
        reader.unknown_fields(data, tuple(_FULL))
        if reader.faults:
            raise DealError.of(reader.faults)
        fields = {name: data[name] for name in DEAL_FIELDS if name in data}
        if fields.get("dealer") is None:
            fields["dealer"] = dealer
        deal = Deal.from_dict(fields, rules)
        if data.get("cards", deal.cards) != deal.cards:
            raise DealError(f"the hands have {deal.cards} cards", "R2", pointer="/cards")
        return game_deal(deal, data.get("tricks"))
    reader.unknown_fields(data, tuple(_BARE))
    table = reader.rules(data.get("rules"), rules)
    if data.get("cards") is not None:
        cards = reader.number(data["cards"], "/cards", *HAND_SIZES, "R2")
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
    check_kind("deal", deal, Deal, Mapping)
    if isinstance(deal, Mapping):
        return game_deal_from_dict(deal if tricks is None else {**deal, "tricks": tricks}).score()
    return game_deal(deal, tricks).score()


def score_request(data: object) -> DealScore | GameScore:
    """The score of a deal or game asked for as JSON, of at most MOST_DEALS deals; DealError for anything unclear."""
    if not isinstance(data, (Mapping, list)):
        raise DealError("expected an object, or a list of deals")
    deals = data if isinstance(data, list) else data.get("deals")
    if isinstance(deals, list) and len(deals) > MOST_DEALS:
        pointer = "" if deals is data else "/deals"
        raise DealError(f"{len(deals):,} deals, and at most {MOST_DEALS:,} are scored", pointer=pointer)
    return score(data)


def score_game(rules: Rules, deals: Iterable[GameDeal | Deal]) -> GameScore:
    """A game from its first deal on, finished or not; DealError points to ``/<i>`` where deal i does not fit."""
    check_kind("rules", rules, Rules)
    check_kind("deals", deals, Iterable)
    game = GameScore(rules)
    for index, deal in enumerate(deals):
        check_kind(f"deals[{index}]", deal, GameDeal, Deal)
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
    won = read_by_side(reader, value, "/tricks", 13 if cards is None else cards, "R14")
    if cards is None or not won:
        return None
    if len(won) == 2 and sum(won.values()) != cards:
        reader.add("/tricks", f"{won[Side.NS]} and {won[Side.EW]} tricks are not the {cards} of the deal", "R14")
    return won[Side.NS] if Side.NS in won else cards - won[Side.EW]


def _rainbows(reader: DealReader, value: object, cards: int | None) -> dict[Side, int]:
    counts = read_by_side(reader, value, "/rainbows", _RAINBOWS.high, "R15")
    if any(counts.values()) and cards != 4:
        reader.add("/rainbows", "only hands of four cards can be rainbows", "R15")
    return counts
