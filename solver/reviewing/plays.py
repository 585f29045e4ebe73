"""What each card cost: NS tricks with best play before and after it, and what all others were worth (R11 to R17)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from solver.game.cards import Card, Seat, Side, from_mask
from solver.game.play import Position
from solver.reviewing.stakes import Kept, Stakes
from solver.reviewing.steps import Step, Walk
from solver.search import Engine, Limits

__all__ = ["Option", "PlayReview", "judge_plays", "runs"]


@dataclass(frozen=True, slots=True)
class Option:
    """Legal cards that are one and the same choice (neighbours in rank), and NS tricks after any of them."""

    cards: tuple[Card, ...]
    ns: int
    loss_tricks: int
    loss_points: int | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "cards": [card.name for card in self.cards],
            "ns": self.ns,
            "loss_tricks": self.loss_tricks,
            "loss_points": self.loss_points,
        }


@dataclass(frozen=True, slots=True)
class PlayReview:
    """One card played.

    ``index`` counts from 0, ``trick`` from 1.  ``ns_before`` and ``ns_after`` are NS tricks of the whole deal
    with best play by all from there, ``margin_before`` and ``margin_after`` what they score, NS less EW.
    Losses are those of the player's side, never negative; points are None where no bids are known.
    ``gain_tricks`` and ``gain_points`` are what an illegal card won.  ``best`` are the legal cards that lose
    no trick.  ``forced``: it was the only legal card, by rule ``forced_by`` (R14 if it was the last).
    ``choice``: the legal cards were not all equally good.  ``options`` hold all legal cards, best first.
    """

    index: int
    trick: int
    seat: Seat
    card: Card
    ns_before: int
    ns_after: int
    loss_tricks: int
    loss_points: int | None
    gain_tricks: int
    gain_points: int | None
    margin_before: int | None
    margin_after: int | None
    best: tuple[Card, ...]
    forced: bool
    forced_by: str | None
    choice: bool
    legal: bool
    options: tuple[Option, ...]

    @property
    def side(self) -> Side:
        return self.seat.side

    @property
    def kept(self) -> Kept:
        """What this card put at stake and lost, in points, or in tricks where no bids are known."""
        lost = self.loss_tricks if self.loss_points is None else self.loss_points
        if not self.legal:
            return Kept(lost, lost)
        worst = self.options[-1]
        most = worst.loss_tricks if worst.loss_points is None else worst.loss_points
        return Kept(most, lost)

    def to_dict(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "trick": self.trick,
            "seat": str(self.seat),
            "card": self.card.name,
            "ns_before": self.ns_before,
            "ns_after": self.ns_after,
            "loss_tricks": self.loss_tricks,
            "loss_points": self.loss_points,
            "margin_before": self.margin_before,
            "margin_after": self.margin_after,
            "best": [card.name for card in self.best],
            "forced": self.forced,
            "forced_by": self.forced_by,
            "choice": self.choice,
            "legal": self.legal,
            "gain_tricks": self.gain_tricks,
            "gain_points": self.gain_points,
            "options": [option.to_dict() for option in self.options],
        }


def judge_plays(
    walk: Walk, stakes: Stakes | None, engine: Engine, limits: Limits
) -> tuple[tuple[PlayReview, ...], int]:
    """Every card judged, and NS tricks with best play after the last one.

    It goes from the last card back, so that each search finds the table warm from the ones behind it.
    """
    began, before = time.perf_counter(), engine.nodes

    def left() -> Limits:
        return limits.less(time.perf_counter() - began, engine.nodes - before)

    after = final = engine.value(walk.last, limits)
    judged: list[PlayReview] = []
    for legal, steps in reversed([(legal, list(run)) for legal, run in groupby(walk.steps, _is_legal)]):
        if legal:
            values = engine.played(steps[0].position, [step.card for step in steps], left())
        else:
            values = [engine.card_values(step.position, left()) for step in steps]
        for step, options in zip(reversed(steps), reversed(values), strict=True):
            judged.append(_judge(step, options, after, stakes))
            after = judged[-1].ns_before
    return tuple(reversed(judged)), final


def _is_legal(step: Step) -> bool:
    return step.illegal is None


def runs(position: Position) -> tuple[tuple[Card, ...], ...]:
    """The legal cards, neighbours in rank together, by falling index.

    Two cards of a suit are neighbours where every card between them is in the same hand or gone in an
    earlier trick.  Bloopers stand alone: what leading one forces is theirs only (R13).
    """
    theirs = 0
    for seat, hand in zip(Seat, position.hands, strict=True):
        if seat is not position.turn:
            theirs |= hand
    for card in position.trick:
        theirs |= 1 << card.index
    found: list[tuple[Card, ...]] = []
    for card in reversed(list(from_mask(position.legal_mask))):
        last = found[-1][-1] if found else None
        if last is not None and card.suit is not None and last.suit is card.suit:
            between = (1 << last.index) - (1 << card.index + 1)
            if not theirs & between:
                found[-1] += (card,)
                continue
        found.append((card,))
    return tuple(found)


def _judge(step: Step, values: dict[Card, int], after: int, stakes: Stakes | None) -> PlayReview:
    side = step.position.turn.side
    best = max(values.values()) if side is Side.NS else min(values.values())
    options = sorted(
        (
            Option(group, values[group[0]], *_loss(side, best, values[group[0]], stakes))
            for group in runs(step.position)
        ),
        key=lambda option: option.loss_tricks,
    )
    loss, points = _loss(step.seat.side, best, after, stakes)
    return PlayReview(
        index=step.index,
        trick=step.trick,
        seat=step.seat,
        card=step.card,
        ns_before=best,
        ns_after=after,
        loss_tricks=max(0, loss),
        loss_points=None if points is None else max(0, points),
        gain_tricks=max(0, -loss),
        gain_points=None if points is None else max(0, -points),
        margin_before=None if stakes is None else stakes.margin(best),
        margin_after=None if stakes is None else stakes.margin(after),
        best=tuple(card for card, ns in values.items() if ns == best),
        forced=len(values) == 1,
        forced_by=_forced_by(step.position) if len(values) == 1 else None,
        choice=len(set(values.values())) > 1,
        legal=step.illegal is None,
        options=tuple(options),
    )


def _loss(side: Side, before: int, after: int, stakes: Stakes | None) -> tuple[int, int | None]:
    """Tricks and points that ``side`` loses when NS tricks go from ``before`` to ``after``."""
    sign = 1 if side is Side.NS else -1
    points = None if stakes is None else sign * (stakes.margin(before) - stakes.margin(after))
    return sign * (before - after), points


def _forced_by(position: Position) -> str:
    """The rule that leaves one card only."""
    if position.hands[position.turn].bit_count() == 1:
        return "R14"
    if not position.trick:
        return "R12"
    led = position.trick[0]
    if led.is_blooper:
        held = [card for card in from_mask(position.hands[position.turn]) if card.is_trump(position.trump)]
        return "R13" if len(held) > 1 else "R11"
    return "R11"
