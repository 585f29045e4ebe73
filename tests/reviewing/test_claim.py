"""Claims against best play."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import PLAYED, random_hand
from strategies import seeds

from solver import DealError, Side, review
from solver.game.scoring import deal_score
from solver.search import Engine


@settings(max_examples=40)
@given(st.integers(1, 5), seeds, st.data())
def test_a_claim_is_held_against_best_play(size: int, seed: int, data: st.DataObject) -> None:
    deal = random_hand(Random(seed), size, whole=0)
    auction = deal.auction
    if auction.leader is None:
        return
    walked = deal.start(auction.leader, auction.exempt)
    for card in deal.play:
        walked = walked.play(card)
    left = size - walked.ns_tricks - walked.ew_tricks
    ns = data.draw(st.integers(0, left))
    reviewed = review(deal, claim={"NS": ns, "EW": left - ns})
    best = Engine(deal.rules).value(walked)
    total = walked.ns_tricks + ns
    assert reviewed.tricks == {"NS": total, "EW": size - total}
    assert reviewed.account is not None
    assert reviewed.account.residual == 0
    if left == 0:
        assert (reviewed.claim, reviewed.status) == (None, "complete")
        return
    assert reviewed.status == "claimed"
    assert reviewed.claim is not None
    assert reviewed.claim.loss_tricks == abs(best - total)
    assert reviewed.claim.side is (None if best == total else Side.NS if total < best else Side.EW)
    margins = [deal_score(auction, tricks, deal.rainbows()) for tricks in (best, total)]
    lost = abs((margins[0][Side.NS] - margins[0][Side.EW]) - (margins[1][Side.NS] - margins[1][Side.EW]))
    assert reviewed.claim.loss_points == lost
    told = review(deal, claim={"EW": left - ns})
    by_result = review({**deal.to_dict(), "tricks": {"NS": total}})
    assert told.claim == by_result.claim == reviewed.claim


def test_a_claim_of_all_the_rest() -> None:
    begun = PLAYED.with_play(PLAYED.play[:4])
    assert review(begun, claim="NS").tricks == {"NS": 3, "EW": 0}
    assert review(begun, claim="west").tricks == {"NS": 1, "EW": 2}


@pytest.mark.parametrize(
    ("claim", "tricks", "pointer"),
    [
        ({"NS": 3}, None, "/claim"),
        ({"NS": 1, "EW": 2}, None, "/claim"),
        (None, {"NS": 0}, "/tricks"),
        (None, {"NS": 2, "EW": 2}, "/tricks"),
        ({"NS": 1}, {"NS": 1}, "/tricks"),
        ({"NS": -1}, None, "/claim/NS"),
        ({"N": 1}, None, "/claim/N"),
        ({}, None, "/claim"),
        ("all", None, "/claim"),
        (7, None, "/claim"),
    ],
)
def test_a_claim_that_cannot_be(claim: object, tricks: object, pointer: str) -> None:
    begun = PLAYED.with_play(PLAYED.play[:4]).to_dict()
    with pytest.raises(DealError) as error:
        review({**begun, "claim": claim, "tricks": tricks})
    assert error.value.pointer == pointer
