"""What a seat sees of a deal: round trips, moments against the deal itself, and bad input with its place and rule."""

from __future__ import annotations

import json
import pickle
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import JUNK, places, put

from solver.deal import Deal, replay
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Side
from solver.game.rules import PRESETS
from solver.seen_deal import SEEN_FIELDS, SeenDeal

GOOD: dict[str, Any] = {
    "seat": "S",
    "hands": {"S": ["QS", "4H", "3C"]},
    "upcard": "7H",
    "dealer": "W",
    "bids": {"N": 1, "E": 0, "S": "pass", "W": 2},
    "play": ["JS", "AS", "KS", "QS"],
}
NO_TRUMP: dict[str, Any] = {"seat": "S", "hands": {"S": "Q.4.3."}, "upcard": "BB", "dealer": "W", "exchanged": "E"}


def moments(deal: Deal) -> list[Deal]:
    """The deal after each bid and each card."""
    bids = [Deal(*_dealt(deal), bids=deal.bids[:end], rules=deal.rules) for end in range(len(deal.bids))]
    return bids + [deal.with_play(deal.play[:end]) for end in range(len(deal.play) + 1)]


def _dealt(deal: Deal) -> tuple[Any, ...]:
    return deal.hands, deal.trump, deal.upcard, deal.dealer


@given(own.played(), st.sampled_from(Seat))
def test_what_is_seen_reads_back_from_its_line_and_its_json(deal: Deal, seat: Seat) -> None:
    for moment in moments(deal):
        seen = moment.seen_by(seat)
        assert SeenDeal.parse(str(seen)) == seen
        data = json.loads(json.dumps(seen.to_dict()))
        assert SeenDeal.from_dict(data) == seen
        assert tuple(data) == SEEN_FIELDS
        assert pickle.loads(pickle.dumps(seen)) == seen
        assert eval(repr(seen), {"SeenDeal": SeenDeal}) == seen


@given(own.played(), st.sampled_from(Seat))
def test_a_seat_sees_the_moments_of_its_deal_and_no_hand_but_its_own(deal: Deal, seat: Seat) -> None:
    for moment in moments(deal):
        seen = moment.seen_by(seat)
        assert (seen.cards, seen.auction, seen.bidding) == (deal.cards, moment.auction, len(moment.bids) < 4)
        assert str(seen).count("?") == 3
        if len(moment.bids) < 4 or moment.auction.passed_out:
            assert seen.turn is moment.auction.next
            assert seen.legal_bids == (moment.auction.legal() if seen.turn is seat else ())
            assert (seen.leader, seen.trick, seen.legal_cards, seen.contracts) == (None, (), (), None)
            assert seen.tricks == {Side.NS: 0, Side.EW: 0}
            continue
        now = replay(moment)
        mine = not now.finished and now.turn is seat
        assert seen.turn is (None if now.finished else now.turn)
        assert seen.legal_bids == ()
        assert seen.legal_cards == (now.legal() if mine else ())
        assert seen.hand_left == now.hands[seat]
        assert (seen.trick, seen.leader, seen.tricks) == (
            now.trick,
            now.leader,
            {Side.NS: now.ns_tricks, Side.EW: now.ew_tricks},
        )
        assert seen.position is not None
        assert (seen.position.broken, seen.position.exempt) == (now.broken, now.exempt)
        assert seen.contracts == moment.auction.contracts()
        for other in Seat:
            assert seen.played(other) == deal.hands[other] & ~now.hands[other]


@given(own.played(), st.sampled_from(Seat), own.seeds)
def test_bids_and_cards_are_added_one_by_one(deal: Deal, seat: Seat, seed: int) -> None:
    end = Random(seed).randrange(len(deal.play) + 1)
    seen = deal.with_play(()).seen_by(seat)
    assert seen.with_play(deal.play[:end]) == deal.with_play(deal.play[:end]).seen_by(seat)
    assert seen.with_bids(deal.bids[:2]).auction.bids == deal.bids[:2]


def test_a_hidden_hand_may_be_left_out_null_or_a_question_mark() -> None:
    seen = SeenDeal.from_dict(GOOD)
    hands = {"N": None, "E": "?", **GOOD["hands"]}
    assert SeenDeal.from_dict({**GOOD, "hands": hands}) == seen
    assert SeenDeal.from_dict({name: value for name, value in GOOD.items() if name != "seat"}) == seen
    assert str(seen) == "W H N:? ? Q.4..3 ? 1 0 0 2 JS.AS.KS.QS up=7H"


def test_who_exchanged_is_part_of_what_is_seen() -> None:
    seen = SeenDeal.from_dict(NO_TRUMP)
    assert seen.exchanged is Seat.E
    assert str(seen) == "W N N:? ? Q.4.3. ? exchanged=E up=BB"
    deal = Deal.parse("W N N:A.2.2. K.3.4. Q.4.3. J.5.5. up=BB")
    assert deal.seen_by(Seat.S, Seat.E) == seen
    assert deal.seen_by(Seat.S).exchanged is None


def test_nobody_is_to_bid_where_the_dealer_is_unknown() -> None:
    seen = SeenDeal.parse("- H N:? ? Q.4..3 ?")
    assert (seen.turn, seen.legal_bids, seen.legal_cards) == (None, (), ())


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        ({"hands": {}}, "/hands", "R1"),
        ({"hands": None}, "/hands", "R1"),
        ({"hands": {"N": "A.2..2"}}, "/hands", "R1"),
        ({"hands": {"S": ["QS", "4H", "3C"], "N": ["AS", "2H", "2C"]}}, "/hands/N", "R1"),
        ({"seat": None, "hands": {"S": ["QS"], "N": ["AS"]}}, "/seat", "R1"),
        ({"hands": {"S": ["QS", "QS", "3C"]}}, "/hands/S/1", "R1"),
        ({"hands": {"S": []}}, "/hands/S", "R2"),
        ({"rules": "whist", "upcard": None, "trump": "H", "hands": {"S": ["QS", "BB"]}}, "/hands/S", "R1"),
        ({"rules": "whist", "hands": {"S": "AKQ.AKQ.AKQ.AKQJ"}, "play": None}, "/upcard", "R1"),
        ({"upcard": "4H"}, "/upcard", "R3"),
        ({"exchanged": "E"}, "/exchanged", "R4"),
        ({"exchanged": "X"}, "/exchanged", "R1"),
        ({"bids": {"N": 1, "E": 0, "S": 0}}, "/bids", "R10"),
        ({"bids": {"N": 9, "E": 0, "S": 0, "W": 0}}, "/bids/N", "R7"),
        ({"bids": {"N": 0, "E": 0, "S": 0, "W": 0}}, "/play", "R9"),
        ({"dealer": None}, "/dealer", "R6"),
        ({"play": ["JS", "JS"]}, "/play/1", "R1"),
        ({"play": ["JS", "7H"]}, "/play/1", "R3"),
        ({"play": ["JS", "AS", "QS"]}, "/play/2", "R1"),
        ({"play": ["JS", "AS", "KS", "2S"]}, "/play/3", "R11"),
        ({"play": ["JS", "AS", "KS", "3C"]}, "/play/3", "R11"),
        ({"play": ["AS"] + [f"{rank}D" for rank in "23456789TJQKA"]}, "/play", "R14"),
        ({"seat": "W", "hands": {"W": ["JS", "4H", "3C"]}, "play": ["4H"]}, "/play/0", "R12"),
        ({"cards": 3}, "/cards", None),
    ],
)
def test_each_fault_has_its_place_and_rule(change: dict[str, Any], pointer: str, rule: str | None) -> None:
    with pytest.raises(DealError) as caught:
        SeenDeal.from_dict({**GOOD, **change})
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)


@pytest.mark.parametrize(
    ("change", "pointer", "rule"),
    [
        ({"bids": {"N": 1, "E": 0, "S": 0, "W": 2}, "play": ["LB"]}, "/play/0", "R4"),
        ({"rules": "bab_online"}, "/exchanged", "R4"),
        ({"rules": "seven_card"}, "/exchanged", "R4"),
        (
            {
                "rules": "bab_online",
                "exchanged": None,
                "upcard": None,
                "trump": None,
                "bids": {"N": 1, "E": 0, "S": 0, "W": 2},
                "play": ["LB", "BB"],
            },
            "/play/1",
            "R4",
        ),
    ],
)
def test_each_fault_of_a_no_trump_deal_has_its_place_and_rule(
    change: dict[str, Any], pointer: str, rule: str | None
) -> None:
    with pytest.raises(DealError) as caught:
        SeenDeal.from_dict({**NO_TRUMP, **change})
    assert (caught.value.pointer, caught.value.rule) == (pointer, rule)


def test_faults_point_into_the_json_given() -> None:
    data = {**GOOD, "hands": {"South": ["QS", "4H", "3C"]}, "play": [["JS", "AS", "KS", "QS"], ["AS"]]}
    with pytest.raises(DealError) as caught:
        SeenDeal.from_dict(data)
    assert caught.value.pointer == "/play/1/0"
    with pytest.raises(DealError) as caught:
        SeenDeal.from_dict({**data, "upcard": "BB", "trump": "H"})
    assert caught.value.pointer == "/trump"


def test_a_card_not_in_the_pack_is_told() -> None:
    data = {"seat": "S", "hands": {"S": "Q.4.."}, "trump": "H", "dealer": "W", "rules": "whist"}
    with pytest.raises(DealError, match="not in the pack"):
        SeenDeal.from_dict({**data, "bids": {"N": 1, "E": 0, "S": 0, "W": 0}, "play": ["BB"]})


@pytest.mark.parametrize("path", [path for path in places(GOOD) if path], ids=lambda path: "/".join(map(str, path)))
def test_no_junk_makes_anything_but_a_deal_error(path: tuple[Any, ...]) -> None:
    for value in JUNK:
        with suppress(DealError):
            seen = SeenDeal.from_dict(put(*path, value)(deepcopy(GOOD)))
            assert SeenDeal.parse(str(seen)) == seen


@pytest.mark.parametrize("value", JUNK, ids=lambda value: type(value).__name__)
def test_what_is_no_object_is_a_deal_error(value: Any) -> None:
    with pytest.raises(DealError):
        SeenDeal.from_dict(value)


def test_wrong_kinds_are_named() -> None:
    good = SeenDeal.from_dict(GOOD)
    with pytest.raises(TypeError, match="seat"):
        SeenDeal("S", good.hand, good.trump)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bids"):
        good.with_bids(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="play"):
        good.with_play(["KS"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="bids"):
        good.with_bids([Bid.PASS, 2])  # type: ignore[list-item]


def test_every_preset_is_seen() -> None:
    for name, rules in PRESETS.items():
        trump = "S" if name == "spades_26" else "H"
        seen = SeenDeal.parse(f"W {trump} N:? ? Q.4..3 ?", rules)
        assert seen.rules is rules
        assert SeenDeal.parse(str(seen)) == seen


@settings(max_examples=30)
@given(own.seeds, st.sampled_from(list(PRESETS)), st.integers(1, 9))
def test_a_card_after_another_is_what_all_of_them_make(seed: int, preset: str, cards: int) -> None:
    rng = Random(seed)
    deal = deal_hands(cards, PRESETS[preset], seed)
    auction = deal.auction
    while not auction.complete:
        auction = auction.bid(rng.choice(auction.legal()))
    if auction.leader is None:
        return
    deal = deal.with_bids(auction.bids)
    position = deal.start(auction.leader, auction.exempt)
    views = {seat: deal.seen_by(seat) for seat in Seat}
    play: tuple[Card, ...] = ()
    while not position.finished:
        card = rng.choice(position.legal())
        play, position = (*play, card), position.play(card)
        views = {seat: view.after(card) for seat, view in views.items()}
        for seat, view in views.items():
            whole = deal.with_play(play).seen_by(seat)
            assert (view, view.position, str(view)) == (whole, whole.position, str(whole))
            assert (view.players(), view.legal_cards, view.turn) == (whole.players(), whole.legal_cards, whole.turn)
