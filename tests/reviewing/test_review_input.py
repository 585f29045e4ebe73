"""The ways in which people write a played hand down, and what is refused with a clear word."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import JUNK
from review_cases import random_hand
from strategies import seeds

from solver import BackAlleyError, Deal, DealError, review
from solver.formats.pbn import deal_to_pbn
from solver.game.play import trick_winner
from solver.requests.review import ReviewTask, review_game
from solver.requests.task import read_tasks
from solver.reviewing.result import Review

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H"
DEAL = Deal.parse(LINE)
FIELDS = DEAL.to_dict()


def told(found: Review) -> dict[str, Any]:
    return {name: value for name, value in found.to_dict().items() if name not in ("ms", "nodes")}


def by_tricks(deal: Deal, leaders: bool) -> list[Any]:
    """The play trick by trick, with who led."""
    assert deal.auction.leader is not None
    leader, tricks = deal.auction.leader, []
    for at in range(0, len(deal.play), 4):
        cards = deal.play[at : at + 4]
        names = [card.name for card in cards]
        tricks.append({"leader": str(leader), "cards": names} if leaders else names)
        leader = trick_winner(cards, leader, deal.trump)
    return tricks


@settings(max_examples=30)
@given(st.integers(1, 6), seeds)
def test_every_way_of_writing_gives_the_same_review(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size)
    if deal.auction.leader is None:
        return
    wanted = told(review(deal))
    fields = deal.to_dict()
    assert told(review(fields)) == wanted
    assert told(review({"deal": str(deal)})) == wanted
    assert told(review({**fields, "play": ".".join(card.name for card in deal.play)})) == wanted
    for leaders in (False, True):
        assert told(review({**fields, "play": by_tricks(deal, leaders)})) == wanted
    for text in (str(deal), deal_to_pbn(deal)):
        ((_, task),) = read_tasks(text, ReviewTask)
        assert isinstance(task, ReviewTask)
        assert told(task.run()) == wanted


@settings(max_examples=30)
@given(st.integers(1, 6), seeds)
def test_a_complete_play_shows_the_hands(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size, whole=1)
    if deal.auction.leader is None:
        return
    wanted = told(review(deal))
    fields = {name: value for name, value in deal.to_dict().items() if name != "hands"}
    assert told(review(fields)) == wanted
    assert told(review({**fields, "play": by_tricks(deal, leaders=True)})) == wanted


def test_hands_that_a_play_does_not_show() -> None:
    fields = {name: value for name, value in FIELDS.items() if name != "hands"}
    for change, pointer in (
        ({"play": FIELDS["play"][:-1]}, "/play"),
        ({"play": FIELDS["play"][:-4]}, "/bids/W"),
        ({"play": [*FIELDS["play"][:-1], "JS"]}, "/play"),
        ({"bids": {}}, "/hands"),
        ({"dealer": "Q"}, "/dealer"),
        ({"play": []}, "/hands"),
    ):
        with pytest.raises(DealError) as error:
            review({**fields, **change})
        assert error.value.pointer == pointer


@pytest.mark.parametrize(
    ("hands", "seat", "known"),
    [
        ({"W": "J.5.."}, "W", "2 of 3"),
        ({"W": None}, "W", "no cards"),
        ({"W": "-"}, "W", "no cards"),
        ({"W": []}, "W", "no cards"),
        ({"W": "?"}, "W", "no cards"),
        ({"W": ["JS", "5H", "?"]}, "W", "2 of 3"),
        ({"W": ["JS", None, None]}, "W", "1 of 3"),
        ({"W": "J.x..x"}, "W", "1 of 3"),
        ({"W": "JS 5H"}, "W", "2 of 3"),
        ({"N": "A.2..", "E": "K.3.."}, "N", "2 of 3"),
        ({"E": "-", "S": "-", "W": "-"}, "E", "no cards"),
    ],
)
def test_a_hand_only_partly_known_is_refused_with_a_clear_word(hands: dict[str, Any], seat: str, known: str) -> None:
    with pytest.raises(DealError) as error:
        review({**FIELDS, "hands": {**FIELDS["hands"], **hands}})
    assert error.value.pointer == f"/hands/{seat}"
    assert "only partly known" in error.value.message
    assert known in error.value.message
    assert "all four hands" in error.value.message


def test_a_hand_that_is_missing_is_partly_known() -> None:
    hands = {seat: hand for seat, hand in FIELDS["hands"].items() if seat != "S"}
    with pytest.raises(DealError, match="S's hand is only partly known"):
        review({**FIELDS, "hands": hands})


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        ({"play": ["JS", "ZZ"]}, "/play/1", "R1"),
        ({"play": [["JS", "AS"], ["ZZ"]]}, "/play/1/0", "R1"),
        ({"play": [["JS"], []]}, "/play/1", "R11"),
        ({"play": [["JS"], "AS"]}, "/play/1", None),
        ({"play": [{"leader": "W"}]}, "/play/0/cards", None),
        ({"play": [{"leader": "W", "cards": ["JS"], "won": "N"}]}, "/play/0/won", None),
        ({"play": [{"leader": "X", "cards": ["JS"]}]}, "/play/0/leader", "R1"),
        ({"play": [{"leader": "W", "cards": ["JS", "2H"]}]}, "/play/0/cards/1", "R11"),
        ({"play": 7}, "/play", None),
        ({"play": [["JS"]] * 60}, "/play", "R14"),
        ({"leader": "N"}, "/leader", "R10"),
        ({"exempt": ["N"]}, "/exempt", "R12"),
        ({"on_illegal": "ignore"}, "/on_illegal", None),
        ({"bids": {"N": 1}}, "/bids", "R10"),
        ({"plays": []}, "/plays", None),
        ({"hands": {}}, "/hands", "R1"),
        ({"hands": {**FIELDS["hands"], "E": ["KS", "3H", "2C", "AD"]}}, "/hands/E", "R2"),
        ({"hands": {**FIELDS["hands"], "N": ["AS", "AS", "2H"]}}, "/hands/N/1", "R1"),
        ({"bids": {}, "dealer": None, "play": []}, "/play", None),
        ({"bids": {}, "play": [], "claim": "NS"}, "/leader", "R10"),
    ],
)
def test_what_is_wrong_is_pointed_at(change: dict[str, Any], pointer: str, rule: str | None) -> None:
    with pytest.raises(DealError) as error:
        review({**FIELDS, **change})
    assert (error.value.pointer, error.value.rule) == (pointer, rule)


def test_faults_of_a_deal_line_lie_in_it() -> None:
    for line, asked in (
        (LINE.replace("QS", "2H"), {}),
        (LINE.replace("QS", "ZZ"), {}),
        ("nonsense", {}),
    ):
        with pytest.raises(DealError) as error:
            review({"deal": line, **asked})
        assert error.value.pointer == "/deal"
    with pytest.raises(DealError) as error:
        review({"deal": LINE, "on_illegal": 1})
    assert error.value.pointer == "/on_illegal"
    with pytest.raises(DealError) as error:
        review({"deal": LINE, "trump": "H"})
    assert error.value.pointer == "/trump"


WORDS = ("JS", "w", "NS", "report", "board", "?", "A.2..", "KH.2H", 1, 2.5, -3)
NAMES = st.sampled_from(["N", "NS", "leader", "cards", ""])
VALUES = st.recursive(
    st.sampled_from([*WORDS, None, True]) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner),
    max_leaves=12,
)
OPTIONS = ("leader", "claim", "tricks", "on_illegal", "exempt", "time_limit", "node_limit", "deal")


def judged_or_refused(fields: dict[str, Any]) -> None:
    """Either a review whose account adds up, or an error of ours, short enough to be read."""
    try:
        found = review(fields)
    except BackAlleyError as error:
        said = str(error)
    else:
        said = ""
        assert found.account is None or found.account.residual == 0
    assert len(said) < 500


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from([*FIELDS, *OPTIONS]), VALUES, max_size=3))
def test_odd_values_are_refused_and_nothing_else(change: dict[str, Any]) -> None:
    judged_or_refused({**FIELDS, **change})


@pytest.mark.parametrize("name", [*FIELDS, *OPTIONS])
def test_junk_is_refused_and_nothing_else(name: str) -> None:
    for value in JUNK:
        judged_or_refused({**FIELDS, name: value})
        if name == "play":
            judged_or_refused({**FIELDS, "play": [["JS"], value]})
            judged_or_refused({**FIELDS, "play": [{"leader": value, "cards": value}]})


def test_a_bridge_file_without_bids() -> None:
    text = """[Dealer "N"]
[Declarer "S"]
[Contract "4H"]
[Result "9"]
[Deal "N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"]
[Auction "N"]
1C Pass 4H AP
[Play "W"]
2S KS JS 6S
*
"""
    ((_, task),) = read_tasks(text, ReviewTask)
    assert isinstance(task, ReviewTask)
    found = task.run()
    assert (found.status, found.leader) == ("claimed", "W")
    assert found.tricks == {"NS": 9, "EW": 4}
    assert len(found.plays) == 4
    assert found.account is None
    assert found.claim is not None
    assert found.claim.rest == {"NS": 8, "EW": 4}


def test_a_pbn_play_against_the_rules_is_reported() -> None:
    text = deal_to_pbn(DEAL).replace("SA", "S?").replace("H2", "SA").replace("S?", "H2")
    ((_, task),) = read_tasks(text, ReviewTask)
    assert isinstance(task, ReviewTask)
    with pytest.raises(DealError, match=r"N must follow S with AS, not 2H \(R11\)"):
        task.run()


@pytest.mark.parametrize("seat", "NESW")
def test_a_leader_that_is_told_leads(seat: str) -> None:
    """Also North, whose number is 0."""
    bare = {name: FIELDS[name] for name in ("hands", "trump")}
    card = FIELDS["hands"][seat][0]
    for told_so in ({"leader": seat, "claim": "NS"}, {"play": [{"leader": seat, "cards": [card]}]}):
        found = review({**bare, **told_so, "on_illegal": "report"})
        assert found.leader == seat
        assert found.errors == ()


def test_a_game_adds_up() -> None:
    deals = [random_hand(Random(f"game/{at}"), 1 + at) for at in range(5)]
    found = review_game(deals)
    each = [review(deal) for deal in deals]
    assert [told(hand) for hand in found.hands] == [told(hand) for hand in each]
    assert found.account is not None
    assert found.account.residual == 0
    for seat in "NESW":
        players = [hand.players[seat] for hand in each]
        assert found.players[seat].loss_points == sum(player.loss_points or 0 for player in players)
        assert found.players[seat].choices == sum(player.choices for player in players)
        stake = sum(player.play.at_stake + player.bidding.at_stake for player in players)
        lost = sum(player.play.lost + player.bidding.lost for player in players)
        assert found.players[seat].accuracy == (1000 * (stake - lost) // stake / 10 if lost else 100)
    scores = [hand.score for hand in each if hand.score]
    assert found.score == {side: sum(score[side] for score in scores) for side in ("NS", "EW")}
    assert found.account.final_margin == found.score["NS"] - found.score["EW"]
    assert found.luck is not None
    assert found.luck.skill == sum(hand.luck.skill for hand in each if hand.luck)
    assert len(found.to_dict()["deals"]) == 5


def test_a_game_points_to_the_deal_at_fault() -> None:
    with pytest.raises(DealError) as error:
        review_game([DEAL, {**FIELDS, "play": ["JS", "2H"]}])
    assert error.value.pointer == "/deals/1/play/1"
    with pytest.raises(DealError) as error:
        review_game([DEAL, {**FIELDS, "dealer": "Q"}])
    assert error.value.pointer == "/deals/1/dealer"
    assert review_game([DEAL, {**FIELDS, "play": ["JS", "2H"]}], on_illegal="report").hands[1].errors
    with pytest.raises(DealError, match="1 to 200 deals"):
        review_game([])


def test_hands_without_bids_are_left_out_of_a_games_points() -> None:
    plain = {name: FIELDS[name] for name in ("hands", "trump", "play")}
    mixed = review_game([DEAL, plain])
    assert mixed.account == review(DEAL).account
    assert mixed.players["N"].loss_points == review(DEAL).players["N"].loss_points
    alone = review_game([plain, plain])
    assert (alone.account, alone.luck, alone.score) == (None, None, None)
    assert alone.players["N"].loss_points is None
