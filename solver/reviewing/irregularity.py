"""What can be irregular in a recorded play, and how the kinds are told apart (R10 to R14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

from solver.answer import Answer
from solver.errors import Fault
from solver.game.cards import Card, Seat, from_mask
from solver.game.play import Position
from solver.reviewing.record import Record

__all__ = ["Irregularity", "card_irregularity", "holder", "leader_irregularity", "missing_card", "trick_number"]

Kind = Literal[
    "revoke",
    "trump_led",
    "blooper",
    "lead",
    "leader",
    "doubled",
    "missing",
    "not_held",
    "swapped",
    "extra",
    "too_many",
]
_FORBIDDEN: Final[dict[str | None, Kind]] = {"R11": "revoke", "R12": "trump_led", "R13": "blooper"}
_GOES_ON: Final = frozenset(("revoke", "trump_led", "blooper", "lead", "leader"))
_AHEAD: Final = 8
"""Cards looked at beyond a faulty one to tell what happened."""


@dataclass(frozen=True, slots=True)
class Irregularity(Answer):
    """Something illegal in the play."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        "kind",
        "index",
        "trick",
        "seat",
        "card",
        "rule",
        "pointer",
        "message",
        "legal",
        "went_on",
    )

    kind: Annotated[
        Kind,
        "revoke, trump_led, blooper (the wrong card under one), lead (out of turn), leader (the record names another"
        " than the one who led), doubled, missing, not_held (a card from another hand), swapped (two cards in the"
        " wrong order), extra (a fifth card of a trick) or too_many.",
    ]
    index: Annotated[int, "Cards played before."]
    trick: Annotated[int, "In which trick, from 1."]
    seat: Annotated[Seat, "Who played the card, or should have."]
    card: Annotated[Card | None, "The card; null where one is missing and cannot be told."]
    fault: Fault
    legal: Annotated[tuple[Card, ...], "The cards that were allowed."]

    @property
    def rule(self) -> str | None:
        """The rule that was broken."""
        return self.fault.rule

    @property
    def pointer(self) -> str:
        """Where the card was written, as a JSON pointer."""
        return self.fault.pointer

    @property
    def message(self) -> str:
        """What was wrong, with the trick and the rule."""
        return self.fault.message

    @property
    def went_on(self) -> bool:
        """Whether the hand stays meaningful and the review goes on behind it."""
        return self.kind in _GOES_ON


def trick_number(position: Position) -> int:
    """Which trick is being played, from 1."""
    return position.ns_tricks + position.ew_tricks + 1


def holder(position: Position, card: Card) -> Seat | None:
    """Who still holds the card; None if nobody does."""
    return next((seat for seat in Seat if position.hands[seat] >> card.index & 1), None)


def leader_irregularity(position: Position, record: Record, index: int) -> Irregularity | None:
    """What is wrong with the leader that the record names for this card: it led out of turn, or did not lead."""
    seat, card = record.leads.get(index, position.turn), record.play[index]
    if position.trick or seat is position.turn:
        return None
    if holder(position, card) is seat:
        return _out_of_turn(position, record, index, seat)
    if holder(position, card) is position.turn:
        text = f"the record says that {seat} leads, and {position.turn}, whose turn it is, holds {card}"
        return _irregularity("leader", position, record, index, text, _lead_rule(position), seat)
    return None


def card_irregularity(position: Position, record: Record, index: int) -> Irregularity | None:
    """What is wrong with the card played at ``index``; None if it is legal."""
    card, turn = record.play[index], position.turn
    if record.starts and bool(position.trick) == (index in record.starts) and not position.finished:
        if position.trick:
            return _irregularity("missing", position, record, index, f"{turn}'s card is missing", "R11")
        return _irregularity("extra", position, record, index, f"{card} is a fifth card of a trick", "R11")
    if position.finished:
        text = f"{card} is one card too many: the play is over"
        return _irregularity("too_many", position, record, index, text, "R14")
    if position.hands[turn] >> card.index & 1:
        fault = position.fault(card)
        return None if fault is None else _of_fault(_FORBIDDEN[fault.rule], position, record, index, fault)
    if card in record.play[:index]:
        before = record.play.index(card)
        text = f"{turn} cannot play {card}, which was played in trick {before // 4 + 1} already"
        return _irregularity("doubled", position, record, index, text, "R1")
    owner = holder(position, card)
    if owner is None:
        text = f"{turn} cannot play {card}, which was in no hand"
        return _irregularity("not_held", position, record, index, text, "R11")
    return _of_another_hand(position, record, index, owner)


def missing_card(position: Position, record: Record, index: int, card: Card) -> Irregularity:
    """A gap before the card at ``index``, which only ``card`` can fill."""
    text = f"{position.turn}'s card is missing: it is {card}, and the play goes on with {record.play[index]}"
    return _irregularity("missing", position, record, index, text, "R11", card=card)


def _of_another_hand(position: Position, record: Record, index: int, owner: Seat) -> Irregularity:
    """A card that another seat holds: a lead out of turn, a gap, a swap or a card out of the wrong hand.

    Each reading says whose the next cards should be; the one that fits them best is taken.
    """
    turn, card = position.turn, record.play[index]
    holders = [holder(position, next_card) for next_card in record.play[index : index + _AHEAD]]
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
    match min(readings, key=lambda kind: readings[kind]):
        case "lead":
            return _out_of_turn(position, record, index, owner)
        case "missing":
            text = f"{turn}'s card is missing: the next card, {card}, is {owner}'s"
            return _irregularity("missing", position, record, index, text, "R11")
        case "swapped":
            text = f"{owner} plays {card} out of turn, before {turn}"
            return _irregularity("swapped", position, record, index, text, "R11", owner)
    text = f"{turn} cannot play {card}, which is in {owner}'s hand"
    return _irregularity("not_held", position, record, index, text, "R11")


def _misfits(holders: Sequence[Seat | None], expected: Sequence[Seat]) -> int:
    """How many cards are not of the hand expected: first ``expected``, then tricks led by anybody."""
    wrong = sum(seat is not due for seat, due in zip(holders, expected, strict=False))
    after = holders[len(expected) :]
    for first in range(0, len(after), 4):
        leader = after[first]
        if leader is None:
            return wrong + len(after) - first
        wrong += sum(seat is not due for seat, due in zip(after[first : first + 4], leader.clockwise(), strict=False))
    return wrong


def _out_of_turn(position: Position, record: Record, index: int, seat: Seat) -> Irregularity:
    why = "has the first lead" if trick_number(position) == 1 else "won the trick before"
    text = f"{seat} leads {record.play[index]} out of turn: {position.turn} {why}"
    return _irregularity("lead", position, record, index, text, _lead_rule(position), seat)


def _lead_rule(position: Position) -> str:
    return "R10" if trick_number(position) == 1 else "R11"


def _irregularity(
    kind: Kind,
    position: Position,
    record: Record,
    index: int,
    text: str,
    rule: str,
    seat: Seat | None = None,
    card: Card | None = None,
) -> Irregularity:
    return _of_fault(kind, position, record, index, Fault.of("", text, rule), seat, card)


def _of_fault(
    kind: Kind,
    position: Position,
    record: Record,
    index: int,
    fault: Fault,
    seat: Seat | None = None,
    card: Card | None = None,
) -> Irregularity:
    trick = trick_number(position) - (kind == "extra")  # a fifth card belongs to the trick before
    return Irregularity(
        kind,
        index,
        trick,
        position.turn if seat is None else seat,
        card if kind == "missing" else record.play[index],
        Fault(record.place(index), f"trick {trick}: {fault.message}", fault.rule),
        tuple(reversed(list(from_mask(position.legal_mask)))),
    )
