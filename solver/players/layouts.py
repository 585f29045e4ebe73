"""The layouts of the cards that a seat does not see: how many there are, exactly, and draws and lists of them.

A layout says where each unseen card is: in which hand, in the stock, or, if the upcard is not known, face up.
Dealing by the book makes all layouts equally likely, but for one rule: where a turned blooper is put back (``reflip``),
a given upcard is the likelier, the fewer plain cards the stock holds to be turned in its place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from types import NoneType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.errors import DealError, check_kind, shown
from solver.game.auction import Bid
from solver.game.cards import BIG, BLOOPERS, LITTLE, Card, Seat
from solver.game.dealt import pack_mask
from solver.game.rules import JokerUpcard
from solver.players.knowledge import Holder, Knowledge
from solver.players.ways import Raw, Ways
from solver.seen_deal import SeenDeal

__all__ = ["MOST", "MOST_LISTED", "Layouts", "Likelihood", "Sample"]

MOST_LISTED: Final = 20_000
"""No more layouts than this are listed, unless one asks for more."""
MOST: Final = 10**7
"""No more are drawn or listed at once: they take a gigabyte."""
Likelihood = Callable[[Seat, int, tuple[Bid, ...], Bid], float]
"""How likely a seat with this hand (as dealt, a set), after these bids, is to bid this one."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Layouts, each with a weight.

    ``hands`` (uint64, shape (layouts, 4)) are the hands as dealt, N E S W, the own one and cards already played
    included.  ``weights`` (float64) say how likely each is against the others.
    """

    hands: NDArray[np.uint64]
    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        """ValueError for arrays of another type or shape, TypeError for what is none."""
        check_kind("hands", self.hands, np.ndarray)
        check_kind("weights", self.weights, np.ndarray)
        if self.hands.dtype != np.uint64 or self.hands.shape != (len(self.hands), 4):
            raise ValueError("hands are an array of 64-bit numbers without sign, of shape (layouts, 4)")
        if self.weights.dtype != np.float64 or self.weights.shape != (len(self.hands),):
            raise ValueError("weights are an array of 64-bit floating-point numbers, one for each layout")

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def effective(self) -> float:
        """How many equally likely layouts would tell as much: (sum of weights)² / sum of squares; 0 for none."""
        squares = float(self.weights @ self.weights)
        return float(self.weights.sum()) ** 2 / squares if squares else 0.0

    def weighed(self, seen: SeenDeal, likelihood: Likelihood) -> Sample:
        """The same layouts, each weight times the likelihoods of the bids of the other three seats.

        ValueError for a likelihood that is no number from 0 up.
        """
        check_kind("seen", seen, SeenDeal)
        weights = self.weights.copy()
        order = () if seen.dealer is None else seen.dealer.next.clockwise()
        for number, (seat, bid) in enumerate(zip(order, seen.bids, strict=False)):
            if seat is seen.seat:
                continue
            distinct, place = np.unique(self.hands[:, seat], return_inverse=True)
            before = seen.bids[:number]
            chances = [likelihood(seat, hand, before, bid) for hand in distinct.tolist()]
            if wrong := [chance for chance in chances if not _is_chance(chance)]:
                raise ValueError(f"the likelihood of {seat}'s {bid} is a number from 0 up, not {shown(wrong[0])}")
            weights *= np.array(chances, np.float64)[place]
        return Sample(self.hands, weights)


class Layouts:
    """All layouts that what a seat sees allows.  DealError where there is none (see ``Knowledge.of``)."""

    def __init__(self, knowledge: Knowledge | SeenDeal) -> None:
        check_kind("knowledge", knowledge, Knowledge, SeenDeal)
        self.knowledge = knowledge if isinstance(knowledge, Knowledge) else Knowledge.of(knowledge)
        self._cases = [(weight, ways) for weight, ways in _cases(self.knowledge) if ways.count]
        if not self._cases:
            raise DealError("no layout of the unseen cards is possible", "R2", pointer="/hands")

    @cached_property
    def count(self) -> int:
        """How many layouts there are, exactly."""
        return sum(ways.count for _, ways in self._cases)

    def chance(self, card: Card, holder: Holder | Seat) -> float:
        """The chance that the holder has the card; a card that is seen is where it is known to be."""
        check_kind("card", card, Card)
        check_kind("holder", holder, Holder, Seat)
        place = int(holder) if isinstance(holder, Holder) else holder.place
        if not self.knowledge.unseen >> card.index & 1:
            return float(place < 4 and bool(self.knowledge.known[place] >> card.index & 1))
        return float(self._shares[card.index, place])

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """The chance of each card (54) and holder (6)."""
        shares = np.zeros((54, len(Holder)))
        for part, (_, ways) in zip(self._parts, self._cases, strict=True):
            for cards, mean in ways.expected():
                for card in cards:
                    shares[card] += float(part) * mean / len(cards)
        return shares

    def draw(self, number: int, seed: int | str = 0) -> Sample:
        """So many layouts, independent of one another and as likely as dealing makes them; all weights are 1.

        The same seed gives the same layouts, on every platform.  ValueError for more than ``MOST``.
        """
        _check_number("number", number)
        check_kind("seed", seed, int, str)
        raw = Raw(int.from_bytes(sha256(f"back-alley/layouts/{seed}".encode("utf-8", "surrogatepass")).digest()))
        masks = np.concatenate([ways.draw(some, raw) for some, (_, ways) in self._drawn_cases(number, raw)])
        if len(self._cases) > 1:  # what comes first must not tell of what kind it is
            masks = masks[np.argsort(raw.random_raw(number), kind="stable")]
        return Sample(self._hands(masks), np.ones(number))

    def enumerate(self, most: int = MOST_LISTED) -> Sample | None:
        """Every layout once, in a fixed order, as likely as dealing makes it; None where there are over ``most``.

        ValueError for a ``most`` above ``MOST``.
        """
        _check_number("most", most)
        if self.count > most:
            return None
        listed = [ways.every() for _, ways in self._cases]
        weights = [
            np.full(len(masks), float(weight / max(w for w, _ in self._cases)))
            for masks, (weight, _) in zip(listed, self._cases, strict=True)
        ]
        return Sample(self._hands(np.concatenate(listed)), np.concatenate(weights))

    def sample(self, number: int, seed: int | str = 0, most: int | None = None) -> Sample:
        """All layouts where there are at most ``most`` (``number`` by default), else ``number`` drawn."""
        _check_number("number", number)
        check_kind("most", most, int, NoneType)
        listed = self.enumerate(number if most is None else most)
        return self.draw(number, seed) if listed is None else listed

    @cached_property
    def _parts(self) -> list[Fraction]:
        """How likely each case is."""
        sizes = [weight * ways.count for weight, ways in self._cases]
        return [size / sum(sizes) for size in sizes]

    def _drawn_cases(self, number: int, raw: Raw) -> Iterator[tuple[int, tuple[Fraction, Ways]]]:
        """How many of the draws each case gets."""
        wanted = (raw.random_raw(number) >> np.uint64(11)) * 2.0**-53 if len(self._cases) > 1 else np.zeros(number)
        edges = np.cumsum([float(part) for part in self._parts])[:-1]
        some = np.bincount(np.searchsorted(edges, wanted, side="right"), minlength=len(self._cases))
        return zip(some.tolist(), self._cases, strict=True)

    def _hands(self, masks: NDArray[np.uint64]) -> NDArray[np.uint64]:
        return np.ascontiguousarray(masks[:, :4] | np.array(self.knowledge.known, np.uint64))


def _check_number(name: str, number: int) -> None:
    check_kind(name, number, int)
    if not 0 <= number <= MOST:
        raise ValueError(f"{name}: layouts are drawn or listed 0 to {MOST:,} at a time, not {shown(number)}")


def _is_chance(value: object) -> bool:
    try:
        return isinstance(value, (int, float, np.integer, np.floating)) and 0 <= float(value) < math.inf
    except OverflowError:  # of a whole number that is too large
        return False


def _cases(knowledge: Knowledge) -> Iterator[tuple[Fraction, Ways]]:
    """The layouts in parts, in each of which all are equally likely, and how likely one of each part is."""
    groups = knowledge.groups()
    if not _reflips(knowledge.seen):
        yield Fraction(1), Ways(groups, knowledge.left)
        return
    in_stock = 1 << Holder.STOCK
    unseen = knowledge.unseen & BLOOPERS
    size = pack_mask(knowledge.seen.rules).bit_count() - 4 * knowledge.seen.cards
    for stocked in sorted({some & unseen for some in (0, 1 << LITTLE.index, 1 << BIG.index, BLOOPERS)}):
        parted: dict[int, int] = {}
        for who, cards in groups.items():
            kinds = (
                (cards & ~BLOOPERS, who),
                (cards & stocked, who & in_stock),
                (cards & unseen & ~stocked, who & ~in_stock),
            )
            for some, may in kinds:
                parted[may] = parted.get(may, 0) | some
        plain = size - stocked.bit_count()
        if plain > 0:
            yield Fraction(1, plain), Ways(parted, knowledge.left)


def _reflips(seen: SeenDeal) -> bool:
    rules = seen.rules
    turned = seen.trump is not None and rules.trump_source is None
    return turned and rules.bloopers and rules.joker_upcard is JokerUpcard.REFLIP
