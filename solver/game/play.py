"""The play: legal cards, trick winners, and the state of a half-played deal (R10 to R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from solver.errors import DealError, Fault, PlayError, json_pointer
from solver.game.cards import BIG, FULL_PACK, LITTLE, PACK, SUIT_MASKS, Card, Seat, Side, Suit, from_mask, trump_mask
from solver.game.rules import STANDARD, BigLed, BreakOn, LittleLed, Rules

__all__ = ["Position", "play_out", "trick_winner", "tricks_by_side"]

_SEATS: Final = frozenset(Seat)


def trick_winner(cards: Sequence[Card], leader: Seat, trump: Suit | None) -> Seat:
    """Who wins the 1 … 4 cards played clockwise from ``leader``: top trump or top of the suit led (R11)."""
    trumps = trump_mask(trump)
    led = trumps if trumps >> cards[0].index & 1 else SUIT_MASKS[cards[0].index // 13]
    best, winner = -1, 0
    for steps, card in enumerate(cards):
        index = card.index
        strength = index + 54 if trumps >> index & 1 else index if led >> index & 1 else -1
        if strength > best:
            best, winner = strength, steps
    return leader.after(winner)


def tricks_by_side(ns_tricks: int, cards: int) -> dict[Side, int]:
    """Both sides' tricks of a deal of ``cards`` a hand, all of which are won by somebody (R14)."""
    return {Side.NS: ns_tricks, Side.EW: cards - ns_tricks}


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play.

    ``hands`` are the cards left, N E S W, without those of the current ``trick``, which ``leader``
    began.  ``broken``: trumps may be led by anyone, thanks to *earlier* tricks (R12).  ``exempt``
    seats may lead trump at any time (R12 a).  Tricks count those taken so far.
    """

    hands: tuple[int, int, int, int]
    trump: Suit | None
    leader: Seat
    trick: tuple[Card, ...] = ()
    broken: bool = False
    exempt: frozenset[Seat] = frozenset()
    rules: Rules = STANDARD
    ns_tricks: int = 0
    ew_tricks: int = 0

    @classmethod
    def start(
        cls,
        hands: tuple[int, int, int, int],
        trump: Suit | None,
        leader: Seat,
        exempt: Iterable[Seat] = (),
        rules: Rules = STANDARD,
    ) -> Position:
        """The play before its first card, led by ``leader``."""
        free = rules.break_on is BreakOn.UNRESTRICTED
        return cls(hands, trump, leader, (), free, frozenset(exempt), rules)

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self.leader.after(len(self.trick))

    @property
    def cards_left(self) -> int:
        """Cards still in the four hands together."""
        return sum(hand.bit_count() for hand in self.hands)

    @property
    def finished(self) -> bool:
        return not any(self.hands)

    @property
    def legal_mask(self) -> int:
        """The cards that ``turn`` may play, as a set; 0 when the play is finished."""
        turn = self.turn
        hand = self.hands[turn]
        trumps = trump_mask(self.trump)
        if not self.trick:
            return hand if self.may_lead_trump(turn) else hand & ~trumps or hand
        led = self.trick[0].index
        follow = hand & (trumps if trumps >> led & 1 else SUIT_MASKS[led // 13])
        if led < LITTLE.index or not follow:
            return follow or hand
        if self.forces_highest(turn):
            return 1 << follow.bit_length() - 1
        if self.forces_lowest(turn):
            return follow & -follow
        return follow

    def may_lead_trump(self, turn: Seat) -> bool:
        """Whether ``turn`` may lead trumps though it holds other cards as well (R12)."""
        return self.broken or turn in self.exempt or self.rules.break_on is BreakOn.UNRESTRICTED

    def check(self) -> None:
        """DealError with every fault of a position that no play can reach, as one made by hand may be.

        Card sets must be of this pack and apart, the trick unfinished, and all hands equal but for those
        who have played to it.  That the cards played so far were legal is not asked.
        """
        if faults := list(self._unsound()):
            raise DealError.of(faults)

    def legal(self) -> tuple[Card, ...]:
        """The cards that ``turn`` may play, by falling index (R11 to R13); empty when finished."""
        cards = []
        mask = self.legal_mask
        while mask:
            top = mask.bit_length() - 1
            cards.append(PACK[top])
            mask ^= 1 << top
        return tuple(cards)

    def fault(self, card: Card) -> Fault | None:
        """What forbids ``card`` now, with its rule; None if it may be played."""
        return self._fault(card, "")

    def why_illegal(self, card: Card) -> str | None:
        """One sentence with the rule that forbids ``card`` now; None if it may be played."""
        fault = self.fault(card)
        return fault.message if fault else None

    def play(self, card: Card) -> Position:
        """The position after ``turn`` plays ``card``; PlayError if that is illegal."""
        fault = self._fault(card, "")
        if fault:
            raise PlayError.of([fault])
        return self.after(card)

    def after(self, card: Card) -> Position:
        """The position after ``turn`` plays ``card``, which they hold, legal or not."""
        hands = list(self.hands)
        hands[self.turn] ^= 1 << card.index
        left = (hands[0], hands[1], hands[2], hands[3])
        trick = (*self.trick, card)
        ns, ew = self.ns_tricks, self.ew_tricks
        if len(trick) < 4:  # as dataclasses.replace does it, in a third of the time
            return Position(left, self.trump, self.leader, trick, self.broken, self.exempt, self.rules, ns, ew)
        winner = trick_winner(trick, self.leader, self.trump)
        if winner.side is Side.NS:
            ns += 1
        else:
            ew += 1
        broken = self.broken or self._breaks(trick)
        return Position(left, self.trump, winner, (), broken, self.exempt, self.rules, ns, ew)

    def _unsound(self) -> Iterator[Fault]:
        if self.trump is not None and not 0 <= self.trump <= 3:
            yield Fault.of("/trump", "trump is a suit, or None for no-trump", "R3")
        if not self.exempt <= _SEATS:
            yield Fault.of("/exempt", "those free of the lead limit are seats", "R12")
        for pointer, taken in (("/ns_tricks", self.ns_tricks), ("/ew_tricks", self.ew_tricks)):
            if taken < 0:
                yield Fault.of(pointer, "tricks taken cannot be fewer than none", "R14")
        if len(self.trick) > 3:
            yield Fault.of("/trick", f"{len(self.trick)} cards lie there, and the fourth ends a trick", "R11")
        elif len(tuple(self.hands)) != 4:
            yield Fault.of("/hands", f"{len(self.hands)} hands, and there are four seats", "R1")
        elif self.leader not in _SEATS:
            yield Fault.of("/leader", "the leader is no seat", "R1")
        else:
            yield from self._unsound_cards()

    def _unsound_cards(self) -> Iterator[Fault]:
        seen = 0
        for index, card in enumerate(self.trick):
            if seen >> card.index & 1:
                yield Fault.of(json_pointer("trick", index), f"{card} is in the trick twice", "R1")
            seen |= 1 << card.index
        played = len(self.trick)
        order = self.leader.clockwise()
        sizes = [self.hands[seat].bit_count() + (turn < played) for turn, seat in enumerate(order)]
        due = max(sizes, key=sizes.count)
        for turn, (seat, size) in enumerate(zip(order, sizes, strict=True)):
            hand = self.hands[seat]
            if hand & ~FULL_PACK:
                yield _of_hand(seat, "holds a card that does not exist", "R1")
            elif hand & seen:
                twice = next(from_mask(hand & seen))
                yield _of_hand(seat, f"holds {twice}, which is in another hand or in the trick", "R1")
            if size != due:
                left = due - (turn < played)
                yield _of_hand(seat, f"has {hand.bit_count()} cards left, and {left} would be equal", "R2")
            elif due > 13:
                yield _of_hand(seat, f"has {due} cards, and a hand has at most 13", "R2")
            seen |= hand
        if due <= 13 < due + self.ns_tricks + self.ew_tricks:
            yield Fault.of("/ns_tricks", f"tricks taken and {due} to come are more than 13", "R2")

    def _breaks(self, trick: tuple[Card, ...]) -> bool:
        """Whether the finished trick opens trumps for leading (R12)."""
        trumps = trump_mask(self.trump)
        match self.rules.break_on:
            case BreakOn.ANY_TRUMP:
                return any(trumps >> card.index & 1 for card in trick)
            case BreakOn.RUFF_ONLY:
                led = trumps >> trick[0].index & 1
                return not led and any(trumps >> card.index & 1 for card in trick)
            case BreakOn.NEVER:
                return False
            case BreakOn.UNRESTRICTED:
                return True

    def forces_highest(self, turn: Seat) -> bool:
        """Whether ``turn``, holding a trump, must play the highest one under the card led (R13)."""
        return self.trick[0] == BIG and (
            self.rules.big_led is BigLed.ALL_HIGHEST
            or (self.rules.big_led is BigLed.OPPONENTS_HIGHEST and turn.side is not self.leader.side)
        )

    def forces_lowest(self, turn: Seat) -> bool:
        """Whether ``turn``, holding a trump, must play the lowest one under the card led (R13)."""
        return self.trick[0] == LITTLE and (
            self.rules.little_led is LittleLed.ALL_LOWEST
            or (self.rules.little_led is LittleLed.OPPONENTS_LOWEST and turn.side is not self.leader.side)
        )

    def _fault(self, card: Card, pointer: str) -> Fault | None:
        legal = self.legal_mask
        if legal >> card.index & 1:
            return None
        turn = self.turn
        if not legal:
            return Fault.of(pointer, f"{card} is one card too many: the play is over", "R14")
        if not self.hands[turn] >> card.index & 1:
            return Fault.of(pointer, f"{turn} is to play and does not hold {card}", "R11")
        if not self.trick:
            return Fault.of(pointer, f"{turn} may not lead the trump {card}: trump is not broken", "R12")
        led = self.trick[0]
        allowed = self.legal()
        if led.is_blooper and trump_mask(self.trump) >> card.index & 1:
            which = "highest" if led == BIG else "lowest"
            text = f"{turn} must play the {which} trump {allowed[0]} on a led {led}, not {card}"
            return Fault.of(pointer, text, "R13")
        suit = "trump" if led.is_trump(self.trump) else str(led.suit)
        if len(allowed) == 1:
            return Fault.of(pointer, f"{turn} must follow {suit} with {allowed[0]}, not {card}", "R11")
        return Fault.of(pointer, f"{turn} must follow {suit} and may not play {card}", "R11")


def _of_hand(seat: Seat, text: str, rule: str) -> Fault:
    return Fault.of(json_pointer("hands", seat), f"{seat} {text}", rule)


def play_out(position: Position, cards: Iterable[Card]) -> Position:
    """The position after these cards, each checked; PlayError points to ``/play/<i>``."""
    for index, card in enumerate(cards):
        fault = position._fault(card, json_pointer("play", index))
        if fault:
            raise PlayError.of([fault])
        position = position.after(card)
    return position
