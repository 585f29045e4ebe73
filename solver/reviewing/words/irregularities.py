"""Sentences about what was illegal in the play, and what it changed."""

from __future__ import annotations

from solver.formats.words import CardStyle, card_text, joined
from solver.reviewing.card_play import PlayReview
from solver.reviewing.irregularity import Irregularity
from solver.reviewing.result import HandReview
from solver.reviewing.words.phrases import tricks_and_points

__all__ = ["irregularity_text", "irregularity_texts"]


def irregularity_texts(review: HandReview, style: CardStyle) -> list[str]:
    """What was not allowed, and what it changed."""
    plays = {play.index: play for play in review.plays if not play.legal}
    return [irregularity_text(error, plays.get(error.index), style) for error in review.errors]


def irregularity_text(irregularity: Irregularity, play: PlayReview | None, style: CardStyle) -> str:
    """What was wrong and by which rule; with the card's review also what it changed."""
    said = f"Trick {irregularity.trick}: {_wrong(irregularity, style)} ({irregularity.rule})."
    if not irregularity.went_on:
        return said + " What follows cannot be judged."
    if play is not None and play.gain_tricks:
        said += f" It won {play.side.full_name} {tricks_and_points(play.gain_tricks, play.gain_points)}."
    elif play is not None and play.loss_tricks:
        said += f" It cost {play.side.full_name} {tricks_and_points(play.loss_tricks, play.loss_points)}."
    return said


def _wrong(irregularity: Irregularity, style: CardStyle) -> str:
    """What a seat did, in words without letters for seats."""
    who = irregularity.seat.full_name
    card = "" if irregularity.card is None else card_text(irregularity.card, style)
    allowed = joined([card_text(legal, style) for legal in irregularity.legal])
    match irregularity.kind:
        case "revoke":
            return f"{who} played {card} and had to follow suit with {allowed}"
        case "trump_led":
            return f"{who} led the trump {card} before trump was broken; allowed was {allowed}"
        case "blooper":
            return f"{who} played {card}, and the blooper that was led asks for {allowed}"
        case "lead":
            return f"{who} led {card} out of turn"
        case "leader":
            return f"the record names {who} as the leader, who was not; the cards fit all the same"
        case "doubled":
            return f"{who} cannot have played {card}, which was played before"
        case "missing":
            return f"{who}'s card is missing" + (f"; it can only be {card}" if card else "")
        case "swapped":
            return f"{who} played {card} out of turn"
        case "extra":
            return f"{card} is a fifth card of the trick"
        case "too_many":
            return f"{card} is one card too many, the play being over"
        case "not_held":
            return f"{who} cannot have played {card}, which was in another hand or in none"
