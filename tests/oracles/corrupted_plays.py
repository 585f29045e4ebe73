"""Legal plays spoilt in one way each, with what must be found first: kind, index, seat, card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from review_cases import random_hand

from solver.deal import Deal
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.game.rules import Rules

KINDS = ("revoke", "lead", "doubled", "missing", "not_held", "trump_led", "blooper")


@dataclass(frozen=True)
class Spoilt:
    """A play with one fault; ``seat`` should have played, or has played, ``card`` at ``index``."""

    kind: str
    play: tuple[Card, ...]
    index: int
    seat: Seat
    card: Card | None
    rule: str


def positions(deal: Deal) -> list[Position]:
    """Before each card of a legal play, and after the last."""
    auction = deal.auction
    assert auction.leader is not None
    before = [deal.start(auction.leader, auction.exempt)]
    for card in deal.play:
        before.append(before[-1].play(card))
    return before


def spoil(deal: Deal, kind: str, rng: Random) -> Spoilt | None:
    """The deal's complete play with a fault of this kind at a random place; None if there is no place for it."""
    ways = list(_SPOILERS[kind](deal, positions(deal)))
    return rng.choice(ways) if ways else None


def spoilt_hand(kind: str, seed: int) -> tuple[Deal, Spoilt]:
    """A complete hand of 2 to 6 cards and a spoilt play of it."""
    rng = Random(seed)
    while True:
        deal = random_hand(rng, rng.randint(2, 6), Rules() if kind == "blooper" else None, whole=1)
        spoilt = None if deal.auction.leader is None else spoil(deal, kind, rng)
        if spoilt is not None:
            return deal, spoilt


def _swapped(play: tuple[Card, ...], one: int, other: int) -> tuple[Card, ...]:
    cards = list(play)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def _own_later(deal: Deal, before: list[Position], index: int) -> Iterator[tuple[int, Card, str]]:
    """Cards that the seat on turn plays later and may not play now, with the rule."""
    here = before[index]
    for later in range(index + 1, len(deal.play)):
        card = deal.play[later]
        fault = here.fault(card)
        if before[later].turn is here.turn and fault is not None and fault.rule is not None:
            yield later, card, fault.rule


def _illegal_card(kind: str, rule: str) -> Callable[[Deal, list[Position]], Iterator[Spoilt]]:
    def spoilers(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
        for index in range(len(deal.play)):
            for later, card, broken in _own_later(deal, before, index):
                if broken == rule:
                    yield Spoilt(kind, _swapped(deal.play, index, later), index, before[index].turn, card, rule)

    return spoilers


def _lead(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    """A trick in the order of another leader; the last trick but for its order says too little."""
    for index in range(0, len(deal.play) - 4, 4):
        for turn in (1, 2, 3):
            trick = deal.play[index : index + 4]
            play = (*deal.play[:index], *trick[turn:], *trick[:turn], *deal.play[index + 4 :])
            seat = before[index].turn.after(turn)
            yield Spoilt("lead", play, index, seat, trick[turn], "R11" if index else "R10")


def _doubled(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for index in range(1, len(deal.play)):
        for card in deal.play[:index]:
            yield Spoilt("doubled", _with(deal, index, card), index, before[index].turn, card, "R1")


def _missing(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for index in range(len(deal.play) - 1):
        play = (*deal.play[:index], *deal.play[index + 1 :])
        yield Spoilt("missing", play, index, before[index].turn, deal.play[index], "R11")


def _not_held(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for index in range(len(deal.play)):
        for later in range(index + 1, len(deal.play)):
            if before[later].turn is not before[index].turn:
                card = deal.play[later]
                yield Spoilt("not_held", _with(deal, index, card), index, before[index].turn, card, "R11")


def _with(deal: Deal, index: int, card: Card) -> tuple[Card, ...]:
    """The play with another card at ``index``."""
    return (*deal.play[:index], card, *deal.play[index + 1 :])


_SPOILERS: dict[str, Callable[[Deal, list[Position]], Iterator[Spoilt]]] = {
    "revoke": _illegal_card("revoke", "R11"),
    "trump_led": _illegal_card("trump_led", "R12"),
    "blooper": _illegal_card("blooper", "R13"),
    "lead": _lead,
    "doubled": _doubled,
    "missing": _missing,
    "not_held": _not_held,
}
