"""What deal_numbers.py counts of every deal: tricks by leader, par, bloopers moved, and limits of play lifted.

Every figure is a whole number a deal, kept as how often each value came, so that means, shares and their errors follow
from the counts, and counts of parts add up to those of the whole.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from solver import Deal, Rules
from solver.bidding.induction import best_outcomes, codes_of
from solver.bidding.objectives import Margin
from solver.bidding.outcomes import Auctions, Scores
from solver.dealing import deal_hands
from solver.game.auction import Auction
from solver.game.cards import BIG, BLOOPERS, FULL_PACK, LITTLE, Seat, Side, Suit, trump_mask
from solver.game.rules import BigLed, BreakOn, LittleLed
from solver.search.double_dummy import bid_cases
from solver.search.limits import NO_LIMITS
from solver.search.many import Case, solve_arrays

Counts = dict[str, Counter[int]]
"""How often each value of a figure came, by the figure's name."""
Hands = tuple[int, int, int, int]

LIFTED: Final[Mapping[str, Callable[[Rules], Rules]]] = {
    "lead_limit": lambda rules: replace(rules, break_on=BreakOn.UNRESTRICTED),
    "forced": lambda rules: replace(rules, big_led=BigLed.NONE, little_led=LittleLed.NONE),
}
"""Limits of play (R12, R13), each with the rules that lift it."""
NAMED: Final = {"BB": BIG, "LB": LITTLE}
_LEADERS: Final = tuple((seat.place, 0) for seat in Seat)
_BOARD: Final = 26
"""Contract numbers above it are boards, by claim: see ``Auctions``."""


@dataclass(frozen=True, slots=True)
class Part:
    """Deals ``first`` to ``first + count - 1`` of one size under one preset: deal i is number i of ``solver.deals``."""

    preset: str
    cards: int
    first: int
    count: int


class Par(NamedTuple):
    """How a deal ends with best bids: the margin of the dealer's side, board claims, and whether all passed (R9)."""

    margin: int
    claims: int
    passed: bool


def counted(part: Part, seed: str) -> Counts:
    """Every figure of the part's deals."""
    rules = Rules.preset(part.preset)
    dealt = [deal_hands(part.cards, rules, f"{seed}/{part.first + index}") for index in range(part.count)]
    counts: Counts = defaultdict(Counter)
    tables = trick_tables(dealt, rules)
    pars = par_of(dealt, tables, rules)
    for table, par in zip(tables, pars, strict=True):
        _count_leaders(counts, table, part.cards)
        counts["passed_out"][int(par.passed)] += 1
        counts["par_claims"][par.claims] += 1
        if not par.passed:
            counts["par_margin"][par.margin] += 1
    for name, lift in LIFTED.items():
        lifted = lift(rules)
        free = trick_tables(dealt, lifted)
        for table, other in zip(tables, free, strict=True):
            changes = [mine - theirs for mine, theirs in zip(table[:4], other[:4], strict=True)]
            counts[f"{name}_leaders"][sum(map(bool, changes))] += 1
            counts[f"{name}_gain"][led(changes)] += 1
        for par, other_par in zip(pars, par_of(dealt, free, rules), strict=True):
            counts[f"{name}_par"][int(par[::2] != other_par[::2])] += 1
            counts[f"{name}_board"][bool(par.claims) - bool(other_par.claims)] += 1
            counts[f"{name}_swing"][abs(par.margin - other_par.margin)] += 1
    _count_bloopers(counts, dealt, tables, [f"{seed}/{part.first + index}" for index in range(part.count)])
    return {name: counts[name] for name in sorted(counts)}


# --- Tables and par ---------------------------------------------------------------------------------


def trick_tables(dealt: Sequence[Deal], rules: Rules) -> list[list[int]]:
    """NS tricks of each deal by case, leaders and sets of claimants, played by ``rules``, which must have boards."""
    found: dict[int, list[int]] = {}
    for dealer in Seat:
        places = [place for place, deal in enumerate(dealt) if deal.dealer is dealer]
        cases = [(leader.place, sum(1 << seat.place for seat in free)) for leader, free in bid_cases(dealer, rules)]
        hands = [(dealt[place].hands, dealt[place].trump) for place in places]
        found |= dict(zip(places, _solved(hands, rules, cases), strict=True))
    return [found[place] for place in range(len(dealt))]


def _solved(asked: Sequence[tuple[Hands, Suit | None]], rules: Rules, cases: Sequence[Case]) -> list[list[int]]:
    """NS tricks of each in each case."""
    hands = array("Q", [hand for four, _ in asked for hand in four])
    trumps = array("b", [-1 if trump is None else trump for _, trump in asked])
    named = {str(number): case for number, case in enumerate(cases)}
    tables = solve_arrays(hands, trumps, rules, named, NO_LIMITS)
    assert not any(tables.status)
    return [list(tables.row(index).values()) for index in range(len(asked))]


@cache
def _auctions(dealer: Seat, cards: int, rules: Rules) -> tuple[Auctions, Any]:
    """All auctions of a dealer, and the outcome of each."""
    auctions = Auctions.of(Auction(dealer, cards, rules))
    return auctions, auctions.outcomes(auctions.legal)


def par_of(dealt: Sequence[Deal], tables: Sequence[list[int]], rules: Rules) -> list[Par]:
    """How each deal ends, by backward induction over all auctions of the same dealer at once."""
    pars: dict[int, Par] = {}
    for dealer in Seat:
        places = [place for place, deal in enumerate(dealt) if deal.dealer is dealer]
        if not places:
            continue
        auctions, outcomes = _auctions(dealer, dealt[places[0]].cards, rules)
        rainbows = [dealt[place].rainbows() for place in places]
        bonus = {side: np.array([[each[side]] for each in rainbows]) for side in Side}
        scores = Scores.of(auctions, np.array([tables[place] for place in places], np.int16), bonus)
        bidder = auctions.seat.side
        mine, theirs = (codes_of(Margin().keys(scores, side)) for side in (bidder, bidder.other))
        ends = best_outcomes(outcomes, 0, mine, theirs)
        margins = np.take_along_axis(scores.margin(dealer.side), ends[:, None], 1)[:, 0]
        claims = np.maximum(0, np.maximum(*auctions.contract)[ends] - _BOARD)
        passed = auctions.passed[ends]
        for place, *par in zip(places, margins.tolist(), claims.tolist(), passed.tolist(), strict=True):
            pars[place] = Par(*par)
    return [pars[place] for place in range(len(dealt))]


# --- Figures ----------------------------------------------------------------------------------------


def led(ns: Sequence[int]) -> int:
    """From numbers of NS by leader N E S W: what the leaders' sides have more than the others', summed up."""
    return ns[0] - ns[1] + ns[2] - ns[3]


def _count_leaders(counts: Counts, table: Sequence[int], cards: int) -> None:
    leaders = table[:4]
    for place, tricks in enumerate(leaders):
        counts["lead_tricks"][cards - tricks if place % 2 else tricks] += 1
    counts["lead_halves"][led(leaders)] += 1
    counts["lead_spread"][max(leaders) - min(leaders)] += 1
    counts["lead_partners"][int(leaders[0] != leaders[2]) + int(leaders[1] != leaders[3])] += 1
    lone = (table[3 + (1 << place)] == (0 if place % 2 else cards) for place in range(4))
    counts["lone_boards"][sum(lone)] += 1


def _count_bloopers(counts: Counts, dealt: Sequence[Deal], tables: Sequence[list[int]], seeds: Sequence[str]) -> None:
    """Of each blooper in a hand, with a trump suit: its side's tricks, less those without it, over four leaders."""
    names: list[tuple[str, Side, int]] = []
    asked: list[tuple[Hands, Suit | None]] = []
    for deal, table, seed in zip(dealt, tables, seeds, strict=True):
        if deal.trump is None:
            continue
        even = 2 * deal.cards  # half the tricks of four leaders
        holders = {name: deal.holder(blooper) for name, blooper in NAMED.items()}
        sides = [holder.side for holder in holders.values() if holder is not None]
        if len(sides) == 2 and sides[0] is sides[1]:
            counts["both_held"][_of_side(sides[0], sum(table[:4]) - even)] += 1
        for name, holder in holders.items():
            if holder is None:
                continue
            counts[f"{name}_held"][_of_side(holder.side, sum(table[:4]) - even)] += 1
            bit = 1 << NAMED[name].index
            for how, hands in (("drawn", drawn_again(deal, holder, bit, seed)), ("moved", moved(deal, holder, bit))):
                if hands is not None:
                    names.append((f"{name}_{how}", holder.side, sum(table[:4])))
                    asked.append((hands, deal.trump))
    for (name, side, with_it), without in zip(names, _solved(asked, dealt[0].rules, _LEADERS), strict=True):
        counts[name][_of_side(side, with_it - sum(without))] += 1


def _of_side(side: Side, ns: int) -> int:
    """What is more for NS, as more or less for this side."""
    return ns if side is Side.NS else -ns


def drawn_again(deal: Deal, holder: Seat, bit: int, seed: str) -> Hands | None:
    """The hands with another card of the stock, but no blooper, in place of this one; None where none is left."""
    assert deal.upcard is not None
    held = 0
    for hand in deal.hands:
        held |= hand
    stock = FULL_PACK & ~(held | 1 << deal.upcard.index | BLOOPERS)
    if not stock:
        return None
    left = [1 << index for index in range(stock.bit_length()) if stock >> index & 1]
    card = left[int(Random(f"instead/{deal.cards}/{seed}").random() * len(left))]
    return _exchanged(deal, {holder: bit ^ card})


def moved(deal: Deal, holder: Seat, bit: int) -> Hands:
    """The hands with the blooper and the lowest card of the opponent on the left, no trump if may be, exchanged."""
    other = holder.next
    hand = deal.hands[other]
    plain = hand & ~trump_mask(deal.trump)
    low = min(_bits(plain), key=lambda each: ((each.bit_length() - 1) % 13, each)) if plain else hand & -hand
    return _exchanged(deal, {holder: bit ^ low, other: bit ^ low})


def _bits(mask: int) -> list[int]:
    return [1 << index for index in range(mask.bit_length()) if mask >> index & 1]


def _exchanged(deal: Deal, turned: Mapping[Seat, int]) -> Hands:
    n, e, s, w = (hand ^ turned.get(seat, 0) for seat, hand in zip(Seat, deal.hands, strict=True))
    return n, e, s, w
