"""What each card cost: NS tricks with best play before and after it, and what all others were worth (R11 to R17)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Annotated

from solver.answer import Answer
from solver.game.cards import Card, Seat, Side, from_mask
from solver.game.play import Position
from solver.reviewing.accuracy import Losses, PointLosses
from solver.reviewing.payoff import Payoff
from solver.reviewing.replay import Replay, Step
from solver.search import Engine, Limits

__all__ = ["CardChoice", "PlayReview", "review_plays", "touching_cards"]


@dataclass(frozen=True, slots=True)
class CardChoice(Answer):
    """Legal cards that are one choice, being neighbours in rank."""

    cards: Annotated[tuple[Card, ...], "The cards, high to low."]
    ns: Annotated[int, "NS tricks after any of them."]
    loss_tricks: Annotated[int, "Tricks that the player's side loses by it."]
    loss_points: Annotated[int | None, "Points that it loses; null where no bids are known."]


@dataclass(frozen=True, slots=True)
class PlayReview(Answer):
    """One card.

    Tricks are those of NS in the whole deal with best play from there, margins what they score in the real
    contracts, NS less EW, and losses those of the player's side; points are null where no bids are known.
    """

    index: Annotated[int, "Cards played before."]
    trick: Annotated[int, "In which trick, from 1."]
    seat: Annotated[Seat, "Who played it."]
    card: Annotated[Card, "The card."]
    ns_before: Annotated[int, "NS tricks before it."]
    ns_after: Annotated[int, "NS tricks after it."]
    loss_tricks: Annotated[int, "Tricks lost, never below 0."]
    loss_points: Annotated[int | None, "Points lost, never below 0."]
    margin_before: Annotated[int | None, "The margin before it."]
    margin_after: Annotated[int | None, "The margin after it."]
    best: Annotated[tuple[Card, ...], "The legal cards that lose no trick."]
    forced: Annotated[bool, "It was the only legal card."]
    forced_by: Annotated[str | None, "The rule that left only this card, R14 for the last one."]
    choice: Annotated[bool, "Whether the legal cards were not all equally good."]
    legal: Annotated[bool, "Whether it was allowed."]
    gain_tricks: Annotated[int, "Tricks that an illegal card won."]
    gain_points: Annotated[int | None, "Points that an illegal card won."]
    options: Annotated[tuple[CardChoice, ...], "All legal cards, best first."]

    @property
    def side(self) -> Side:
        return self.seat.side

    @property
    def losses(self) -> Losses:
        """What this card put at stake and lost, in points, or in tricks where no bids are known."""
        worst = self.options[-1]
        if self.loss_points is None or worst.loss_points is None:
            return Losses(worst.loss_tricks if self.legal else self.loss_tricks, self.loss_tricks)
        return PointLosses(worst.loss_points if self.legal else self.loss_points, self.loss_points)


def review_plays(
    replay: Replay, payoff: Payoff | None, engine: Engine, limits: Limits
) -> tuple[tuple[PlayReview, ...], int]:
    """Every card, and NS tricks with best play after the last one.

    It goes from the last card back, so that each search finds the table warm from the ones behind it.
    """
    began, before = time.perf_counter(), engine.nodes

    def left() -> Limits:
        return limits.less(time.perf_counter() - began, engine.nodes - before)

    after = final = engine.value(replay.last, limits)
    reviews: list[PlayReview] = []
    for legal, steps in reversed([(legal, list(run)) for legal, run in groupby(replay.steps, attrgetter("legal"))]):
        if legal:
            values = engine.played(steps[0].position, [step.card for step in steps], left())
        else:
            values = [engine.card_values(step.position, left()) for step in steps]
        for step, options in zip(reversed(steps), reversed(values), strict=True):
            reviews.append(_review(step, options, after, payoff))
            after = reviews[-1].ns_before
    return tuple(reversed(reviews)), final


def touching_cards(position: Position) -> tuple[tuple[Card, ...], ...]:
    """The legal cards, neighbours in rank together, by falling index.

    Two cards of a suit touch where every card between them is in the same hand or gone in an
    earlier trick.  Bloopers stand alone: what leading one forces is theirs only (R13).
    """
    others = 0
    for seat, hand in zip(Seat, position.hands, strict=True):
        if seat is not position.turn:
            others |= hand
    for card in position.trick:
        others |= 1 << card.index
    groups: list[tuple[Card, ...]] = []
    for card in reversed(list(from_mask(position.legal_mask))):
        last = groups[-1][-1] if groups else None
        if last is not None and card.suit is not None and last.suit is card.suit:
            between = (1 << last.index) - (1 << card.index + 1)
            if not others & between:
                groups[-1] += (card,)
                continue
        groups.append((card,))
    return tuple(groups)


def _review(step: Step, values: dict[Card, int], after: int, payoff: Payoff | None) -> PlayReview:
    side = step.position.turn.side
    best = max(values.values()) if side is Side.NS else min(values.values())
    options = sorted(
        (
            CardChoice(cards, values[cards[0]], *_loss(side, best, values[cards[0]], payoff))
            for cards in touching_cards(step.position)
        ),
        key=attrgetter("loss_tricks"),
    )
    loss, points = _loss(step.seat.side, best, after, payoff)
    return PlayReview(
        index=step.index,
        trick=step.trick,
        seat=step.seat,
        card=step.card,
        ns_before=best,
        ns_after=after,
        loss_tricks=max(0, loss),
        loss_points=None if points is None else max(0, points),
        margin_before=None if payoff is None else payoff.margin(best),
        margin_after=None if payoff is None else payoff.margin(after),
        best=tuple(card for card, ns in values.items() if ns == best),
        forced=len(values) == 1,
        forced_by=_forced_by(step.position) if len(values) == 1 else None,
        choice=len(set(values.values())) > 1,
        legal=step.legal,
        gain_tricks=max(0, -loss),
        gain_points=None if points is None else max(0, -points),
        options=tuple(options),
    )


def _loss(side: Side, before: int, after: int, payoff: Payoff | None) -> tuple[int, int | None]:
    """Tricks and points that ``side`` loses when NS tricks go from ``before`` to ``after``."""
    sign = 1 if side is Side.NS else -1
    points = None if payoff is None else sign * (payoff.margin(before) - payoff.margin(after))
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
