"""Random and real auctions to bid, and where ``optimal_bids`` differs from plain backward induction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from bidding_oracle import Line, Oracle

from solver.bidding import BidsResult, ByBid, optimal_bids
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, BoardMultiplier, MaxBid, Rules, SideTotalCap
from solver.search import trick_table
from solver.search.double_dummy_table import TrickTable

OBJECTIVES = ("margin", "own", "safe")


@dataclass(frozen=True)
class Case:
    """A deal whose cards do not matter, for its tricks are in ``table``."""

    deal: Deal
    table: TrickTable
    objective: str

    def oracle(self) -> Oracle:
        rainbows = self.deal.rainbows()
        return Oracle(
            self.deal.cards,
            self.table.dealer.place,
            self.deal.rules,
            self.table.ns,
            self.table.boards,
            (rainbows[Side.NS], rainbows[Side.EW]),
            self.objective,
        )

    def answer(self) -> BidsResult:
        return optimal_bids(self.deal, table=self.table, objective=self.objective)

    @property
    def prefix(self) -> Line:
        return tuple(bid.to_json() for bid in self.deal.bids)


def random_rules(rng: Random) -> Rules:
    """Standard or a preset half of the time, else random knobs of bidding and scoring."""
    if rng.random() < 0.5:
        return rng.choice([Rules(), *PRESETS.values()])
    return Rules(
        max_bid=rng.choice(list(MaxBid)),
        side_total_cap=rng.choice(list(SideTotalCap)),
        trick_points=rng.choice((5, 10, 4, 3, 0)),
        fail_points=rng.choice((5, 10, 4, 3, 1)),
        board_points=rng.choice((10, 20, 6, 1)),
        board_levels=rng.choice(((1, 2, 3, 4), (1, 2, 4, 8), (1, 1), (3,), ())),
        board_multiplier=rng.choice(list(BoardMultiplier)),
        rainbow_bonus=rng.choice((0, 10, 8)),
    )


def random_table(rng: Random, deal: Deal) -> TrickTable:
    """Tricks that lie around one number, often alike, sometimes all over the place."""
    assert deal.dealer is not None
    cards, middle = deal.cards, rng.choice((0, deal.cards, rng.randint(0, deal.cards)))
    spread = rng.choice((0, 1, 1, 2, cards))

    def tricks() -> int:
        return min(cards, max(0, middle + rng.randint(-spread, spread)))

    boards = (-1, *(tricks() if deal.rules.has_boards else -1 for _ in range(15)))
    return TrickTable(cards, deal.dealer, (tricks(), tricks(), tricks(), tricks()), boards)


def with_random_bids(rng: Random, deal: Deal, most: int) -> Deal:
    """The deal after up to ``most`` legal bids, boards among them more often than by chance."""
    auction: Auction = deal.auction
    for _ in range(rng.randint(0, most)):
        legal = auction.legal()
        auction = auction.bid(rng.choice([*legal, legal[-1]]))
    return deal.with_bids(auction.bids)


def random_case(rng: Random, cards: int, *, most_bids: int = 4, real: bool = False) -> Case:
    """A case of ``cards`` a hand; ``real`` has the search find the tricks of a deal by the book."""
    deal = deal_hands(cards, random_rules(rng), rng.randrange(2**32))
    if deal.dealer is None:
        deal = replace(deal, dealer=Seat.at(rng.randrange(4)))
    table = trick_table(deal) if real else random_table(rng, deal)
    return Case(with_random_bids(rng, deal, most_bids), table, rng.choice(OBJECTIVES))


def differences(case: Case) -> Iterator[str]:
    """One sentence for each thing in which the answer and plain backward induction differ."""
    answer, oracle, prefix = case.answer(), case.oracle(), case.prefix
    line = oracle.best_line(prefix)
    assert line is not None
    said = tuple(answer.line[str(Seat.at(oracle.seat(place)))] for place in range(4))
    if said != line:
        yield f"the line is {said}, should be {line}"
    if len(prefix) == 4:
        if (answer.next, answer.options, answer.best, answer.plan) != (None, {}, None, None):
            yield "a complete auction has nothing to bid"
    else:
        side = oracle.seat(len(prefix)) % 2
        options = {bid: oracle.margin(end, side) for bid, end in oracle.options(prefix).items()}
        if answer.options != options:
            yield f"the options are {answer.options}, should be {options}"
        if list(map(str, answer.options)) != list(options):
            yield "the options are not in ascending order"
        if answer.best != line[len(prefix)]:
            yield f"the best bid is {answer.best}, should be {line[len(prefix)]}"
    scores = oracle.result(line)
    if (answer.score["NS"], answer.score["EW"], answer.margin) != (scores[0], scores[1], oracle.margin(line)):
        yield f"the score is {answer.score}, should be {scores[:2]}"
    passed = all(bid == 0 for bid in line)
    leader = None if passed else str(Seat.at(oracle.leader(line)))
    if answer.leader != leader:
        yield f"the leader is {answer.leader}, should be {leader}"
    ns = None if passed else oracle.ns_tricks(line)
    if answer.tricks != (None if ns is None else {"NS": ns, "EW": case.deal.cards - ns}):
        yield f"the tricks are {answer.tricks}, should be {ns} for NS"


def plan_differences(case: Case) -> Iterator[str]:
    """Follow the plan against every bid of the opponents: what it gets less than stated, or more at its worst."""
    answer, oracle, prefix = case.answer(), case.oracle(), case.prefix
    plan = answer.plan
    assert plan is not None
    side = oracle.seat(len(prefix)) % 2
    ends = auctions_under(oracle, (*prefix, plan.bid.to_json()), plan.replies, len(prefix))
    worst = min(oracle.margin(line, side) for line in ends)
    if plan.margin != worst:
        yield f"the plan is said to get {plan.margin}, and gets {worst}"
    if case.objective == "margin" and plan.margin != answer.margin * (1 if side == 0 else -1):
        yield f"the plan gets {plan.margin} for sure, and {answer.margin} for NS is best"


def auctions_under(oracle: Oracle, bids: Line, replies: ByBid[Bid], mine: int) -> list[Line]:
    """Every auction in which the opponents bid anything and partner, two places after ``mine``, by the plan."""
    if len(bids) == 4:
        return [bids]
    to_come = [replies[bids[-1]].to_json()] if len(bids) == mine + 2 else oracle.legal(bids)
    return [line for bid in to_come for line in auctions_under(oracle, (*bids, bid), replies, mine)]
