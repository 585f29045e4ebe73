"""A deal: the hands as dealt, trump, and what has been bid and played so far (R1 to R5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any

from solver.errors import DealError, Fault, PlayError, check_kind, json_pointer
from solver.formats.deal_json import deal_to_dict, fields_from_dict
from solver.formats.line import deal_to_line, fields_from_text
from solver.game.auction import Auction, Bid
from solver.game.cards import BLOOPERS, FULL_PACK, Card, Seat, Side, Suit, from_mask, show_order
from solver.game.dealt import bid_faults, check_dealt_kinds, dealt_auction, pack_mask, trump_faults
from solver.game.play import Position, play_out
from solver.game.rules import STANDARD, Rules
from solver.game.scoring import is_rainbow
from solver.seen_deal import SeenDeal

__all__ = ["Deal", "replay"]


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """One deal, checked when it is made: DealError lists every fault with a pointer into its JSON, TypeError names a
    field of the wrong type.

    ``hands`` are the cards dealt to N E S W (before ``play``), as 54-bit masks of ``Card.index``.
    ``trump`` is None in no-trump.  ``upcard`` and ``dealer`` may be unknown.  ``bids`` are in
    bidding order, any number of them (R6), and need the dealer.  ``play`` is any number of cards
    in the order played; it is checked in full when complete bids tell who leads, else only that
    the cards exist (``replay`` with a leader checks the rest).
    """

    hands: tuple[int, int, int, int]
    trump: Suit | None
    upcard: Card | None = None
    dealer: Seat | None = None
    bids: tuple[Bid, ...] = ()
    play: tuple[Card, ...] = ()
    rules: Rules = STANDARD

    def __post_init__(self) -> None:
        _check_kinds(self)
        # Later checks lean on earlier ones, so each group is reached only when those before found nothing.
        for check in (_hand_faults, _trump_faults, _bid_faults, _play_faults):
            faults = list(check(self))
            if faults:
                raise DealError.of(faults)

    @property
    def cards(self) -> int:
        """Cards in a hand, 1 … 13."""
        return self.hands[0].bit_count()

    @property
    def auction(self) -> Auction:
        """The bidding so far; DealError if the dealer is unknown."""
        return dealt_auction(self.dealer, self.cards, self.rules, self.bids)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's cards as shown: S H D C, each high to low, bloopers above the trumps or last."""
        check_kind("seat", seat, Seat)
        return show_order(self.hands[seat], self.trump)

    def rainbows(self) -> dict[Side, int]:
        """How many hands of each side are rainbows: four cards of four suits, bloopers as trumps."""
        count = dict.fromkeys(Side, 0)
        if self.cards == 4:
            for seat in Seat:
                count[seat.side] += is_rainbow(self.hands[seat], self.trump)
        return count

    def holder(self, card: Card) -> Seat | None:
        """Who was dealt the card; None if nobody was."""
        check_kind("card", card, Card)
        return next((seat for seat in Seat if self.hands[seat] >> card.index & 1), None)

    def start(self, leader: Seat, exempt: Iterable[Seat] = ()) -> Position:
        """The play before its first card, led by ``leader``; ``exempt`` seats may lead trump at any time (R12 a)."""
        return Position.start(self.hands, self.trump, leader, exempt, self.rules)

    def with_bids(self, bids: Iterable[Bid]) -> Deal:
        """The same deal with these bids, in bidding order."""
        check_kind("bids", bids, Iterable)
        return replace(self, bids=tuple(bids))

    def with_play(self, play: Iterable[Card]) -> Deal:
        """The same deal with these cards played."""
        check_kind("play", play, Iterable)
        return replace(self, play=tuple(play))

    def seen_by(self, seat: Seat, exchanged: Seat | None = None) -> SeenDeal:
        """What the seat sees of it: its own hand, bids and cards played; ``exchanged`` says who drew in no-trump (R4).

        DealError where cards are played and not all have bid, so that nobody knows who led.
        """
        check_kind("seat", seat, Seat)
        hand = self.hands[seat]
        return SeenDeal(seat, hand, self.trump, self.upcard, self.dealer, exchanged, self.bids, self.play, self.rules)

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Deal:
        """The deal in its JSON form; ``rules`` serve where it names none.

        DealError with a pointer for each fault.  Unknown fields are faults; null is the same as absent,
        but for ``trump``, where it is no-trump.
        """
        check_kind("rules", rules, Rules, NoneType)
        fields = fields_from_dict(data, rules)
        try:
            return cls(*fields.values)
        except DealError as error:
            raise DealError.of(fields.relocated(fault) for fault in error.faults) from None

    def to_dict(self) -> dict[str, Any]:
        """The deal as JSON, all fields present; ``Deal.from_dict`` reads it back unchanged."""
        return deal_to_dict(self)

    def to_json(self) -> dict[str, Any]:
        """``to_dict``, as a value among the members of an answer."""
        return deal_to_dict(self)

    @classmethod
    def parse(cls, line: str, rules: Rules | None = None) -> Deal:
        """The deal on a deal line, or in JSON on one line; ``rules`` serve where it names none.  DealError."""
        check_kind("line", line, str)
        return cls.from_dict(fields_from_text(line), rules)

    def __str__(self) -> str:
        """The deal line; ``Deal.parse`` reads it back unchanged."""
        return deal_to_line(self)

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def diagram(self, symbols: bool = False) -> str:
        """The four hands as text around a compass, with trump, dealer and bids; suit letters or symbols."""
        from solver.formats.diagram import diagram  # only people ask for it

        return diagram(self, symbols)


def replay(deal: Deal, leader: Seat | None = None, exempt: Iterable[Seat] | None = None) -> Position:
    """The position after the cards of ``deal.play``, each checked.

    ``leader`` and ``exempt`` default to what complete bids say (R10, R12 a); without them the
    holder of the first card played leads and nobody is exempt.  PlayError points to ``/play/<i>``.
    """
    check_kind("deal", deal, Deal)
    check_kind("leader", leader, Seat, NoneType)
    auction = deal.auction if deal.dealer is not None and len(deal.bids) == 4 else None
    if leader is None and auction is not None:
        leader = auction.leader
    if leader is None and deal.play:
        leader = deal.holder(deal.play[0])
        if leader is None:
            raise PlayError(f"{deal.play[0]} is in no hand", "R11", pointer="/play/0")
    if leader is None:
        raise PlayError("nobody leads: give a leader, or bids not all pass", "R10", pointer="/leader")
    if exempt is None:
        exempt = auction.exempt if auction else ()
    return play_out(deal.start(leader, exempt), deal.play)


def _check_kinds(deal: Deal) -> None:
    """TypeError for a field of the wrong type."""
    check_kind("hands", deal.hands, tuple)
    for hand in deal.hands:
        check_kind("hands", hand, int)
    check_dealt_kinds(deal.trump, deal.upcard, deal.dealer, deal.bids, deal.play, deal.rules)


def _hand_faults(deal: Deal) -> Iterator[Fault]:
    if (count := len(tuple(deal.hands))) != 4:
        yield Fault.of("/hands", f"{count} hands, and there are four seats", "R1")
        return
    pack = pack_mask(deal.rules)
    seen = 0
    for seat, hand in zip(Seat, deal.hands, strict=True):
        size = hand.bit_count()
        if hand & ~pack == 0 and not hand & seen and size == deal.cards and 1 <= size <= 13:
            seen |= hand
            continue
        pointer = json_pointer("hands", seat)
        if not 1 <= size <= 13:
            yield Fault.of(pointer, f"{seat} holds {size} cards, and a hand has 1 to 13", "R2")
        elif size != deal.hands[0].bit_count() and 1 <= deal.cards <= 13:
            yield Fault.of(pointer, f"{seat} holds {size} cards and N {deal.cards}: all hands are equal", "R2")
        for card in from_mask(hand & seen & FULL_PACK):
            yield Fault.of(pointer, f"{card} is in two hands", "R1")
        if hand & ~pack:
            none = not deal.rules.bloopers and hand & BLOOPERS
            what = "a blooper, and these rules have none" if none else "a card that does not exist"
            yield Fault.of(pointer, f"{seat} holds {what}", "R1")
        seen |= hand


def _trump_faults(deal: Deal) -> Iterator[Fault]:
    return trump_faults(deal.trump, deal.upcard, deal.rules, dict(zip(Seat, deal.hands, strict=True)))


def _bid_faults(deal: Deal) -> Iterator[Fault]:
    return bid_faults(deal.dealer, deal.cards, deal.rules, deal.bids)


def _play_faults(deal: Deal) -> Iterator[Fault]:
    if not deal.play:
        return
    if len(deal.play) > 4 * deal.cards:
        yield Fault.of("/play", f"{len(deal.play)} cards are played of {4 * deal.cards} dealt", "R14")
    dealt = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]
    seen = 0
    impossible = False
    for index, card in enumerate(deal.play):
        bit = 1 << card.index
        if seen & bit:
            impossible = True
            yield Fault.of(json_pointer("play", index), f"{card} is played twice", "R1")
        elif not dealt & bit:
            impossible = True
            yield Fault.of(json_pointer("play", index), f"{card} is played and was in no hand", "R11")
        seen |= bit
    if impossible or len(deal.play) > 4 * deal.cards or len(deal.bids) < 4:
        return
    if deal.auction.passed_out:
        yield Fault.of("/play", "all four passed, so nothing is played", "R9")
        return
    try:
        replay(deal)
    except PlayError as error:
        yield from error.faults
