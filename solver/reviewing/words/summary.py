"""A hand in a few sentences: what came out, what could have, and what made the difference."""

from __future__ import annotations

from collections.abc import Iterator

from solver.formats.words import CardStyle, card_text, count, joined
from solver.game.auction import Bid
from solver.game.cards import Card, Side
from solver.reviewing.result import HandReview, TurningPoint
from solver.reviewing.words.bids import par_text
from solver.reviewing.words.contracts import result_text
from solver.reviewing.words.irregularities import irregularity_text
from solver.reviewing.words.phrases import capital, margin_text
from solver.reviewing.words.turning_points import turning_points

__all__ = ["summary"]

_NAMED = 3
"""Turning points that a summary names; the others it counts."""


def summary(review: HandReview, style: CardStyle = CardStyle.LETTERS) -> tuple[str, ...]:
    """The hand in a few sentences."""
    return (*_result(review), *_par(review), *_difference(review, style), *_errors(review, style))


def _result(review: HandReview) -> Iterator[str]:
    tricks, score, contracts = review.tricks, review.score, review.contracts
    if review.status == "passed_out":
        yield "All four passed: nobody scores, and the same hand size is dealt again."
    elif review.status == "bidding":
        yield "Not all have bid; what is missing counts as best bidding and best play."
    elif tricks is not None:
        if review.status in ("unfinished", "stopped"):
            how = "is not played out" if review.status == "unfinished" else "cannot be followed to its end"
            yield f"The hand {how}; what is missing counts as best play."
        if contracts is None or score is None:
            took, how = ("took", "") if review.over else ("would take", " with best play")
            yield f"North-South {took} {count(tricks[Side.NS], 'trick')} and East-West {tricks[Side.EW]}{how}."
            return
        bonus, rainbows = review.deal.rules.rainbow_bonus, review.deal.rainbows()
        for side in Side:
            rainbow = rainbows[side], bonus * rainbows[side]
            cards = review.deal.cards
            yield result_text(side, contracts[side], tricks[side], cards, score[side], review.over, rainbow)
        yield capital(f"{margin_text(score[Side.NS] - score[Side.EW], review.over)} in this deal.")


def _par(review: HandReview) -> Iterator[str]:
    if review.par is not None:
        yield par_text(review.par)


def _difference(review: HandReview, style: CardStyle) -> Iterator[str]:
    points = turning_points(review, style)
    unit = "trick" if review.account is None else "point"
    if points:
        worst = sorted(points, key=lambda point: -abs(point.loss))[:_NAMED]
        named = [f"{_named(point, style)} ({count(abs(point.loss), unit)})" for point in worst]
        if more := len(points) - len(worst):
            rest = sum(abs(point.loss) for point in points) - sum(abs(point.loss) for point in worst)
            named.append(f"{more} more ({count(rest, unit)}{' together' if more > 1 else ''})")
        yield f"What made the difference{_so_far(review)}: {joined(named, 'and')}."
    elif review.plays or review.bids:
        played = " and every ".join(word for word, some in (("bid", review.bids), ("card", review.plays)) if some)
        yield f"Nobody {'lost' if review.over else 'has lost'} a {unit}: every {played} was as good as any."


def _so_far(review: HandReview) -> str:
    return "" if review.over else " so far"


def _named(point: TurningPoint, style: CardStyle) -> str:
    """``East's 4S in trick 1``."""
    match point.seat, point.choice:
        case None, _:
            return f"the claim, given away by {point.side.full_name}"
        case seat, Bid() as bid:
            return f"{seat.full_name}'s {f'bid of {bid}' if bid.number else bid.word}"
        case seat, Card() as card:
            return f"{seat.full_name}'s {card_text(card, style)} in trick {point.trick}"
    raise AssertionError(point)


def _errors(review: HandReview, style: CardStyle) -> Iterator[str]:
    if review.errors:
        count_text = "One fault was" if len(review.errors) == 1 else f"{len(review.errors)} faults were"
        first = irregularity_text(review.errors[0], None, style)
        yield f"{count_text} found in the play{'' if len(review.errors) == 1 else ', first of all'}: {first}"
