"""A whole game: hand sizes, dealers, redeals, running totals and the winner (R2, R9, R18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from solver.auction import Auction
from solver.cards import Seat, Side
from solver.deal import Deal
from solver.deal_json import DEAL_FIELDS, DealReader, deal_from_dict, kind_of, read_rules
from solver.errors import BidError, DealError, PlayError, json_pointer
from solver.play import replay
from solver.rules import STANDARD, RedealDealer, Rules
from solver.scoring import DealScore

__all__ = ["GameDeal", "GameScore", "read_game", "score_game"]

_BARE_FIELDS: Final = ("cards", "dealer", "bids", "tricks", "rainbows", "rules")
_FULL_FIELDS: Final = (*DEAL_FIELDS, "cards", "tricks")


@dataclass(frozen=True, slots=True)
class GameDeal:
    """What a score needs of one deal: complete bids, NS tricks (None if all passed), rainbow hands by side."""

    auction: Auction
    ns_tricks: int | None
    rainbows: Mapping[Side, int] = field(default_factory=dict)

    @classmethod
    def of(cls, deal: Deal, tricks: object = None) -> GameDeal:
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
        return cls(auction, ns_tricks, deal.rainbows())._checked()

    @classmethod
    def from_dict(
        cls,
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
            deal = deal_from_dict(fields, rules)
            if data.get("cards", deal.cards) != deal.cards:
                raise DealError(f"the hands have {deal.cards} cards", "R2", pointer="/cards")
            return cls.of(deal, data.get("tricks"))
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
        return cls(auction, ns_tricks, rainbows)._checked()

    def score(self) -> DealScore:
        """Its score (R15 to R17)."""
        return DealScore.of(self.auction, self.ns_tricks or 0, self.rainbows)

    def _checked(self) -> GameDeal:
        if not self.auction.complete:
            raise DealError("a score needs the bids of all four seats", "R6", pointer="/bids")
        if self.auction.passed_out:
            return replace(self, ns_tricks=None)
        if self.ns_tricks is None:
            raise DealError("give the tricks won, or the play to its end", "R14", pointer="/tricks")
        return self


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game so far: the deals scored, redeals included, and what is to come.

    ``dealer`` deals next, None if anybody may; ``played`` counts the deals that count (R9).
    """

    rules: Rules = STANDARD
    deals: tuple[DealScore, ...] = ()
    played: int = 0
    dealer: Seat | None = None

    @property
    def cards(self) -> int | None:
        """The hand size of the next deal (R2); None when the game is over."""
        return None if self.finished else self.rules.hand_sizes[self.played]

    @property
    def finished(self) -> bool:
        return self.played == len(self.rules.hand_sizes)

    @property
    def redeals(self) -> int:
        """How many deals all four passed (R9)."""
        return len(self.deals) - self.played

    @property
    def running(self) -> tuple[dict[str, int], ...]:
        """Both sides' points after each deal."""
        sums: list[dict[str, int]] = []
        for deal in self.deals:
            before = sums[-1] if sums else {"NS": 0, "EW": 0}
            sums.append({side: before[side] + points for side, points in deal.score.items()})
        return tuple(sums)

    @property
    def totals(self) -> dict[str, int]:
        """Both sides' points so far."""
        return self.running[-1] if self.deals else {"NS": 0, "EW": 0}

    @property
    def winner(self) -> str | None:
        """``"NS"``, ``"EW"`` or ``"draw"`` when the last deal is scored, else None (R18)."""
        if not self.finished:
            return None
        ns, ew = self.totals["NS"], self.totals["EW"]
        return "NS" if ns > ew else "EW" if ew > ns else "draw"

    def add(self, deal: GameDeal) -> GameScore:
        """The game after one more deal; DealError if the size or the dealer is not the one to come (R2, R9)."""
        auction = deal.auction
        if self.cards is None:
            raise DealError(f"the game is over after {self.played} deals", "R2")
        if auction.cards != self.cards:
            text = f"deal {self.played + 1} of the game has {self.cards} cards a hand, not {auction.cards}"
            raise DealError(text, "R2", pointer="/cards")
        if self.dealer not in (None, auction.dealer):
            again = self.deals[-1].passed_out
            text = f"{self.dealer} deals {'after four passes' if again else 'next'}, not {auction.dealer}"
            raise DealError(text, "R9" if again else "R2", pointer="/dealer")
        if auction.rules != self.rules:
            raise DealError("all deals of a game have the same rules", pointer="/rules")
        again = auction.passed_out
        same = again and self.rules.redeal_dealer is RedealDealer.SAME
        dealer = auction.dealer if same else auction.dealer.next
        return GameScore(self.rules, (*self.deals, deal.score()), self.played + (not again), dealer)

    def to_dict(self) -> dict[str, Any]:
        """JSON: the deals, each with the ``totals`` after it, then ``totals``, ``winner`` and what comes ``next``."""
        rows = [{**deal.to_dict(), "totals": dict(sums)} for deal, sums in zip(self.deals, self.running, strict=True)]
        dealer = None if self.dealer is None else str(self.dealer)
        return {
            "deals": rows,
            "totals": dict(self.totals),
            "played": self.played,
            "redeals": self.redeals,
            "finished": self.finished,
            "winner": self.winner,
            "next": None if self.finished else {"cards": self.cards, "dealer": dealer},
            "rules": self.rules.to_value(),
        }


def score_game(rules: Rules, deals: Iterable[GameDeal | Deal]) -> GameScore:
    """A game from its first deal on, finished or not; DealError points to ``/<i>`` where deal i does not fit."""
    game = GameScore(rules)
    for at, deal in enumerate(deals):
        try:
            game = game.add(deal if isinstance(deal, GameDeal) else GameDeal.of(deal))
        except DealError as error:
            raise DealError.of(fault.under(json_pointer(at)) for fault in error.faults) from None
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
    for at, item in enumerate(items):
        try:
            if at == 0 and rules is None:
                game = GameScore(_rules_of(item))
            game = game.add(_game_deal(item, game))
        except DealError as error:
            raise DealError.of(fault.under(prefix + json_pointer(at)) for fault in error.faults) from None
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
        return GameDeal.of(item)
    return GameDeal.from_dict(item, game.rules, game.cards, game.dealer)


def _ns_tricks(reader: DealReader, value: object, cards: int | None) -> int | None:
    """NS tricks from ``{"NS": t, "EW": n - t}``, of which one is enough."""
    won = _by_side(reader, value, "/tricks", 13 if cards is None else cards, "R14")
    if cards is None or not won:
        return None
    if len(won) == 2 and sum(won.values()) != cards:
        reader.add("/tricks", f"{won[Side.NS]} and {won[Side.EW]} tricks are not the {cards} of the deal", "R14")
    return won[Side.NS] if Side.NS in won else cards - won[Side.EW]


def _rainbows(reader: DealReader, value: object, cards: int | None) -> dict[Side, int]:
    counts = _by_side(reader, value, "/rainbows", 2, "R15")
    if any(counts.values()) and cards != 4:
        reader.add("/rainbows", "only hands of four cards can be rainbows", "R15")
    return counts


def _by_side(reader: DealReader, value: object, pointer: str, high: int, rule: str) -> dict[Side, int]:
    found: dict[Side, int] = {}
    if value is None:
        return found
    if not isinstance(value, Mapping):
        reader.add(pointer, f"expected an object with NS and EW, not {kind_of(value)}", rule)
        return found
    for name, item in value.items():
        at = pointer + json_pointer(name)
        if name not in ("NS", "EW"):
            reader.add(at, "no side: use NS, EW", "R1")
        elif (number := reader.number(item, at, 0, high, rule)) is not None:
            found[Side[name]] = number
    return found
