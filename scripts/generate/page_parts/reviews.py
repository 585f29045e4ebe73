"""What the page's review of cards is held against: values before each card, and what the house makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from page_parts.game import some_rules
from page_parts.texts import random_deal

from solver import review
from solver.game.cards import Card, Seat, from_mask
from solver.reviewing.card_play import PlayReview
from solver.search import Engine

__all__ = ["reviews"]


def reviews(count: int = 20) -> Iterator[dict[str, Any]]:
    """Deals with play; NS tricks by legal card before each card, and what is told of it; players; turning points.

    Every fourth has no bids, every fifth cards that were not allowed.
    """
    number = made = 0
    while made < count:
        rng = Random(f"reviews/{number}")
        number += 1
        deal = random_deal(rng, rng.choice([1, 2, 2, 3]), some_rules(rng))
        if len(deal.bids) < 4 or deal.auction.passed_out:
            continue
        leader, exempt = deal.auction.leader, deal.auction.exempt
        assert leader is not None
        told = made % 4 != 3
        if not told:
            deal, exempt = replace(deal, dealer=None, bids=(), play=()), frozenset()
        position = deal.start(leader, exempt)
        engine = Engine(deal.rules, 16)
        play: list[Card] = []
        values: list[dict[str, int]] = []
        for _ in range(rng.randint(3, 4 * deal.cards)):
            values.append({card.name: ns for card, ns in engine.card_values(position).items()})
            held = list(from_mask(position.hands[position.turn]))
            play.append(rng.choice(held if made % 5 == 4 else position.legal()))
            position = position.after(play[-1])
        if not position.finished:
            values.append({card.name: ns for card, ns in engine.card_values(position).items()})
        result = review(deal.with_play(()), play=play, leader=None if told else leader, on_illegal="report")
        if len(result.plays) < len(play):
            continue
        made += 1
        yield {
            "line": str(deal.with_play(())),
            "play": _names(play),
            "leader": None if told else str(leader),
            "values": values,
            "plays": [_play(each) for each in result.plays],
            "players": {str(seat): _party(result.players[seat]) for seat in Seat},
            "turning_points": [each.index for each in result.turning_points if each.kind in ("card", "illegal")],
        }


def _play(play: PlayReview) -> list[Any]:
    options = [[_names(each.cards), each.ns, each.loss_tricks, each.loss_points] for each in play.options]
    return [play.ns_before, play.ns_after, play.loss_tricks, play.loss_points, play.margin_before, play.margin_after,
            _names(sorted(play.best, reverse=True)), play.forced_by, play.choice, options]  # fmt: skip


def _names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)


def _party(party: Any) -> list[Any]:
    return [party.play.lost, party.play.at_stake, party.play.accuracy, party.loss_tricks, party.choices]
