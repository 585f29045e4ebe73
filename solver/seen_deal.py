"""A deal as one seat sees it: its own hand, and of the others what they bid and played (R1 to R14).

It parses and prints like a deal, ``?`` standing for each hidden hand.  What the rules tell of those hands is for
``solver.players`` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Any, Final

from solver.errors import DealError, Fault, check_kind, json_pointer
from solver.formats.deal_json import MISSING, DealReader, kind_of
from solver.formats.line import HIDDEN, fields_from_text, parts_to_line
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import BLOOPERS, Card, Seat, Side, Suit, from_mask, show_order, to_mask
from solver.game.dealt import bid_faults, check_dealt_kinds, dealt_auction, pack_mask, trump_faults
from solver.game.play import Position, trick_winner
from solver.game.rules import STANDARD, JokerUpcard, Rules

__all__ = ["SEEN_FIELDS", "SeenDeal"]

SEEN_FIELDS: Final = ("seat", "hands", "trump", "upcard", "dealer", "exchanged", "bids", "play", "rules")
"""The fields of its JSON form; ``hands`` holds the one hand that is seen."""


@dataclass(frozen=True, slots=True, repr=False)
class SeenDeal:
    """What ``seat`` knows of a deal, checked when it is made: DealError lists every fault with a pointer into its JSON.

    ``hand`` are the cards dealt to the seat (before ``play``), as a 54-bit mask of ``Card.index``.  ``trump`` is None
    in no-trump; ``upcard`` and ``dealer`` may be unknown.  ``exchanged`` is who showed the other blooper and drew for
    it, where that happened and is known (R4).  ``bids`` and ``play`` are all that were made, in order; cards need
    complete bids, which tell who led.  The own cards must be legal ones; that the others' were is not asked here.
    """

    seat: Seat
    hand: int
    trump: Suit | None
    upcard: Card | None = None
    dealer: Seat | None = None
    exchanged: Seat | None = None
    bids: tuple[Bid, ...] = ()
    play: tuple[Card, ...] = ()
    rules: Rules = STANDARD
    position: Position | None = field(init=False, compare=False, default=None)
    """The moment of the play with the own hand alone, hidden hands empty; None before the play and where there is none.
    Its ``turn``, ``trick``, ``leader``, ``broken`` and tricks are right; ``finished`` asks the own hand alone."""
    _players: tuple[Seat, ...] = field(init=False, compare=False, default=())

    def __post_init__(self) -> None:
        _check_kinds(self)
        # Later checks lean on earlier ones, so each group is reached only when those before found nothing.
        for check in (_hand_faults, _trump_faults, _bid_faults, _play_faults):
            faults = list(check(self))
            if faults:
                raise DealError.of(faults)
        object.__setattr__(self, "position", _position(self))

    @property
    def cards(self) -> int:
        """Cards in a hand as dealt, 1 … 13."""
        return self.hand.bit_count()

    @property
    def auction(self) -> Auction:
        """The bidding so far; DealError if the dealer is unknown."""
        return dealt_auction(self.dealer, self.cards, self.rules, self.bids)

    @property
    def turn(self) -> Seat | None:
        """Who bids or plays next; None when all is over, all passed, or the dealer is unknown."""
        if self.dealer is None:
            return None
        if self.position is None:
            return self.auction.next
        return None if len(self.play) == 4 * self.cards else self.position.turn

    @property
    def bidding(self) -> bool:
        """Whether bids are still to come."""
        return len(self.bids) < 4

    @property
    def contracts(self) -> dict[Side, Contract] | None:
        """What each side must make; None until all have bid, and where all passed."""
        return None if self.position is None else self.auction.contracts()

    @property
    def leader(self) -> Seat | None:
        """Who leads or led to the current trick; None before the play."""
        return None if self.position is None else self.position.leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the current trick, in the order played."""
        return () if self.position is None else self.position.trick

    @property
    def tricks(self) -> dict[Side, int]:
        """The tricks that each side has taken so far."""
        now = self.position
        return {Side.NS: 0, Side.EW: 0} if now is None else {Side.NS: now.ns_tricks, Side.EW: now.ew_tricks}

    @property
    def hand_left(self) -> int:
        """The own cards not yet played, as a set."""
        return self.hand & ~to_mask(self.play)

    @property
    def legal_bids(self) -> tuple[Bid, ...]:
        """What the seat may bid now, ascending, board last; empty when it is not its turn to bid (R7)."""
        return self.auction.legal() if self.bidding and self.turn is self.seat else ()

    @property
    def legal_mask(self) -> int:
        """``legal_cards`` as a set."""
        return self.position.legal_mask if self.position is not None and self.turn is self.seat else 0

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """What the seat may play now, by falling index; empty when it is not its turn to play (R11 to R13)."""
        return tuple(from_mask(self.legal_mask))[::-1]

    def players(self) -> tuple[Seat, ...]:
        """Who played each card of ``play``."""
        return self._players

    def played(self, seat: Seat) -> int:
        """The cards that the seat has played, as a set."""
        check_kind("seat", seat, Seat)
        return to_mask(card for card, by in zip(self.play, self._players, strict=True) if by is seat)

    def with_bids(self, bids: Iterable[Bid]) -> SeenDeal:
        """The same with these bids, in bidding order."""
        check_kind("bids", bids, Iterable)
        return replace(self, bids=tuple(bids))

    def with_play(self, play: Iterable[Card]) -> SeenDeal:
        """The same with these cards played."""
        check_kind("play", play, Iterable)
        return replace(self, play=tuple(play))

    def after(self, card: Card) -> SeenDeal:
        """The same with one card more, of whoever's turn it is, who holds it and may play it: nothing is checked.

        For those who play deals by the thousand; it takes a tenth of the time of ``with_play``.
        """
        now = self.position
        if now is None:
            raise ValueError("nobody plays before all have bid")
        turn, hands = now.turn, list(now.hands)
        hands[turn] |= 1 << card.index  # a hidden hand has it for as long as it takes to play it
        moment = Position(
            (hands[0], hands[1], hands[2], hands[3]),
            now.trump,
            now.leader,
            now.trick,
            now.broken,
            now.exempt,
            now.rules,
            now.ns_tricks,
            now.ew_tricks,
        ).after(card)
        seen = object.__new__(SeenDeal)
        for each in ("seat", "hand", "trump", "upcard", "dealer", "exchanged", "bids", "rules"):
            object.__setattr__(seen, each, getattr(self, each))
        object.__setattr__(seen, "play", (*self.play, card))
        object.__setattr__(seen, "position", moment)
        object.__setattr__(seen, "_players", (*self._players, turn))
        return seen

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> SeenDeal:
        """What is seen, in its JSON form; ``rules`` serve where it names none.

        DealError with a pointer for each fault.  ``seat`` may be left out where one hand is given, since that is
        the seat's; a hidden hand may be left out, null or ``"?"``.
        """
        check_kind("rules", rules, Rules, NoneType)
        if not isinstance(data, Mapping):
            raise DealError(f"what a seat sees is an object, not {kind_of(data)}")
        reader = DealReader()
        reader.unknown_fields(data, SEEN_FIELDS)
        table = reader.rules(data.get("rules"), rules or STANDARD)
        seat, hand = _own_hand(reader, data)
        upcard = reader.card(data.get("upcard"), "/upcard")
        trump = reader.trump(data.get("trump", MISSING), data.get("upcard"), upcard, table)
        dealer = reader.seat(data.get("dealer"), "/dealer")
        exchanged = reader.seat(data.get("exchanged"), "/exchanged")
        bids = reader.bids(data.get("bids"), dealer)
        play = reader.play(data.get("play"))
        if reader.faults or seat is None:
            raise DealError.of(reader.faults)
        try:
            return cls(seat, hand, trump, upcard, dealer, exchanged, bids, play, table)
        except DealError as error:
            raise DealError.of(reader.relocated(fault) for fault in error.faults) from None

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON; ``SeenDeal.from_dict`` reads it back unchanged."""
        bidders = () if self.dealer is None else self.dealer.next.clockwise()
        return {
            "seat": str(self.seat),
            "hands": {str(self.seat): [card.name for card in show_order(self.hand, self.trump)]},
            "trump": None if self.trump is None else str(self.trump),
            "upcard": None if self.upcard is None else self.upcard.name,
            "dealer": None if self.dealer is None else str(self.dealer),
            "exchanged": None if self.exchanged is None else str(self.exchanged),
            "bids": {str(seat): bid.to_json() for seat, bid in zip(bidders, self.bids, strict=False)},
            "play": [card.name for card in self.play],
            "rules": self.rules.to_value(),
        }

    def to_json(self) -> dict[str, Any]:
        """``to_dict``, as a value among the members of an answer."""
        return self.to_dict()

    @classmethod
    def parse(cls, line: str, rules: Rules | None = None) -> SeenDeal:
        """What is seen, as a deal line with ``?`` for each hidden hand, or as JSON on one line.  DealError."""
        check_kind("line", line, str)
        return cls.from_dict(fields_from_text(line), rules)

    def __str__(self) -> str:
        """The deal line with ``?`` for each hidden hand; ``SeenDeal.parse`` reads it back unchanged."""
        hands = [self.hand if seat is self.seat else None for seat in Seat]
        words = ["B" if bid.is_board else str(bid) for bid in self.bids]
        if self.play:
            words.append(".".join(card.name for card in self.play))
        if self.exchanged is not None:
            words.append(f"exchanged={self.exchanged}")
        return parts_to_line(hands, self.trump, self.upcard, self.dealer, self.rules, words)

    def __repr__(self) -> str:
        return f"SeenDeal.parse({str(self)!r})"


def _own_hand(reader: DealReader, data: Mapping[Any, object]) -> tuple[Seat | None, int]:
    """Whose hand is seen, and its cards; faults go to the reader."""
    seat = reader.seat(data.get("seat"), "/seat")
    value = data.get("hands")
    if not isinstance(value, Mapping):
        what = "nothing" if value is None else kind_of(value)
        reader.add("/hands", f"expected an object with the hand that is seen, not {what}", "R1")
        return seat, 0
    given = {by: hand for by, hand in reader.seats(value, "/hands").items() if hand not in (None, HIDDEN)}
    if seat is None and len(given) == 1:
        (seat,) = given
    if seat is None or seat not in given:
        whose = "one hand" if seat is None else f"{seat}'s hand"
        many = f", and {len(given)} are given: name the seat" if seat is None and given else ", and it is not given"
        reader.add("/seat" if seat is None and given else "/hands", f"a seat sees {whose}{many}", "R1")
        return seat, 0
    for other in given:
        if other is not seat:
            place = reader.written[json_pointer("hands", other)]
            reader.add(place, f"{seat} does not see {other}'s hand: give {seat}'s alone", "R1")
    hand = 0
    for card, where in reader.hand(given[seat], reader.written[json_pointer("hands", seat)]):
        if hand >> card.index & 1:
            reader.add(where, f"{card} is twice in one hand", "R1")
        hand |= 1 << card.index
    return seat, hand


def _check_kinds(seen: SeenDeal) -> None:
    """TypeError for a field of the wrong type."""
    check_kind("seat", seen.seat, Seat)
    check_kind("hand", seen.hand, int)
    check_kind("exchanged", seen.exchanged, Seat, NoneType)
    check_dealt_kinds(seen.trump, seen.upcard, seen.dealer, seen.bids, seen.play, seen.rules)


def _hand_faults(seen: SeenDeal) -> Iterator[Fault]:
    pointer, pack = json_pointer("hands", seen.seat), pack_mask(seen.rules)
    if not 1 <= seen.cards <= 13:
        yield Fault.of(pointer, f"{seen.seat} holds {seen.cards} cards, and a hand has 1 to 13", "R2")
    elif seen.hand & ~pack:
        none = not seen.rules.bloopers and seen.hand & BLOOPERS
        what = "a blooper, and these rules have none" if none else "a card that does not exist"
        yield Fault.of(pointer, f"{seen.seat} holds {what}", "R1")
    elif (dealt := 4 * seen.cards + (seen.upcard is not None)) > pack.bit_count():
        text = f"four hands of {seen.cards} and the upcard are {dealt} cards, and the pack has {pack.bit_count()}"
        yield Fault.of("/upcard", text, "R1")


def _trump_faults(seen: SeenDeal) -> Iterator[Fault]:
    yield from trump_faults(seen.trump, seen.upcard, seen.rules, {seen.seat: seen.hand})
    if seen.exchanged is None:
        return
    rules, by = seen.rules, seen.exchanged
    if seen.trump is not None:
        yield Fault.of("/exchanged", f"{by} cannot have exchanged a blooper: trump is {seen.trump}", "R4")
    elif not rules.bloopers or rules.trump_source is not None or rules.joker_upcard is not _EXCHANGE:
        yield Fault.of("/exchanged", f"{by} cannot have exchanged a blooper: these rules know no exchange", "R4")


_EXCHANGE: Final = JokerUpcard.NO_TRUMP_EXCHANGE


def _bid_faults(seen: SeenDeal) -> Iterator[Fault]:
    return bid_faults(seen.dealer, seen.cards, seen.rules, seen.bids)


def _play_faults(seen: SeenDeal) -> Iterator[Fault]:
    if not seen.play:
        return
    if len(seen.bids) < 4:
        yield Fault.of("/bids", "cards are played, and who led is not known until all four have bid", "R10")
    elif seen.auction.passed_out:
        yield Fault.of("/play", "all four passed, so nothing is played", "R9")
    elif len(seen.play) > 4 * seen.cards:
        yield Fault.of("/play", f"{len(seen.play)} cards are played of {4 * seen.cards} dealt", "R14")
    else:
        object.__setattr__(seen, "_players", _players(seen))
        yield from _card_faults(seen)


def _card_faults(seen: SeenDeal) -> Iterator[Fault]:
    """Cards that nobody, or somebody else, can have played."""
    live = seen.rules.joker_upcard is JokerUpcard.NO_TRUMP_LIVE
    known, bloopers = 0, seen.hand & BLOOPERS
    for index, (card, by) in enumerate(zip(seen.play, seen.players(), strict=True)):
        pointer, bit = json_pointer("play", index), 1 << card.index
        bloopers |= bit & BLOOPERS
        if known & bit:
            yield Fault.of(pointer, f"{card} is played twice", "R1")
        elif not pack_mask(seen.rules) & bit:
            yield Fault.of(pointer, f"{card} is not in the pack of these rules", "R1")
        elif card == seen.upcard:
            yield Fault.of(pointer, f"{card} is the upcard, which nobody holds", "R3")
        elif by is seen.seat and not seen.hand & bit:
            yield Fault.of(pointer, f"{by} plays {card} and was not dealt it", "R11")
        elif by is not seen.seat and seen.hand & bit:
            yield Fault.of(pointer, f"{by} plays {card}, which is in {seen.seat}'s hand", "R1")
        elif seen.trump is None and bit & BLOOPERS and not live:
            yield Fault.of(pointer, f"{by} plays {card} in a no-trump deal, where no hand has a blooper", "R4")
        elif seen.trump is None and bloopers == BLOOPERS:
            yield Fault.of(pointer, f"{card} is the second blooper of a no-trump deal: one is the upcard", "R4")
        known |= bit


def _players(seen: SeenDeal) -> tuple[Seat, ...]:
    """Who played each card, after bids that say who led."""
    leader, by = seen.auction.leader, list[Seat]()
    assert leader is not None
    for first in range(0, len(seen.play), 4):
        trick = seen.play[first : first + 4]
        by += leader.clockwise()[: len(trick)]
        leader = trick_winner(trick, leader, seen.trump)
    return tuple(by)


def _position(seen: SeenDeal) -> Position | None:
    """The play up to now, hidden hands made of the cards that they play; DealError for an own card not legal."""
    auction = seen.auction if len(seen.bids) == 4 else None
    leader = None if auction is None else auction.leader
    if auction is None or leader is None:
        return None
    hands = [0, 0, 0, 0]
    for card, by in zip(seen.play, seen.players(), strict=True):
        hands[by] |= 1 << card.index
    hands[seen.seat] = seen.hand
    dealt = (hands[0], hands[1], hands[2], hands[3])
    position = Position.start(dealt, seen.trump, leader, auction.exempt, seen.rules)
    for index, (card, by) in enumerate(zip(seen.play, seen.players(), strict=True)):
        fault = position.fault(card) if by is seen.seat else None
        if fault:
            raise DealError.of([fault.under(json_pointer("play", index))])
        position = position.after(card)
    return position
