"""Hands of a game added up."""

from __future__ import annotations

from random import Random

from review_cases import PLAYED, random_hand, timeless

from solver import review
from solver.requests.review import review_game

FIELDS = PLAYED.to_dict()


def test_a_game_adds_up() -> None:
    deals = [random_hand(Random(f"game/{at}"), 1 + at) for at in range(5)]
    reviewed = review_game(deals)
    each = [review(deal) for deal in deals]
    assert [timeless(hand) for hand in reviewed.hands] == [timeless(hand) for hand in each]
    assert reviewed.account is not None
    assert reviewed.account.residual == 0
    for seat in "NESW":
        players = [hand.players[seat] for hand in each]
        assert reviewed.players[seat].loss_points == sum(player.loss_points or 0 for player in players)
        assert reviewed.players[seat].choices == sum(player.choices for player in players)
        stake = sum(player.play.at_stake + player.bidding.at_stake for player in players)
        lost = sum(player.play.lost + player.bidding.lost for player in players)
        assert reviewed.players[seat].accuracy == (1000 * (stake - lost) // stake / 10 if lost else 100)
    scores = [hand.score for hand in each if hand.score]
    assert reviewed.score == {side: sum(score[side] for score in scores) for side in ("NS", "EW")}
    assert reviewed.account.final_margin == reviewed.score["NS"] - reviewed.score["EW"]
    assert reviewed.luck is not None
    assert reviewed.luck.skill == sum(hand.luck.skill for hand in each if hand.luck)
    assert len(reviewed.to_dict()["deals"]) == 5


def test_hands_without_bids_are_left_out_of_a_games_points() -> None:
    plain = {name: FIELDS[name] for name in ("hands", "trump", "play")}
    mixed = review_game([PLAYED, plain])
    assert mixed.account == review(PLAYED).account
    assert mixed.players["N"].loss_points == review(PLAYED).players["N"].loss_points
    alone = review_game([plain, plain])
    assert (alone.account, alone.luck, alone.score) == (None, None, None)
    assert alone.players["N"].loss_points is None
