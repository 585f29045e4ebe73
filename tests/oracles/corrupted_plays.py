"""Legal plays spoilt in one way each, with what must be found first: kind, index, seat, card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from solver.deal import Deal
from solver.game.cards import Card, Seat
from solver.game.play import Position

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
    found = [deal.start(auction.leader, auction.exempt)]
    for card in deal.play:
        found.append(found[-1].play(card))
    return found


def spoil(deal: Deal, kind: str, rng: Random) -> Spoilt | None:
    """The deal's complete play with a fault of this kind at a random place; None if there is no place for it."""
    found = list(_SPOILERS[kind](deal, positions(deal)))
    return rng.choice(found) if found else None


def _swapped(play: tuple[Card, ...], one: int, other: int) -> tuple[Card, ...]:
    cards = list(play)
    cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def _own_later(deal: Deal, before: list[Position], at: int) -> Iterator[tuple[int, Card, str]]:
    """Cards that the seat on turn plays later and may not play now, with the rule."""
    here = before[at]
    for later in range(at + 1, len(deal.play)):
        card = deal.play[later]
        why = here.why_illegal(card)
        if before[later].turn is here.turn and why is not None:
            yield later, card, why.rsplit("(", 1)[1].rstrip(")")


def _illegal_card(kind: str, rule: str) -> Callable[[Deal, list[Position]], Iterator[Spoilt]]:
    def spoilers(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
        for at in range(len(deal.play)):
            for later, card, broken in _own_later(deal, before, at):
                if broken == rule:
                    yield Spoilt(kind, _swapped(deal.play, at, later), at, before[at].turn, card, rule)

    return spoilers


def _lead(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    """A trick in the order of another leader; the last trick but for its order says too little."""
    for at in range(0, len(deal.play) - 4, 4):
        for turn in (1, 2, 3):
            trick = deal.play[at : at + 4]
            play = (*deal.play[:at], *trick[turn:], *trick[:turn], *deal.play[at + 4 :])
            seat = before[at].turn.after(turn)
            yield Spoilt("lead", play, at, seat, trick[turn], "R11" if at else "R10")


def _doubled(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for at in range(1, len(deal.play)):
        for earlier in range(at):
            card = deal.play[earlier]
            yield Spoilt("doubled", (*deal.play[:at], card, *deal.play[at + 1 :]), at, before[at].turn, card, "R1")


def _missing(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for at in range(len(deal.play) - 1):
        play = (*deal.play[:at], *deal.play[at + 1 :])
        yield Spoilt("missing", play, at, before[at].turn, deal.play[at], "R11")


def _not_held(deal: Deal, before: list[Position]) -> Iterator[Spoilt]:
    for at in range(len(deal.play)):
        for later in range(at + 1, len(deal.play)):
            if before[later].turn is not before[at].turn:
                card = deal.play[later]
                yield Spoilt(
                    "not_held", (*deal.play[:at], card, *deal.play[at + 1 :]), at, before[at].turn, card, "R11"
                )


_SPOILERS: dict[str, Callable[[Deal, list[Position]], Iterator[Spoilt]]] = {
    "revoke": _illegal_card("revoke", "R11"),
    "trump_led": _illegal_card("trump_led", "R12"),
    "blooper": _illegal_card("blooper", "R13"),
    "lead": _lead,
    "doubled": _doubled,
    "missing": _missing,
    "not_held": _not_held,
}
