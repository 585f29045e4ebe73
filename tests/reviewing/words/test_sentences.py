"""Every claim of a review's sentences, read back into numbers; and that the reading back notices what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_reviews import random_review
from review_cases import PLAYED
from review_sentences import differences, game_differences

from solver import Deal, review
from solver.game.rules import PRESETS
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review
from solver.reviewing.words.account import luck_text
from solver.reviewing.words.turning_points import turning_points

UNFINISHED = "E C N:7...A9 A4..3. 3..6.K .J.J8. 0 0 1 1 7S up=5C"
BOARDS = "W S N:96..KQ3.A3 Q.T3..872.L 4.K86.A.T5 J5..86.64.B 0 6 B B up=TS rules=bab_online"


@pytest.mark.parametrize("number", range(42))
def test_sentences_claim_what_the_numbers_say(number: int) -> None:
    assert list(differences(random_review(number, "sentences"))) == []


def test_games_claim_what_their_hands_say() -> None:
    hands = [random_review(number, "games", largest=4) for number in range(24)]
    for first in range(0, len(hands), 4):
        assert list(game_differences(GameReview(tuple(hands[first : first + 4])))) == []


def test_a_hand_that_is_not_over_is_told_as_such() -> None:
    said = " ".join(review(Deal.parse(UNFINISHED)).summary)
    assert "North-South bid 1 and would take 2 with best play: it would make, 6 points." in said
    assert "North-South would be ahead by 1 point in this deal." in said
    assert "What made the difference so far: " in said


def test_the_bids_that_are_as_good_are_all_named() -> None:
    said = review(Deal.parse(BOARDS)).turning_points[0].text
    assert "East bid 6; best was pass (1 to 4 would do as well)." in said


def mixed_game() -> tuple[Review, ...]:
    """Hands of which what is to be expected is measured, measured, and not."""
    house = replace(PRESETS["standard"], trick_points=10)
    return review(PLAYED), review(PLAYED), review(replace(PLAYED, rules=house))


@pytest.mark.parametrize("places", [(0,), (2,), (0, 1), (0, 2), (0, 1, 2), (2, 2)])
def test_luck_adds_up_whatever_is_measured(places: tuple[int, ...]) -> None:
    hands = mixed_game()
    game = GameReview(tuple(hands[place] for place in places))
    assert list(game_differences(game)) == []
    assert game.luck is not None
    text = luck_text(game.luck)
    assert ("by these rules was not measured" in text) is (set(places) == {2})
    assert (f"in 1 of the {len(places)} hands was not measured" in text) is (
        2 in places and len(places) > places.count(2)
    )


def test_what_is_wrong_is_noticed() -> None:
    """Each number of a review changed by one makes its sentence a difference."""
    hand = review(Deal.parse(BOARDS))
    bid = hand.bids[1]
    fewer = replace(hand, bids=(hand.bids[0], replace(bid, as_good=bid.as_good[:-1]), *hand.bids[2:]))
    played = next(
        r for r in (random_review(7 * n, "noticed") for n in range(50)) if any(p.loss_tricks for p in r.plays)
    )
    index = next(play.index for play in played.plays if play.loss_tricks)
    plays = [replace(play, loss_tricks=play.loss_tricks + 1) if play.index == index else play for play in played.plays]
    told = review(PLAYED)
    assert told.score is not None
    others = [
        fewer,
        replace(played, plays=tuple(plays)),
        replace(told, status="unfinished", summary=told.summary),
        replace(told, luck=None if told.luck is None else replace(told.luck, skill=told.luck.skill + 1)),
    ]
    for other in others:
        kept = replace(other, turning_points=turning_points(other))
        assert list(differences(kept))
