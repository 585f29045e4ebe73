"""The play as people write it down, not yet held against the hands or the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.errors import json_pointer
from solver.game.cards import Card, Seat, Side

__all__ = ["Record"]


@dataclass(frozen=True, slots=True)
class Record:
    """What was written down of the play; nothing of it is checked against the hands or the rules.

    ``play`` are the cards in order.  ``starts`` are the indices at which tricks begin, empty where the
    cards came in one list.  ``leads`` tells, by such an index, who is said to have led there.
    ``leader`` leads first where no bids say so.  ``exempt`` seats may lead trump at any time; None leaves
    it to the bids (R12 a).  ``claim`` are tricks of the rest by side, ``won`` tricks of the whole deal:
    one side is enough, None where nothing is said.  ``places`` are JSON pointers by index.
    """

    play: tuple[Card, ...] = ()
    starts: tuple[int, ...] = ()
    leads: Mapping[int, Seat] = field(default_factory=dict)
    leader: Seat | None = None
    exempt: tuple[Seat, ...] | None = None
    claim: Mapping[Side, int] | Side | None = None
    won: Mapping[Side, int] | None = None
    places: Mapping[int, str] = field(default_factory=dict)

    @property
    def first_leader(self) -> Seat | None:
        """Who is said to have led first."""
        return self.leads.get(0) if self.leader is None else self.leader

    @property
    def tells_of_play(self) -> bool:
        """Whether it says anything of cards played or tricks won."""
        return bool(self.play or self.claim is not None or self.won)

    def place(self, index: int) -> str:
        """The JSON pointer of a card of the play."""
        return self.places.get(index, json_pointer("play", index))
