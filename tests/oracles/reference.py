"""A slow and plain referee for small hands: exhaustive play by all four, written from the rules alone.

It imports nothing of the engine.  Cards are read from their names into numbers of its own, every
line of play is followed to the end, and the only economy is a dictionary of the trick starts
already seen.  Five cards a hand take a third of a second, six take ten.

Its cards: ``100 * group + rank`` with the trumps as group 0 (bloopers included, rank 15 and 16) and
the plain suits as groups 1 to 4, ranks 2 to 14.  In no-trump group 0 holds a live blooper or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

SEATS = "NESW"
LITTLE = 15
BIG = 16
PLAIN = 100  # numbers below are trumps

Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Puzzle:
    """A point of the play in words.

    ``hands`` are the cards still held (who has played to ``trick`` holds one fewer), ``leader`` led
    or leads the current trick, ``trick`` its cards so far in order.  ``broken`` and ``exempt`` as in
    R12; ``rules`` the knobs ``break_on``, ``big_led`` and ``little_led``, defaults where missing.
    """

    hands: Mapping[str, Sequence[str]]
    trump: str | None
    leader: str
    trick: Sequence[str] = ()
    broken: bool = False
    exempt: Sequence[str] = ()
    rules: Mapping[str, object] = field(default_factory=dict)

    @property
    def turn(self) -> str:
        return SEATS[(SEATS.index(self.leader) + len(self.trick)) % 4]


class Referee:
    """Answers for one puzzle and every position it can become."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.trump = puzzle.trump
        self.break_on = puzzle.rules.get("break_on", "any_trump")
        self.big_led = puzzle.rules.get("big_led", "all_highest")
        self.little_led = puzzle.rules.get("little_led", "all_lowest")
        self.exempt = {SEATS.index(seat) for seat in puzzle.exempt}
        self.hands: Hands = tuple(tuple(map(self.read, puzzle.hands[seat])) for seat in SEATS)
        self.trick = tuple(map(self.read, puzzle.trick))
        self.leader = SEATS.index(puzzle.leader)
        self.seen: dict[tuple[Hands, int, bool], int] = {}

    def read(self, name: str) -> int:
        """The card's number: R5 puts bloopers among the trumps."""
        if name in ("LB", "BB"):
            return LITTLE if name == "LB" else BIG
        rank, suit = "23456789TJQKA".index(name[0]) + 2, name[1]
        return rank if suit == self.trump else 100 * ("SHDC".index(suit) + 1) + rank

    def write(self, card: int) -> str:
        if card in (LITTLE, BIG):
            return "LB" if card == LITTLE else "BB"
        suit = self.trump if card < PLAIN else "SHDC"[card // 100 - 1]
        return "23456789TJQKA"[card % 100 - 2] + str(suit)

    def legal_cards(
        self, seat: int, hand: Sequence[int], trick: Sequence[int], leader: int, broken: bool
    ) -> Sequence[int]:
        """What ``seat`` may play from ``hand`` (R11 to R13)."""
        if not trick:
            if broken or self.break_on == "unrestricted" or seat in self.exempt:
                return hand
            return [card for card in hand if card >= PLAIN] or hand
        led = trick[0]
        suit = led // 100
        same = [card for card in hand if card // 100 == suit]
        if not same:
            return hand
        is_partner = (seat - leader) % 4 == 2
        if led == BIG and (self.big_led == "all_highest" or (self.big_led == "opponents_highest" and not is_partner)):
            return [max(same)]
        if led == LITTLE and (
            self.little_led == "all_lowest" or (self.little_led == "opponents_lowest" and not is_partner)
        ):
            return [min(same)]
        return same

    def winner(self, trick: Sequence[int], leader: int) -> int:
        """The seat that takes four cards led by ``leader``: the highest trump, else the highest of the suit led."""
        top = max([card for card in trick if card < PLAIN], default=0)
        if not top:
            suit = trick[0] // 100
            top = max([card for card in trick if card // 100 == suit])
        return (leader + trick.index(top)) % 4

    def breaks(self, trick: Sequence[int]) -> bool:
        """Whether this complete trick opens trumps for the later ones (R12)."""
        if self.break_on == "never" or not any(card < PLAIN for card in trick):
            return False
        if self.break_on == "ruff_only":
            return trick[0] >= PLAIN
        return True

    def value_from(self, hands: Hands, trick: tuple[int, ...], leader: int, broken: bool) -> int:
        """NS tricks from here to the end, the unfinished one included, when all four play their best."""
        if trick:
            return self.best(hands, trick, leader, broken)
        if not hands[leader]:
            return 0
        state = hands, leader, broken
        if state not in self.seen:
            self.seen[state] = self.best(hands, trick, leader, broken)
        return self.seen[state]

    def best(self, hands: Hands, trick: tuple[int, ...], leader: int, broken: bool) -> int:
        seat = (leader + len(trick)) % 4
        cards = self.legal_cards(seat, hands[seat], trick, leader, broken)
        results = [self.value_after(card, seat, hands, trick, leader, broken) for card in cards]
        return max(results) if seat % 2 == 0 else min(results)

    def value_after(self, card: int, seat: int, hands: Hands, trick: tuple[int, ...], leader: int, broken: bool) -> int:
        """NS tricks from here to the end once ``seat`` has played ``card``."""
        hands, trick = without(hands, seat, card), (*trick, card)
        if len(trick) < 4:
            return self.best(hands, trick, leader, broken)
        taker = self.winner(trick, leader)
        return (taker % 2 == 0) + self.value_from(hands, (), taker, broken or self.breaks(trick))

    def value(self) -> int:
        """NS tricks from the puzzle to the end, the unfinished trick included."""
        return self.value_from(self.hands, self.trick, self.leader, self.puzzle.broken)

    def card_values(self) -> dict[str, int]:
        """The same after each legal card, by card name."""
        here = self.hands, self.trick, self.leader, self.puzzle.broken
        seat = SEATS.index(self.puzzle.turn)
        cards = self.legal_cards(seat, self.hands[seat], self.trick, self.leader, self.puzzle.broken)
        return {self.write(card): self.value_after(card, seat, *here) for card in cards}

    def line_value(self, names: Iterable[str]) -> int:
        """NS tricks of a full line of play from the puzzle to the end; ValueError names the first fault."""
        hands, trick, leader, broken, tricks = self.hands, self.trick, self.leader, self.puzzle.broken, 0
        for name in names:
            seat, card = (leader + len(trick)) % 4, self.read(name)
            if not hands[seat] or card not in self.legal_cards(seat, hands[seat], trick, leader, broken):
                raise ValueError(f"{SEATS[seat]} may not play {name}")
            hands, trick = without(hands, seat, card), (*trick, card)
            if len(trick) == 4:
                leader, broken = self.winner(trick, leader), broken or self.breaks(trick)
                trick, tricks = (), tricks + (leader % 2 == 0)
        if any(hands):
            raise ValueError(f"the line stops with {sum(map(len, hands))} cards unplayed")
        return tricks


def without(hands: Hands, seat: int, card: int) -> Hands:
    """The hands once ``seat`` has played ``card``."""
    place = hands[seat].index(card)
    return (*hands[:seat], hands[seat][:place] + hands[seat][place + 1 :], *hands[seat + 1 :])


def value(puzzle: Puzzle) -> int:
    return Referee(puzzle).value()


def card_values(puzzle: Puzzle) -> dict[str, int]:
    return Referee(puzzle).card_values()
