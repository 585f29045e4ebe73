"""The layouts that a seat may face, each with its exact values: what follows each card, and what each lead is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.errors import DealError, check_kind
from solver.game.auction import Contract
from solver.game.cards import Card, Seat, Side
from solver.game.play import Position
from solver.players.layouts import Sample
from solver.search.double_dummy import bid_cases
from solver.search.double_dummy_table import TrickTable
from solver.search.limits import NO_LIMITS, Limits
from solver.search.many import table_cases
from solver.search.many_layouts import LayoutValues, case_tricks, tricks_after, tricks_reached
from solver.seen_deal import SeenDeal

__all__ = ["Worlds"]


@dataclass(frozen=True, slots=True)
class Worlds:
    """What ``seen`` sees, with a sample of layouts.

    Values are those of best play by all four with open cards from there on, and tricks are North-South's of the
    whole deal.  Where a time limit is reached, rows that are not ``done`` mean nothing.
    """

    seen: SeenDeal
    sample: Sample

    def __post_init__(self) -> None:
        """DealError for layouts in which the seat has another hand, or somebody not the cards that it has played."""
        check_kind("seen", self.seen, SeenDeal)
        check_kind("sample", self.sample, Sample)
        seat, hands, played = self.seen.seat, self.sample.hands, self._played
        if (hands[:, seat] != np.uint64(self.seen.hand)).any():
            raise DealError(f"a layout has another hand of {seat} than is seen", "R1", pointer="/hands")
        if (hands & played != played).any():
            raise DealError("a layout has cards that were played in other hands", "R1", pointer="/play")

    @property
    def left(self) -> NDArray[np.uint64]:
        """The cards left to each seat in each layout, uint64 of shape (layouts, 4)."""
        return self.sample.hands & ~self._played

    @property
    def _played(self) -> NDArray[np.uint64]:
        return np.array([self.seen.played(seat) for seat in Seat], np.uint64)

    def tricks(self, cards: Sequence[Card] | None = None, limits: Limits = NO_LIMITS) -> LayoutValues:
        """Tricks after each card, by default each that the seat may play; values (layouts, cards).

        DealError where it is not the seat's turn to play.
        """
        moment = self._moment()
        return tricks_after(moment, self.left, self.seen.legal_cards if cards is None else cards, limits)

    def made(self, cards: Sequence[Card] | None = None, limits: Limits = NO_LIMITS) -> LayoutValues:
        """Whether each side makes its contract after each card: 0 or 1, values (layouts, cards, 2), NS then EW.

        Cheaper than ``tricks``.  DealError where it is not the seat's turn to play.
        """
        moment, size = self._moment(), self.seen.cards
        contracts = self.seen.auction.contracts()
        ns, ew = (_needed(contracts[side], size) for side in Side)
        asked = self.seen.legal_cards if cards is None else cards
        # East-West have their number unless North-South have all tricks but fewer than that.
        reached = tricks_reached(moment, self.left, asked, (ns, size - ew + 1), limits)
        return LayoutValues(reached.values ^ np.array([0, 1], np.int8), reached.done)

    def leads(self, limits: Limits = NO_LIMITS) -> LayoutValues:
        """Tricks by first leader, then, where the rules have boards, by lone claimant, both N E S W."""
        cases = [
            (Seat.at(leader), [seat for seat in Seat if free >> seat & 1])
            for leader, free in table_cases(self.seen.rules).values()
        ]
        return case_tricks(self.seen.trump, self.sample.hands, self.seen.rules, cases, limits)

    def tables(self, limits: Limits = NO_LIMITS) -> list[TrickTable | None]:
        """The table of each layout that bidding needs, None where time ran out before; DealError without a dealer."""
        seen = self.seen
        dealer = seen.auction.dealer
        cases = bid_cases(dealer, seen.rules)
        found = case_tricks(seen.trump, self.sample.hands, seen.rules, cases, limits)
        return [
            TrickTable.of(seen.cards, dealer, row, 0) if done else None
            for row, done in zip(found.values.tolist(), found.done.tolist(), strict=True)
        ]

    def _moment(self) -> Position:
        if self.seen.position is None or self.seen.turn is not self.seen.seat:
            raise DealError(f"it is not {self.seen.seat}'s turn to play", "R11", pointer="/play")
        return self.seen.position


def _needed(contract: Contract, cards: int) -> int:
    """The tricks that make the contract."""
    return cards if contract.total is None else contract.total
