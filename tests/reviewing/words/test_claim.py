"""The sentence about a claim."""

from __future__ import annotations

from solver.game.cards import Side
from solver.reviewing.claim import ClaimReview
from solver.reviewing.words.claim import claim_text


def test_a_claim_is_held_against_best_play() -> None:
    rest, best = {Side.NS: 2, Side.EW: 1}, {Side.NS: 3, Side.EW: 0}
    assert claim_text(ClaimReview(rest, rest, None, 0, 0)) == (
        "The rest was settled without play: 2 for North-South, 1 for East-West. Best play gives the same."
    )
    gave = "Best play gives 3 and 0: North-South gave away a trick"
    assert claim_text(ClaimReview(rest, best, Side.NS, 1, 6)).endswith(f"{gave} and 6 points.")
    assert claim_text(ClaimReview(rest, best, Side.NS, 1, None)).endswith(f"{gave}.")
