"""The ways to fill holders with cards when all that matters is who may have a card: counted, drawn, listed.

Cards with the same possible holders are alike and form a group.  Groups are dealt out one after another; what is left
to do then depends only on the room that each holder still has.  So the number of ways is a dynamic program over
those rooms: the cards of a group are split (how many to each holder), times the ways to choose which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import factorial, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.game.cards import from_mask

__all__ = ["Raw", "Ways"]

Masks = NDArray[np.uint64]
Raw = np.random.PCG64
"""Where random bits come from: NumPy keeps its stream the same from version to version, which that of its
``Generator`` need not be."""
_NOTHING: Final = np.uint64(0)
_AT_ONCE: Final = 2000
"""Ways drawn together: what they need fits a cache."""
_LOW: Final = np.uint64(63)


@dataclass(frozen=True, slots=True)
class _Step:
    """One group's splits at each state that can be reached: ``states`` are rooms, ``splits`` cards to each holder.

    ``after[s, k]`` is the state that split k of state s leads to among those of the next step, -1 where there is none.
    """

    cards: tuple[int, ...]
    states: NDArray[np.int64]
    splits: NDArray[np.int64]
    after: NDArray[np.int64]


class Ways:
    """Filling holders that have ``rooms`` with all cards of ``groups`` (by the set of holders who may have them).

    The cards are as many as the rooms together.
    """

    def __init__(self, groups: Mapping[int, int], rooms: Sequence[int]) -> None:
        self._holders = len(rooms)
        every = [
            (tuple(card.index for card in from_mask(cards)), [who >> holder & 1 for holder in range(self._holders)])
            for who, cards in groups.items()
            if cards
        ]
        # The last group has no choice of a split, so that the one with the most of them stands there.
        every.sort(key=lambda group: (sum(group[1]), len(group[0])))
        start = np.array([rooms], np.int64)
        self._steps: list[_Step] = []
        for cards, allowed in every[:-1]:
            step = _step(cards, allowed, start)
            self._steps.append(step)
            start = _reached(step)
        self._last_cards, allowed = every[-1] if every else ((), [1] * self._holders)
        self._last_states = start
        self._fits = (start[:, ~np.array(allowed, bool)] == 0).all(1) & (start.sum(1) == len(self._last_cards))

    @cached_property
    def count(self) -> int:
        """How many ways there are, exactly."""
        values = [
            _choices(state) if fits else 0 for state, fits in zip(self._last_states.tolist(), self._fits, strict=True)
        ]
        for step in reversed(self._steps):
            choices = [_choices(split) for split in step.splits.tolist()]
            values = [
                sum(way * values[to] for way, to in zip(choices, row, strict=True) if to >= 0)
                for row in step.after.tolist()
            ]
        return sum(values)

    @cached_property
    def _chances(self) -> list[NDArray[np.float64]]:
        """For each step and state the chance of each split, all ways being equally likely."""
        ways = [_choices(state) for state in self._last_states.tolist()]
        values = np.where(self._fits, np.array(ways, np.float64), 0.0)
        chances = []
        for step in reversed(self._steps):
            choices = np.array([_choices(split) for split in step.splits.tolist()], np.float64)
            of_split = np.where(step.after >= 0, choices * values[step.after], 0.0)
            values = of_split.sum(1)
            chances.append(of_split / np.where(values > 0, values, 1.0)[:, None])
        return chances[::-1]

    def expected(self) -> list[tuple[tuple[int, ...], NDArray[np.float64]]]:
        """For each group its cards and how many of them each holder has on average."""
        reach: NDArray[np.float64] = np.ones(1)
        means = []
        for step, chances in zip(self._steps, self._chances, strict=True):
            flow = reach[:, None] * chances
            means.append((step.cards, flow.sum(0) @ step.splits))
            there = step.after >= 0
            reach = np.bincount(step.after[there], flow[there], minlength=int(step.after.max()) + 1).astype(np.float64)
        means.append((self._last_cards, reach @ self._last_states))
        return means

    def draw(self, number: int, raw: Raw) -> Masks:
        """So many ways, each as likely as any other, as even as 40 bits allow; shape (number, holders)."""
        parts = [self._draw(min(_AT_ONCE, number - first), raw) for first in range(0, number, _AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros((0, self._holders), np.uint64)

    def _draw(self, number: int, raw: Raw) -> Masks:
        masks = np.zeros((number, self._holders), np.uint64)
        state = np.zeros(number, np.int64)
        for step, chances in zip(self._steps, self._chances, strict=True):
            split = _drawn_splits(chances, state, raw)
            _scatter(masks, step.cards, step.splits[split], raw)
            state = step.after[state, split]
        _scatter(masks, self._last_cards, self._last_states[state], raw)
        return masks

    def every(self) -> Masks:
        """Every way once, shape (count, holders)."""
        listed = [
            _assignments(self._last_cards, state) if fits else np.zeros((0, self._holders), np.uint64)
            for state, fits in zip(self._last_states.tolist(), self._fits, strict=True)
        ]
        for step in reversed(self._steps):
            own = [_assignments(step.cards, split) for split in step.splits.tolist()]
            listed = [
                np.concatenate(
                    [np.zeros((0, self._holders), np.uint64)]
                    + [
                        (own[split][:, None] | listed[to][None]).reshape(-1, self._holders)
                        for split, to in enumerate(row)
                        if to >= 0 and len(listed[to])
                    ]
                )
                for row in step.after.tolist()
            ]
        return np.concatenate(listed)


def _choices(split: Sequence[int]) -> int:
    """In how many ways cards are split so: the multinomial."""
    return factorial(sum(split)) // prod(factorial(part) for part in split)


def _step(cards: tuple[int, ...], allowed: Sequence[int], states: NDArray[np.int64]) -> _Step:
    most = [
        min(len(cards), int(room)) if may else 0 for room, may in zip(states.max(0, initial=0), allowed, strict=True)
    ]
    splits = np.array(list(_splits(len(cards), most)), np.int64).reshape(-1, len(most))
    left = states[:, None] - splits[None]
    fits = (left >= 0).all(2)
    codes = left @ 64 ** np.arange(len(most))
    after = np.full(fits.shape, -1, np.int64)
    after[fits] = np.unique(codes[fits], return_inverse=True)[1]
    return _Step(cards, states, splits, after)


def _reached(step: _Step) -> NDArray[np.int64]:
    """The states that the splits of a step lead to, by their number."""
    left = step.states[:, None] - step.splits[None]
    there = step.after >= 0
    reached = np.zeros((int(step.after.max(initial=-1)) + 1, step.states.shape[1]), np.int64)
    reached[step.after[there]] = left[there]
    return reached


def _splits(cards: int, most: Sequence[int]) -> list[tuple[int, ...]]:
    """How many of the cards each holder may get, at most ``most``."""
    if not most:
        return [] if cards else [()]
    return [(first, *rest) for first in range(min(cards, most[0]) + 1) for rest in _splits(cards - first, most[1:])]


def _drawn_splits(chances: NDArray[np.float64], state: NDArray[np.int64], raw: Raw) -> NDArray[np.int64]:
    """A split for each state, drawn by its chances."""
    number, splits = len(state), chances.shape[1]
    steps = chances.cumsum(1)
    steps /= np.where(steps[:, -1:] > 0, steps[:, -1:], 1.0)
    wanted = (raw.random_raw(number) >> np.uint64(11)) * 2.0**-53
    flat = (steps + np.arange(len(chances))[:, None]).ravel()
    split = np.searchsorted(flat, wanted + state, side="right") - state * splits
    last = splits - 1 - (chances > 0)[:, ::-1].argmax(1)  # rounding up may run past the last one that can be
    return np.asarray(np.minimum(split, last[state]), np.int64)


def _scatter(masks: Masks, cards: tuple[int, ...], split: NDArray[np.int64], raw: Raw) -> None:
    """Deal the cards of a group at random into the masks, to each holder as many as its split says."""
    number = len(masks)
    if not cards:
        return
    bits = np.uint64(1) << np.array(cards, np.uint64)
    if len(cards) == 1:
        masks[np.arange(number), split.argmax(1)] |= bits[0]
        return
    # Sorted random keys that carry the place of a card in their low bits are a shuffle.
    keys = raw.random_raw(number * len(cards)).reshape(number, len(cards))
    keys = (keys & ~_LOW) | np.arange(len(cards), dtype=np.uint64)
    keys.sort(axis=1)
    shuffled = np.zeros((number, len(cards) + 1), np.uint64)
    np.cumsum(bits[(keys & _LOW).astype(np.intp)], axis=1, out=shuffled[:, 1:])
    rows, begin = np.arange(number), np.zeros(number, np.int64)
    for holder in np.flatnonzero(split.any(0)):
        end = begin + split[:, holder]
        masks[:, holder] |= shuffled[rows, end] - shuffled[rows, begin]
        begin = end


def _assignments(cards: tuple[int, ...], split: Sequence[int]) -> Masks:
    """Every way to give these cards to the holders, so many to each, shape (ways, holders)."""
    made: list[tuple[list[int], int]] = [([], sum(1 << card for card in cards))]
    for part in split:
        made = [
            ([*masks, mask], left ^ mask)
            for masks, left in made
            for mask in (sum(some) for some in combinations([1 << card.index for card in from_mask(left)], part))
        ]
    return np.array([masks for masks, _ in made], np.uint64).reshape(-1, len(split))
