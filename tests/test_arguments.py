"""The Python API, given values of the wrong type: one sentence that names the argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import solver
from solver import PRESETS, Auction, Card, Deal, Rules, Seat, Suit, optimal_bids, review, score, solve, trick_table
from solver.requests.review import review_game

DEAL = Deal.parse("S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B up=2D")
HANDS: Any = DEAL.hands
WRONG: dict[str, Callable[[Any], object]] = {
    "deal": solve,
    "deal ": optimal_bids,
    "deal  ": trick_table,
    "deal   ": score,
    "deal    ": solver.replay,
    "exempt": lambda wrong: solve(DEAL, exempt=wrong),
    "cancel": lambda wrong: solve(DEAL, cancel=wrong),
    "cancel ": lambda wrong: optimal_bids(DEAL, cancel=wrong),
    "engine": lambda wrong: solve(DEAL, engine=wrong),
    "engine ": lambda wrong: review(DEAL, engine=wrong),
    "table": lambda wrong: optimal_bids(DEAL, table=wrong),
    "table ": lambda wrong: review(DEAL, table=wrong),
    "deals": review_game,
    "deals ": solver.solve_many,
    "deals[0] ": lambda wrong: solver.solve_many([wrong]),
    "rules      ": lambda wrong: solver.solve_many([], rules=wrong),
    "cases": lambda wrong: solver.solve_many([], cases=wrong),
    "deals[0]": lambda wrong: solver.score_game(Rules(), [wrong]),
    "rules": lambda wrong: solver.score_game(wrong, []),
    "rules ": lambda wrong: Deal.parse(str(DEAL), wrong),
    "rules  ": lambda wrong: Deal.from_dict(DEAL.to_dict(), wrong),
    "rules   ": lambda wrong: solver.deal_hands(4, wrong),
    "rules    ": lambda wrong: solver.deals(4, 1, 0, wrong),
    "cards": solver.deal_hands,
    "count": lambda wrong: solver.deals(4, wrong),
    "dealer": lambda wrong: solver.deal_hands(4, dealer=wrong),
    "dealer ": lambda wrong: Deal(HANDS, Suit.D, dealer=wrong),
    "dealer  ": lambda wrong: Auction(wrong, 4),
    "line": Deal.parse,
    "hands": lambda wrong: Deal(wrong, Suit.D),
    "hands ": lambda wrong: Deal((wrong, *HANDS[1:]), Suit.D),
    "trump": lambda wrong: Deal(HANDS, wrong),
    "upcard": lambda wrong: Deal(HANDS, Suit.D, wrong),
    "bids": lambda wrong: Deal(HANDS, Suit.D, None, Seat.S, (wrong,)),
    "bids ": DEAL.with_bids,
    "play": lambda wrong: Deal(HANDS, Suit.D, play=wrong),
    "play ": lambda wrong: DEAL.with_play([wrong]),
    "rules     ": lambda wrong: Deal(HANDS, Suit.D, rules=wrong),
    "seat": DEAL.hand,
    "card": DEAL.holder,
    "text": Card.parse,
    "text ": Seat.parse,
    "text  ": Suit.parse,
    "text   ": lambda wrong: list(solver.read_deals(wrong)),
    "leader": lambda wrong: solver.replay(DEAL, wrong),
    **{name: lambda wrong, name=name: Rules(**{name: wrong}) for name in PRESETS["standard"].__dataclass_fields__},
}


@pytest.mark.parametrize("wrong", [3.5, object()], ids=["number", "object"])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_type_names_its_argument(name: str, wrong: object) -> None:
    with pytest.raises(TypeError) as caught:
        WRONG[name](wrong)
    told = str(caught.value)
    assert told.startswith(f"{name.strip()}: expected ")
    assert told.endswith(("3.5", "…")) or "object" in told
    assert len(told) < 120


@pytest.mark.parametrize("limit", ["time_limit", "node_limit", "threads", "memory_mb"])
@pytest.mark.parametrize("ask", [solve, optimal_bids, review])
def test_a_limit_is_a_number(ask: Callable[..., object], limit: str) -> None:
    deal = DEAL.with_bids([solver.Bid.of(1)])
    with pytest.raises(ValueError, match=f"^{limit} must be"):
        ask(deal, **{limit: "x"})


def test_an_enumerations_text_is_not_taken_for_its_value() -> None:
    """It was, and then no rule held: MaxBid.N is compared by identity."""
    with pytest.raises(TypeError, match="max_bid: expected MaxBid, not 'n'"):
        Rules(max_bid="n")  # type: ignore[arg-type]
    assert Rules.from_value({"max_bid": "n"}).top_bid(5) == 5


def test_true_is_no_number() -> None:
    with pytest.raises(TypeError, match="cards: expected a whole number, not True"):
        solver.deal_hands(True)


def test_what_cannot_be_written_is_told_by_its_type() -> None:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    wrong: Any
    for wrong, said in ((10**5000, "a int"), (deep, "a list")):
        with pytest.raises(TypeError, match=f"^trump: expected Suit or None, not {said}$"):
            Deal(HANDS, wrong)
