"""The turning points of a hand in order, and its summary in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator

from solver.game.cards import Side
from solver.reviewing import sentences as say
from solver.reviewing.judged import Judged
from solver.reviewing.plays import PlayReview
from solver.reviewing.result import TurningPoint

__all__ = ["card_texts", "summary", "turning_points"]

_SHOWN = 3
"""Turning points that a summary names."""


def turning_points(hand: Judged) -> tuple[TurningPoint, ...]:
    """Every bid, card and claim that lost points, and every illegal card that won some, as they happened.

    Where no bids are known tricks stand for points.
    """
    return (*_bids(hand), *_cards(hand), *_claim(hand))


def _bids(hand: Judged) -> Iterator[TurningPoint]:
    for bid in hand.bids:
        if bid.loss_points:
            word = say.bid_word(bid.bid)
            yield TurningPoint("bid", bid.seat, bid.seat.side, word, None, None, 0, bid.loss_points, say.bid_text(bid))


def _cards(hand: Judged) -> Iterator[TurningPoint]:
    for play, text in card_texts(hand):
        lost, won = play.loss_points, play.gain_points
        if lost is None or won is None:
            lost, won = play.loss_tricks, play.gain_tricks
        if lost or won:
            yield TurningPoint(
                "card" if play.legal else "illegal",
                play.seat,
                play.side,
                play.card.name,
                play.trick,
                play.index,
                play.loss_tricks - play.gain_tricks,
                None if play.loss_points is None else lost - won,
                text,
            )


def card_texts(hand: Judged) -> Iterator[tuple[PlayReview, str]]:
    """The cards that lost or won a trick, each with its sentences."""
    illegal = {error.index: error for error in hand.walk.errors if error.went_on} if hand.walk else {}
    for play in hand.plays:
        if play.index in illegal and not play.legal:
            yield play, say.illegal_text(illegal[play.index], play)
        elif play.loss_tricks:
            yield play, say.card_text(play, hand.deal.cards, hand.contracts)


def _claim(hand: Judged) -> Iterator[TurningPoint]:
    claim = hand.claim
    if claim is None or claim.side is None or claim.loss_points == 0:
        return
    text = say.claim_text(claim)
    yield TurningPoint("claim", None, claim.side, "claim", None, None, claim.loss_tricks, claim.loss_points, text)


def summary(hand: Judged) -> tuple[str, ...]:
    """What came out, what could have, and what made the difference."""
    return (*_result(hand), *_par(hand), *_why(hand), *_errors(hand))


def _result(hand: Judged) -> Iterator[str]:
    status, contracts, ns = hand.status, hand.contracts, hand.final_ns
    if status == "passed_out":
        yield "All four passed: nobody scores, and the same hand size is dealt again."
    elif status == "bidding":
        yield "Not all have bid; what is missing counts as best bidding and best play."
    elif ns is not None:
        if status in ("unfinished", "stopped"):
            how = "is not played out" if status == "unfinished" else "cannot be followed to its end"
            yield f"The hand {how}; what is missing counts as best play."
        tricks = {Side.NS: ns, Side.EW: hand.deal.cards - ns}
        if contracts is None or hand.stakes is None:
            yield f"North-South took {say.count(tricks[Side.NS], 'trick')} and East-West {tricks[Side.EW]}."
            return
        points = hand.stakes.points[ns]
        for side in Side:
            yield say.result_text(side, contracts[side], tricks[side], hand.deal.cards, points[side])
        yield _capital(f"{say.margin_text(hand.stakes.margin(ns))} in this deal.")


def _par(hand: Judged) -> Iterator[str]:
    if hand.bidding is not None:
        yield say.par_text(hand.bidding.par)


def _why(hand: Judged) -> Iterator[str]:
    points = turning_points(hand)
    unit = "trick" if hand.stakes is None and not hand.bids else "point"
    if not points:
        if hand.plays or hand.bids:
            yield f"Nobody lost a {unit}: every {_what(hand)} was as good as any."
        return
    sized = sorted(points, key=lambda point: -abs(_size(point)))[:_SHOWN]
    named = [f"{_whose(point)} ({say.count(abs(_size(point)), unit)})" for point in sized]
    yield f"What made the difference: {say.joined(named, 'and')}."


def _size(point: TurningPoint) -> int:
    return point.loss_tricks if point.loss_points is None else point.loss_points


def _whose(point: TurningPoint) -> str:
    if point.kind == "claim" or point.seat is None:
        return f"the claim, given away by {say.side_name(point.side)}"
    if point.kind == "bid":
        return f"{point.seat.full_name}'s {'bid of ' if point.what.isdigit() else ''}{point.what}"
    return f"{point.seat.full_name}'s {point.what} in trick {point.trick}"


def _what(hand: Judged) -> str:
    return " and every ".join(word for word, there in (("bid", hand.bids), ("card", hand.plays)) if there)


def _errors(hand: Judged) -> Iterator[str]:
    if hand.walk is not None and hand.walk.errors:
        faults = hand.walk.errors
        many = "One fault was" if len(faults) == 1 else f"{len(faults)} faults were"
        yield f"{many} found in the play{'' if len(faults) == 1 else ', first of all'}: {say.illegal_text(faults[0])}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
