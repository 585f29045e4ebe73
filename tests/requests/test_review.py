"""What a review may be asked, and what is refused with a clear word."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import JUNK
from review_cases import PLAYED, PLAYED_LINE, by_tricks, random_hand, timeless
from strategies import seeds

from solver import BackAlleyError, DealError, review
from solver.formats.pbn import deal_to_pbn
from solver.requests.review import ReviewTask, review_game
from solver.requests.task import read_tasks

FIELDS = PLAYED.to_dict()


@settings(max_examples=30)
@given(st.integers(1, 6), seeds)
def test_every_way_of_writing_gives_the_same_review(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size)
    if deal.auction.leader is None:
        return
    wanted = timeless(review(deal))
    fields = deal.to_dict()
    assert timeless(review(fields)) == wanted
    assert timeless(review(deal.with_play(()), play=deal.play)) == wanted
    assert timeless(review({"deal": str(deal)})) == wanted
    assert timeless(review({**fields, "play": ".".join(card.name for card in deal.play)})) == wanted
    for leaders in (False, True):
        assert timeless(review({**fields, "play": by_tricks(deal, leaders)})) == wanted
    for text in (str(deal), deal_to_pbn(deal)):
        ((_, task),) = read_tasks(text, ReviewTask)
        assert isinstance(task, ReviewTask)
        assert timeless(task.run()) == wanted


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
        (PLAYED_LINE.replace("QS", "2H"), {}),
        (PLAYED_LINE.replace("QS", "ZZ"), {}),
        ("nonsense", {}),
    ):
        with pytest.raises(DealError) as error:
            review({"deal": line, **asked})
        assert error.value.pointer == "/deal"
    with pytest.raises(DealError) as error:
        review({"deal": PLAYED_LINE, "on_illegal": 1})
    assert error.value.pointer == "/on_illegal"
    with pytest.raises(DealError) as error:
        review({"deal": PLAYED_LINE, "trump": "H"})
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
        reviewed = review(fields)
    except BackAlleyError as error:
        said = str(error)
    else:
        said = ""
        assert reviewed.account is None or reviewed.account.residual == 0
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
    reviewed = task.run()
    assert (reviewed.status, reviewed.leader) == ("claimed", "W")
    assert reviewed.tricks == {"NS": 9, "EW": 4}
    assert len(reviewed.plays) == 4
    assert reviewed.account is None
    assert reviewed.claim is not None
    assert reviewed.claim.rest == {"NS": 8, "EW": 4}


def test_a_pbn_play_against_the_rules_is_reported() -> None:
    text = deal_to_pbn(PLAYED).replace("SA", "S?").replace("H2", "SA").replace("S?", "H2")
    ((_, task),) = read_tasks(text, ReviewTask)
    assert isinstance(task, ReviewTask)
    with pytest.raises(DealError, match=r"N must follow S with AS, not 2H \(R11\)"):
        task.run()


def test_a_game_points_to_the_deal_at_fault() -> None:
    with pytest.raises(DealError) as error:
        review_game([PLAYED, {**FIELDS, "play": ["JS", "2H"]}])
    assert error.value.pointer == "/deals/1/play/1"
    with pytest.raises(DealError) as error:
        review_game([PLAYED, {**FIELDS, "dealer": "Q"}])
    assert error.value.pointer == "/deals/1/dealer"
    assert review_game([PLAYED, {**FIELDS, "play": ["JS", "2H"]}], on_illegal="report").hands[1].errors
    with pytest.raises(DealError, match="1 to 200 deals"):
        review_game([])


def test_fields_beside_a_deal_are_read_as_in_json() -> None:
    begun = PLAYED.with_play(PLAYED.play[:4])
    fields = begun.to_dict()
    for asked in ({"claim": {"NS": 2, "EW": 0}}, {"claim": "EW"}, {"play": by_tricks(PLAYED, leaders=False)}):
        assert timeless(review(begun, **asked)) == timeless(review({**fields, **asked}))
    for wrong, pointer in (
        ({"play": ["ZZ"]}, "/play/0"),
        ({"claim": "all"}, "/claim"),
        ({"on_illegal": "x"}, "/on_illegal"),
    ):
        with pytest.raises(DealError) as error:
            review(begun, **wrong)
        assert error.value.pointer == pointer
    with pytest.raises(DealError, match="a review is of a deal"):
        review("W H N:...")  # type: ignore[arg-type]
