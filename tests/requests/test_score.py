"""Scores asked for: deals in full or in short, games as lists, and what cannot be scored."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from junk import JUNK, places, put

from solver import score
from solver.deal import Deal
from solver.errors import DealError
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, Rules
from solver.game.score_sheet import GameDeal, GameScore
from solver.game.scoring import DealScore, deal_score


@given(own.dealt(), own.seeds)
def test_a_deal_played_out_scores_like_its_tricks(deal: Deal, seed: int) -> None:
    rng = Random(seed)
    auction = deal.auction
    while not auction.complete:
        auction = auction.bid(rng.choice(auction.legal()))
    deal = deal.with_bids(auction.bids)
    if auction.leader is None:
        assert score(deal).score == {"NS": 0, "EW": 0}
        return
    position = deal.start(auction.leader, auction.exempt)
    whole = deal.with_play(own.legal_play(position, rng, 4 * deal.cards))
    for card in whole.play:
        position = position.play(card)
    tricks = {"NS": position.ns_tricks, "EW": position.ew_tricks}
    result = score(whole)
    assert result.tricks == tricks
    assert result == score(deal, tricks) == score(whole.to_dict()) == score({**deal.to_dict(), "tricks": tricks})
    points = deal_score(auction, position.ns_tricks, deal.rainbows())
    assert result.score == {str(side): points[side] for side in Side}


def test_a_rainbow_hand_earns_its_bonus_made_or_not() -> None:
    data = {
        "hands": {"N": "2.3.4.5", "E": "67.8.9.", "S": "A.K.Q.J", "W": "T.9..3.B"},
        "trump": "D",
        "dealer": "W",
        "bids": {"N": 2, "E": 0, "S": 0, "W": 1},
        "rules": "bab_online",
    }
    made, failed = (score(data, {"NS": tricks}) for tricks in (2, 1))
    assert isinstance(made, DealScore)
    assert isinstance(failed, DealScore)
    assert made.rainbow == failed.rainbow == {"NS": 20, "EW": 10}
    assert (made.score, failed.score) == ({"NS": 40, "EW": 21}, {"NS": 0, "EW": 22})


BARE = {"cards": 13, "dealer": "W", "bids": {"N": 5, "E": 2, "S": 3, "W": 2}, "tricks": {"NS": 8, "EW": 5}}


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        ({"cards": 14}, "/cards", "R2"),
        ({"cards": 0}, "/cards", "R2"),
        ({"cards": "13"}, "/cards", "R2"),
        ({"cards": 12.5}, "/cards", "R2"),
        ({"cards": None}, "/cards", "R2"),
        ({"dealer": None}, "/dealer", "R6"),
        ({"dealer": "X"}, "/dealer", "R1"),
        ({"bids": {"N": 5, "E": 2, "S": 3}}, "/bids", "R6"),
        ({"bids": {"N": 5, "E": 13, "S": 3, "W": 2}}, "/bids/E", "R7"),
        ({"bids": [5, 2, 3, 2]}, "/bids", "R6"),
        ({"tricks": None}, "/tricks", "R14"),
        ({"tricks": 8}, "/tricks", "R14"),
        ({"tricks": {"NS": 14}}, "/tricks/NS", "R14"),
        ({"tricks": {"NS": 8, "EW": 4}}, "/tricks", "R14"),
        ({"tricks": {"N": 8}}, "/tricks/N", "R1"),
        ({"rainbows": {"NS": 1}}, "/rainbows", "R15"),
        ({"rules": {"trick_points": "5"}}, "/rules/trick_points", None),
        ({"trump": "S"}, "/trump", None),
        ({"score": 40}, "/score", None),
    ],
)
def test_what_cannot_be_scored(change: dict[str, Any], pointer: str, rule: str | None) -> None:
    assert score(BARE).score == {"NS": 40, "EW": 21}  # type: ignore[union-attr]
    with pytest.raises(DealError) as error:
        score({**BARE, **change})
    assert (error.value.pointer, error.value.rule) == (pointer, rule)


def test_tricks_that_contradict_the_play_are_refused() -> None:
    deal = Deal.parse("W S N:A... K... Q... J... board 0 0 0 AS.KS.QS.JS")
    assert score(deal, {"EW": 0}).tricks == {"NS": 1, "EW": 0}
    with pytest.raises(DealError, match="the play gives NS 1 tricks, not 0"):
        score(deal, {"NS": 0})
    with pytest.raises(DealError, match="/tricks: give the tricks won"):
        score(deal.with_play(deal.play[:3]))


@pytest.mark.parametrize("path", list(places({"deals": [BARE]})), ids=lambda path: "/".join(map(str, path)) or "all")
def test_junk_anywhere_gives_a_score_or_a_short_error(path: tuple[Any, ...]) -> None:
    for junk in JUNK:
        data = put(*path, junk)(deepcopy({"deals": [BARE]})) if path else junk
        if not isinstance(data, dict | list):
            continue  # score() takes values of Python, too, and those are the type checker's matter
        try:
            result = score(data)
        except DealError as error:
            message = str(error)
        else:
            message = str(result.to_dict()["rules" if isinstance(result, GameScore) else "score"])
        assert len(message) < 400
        assert message.isprintable()


def test_a_short_game_to_its_end() -> None:
    rules = Rules(hand_sizes=(2, 1))
    passes = dict.fromkeys("NESW", 0)
    game = score(
        {
            "rules": {"hand_sizes": [2, 1]},
            "deals": [
                {"dealer": "W", "bids": passes},
                {"bids": {"E": 1, "S": 0, "W": 1, "N": 0}, "tricks": {"EW": 2}},
                {"bids": {"S": "board", "W": 0, "N": 0, "E": 0}, "tricks": {"NS": 1}},
            ],
        }
    )
    assert isinstance(game, GameScore)
    assert game.rules == rules
    assert [row.dealer for row in game.deals] == ["W", "N", "E"]
    assert (game.totals, game.winner, game.redeals) == ({"NS": 10, "EW": 10}, "draw", 1)
    assert game.to_dict()["next"] is None


def test_what_is_no_game() -> None:
    deals = [{**BARE}]
    for data, pointer in (
        ({"deals": 5}, "/deals"),
        ({"deals": None}, "/deals"),
        ({"deals": [5]}, "/deals/0"),
        ({"deals": deals, "name": "x"}, "/name"),
        ({"deals": deals, "rules": "bab_online"}, "/deals/0/cards"),
        (
            {"deals": [*deals, {**BARE, "cards": 12, "dealer": "N", "bids": {"E": 12}, "tricks": None}]},
            "/deals/1/bids/E",
        ),
        ([{**BARE, "dealer": None}], "/0/dealer"),
        ([*deals, {**BARE, "cards": 12, "dealer": "S", "tricks": {"NS": 8}}], "/1/dealer"),
    ):
        with pytest.raises(DealError) as error:
            score(data)
        assert error.value.pointer == pointer
    over = {"rules": {"hand_sizes": [13]}, "deals": [BARE, BARE]}
    with pytest.raises(DealError, match="the game is over after 1 deals") as error:
        score(over)
    assert error.value.pointer == "/deals/1"


def test_deals_of_other_rules_do_not_mix() -> None:
    bids = (Bid.PASS,) * 4
    one = GameDeal(Auction(Seat.W, 13, Rules(), bids), None)
    other = GameDeal(Auction(Seat.N, 13, PRESETS["whist"], bids), None)
    with pytest.raises(DealError, match="/1/rules: all deals of a game have the same rules"):
        score([one, other])
    assert score([one]) == score(
        [Deal.parse("W N N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432 0 0 0 0")]
    )
