"""A recorded play step by step: what could be played, what was, and what was wrong with it (R10 to R14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from solver.deal import Deal
from solver.errors import Fault
from solver.game.cards import Card, Seat, from_mask, to_mask
from solver.game.play import Position
from solver.reviewing.record import Record

__all__ = ["Illegal", "Step", "Walk", "walk"]

_KINDS: Final = {"R11": "revoke", "R12": "trump_led", "R13": "blooper"}
_AHEAD: Final = 8
"""Cards looked at beyond a faulty one to tell what happened."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """One thing wrong with a play.

    ``kind`` is revoke, trump_led, blooper (wrong card under one), lead (out of turn), leader (the record
    names another than the one who led), doubled, missing, not_held (a card from another hand), swapped (two
    cards in the wrong order), extra (a fifth card of a trick) or too_many.  ``index`` counts the cards played
    before; ``seat`` played ``card``, or should have: then None, or the card where it can be told.  ``legal``
    are the cards that were allowed.  ``went_on``: the hand stays meaningful and the review goes on behind it.
    """

    kind: str
    index: int
    trick: int
    seat: Seat
    card: Card | None
    fault: Fault
    legal: tuple[Card, ...]
    went_on: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "index": self.index,
            "trick": self.trick,
            "seat": str(self.seat),
            "card": None if self.card is None else self.card.name,
            "rule": self.fault.rule,
            "pointer": self.fault.pointer,
            "message": self.fault.message,
            "legal": [card.name for card in self.legal],
            "went_on": self.went_on,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One card: the ``position`` in which ``seat`` played it, and the one ``after`` it."""

    index: int
    position: Position
    seat: Seat
    card: Card
    after: Position
    illegal: Illegal | None = None

    @property
    def trick(self) -> int:
        """Which trick, from 1."""
        return self.position.ns_tricks + self.position.ew_tricks + 1


@dataclass(frozen=True, slots=True)
class Walk:
    """All steps that mean something, the positions before and after them, and everything found wrong.

    ``stopped``: cards are left that cannot be told to be anybody's.
    """

    first: Position
    steps: tuple[Step, ...]
    last: Position
    errors: tuple[Illegal, ...]
    stopped: bool


def walk(deal: Deal, record: Record, leader: Seat, exempt: Sequence[Seat] | frozenset[Seat]) -> Walk:
    """Plays the record's cards one by one from ``leader``'s first lead."""
    found = _walk(deal, record, leader, exempt)
    if found.errors and not record.starts and len(record.play) == 4 * deal.cards - 1:
        return _with_gap(deal, record, found) or found
    return found


def _with_gap(deal: Deal, record: Record, found: Walk) -> Walk | None:
    """The walk up to a gap, where one card put in there makes the whole play legal; else None."""
    dealt = deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.hands[3]
    left = list(from_mask(dealt & ~to_mask(record.play)))
    if len(left) != 1:
        return None
    first = found.first
    for at in range(found.errors[0].index + 1):
        play = (*record.play[:at], left[0], *record.play[at:])
        if not _walk(deal, Record(play), first.leader, tuple(first.exempt)).errors:
            kept = _walk(deal, Record(play[:at]), first.leader, tuple(first.exempt))
            text = f"{kept.last.turn}'s card is missing: it is {left[0]}, and the play goes on with {record.play[at]}"
            gap = replace(_illegal("missing", kept.last, record, at, text, "R11"), card=left[0])
            return Walk(first, found.steps[:at], kept.last, (gap,), True)
    return None


def _walk(deal: Deal, record: Record, leader: Seat, exempt: Sequence[Seat] | frozenset[Seat]) -> Walk:
    first = position = deal.start(leader, exempt)
    steps: list[Step] = []
    errors: list[Illegal] = []
    for index, card in enumerate(record.play):
        if not position.trick and record.leads.get(index, position.turn) is not position.turn:
            position, told = _told_leader(position, record, index, errors)
            if told:
                steps.append(told)
                position = told.after
                continue
        illegal = _what_is_wrong(position, record, index)
        if illegal:
            errors.append(illegal)
            if not illegal.went_on:
                return Walk(first, tuple(steps), position, tuple(errors), True)
        seat = illegal.seat if illegal else position.turn
        steps.append(Step(index, position, seat, card, _after(position, seat, card), illegal))
        position = steps[-1].after
    return Walk(first, tuple(steps), position, tuple(errors), False)


def _after(position: Position, seat: Seat, card: Card) -> Position:
    """After ``seat`` plays ``card``, who leads instead of the right one if it is not their turn."""
    return (position if seat is position.turn else replace(position, leader=seat)).after(card)


def _told_leader(position: Position, record: Record, index: int, errors: list[Illegal]) -> tuple[Position, Step | None]:
    """What to make of a lead by a seat that is not on turn: play it, or only say that the record is wrong."""
    seat, card = record.leads[index], record.play[index]
    if position.hands[seat] >> card.index & 1:
        illegal = _illegal("lead", position, record, index, *_lead_text(position, seat, card), seat=seat, went_on=True)
        errors.append(illegal)
        return position, Step(index, position, seat, card, _after(position, seat, card), illegal)
    if position.hands[position.turn] >> card.index & 1:
        text = f"the record says that {seat} leads, and {position.turn}, whose turn it is, holds {card}"
        rule = "R11" if position.ns_tricks + position.ew_tricks else "R10"
        errors.append(_illegal("leader", position, record, index, text, rule, seat=seat, went_on=True))
    return position, None


def _what_is_wrong(position: Position, record: Record, index: int) -> Illegal | None:
    card, turn = record.play[index], position.turn
    if record.starts and bool(position.trick) == (index in record.starts) and not position.finished:
        if position.trick:
            return _illegal("missing", position, record, index, f"{turn}'s card is missing", "R11")
        return _illegal("extra", position, record, index, f"{card} is a fifth card of a trick", "R11", back=1)
    if position.finished:
        text = f"{card} is one card too many: the play is over"
        return _illegal("too_many", position, record, index, text, "R14")
    if position.hands[turn] >> card.index & 1:
        message = position.why_illegal(card)
        if message is None:
            return None
        text, _, rule = message.removesuffix(")").rpartition(" (")
        return _illegal(_KINDS[rule], position, record, index, text, rule, went_on=True)
    if card in record.play[:index]:
        before = record.play.index(card)
        text = f"{turn} cannot play {card}, which was played in trick {before // 4 + 1} already"
        return _illegal("doubled", position, record, index, text, "R1")
    owner = next((seat for seat in Seat if position.hands[seat] >> card.index & 1), None)
    if owner is None:
        return _illegal("not_held", position, record, index, f"{turn} cannot play {card}, which was in no hand", "R11")
    return _of_another_hand(position, record, index, owner)


def _of_another_hand(position: Position, record: Record, index: int, owner: Seat) -> Illegal:
    """A card that another seat holds: a lead out of turn, a gap, a swap or a card out of the wrong hand.

    Each reading says whose the next cards should be; the one that fits them best is taken.
    """
    turn, card = position.turn, record.play[index]
    ahead = record.play[index : index + _AHEAD]
    holders = [next((seat for seat in Seat if position.hands[seat] >> c.index & 1), None) for c in ahead]
    rest = turn.clockwise()[1 : 4 - len(position.trick)]
    readings = {
        "lead": 0 if position.trick else _misfits(holders, owner.clockwise()),
        "not_held": 1 + _misfits(holders[1:], rest),
        "missing": 1 + _misfits(holders, rest),
        "swapped": 1 + _misfits([*holders[1:2], *holders[:1], *holders[2:]], (turn, *rest)),
    }
    if position.trick or (record.starts and index not in record.starts):
        del readings["lead"]
    if not rest or not position.trick:
        del readings["swapped"]
    kind = min(readings, key=lambda name: readings[name])
    if kind == "lead":
        return _illegal(kind, position, record, index, *_lead_text(position, owner, card), seat=owner, went_on=True)
    if kind == "missing":
        text = f"{turn}'s card is missing: the next card, {card}, is {owner}'s"
        return _illegal(kind, position, record, index, text, "R11")
    if kind == "swapped":
        text = f"{owner} plays {card} out of turn, before {turn}"
        return _illegal(kind, position, record, index, text, "R11", seat=owner)
    text = f"{turn} cannot play {card}, which is in {owner}'s hand"
    return _illegal(kind, position, record, index, text, "R11")


def _misfits(holders: Sequence[Seat | None], expected: Sequence[Seat]) -> int:
    """How many cards are not of the hand expected: first ``expected``, then tricks led by anybody."""
    wrong = sum(holder is not seat for holder, seat in zip(holders, expected, strict=False))
    after = holders[len(expected) :]
    for at in range(0, len(after), 4):
        leader = after[at]
        if leader is None:
            return wrong + len(after) - at
        wrong += sum(holder is not seat for holder, seat in zip(after[at : at + 4], leader.clockwise(), strict=False))
    return wrong


def _lead_text(position: Position, seat: Seat, card: Card) -> tuple[str, str]:
    first = not position.ns_tricks + position.ew_tricks
    why = "has the first lead" if first else "won the trick before"
    return f"{seat} leads {card} out of turn: {position.turn} {why}", "R10" if first else "R11"


def _illegal(
    kind: str,
    position: Position,
    record: Record,
    index: int,
    text: str,
    rule: str,
    *,
    seat: Seat | None = None,
    went_on: bool = False,
    back: int = 0,
) -> Illegal:
    trick = position.ns_tricks + position.ew_tricks + 1 - back
    return Illegal(
        kind,
        index,
        trick,
        position.turn if seat is None else seat,
        None if kind == "missing" else record.play[index],
        Fault.of(record.place(index), f"trick {trick}: {text}", rule),
        tuple(reversed(list(from_mask(position.legal_mask)))),
        went_on,
    )
