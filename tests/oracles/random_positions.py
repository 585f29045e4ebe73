"""Random points of the play over all rules that touch it, each reached by random legal play.

``puzzles(seed, count)`` gives the same ones on every run.  Where a position comes from earlier tricks,
``broken`` is what those tricks made it, so every state here can occur at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from reference import SEATS, Puzzle, Referee, without

from solver.game.cards import Card, Seat, Suit, from_mask, to_mask
from solver.game.play import Position
from solver.game.rules import BigLed, BreakOn, LittleLed, Rules

PACK = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]


def puzzles(seed: int | str, count: int, largest: int = 5, smallest: int = 1) -> Iterator[Puzzle]:
    """``count`` puzzles whose leader holds ``smallest`` … ``largest`` cards."""
    for number in range(count):
        yield puzzle(Random(f"{seed}/{number}"), largest, smallest)


def puzzle(rng: Random, largest: int = 5, smallest: int = 1) -> Puzzle:
    """One random position: rules, trump, cards, exempt seats, then random legal play up to some point."""
    cards = rng.randint(smallest, largest)
    trump = rng.choice([*"SHDC", *"SHDC", None])
    rules: dict[str, object] = {
        "break_on": str(rng.choice([BreakOn.ANY_TRUMP, *BreakOn])),
        "big_led": str(rng.choice(list(BigLed))),
        "little_led": str(rng.choice(list(LittleLed))),
        "bloopers": rng.random() < 0.85,
    }
    if trump is None:
        rules["joker_upcard"] = "no_trump_live"
    exempt = [seat for seat in SEATS if rng.random() < 0.5] if rng.random() < 0.4 else []
    earlier = rng.choice([0, 0, 0, 1, 2, 3])  # tricks played before
    hands = _deal(rng, cards + earlier, trump, bool(rules["bloopers"]))
    start = Puzzle(hands, trump, rng.choice(SEATS), rules=rules, exempt=exempt)
    return _play_on(rng, start, 4 * earlier + rng.choice([0, 0, 1, 2, 3]))


def _deal(rng: Random, size: int, trump: str | None, bloopers: bool) -> dict[str, list[str]]:
    """Four hands of ``size``; often from a short or lopsided pack, so that trumps meet trumps."""
    pack = list(PACK)
    style = rng.random()
    if style < 0.35:  # few suits
        suits = rng.sample("SHDC", rng.choice([2, 3]))
        pack = [card for card in pack if card[1] in suits]
    elif style < 0.6 and trump is not None:  # many trumps
        pack = [card for card in pack if card[1] == trump or rng.random() < 0.4]
    held = []
    if bloopers and trump is not None:
        held = [blooper for blooper in ("LB", "BB") if rng.random() < 0.7]
    elif bloopers and rng.random() < 0.8:
        held = [rng.choice(["LB", "BB"])]  # R4 with no_trump_live: the other one is the upcard
    if len(pack) + len(held) < 4 * size:
        pack = list(PACK)
    dealt = held + rng.sample(pack, 4 * size - len(held))
    rng.shuffle(dealt)
    return {seat: dealt[place::4] for place, seat in enumerate(SEATS)}


def _play_on(rng: Random, start: Puzzle, count: int) -> Puzzle:
    """The puzzle after ``count`` random legal cards."""
    referee = Referee(start)
    hands, trick, leader, broken = referee.hands, referee.trick, referee.leader, start.broken
    for _ in range(count):
        seat = (leader + len(trick)) % 4
        card = rng.choice(referee.legal_cards(seat, hands[seat], trick, leader, broken))
        hands, trick = without(hands, seat, card), (*trick, card)
        if len(trick) == 4:
            leader, broken, trick = referee.winner(trick, leader), broken or referee.breaks(trick), ()
    return Puzzle(
        hands={seat: [referee.write(card) for card in hand] for seat, hand in zip(SEATS, hands, strict=True)},
        trump=start.trump,
        leader=SEATS[leader],
        trick=[referee.write(card) for card in trick],
        broken=broken,
        exempt=start.exempt,
        rules=start.rules,
    )


def to_position(puzzle: Puzzle) -> Position:
    """The same point of the play in the engine's words, no tricks taken so far."""
    n, e, s, w = (to_mask(map(Card.parse, puzzle.hands[seat])) for seat in SEATS)
    return Position(
        hands=(n, e, s, w),
        trump=None if puzzle.trump is None else Suit.parse(puzzle.trump),
        leader=Seat.parse(puzzle.leader),
        trick=tuple(map(Card.parse, puzzle.trick)),
        broken=puzzle.broken,
        exempt=frozenset(map(Seat.parse, puzzle.exempt)),
        rules=Rules.from_value(puzzle.rules),
    )


def after_any_cards(rng: Random, start: Puzzle) -> Puzzle:
    """A point of a play in which every other card was any card held, as records with revokes have it."""
    position = to_position(start)
    for _ in range(rng.randrange(4 * max(len(hand) for hand in start.hands.values()) - len(start.trick))):
        held = list(from_mask(position.hands[position.turn]))
        position = position.after(rng.choice(held if rng.random() < 0.5 else position.legal()))
    return from_position(position)


def from_position(position: Position) -> Puzzle:
    """``to_position`` back."""
    rules = position.rules.to_dict()
    return Puzzle(
        hands={seat.name: [str(card) for card in from_mask(position.hands[seat])] for seat in Seat},
        trump=None if position.trump is None else str(position.trump),
        leader=str(position.leader),
        trick=[str(card) for card in position.trick],
        broken=position.broken,
        exempt=[str(seat) for seat in sorted(position.exempt)],
        rules={knob: rules[knob] for knob in ("break_on", "big_led", "little_led")},
    )
