"""A recorded play replayed card by card, irregular cards too as long as the hand stays meaningful (R10 to R14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.deal import Deal
from solver.game.cards import Card, Seat, from_mask, to_mask
from solver.game.play import Position
from solver.reviewing.irregularity import (
    Irregularity,
    card_irregularity,
    leader_irregularity,
    missing_card,
    trick_number,
)
from solver.reviewing.record import Record

__all__ = ["Replay", "Step", "replay_record"]


@dataclass(frozen=True, slots=True)
class Step:
    """One card: the ``position`` in which ``seat`` played it, and the one ``after`` it."""

    index: int
    position: Position
    seat: Seat
    card: Card
    after: Position
    irregularity: Irregularity | None = None

    @property
    def legal(self) -> bool:
        """Whether the card was allowed."""
        return self.irregularity is None

    @property
    def trick(self) -> int:
        """Which trick, from 1."""
        return trick_number(self.position)


@dataclass(frozen=True, slots=True)
class Replay:
    """All steps that mean something, the positions before and after them, and everything found irregular.

    ``stopped``: cards are left that cannot be told to be anybody's.
    """

    first: Position
    steps: tuple[Step, ...]
    last: Position
    irregularities: tuple[Irregularity, ...]
    stopped: bool


def replay_record(deal: Deal, record: Record, leader: Seat, exempt: Sequence[Seat] | frozenset[Seat]) -> Replay:
    """Plays the record's cards one by one from ``leader``'s first lead."""
    played = _replay(deal, record, leader, exempt)
    if played.irregularities and not record.starts and len(record.play) == 4 * deal.cards - 1:
        return _up_to_gap(deal, record, played) or played
    return played


def _up_to_gap(deal: Deal, record: Record, played: Replay) -> Replay | None:
    """The replay up to a gap, where one card put in there makes the whole play legal; else None."""
    dealt = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]
    left = list(from_mask(dealt & ~to_mask(record.play)))
    if len(left) != 1:
        return None
    leader, exempt = played.first.leader, played.first.exempt
    for index in range(played.irregularities[0].index + 1):
        mended = Record((*record.play[:index], left[0], *record.play[index:]))
        if not _replay(deal, mended, leader, exempt).irregularities:
            before = _replay(deal, Record(record.play[:index]), leader, exempt).last
            gap = missing_card(before, record, index, left[0])
            return Replay(played.first, played.steps[:index], before, (gap,), True)
    return None


def _replay(deal: Deal, record: Record, leader: Seat, exempt: Sequence[Seat] | frozenset[Seat]) -> Replay:
    first = position = deal.start(leader, exempt)
    steps: list[Step] = []
    irregularities: list[Irregularity] = []
    for index, card in enumerate(record.play):
        wrong = leader_irregularity(position, record, index)
        if wrong is not None:
            irregularities.append(wrong)
        if wrong is None or wrong.kind == "leader":  # a leader wrongly named says nothing of the card
            wrong = card_irregularity(position, record, index)
            if wrong is not None:
                irregularities.append(wrong)
        if wrong is not None and not wrong.went_on:
            return Replay(first, tuple(steps), position, tuple(irregularities), True)
        seat = position.turn if wrong is None else wrong.seat
        steps.append(Step(index, position, seat, card, _after(position, seat, card), wrong))
        position = steps[-1].after
    return Replay(first, tuple(steps), position, tuple(irregularities), False)


def _after(position: Position, seat: Seat, card: Card) -> Position:
    """After ``seat`` plays ``card``, who leads instead of the right one if it is not their turn."""
    return (position if seat is position.turn else replace(position, leader=seat)).after(card)
