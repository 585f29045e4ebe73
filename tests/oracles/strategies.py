"""Hypothesis strategies for rules, deals dealt by the book, legal bids and legal play.

Shuffles and choices come from a drawn seed, which is fast; sizes and knobs are drawn apart, so that a
failing example shrinks to few cards and standard rules.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.auction import Auction
from solver.game.cards import PACK, Card, Seat, Suit
from solver.game.play import Position
from solver.game.rules import (
    PRESETS,
    BigLed,
    BoardExemption,
    BoardMultiplier,
    BreakOn,
    JokerUpcard,
    LittleLed,
    MaxBid,
    RedealDealer,
    Rules,
    SideTotalCap,
)

cards = st.sampled_from(PACK)
seats = st.sampled_from(Seat)
trumps = st.none() | st.sampled_from(Suit)
sizes = st.integers(1, 13)
seeds = st.integers(0, 2**32)

any_rules = st.sampled_from(list(PRESETS.values())) | st.builds(
    Rules,
    hand_sizes=st.lists(sizes, min_size=1, max_size=5).map(tuple),
    joker_upcard=st.sampled_from(JokerUpcard),
    trump_source=trumps,
    max_bid=st.sampled_from(MaxBid),
    side_total_cap=st.sampled_from(SideTotalCap),
    redeal_dealer=st.sampled_from(RedealDealer),
    break_on=st.sampled_from(BreakOn),
    board_lead_exemption=st.sampled_from(BoardExemption),
    big_led=st.sampled_from(BigLed),
    little_led=st.sampled_from(LittleLed),
    trick_points=st.sampled_from((5, 10, 4, 3)),
    fail_points=st.sampled_from((5, 10, 4, 3)),
    board_points=st.sampled_from((10, 20, 6)),
    board_levels=st.sampled_from(((1, 2, 3, 4), (1, 2, 4, 8), (1, 2), ())),
    board_multiplier=st.sampled_from(BoardMultiplier),
    rainbow_bonus=st.sampled_from((0, 10, 8)),
    bloopers=st.booleans(),
)


@st.composite
def auctions(draw: st.DrawFn, complete: bool | None = None, rules: st.SearchStrategy[Rules] = any_rules) -> Auction:
    """Legal bids, any number of them unless told; passes and boards come up often."""
    rng = Random(draw(seeds))
    auction = Auction(draw(seats), draw(sizes), draw(rules))
    for _ in range(4 if complete else draw(st.integers(0, 4))):
        legal = auction.legal()
        auction = auction.bid(rng.choice([*legal, legal[0], legal[-1]]))
    return auction


@st.composite
def dealt(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = any_rules, size: st.SearchStrategy[int] = sizes) -> Deal:
    """A deal by the book."""
    return deal_hands(draw(size), draw(rules), draw(seeds))


@st.composite
def played(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = any_rules, size: st.SearchStrategy[int] = sizes) -> Deal:
    """A deal with any number of bids and, if all four have bid, any number of cards played, all legal."""
    deal = draw(dealt(rules, size))
    rng = Random(draw(seeds))
    auction = deal.auction
    for _ in range(draw(st.integers(0, 4))):
        legal = auction.legal()
        auction = auction.bid(rng.choice([*legal, legal[-1]]))
    deal = deal.with_bids(auction.bids)
    if auction.leader is None:
        return deal
    position = deal.start(auction.leader, auction.exempt)
    return deal.with_play(legal_play(position, rng, draw(st.integers(0, 4 * deal.cards))))


def legal_play(position: Position, rng: Random, count: int) -> list[Card]:
    """``count`` random legal cards from ``position`` on."""
    play: list[Card] = []
    while len(play) < count:
        play.append(rng.choice(position.legal()))
        position = position.play(play[-1])
    return play
