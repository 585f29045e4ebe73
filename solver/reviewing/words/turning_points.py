"""What made the difference in a hand, in order, and the tricks that cost no points."""

from __future__ import annotations

from collections.abc import Iterator

from solver.formats.words import CardStyle
from solver.reviewing.card_play import PlayReview
from solver.reviewing.result import HandReview, TurningPoint
from solver.reviewing.words.bids import bid_text
from solver.reviewing.words.cards import play_text
from solver.reviewing.words.claim import claim_text
from solver.reviewing.words.irregularities import irregularity_text

__all__ = ["notes", "turning_points"]


def turning_points(review: HandReview, style: CardStyle = CardStyle.LETTERS) -> tuple[TurningPoint, ...]:
    """Every bid, card and claim that lost points, and every illegal card that won some, as they happened.

    Where no bids are known tricks stand for points.
    """
    return (*_bids(review), *_cards(review, style), *_claim(review))


def notes(review: HandReview, style: CardStyle = CardStyle.LETTERS) -> tuple[str, ...]:
    """Of legal cards that lost a trick and no point."""
    return tuple(text for play, text in _costly_cards(review, style) if play.legal and play.loss_points == 0)


def _bids(review: HandReview) -> Iterator[TurningPoint]:
    for bid in review.bids:
        if bid.loss_points:
            yield TurningPoint("bid", bid.seat, bid.seat.side, bid.bid, None, None, 0, bid.loss_points, bid_text(bid))


def _cards(review: HandReview, style: CardStyle) -> Iterator[TurningPoint]:
    for play, text in _costly_cards(review, style):
        lost, won = play.loss_points, play.gain_points
        if lost is None or won is None:
            lost, won = play.loss_tricks, play.gain_tricks
        if lost or won:
            yield TurningPoint(
                "card" if play.legal else "illegal",
                play.seat,
                play.side,
                play.card,
                play.trick,
                play.index,
                play.loss_tricks - play.gain_tricks,
                None if play.loss_points is None else lost - won,
                text,
            )


def _costly_cards(review: HandReview, style: CardStyle) -> Iterator[tuple[PlayReview, str]]:
    """The cards that lost or won a trick, each with its sentences."""
    irregular = {error.index: error for error in review.errors if error.went_on}
    for play in review.plays:
        if play.index in irregular and not play.legal:
            yield play, irregularity_text(irregular[play.index], play, style)
        elif play.loss_tricks:
            yield play, play_text(play, review.deal.cards, review.contracts, style)


def _claim(review: HandReview) -> Iterator[TurningPoint]:
    claim = review.claim
    if claim is None or claim.side is None or claim.loss_points == 0:
        return
    yield TurningPoint(
        "claim", None, claim.side, None, None, None, claim.loss_tricks, claim.loss_points, claim_text(claim)
    )
