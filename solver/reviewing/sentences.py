"""Plain words for people who never heard of double dummy: what a bid, a card or a claim cost, and why."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from solver.game.auction import Contract
from solver.game.cards import Card, Side, Suit
from solver.reviewing.bidding import BidReview, Lead, Par
from solver.reviewing.plays import PlayReview
from solver.reviewing.result import ClaimReview
from solver.reviewing.steps import Illegal

__all__ = [
    "BEST_PLAY",
    "bid_text",
    "bid_word",
    "card_text",
    "claim_text",
    "count",
    "illegal_text",
    "joined",
    "lead_text",
    "margin_text",
    "par_text",
    "result_text",
    "side_name",
    "with_symbols",
]

_CARD: Final = re.compile(r"\b([2-9TJQKA])([SHDC])\b")
BEST_PLAY: Final = "Best play and best bidding are those of players who see all four hands."


def side_name(side: Side) -> str:
    """``NS`` is North-South."""
    return side.full_name


def with_symbols(text: str) -> str:
    """The same words with suit symbols in the names of cards: ``TH`` is 10♥."""
    return _CARD.sub(lambda name: name[1].replace("T", "10") + Suit[name[2]].symbol, text)


def count(number: int, what: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def joined(words: Sequence[str], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def bid_word(bid: object) -> str:
    """0 is pass; a number or board stays."""
    word = str(bid)
    return "pass" if word == "0" else word


def margin_text(margin: int) -> str:
    """NS less EW as ``North-South ahead by 12``."""
    if margin == 0:
        return "both sides level"
    return f"{side_name(Side.NS if margin > 0 else Side.EW)} ahead by {count(abs(margin), 'point')}"


def _stands(margin: int) -> str:
    """A side's own margin."""
    if margin == 0:
        return "level"
    return f"{count(abs(margin), 'point')} {'ahead' if margin > 0 else 'behind'}"


def _contract(contract: Contract) -> str:
    """``bid of 5`` or ``double board``."""
    return str(contract) if contract.is_board else f"bid of {contract}"


def _made(contract: Contract, tricks: int, cards: int) -> bool:
    return tricks == cards if contract.total is None else tricks >= contract.total


def result_text(side: Side, contract: Contract, tricks: int, cards: int, score: int) -> str:
    """``North-South bid 5 and took 6: made, 26 points.``"""
    took = "all" if contract.is_board and tricks == cards else str(tricks)
    if contract.total == 0:
        return f"{side_name(side)} bid nothing and took {took}: {count(score, 'point')}."
    made = "made" if _made(contract, tricks, cards) else "failed"
    return f"{side_name(side)} bid {contract} and took {took}: {made}, {count(score, 'point')}."


def _change(side: Side, before: int, after: int, cards: int, contracts: Mapping[Side, Contract]) -> str:
    """Which contracts stand or fall when the tricks of ``side`` go from ``before`` to ``after``; may be empty."""
    own, others = contracts[side], contracts[side.other]
    told = []
    if _made(own, before, cards) and not _made(own, after, cards):
        told.append(f"their {_contract(own)} now fails")
    if not _made(others, cards - before, cards) and _made(others, cards - after, cards):
        told.append(f"{side_name(side.other)} can now make their {_contract(others)}")
    return joined(told, "and")


def card_text(play: PlayReview, cards: int, contracts: Mapping[Side, Contract] | None) -> str:
    """What a card that lost tricks cost, and what would have kept them."""
    side = play.side
    before, after = (ns if side is Side.NS else cards - ns for ns in (play.ns_before, play.ns_after))
    name = play.seat.full_name
    said = f"Trick {play.trick}: {name}'s {play.card} cost {side_name(side)} {_tricks(play.loss_tricks)}"
    said += f" (with best play they take {after} in all, and could have taken {before})."
    if play.loss_points is not None and contracts is not None:
        change = _change(side, before, after, cards, contracts)
        if not play.loss_points:
            said += " It does not change the score."
        elif change:
            said += f" {change[0].upper()}{change[1:]}: {count(play.loss_points, 'point')} lost."
        else:
            said += f" {count(play.loss_points, 'point')} lost."
    return f"{said} {_better(play)}"


def _tricks(number: int) -> str:
    return "a trick" if number == 1 else f"{number} tricks"


def _better(play: PlayReview) -> str:
    good = [option.cards[0].name for option in play.options if not option.loss_tricks]
    if len(good) > 4:
        return f"Better: {joined(good[:3], 'or')} among others."
    return f"Better: {joined(good)}."


def illegal_text(illegal: Illegal, play: PlayReview | None = None) -> str:
    """What was wrong and by which rule; with the card's review also what it changed."""
    said = f"Trick {illegal.trick}: {_wrong(illegal)} ({illegal.fault.rule})."
    if not illegal.went_on:
        return said + " What follows cannot be judged."
    if play is not None and play.gain_tricks:
        won = "" if play.gain_points is None else f" and {count(play.gain_points, 'point')}"
        said += f" It won {side_name(play.side)} {_tricks(play.gain_tricks)}{won}."
    elif play is not None and play.loss_tricks:
        lost = "" if play.loss_points is None else f" and {count(play.loss_points, 'point')}"
        said += f" It cost {side_name(play.side)} {_tricks(play.loss_tricks)}{lost}."
    return said


def _wrong(illegal: Illegal) -> str:
    """What a seat did, in words without letters for seats."""
    who, card, allowed = illegal.seat.full_name, illegal.card, _names(illegal.legal)
    match illegal.kind:
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
            return f"{who}'s card is missing" + ("" if card is None else f"; it can only be {card}")
        case "swapped":
            return f"{who} played {card} out of turn"
        case "extra":
            return f"{card} is a fifth card of the trick"
        case "too_many":
            return f"{card} is one card too many, the play being over"
        case _:
            return f"{who} cannot have played {card}, which was in another hand or in none"


def _names(cards: Sequence[Card]) -> str:
    return joined([card.name for card in cards])


def bid_text(bid: BidReview) -> str:
    """What a bid that lost points cost, and the better one."""
    sign = 1 if bid.seat.side is Side.NS else -1
    side = side_name(bid.seat.side)
    made = "passed" if bid_word(bid.bid) == "pass" else f"bid {bid.bid}"
    also = [bid_word(other) for other in bid.as_good if other != bid.best]
    also_text = f" ({joined(also[:3], 'or')}{' and more' if len(also) > 3 else ''} would do as well)" if also else ""
    return (
        f"Bidding: {bid.seat.full_name} {made}; best was {bid_word(bid.best)}{also_text}. With best bidding and play"
        f" from there {side} would have ended {_stands(sign * bid.margin_before)}; after this bid they end"
        f" {_stands(sign * bid.margin_after)}: {count(bid.loss_points, 'point')} lost."
    )


def claim_text(claim: ClaimReview) -> str:
    """How the rest was settled, and whether best play says so."""
    rest, best = claim.rest, claim.best
    said = f"The rest was settled without play: {rest[Side.NS]} for North-South, {rest[Side.EW]} for East-West."
    if claim.side is None:
        return said + " Best play gives the same."
    points = "" if claim.loss_points is None else f" and {count(claim.loss_points, 'point')}"
    gave = f"{side_name(claim.side)} gave away {_tricks(claim.loss_tricks)}{points}"
    return f"{said} Best play gives {best[Side.NS]} and {best[Side.EW]}: {gave}."


def lead_text(lead: Lead) -> str:
    """Who led first and what that was worth."""
    said = f"{lead.seat.full_name} had the first lead"
    if lead.worth_tricks == 0:
        return f"{said}, which is worth the same as a lead by {lead.other.full_name}."
    worth = f"{count(abs(lead.worth_tricks), 'trick')} and {count(abs(lead.worth_points), 'point')}"
    what = "worth" if lead.worth_tricks > 0 else "a burden of"
    return f"{said}: {what} {worth} to {side_name(lead.seat.side)}, beside a lead by {lead.other.full_name}."


def par_text(par: Par) -> str:
    """The par of a deal in one sentence."""
    if par.score.passed_out:
        return "With best bidding all four pass."
    return f"With best bidding and best play by all four: {margin_text(par.margin)}."
