"""Reviews of legally played hands: every number against other means, and what must hold of all of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_cases import faults, random_hand, random_play, random_rules
from strategies import seeds

from solver import Bid, Deal, DealError, LimitError, Seat, Side, review, solve
from solver.dealing import deal_hands
from solver.game.cards import from_mask
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import deal_score
from solver.reviewing.plays import runs
from solver.reviewing.record import Record
from solver.reviewing.stakes import accuracy
from solver.reviewing.steps import walk
from solver.search import Cancel, Engine, trick_table

SMALL = Deal.parse("W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H")


@settings(max_examples=40)
@given(st.integers(1, 5), seeds)
def test_every_number_is_that_of_an_independent_solve(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size)
    assert list(faults(deal, review(deal))) == []


@pytest.mark.parametrize("size", [8, 13])
def test_every_number_of_a_large_hand(size: int) -> None:
    deal = random_hand(Random(f"large/{size}"), size, whole=1)
    assert list(faults(deal, review(deal))) == []


@settings(max_examples=60)
@given(st.integers(1, 6), seeds)
def test_the_hand_hangs_together(size: int, seed: int) -> None:
    """Each card begins where the one before it ended, and the bids end where the cards begin."""
    deal = random_hand(Random(seed), size)
    found = review(deal)
    for before, after in pairwise(found.plays):
        assert (before.ns_after, before.margin_after) == (after.ns_before, after.margin_before)
    if found.plays:
        assert found.bids[-1].margin_after == found.plays[0].margin_before
    for before_bid, after_bid in pairwise(found.bids):
        assert before_bid.margin_after == after_bid.margin_before
    assert found.account is not None
    assert found.account.residual == 0
    assert found.luck is not None
    assert found.luck.expected + found.luck.cards + found.luck.skill == pytest.approx(found.account.final_margin)


@settings(max_examples=60)
@given(st.integers(1, 13), seeds)
def test_neighbours_stand_together_and_nothing_else(size: int, seed: int) -> None:
    """A run's cards swap without a change: no other card lies between them in any hand or on the table."""
    rng = Random(seed)
    deal = deal_hands(size, random_rules(rng), rng.getrandbits(40))
    position = deal.start(rng.choice(list(Seat)))
    for card in random_play(position, rng, rng.randint(0, 4 * size - 1), care=0):
        position = position.play(card)
    groups = runs(position)
    assert [card for group in groups for card in group] == list(position.legal())
    others = [
        c for seat, hand in zip(Seat, position.hands, strict=True) if seat is not position.turn for c in from_mask(hand)
    ]
    others += position.trick
    for group in groups:
        assert len({card.suit for card in group}) == 1
        assert len(group) == 1 or not group[0].is_blooper
        assert not [c for c in others if group[-1] < c < group[0] and c.suit is group[0].suit]
    for one, two in pairwise(groups):
        if one[-1].suit is two[0].suit is not None:
            assert [c for c in others if two[0] < c < one[-1]]


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
    found = review(deal, claim={"NS": ns, "EW": left - ns})
    best = Engine(deal.rules).value(walked)
    total = walked.ns_tricks + ns
    assert found.tricks == {"NS": total, "EW": size - total}
    assert found.account is not None
    assert found.account.residual == 0
    if left == 0:
        assert (found.claim, found.status) == (None, "complete")
        return
    assert found.status == "claimed"
    assert found.claim is not None
    assert found.claim.loss_tricks == abs(best - total)
    assert found.claim.side is (None if best == total else Side.NS if total < best else Side.EW)
    margins = [deal_score(auction, tricks, deal.rainbows()) for tricks in (best, total)]
    lost = abs((margins[0][Side.NS] - margins[0][Side.EW]) - (margins[1][Side.NS] - margins[1][Side.EW]))
    assert found.claim.loss_points == lost
    told = review(deal, claim={"EW": left - ns})
    by_result = review({**deal.to_dict(), "tricks": {"NS": total}})
    assert told.claim == by_result.claim == found.claim


def test_a_claim_of_all_the_rest() -> None:
    begun = SMALL.with_play(SMALL.play[:4])
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
    begun = SMALL.with_play(SMALL.play[:4]).to_dict()
    with pytest.raises(DealError) as error:
        review({**begun, "claim": claim, "tricks": tricks})
    assert error.value.pointer == pointer


def test_all_pass() -> None:
    deal = SMALL.with_play(()).with_bids([Bid.PASS] * 4)
    found = review(deal)
    assert (found.status, found.leader, found.tricks) == ("passed_out", None, None)
    assert found.score == {"NS": 0, "EW": 0}
    assert found.account is not None
    assert found.account.final_margin == 0
    assert found.account.residual == 0
    assert len(found.bids) == 4
    with pytest.raises(DealError, match="R9"):
        review(deal, claim="NS")


@given(st.integers(1, 3))
def test_bids_that_are_missing_count_as_best(made: int) -> None:
    deal = SMALL.with_play(()).with_bids(SMALL.bids[:made])
    found = review(deal)
    assert found.status == "bidding"
    assert len(found.bids) == made
    assert found.account is not None
    assert found.account.residual == 0
    assert found.contracts is not None
    with pytest.raises(DealError) as error:
        review({**deal.to_dict(), "play": ["JS"], "bids": {"N": 1}})
    assert error.value.pointer == "/bids"


def test_a_deal_with_neither_bids_nor_play_has_nothing_to_review() -> None:
    """With its dealer or without: it would be perfect, with nothing done."""
    deal = SMALL.with_play(()).with_bids(())
    for dealer in (deal.dealer, None):
        with pytest.raises(DealError, match="nothing to review"):
            review({**deal.to_dict(), "dealer": dealer})


@settings(max_examples=20)
@given(st.integers(1, 5), seeds, st.sampled_from(Seat))
def test_without_bids_tricks_are_judged(size: int, seed: int, leader: Seat) -> None:
    rng = Random(seed)
    deal = deal_hands(size, random_rules(rng), seed)
    play = random_play(deal.start(leader), rng, rng.randint(1, 4 * size))
    found = review(deal, play=play)
    assert found.leader == str(leader)
    assert (found.contracts, found.score, found.par, found.account, found.luck) == (None,) * 5
    position = deal.start(leader)
    for card, judged in zip(play, found.plays, strict=True):
        values = {c: Engine(deal.rules).value(position.play(c)) for c in position.legal()}
        best = (max if position.turn.side is Side.NS else min)(values.values())
        assert (judged.ns_before, judged.ns_after) == (best, values[card])
        assert judged.loss_tricks == abs(best - values[card])
        assert judged.loss_points is None
        position = position.play(card)
    for seat in Seat:
        lost = sum(judged.loss_tricks for judged in found.plays if judged.seat is seat)
        assert found.players[str(seat)].loss_tricks == lost
        assert (found.players[str(seat)].accuracy == 100) == (lost == 0)


def test_a_hand_without_choices_is_flawless() -> None:
    """One card each: the bids are all there is to choose."""
    found = review(Deal.parse("N S N:A... K... Q... J... 0 0 0 B AS.KS.QS.JS"))
    assert [play.forced_by for play in found.plays] == ["R14"] * 4
    for player in found.players.values():
        assert (player.play.accuracy, player.choices, player.loss_tricks) == (100, 0, 0)
    assert found.players["N"].accuracy == 100


@pytest.mark.parametrize(
    ("line", "at", "why"),
    [
        ("W H N:A.2... K.3... Q.4... J.5... 0 1 0 0 KS up=7H", 0, "R12"),  # the only card that is no trump
        ("W H N:A.2... K.3... Q.4... J.5... 0 1 0 0 KS.QS.JS.AS up=7H", 3, "R11"),  # the only spade
        ("W H N:.32... K....L Q.4... J.5... 0 B 0 0 LB.4H.5H.2H up=7H", 3, "R13"),  # the lowest trump under LB
        ("N S N:A... K... Q... J... 0 0 0 B AS.KS", 1, "R14"),  # the last card
    ],
)
def test_what_forced_a_card(line: str, at: int, why: str) -> None:
    judged = review(Deal.parse(line)).plays[at]
    assert (judged.forced, judged.forced_by, judged.choice) == (True, why, False)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_accuracy_is_100_only_without_loss(lost: int, more: int) -> None:
    at_stake = lost + more
    found = accuracy(lost, at_stake)
    assert 0 <= found <= 100
    assert (found == 100) == (lost == 0)
    if lost:
        assert 100 * (at_stake - lost) / at_stake - found < 0.1 + 1e-9


@settings(max_examples=25)
@given(st.integers(1, 5), seeds)
def test_the_lead_is_worth_what_solving_says(size: int, seed: int) -> None:
    deal = random_hand(Random(seed), size, whole=0)
    found = review(deal)
    if found.lead is None:
        assert found.status == "passed_out"
        return
    exempt = deal.auction.exempt
    for seat in Seat:
        table = solve(deal.with_play(()), exempt=exempt)
        assert found.lead.ns[seat] == table.tricks[str(seat)]["NS"]
    sign = 1 if found.lead.seat.side is Side.NS else -1
    others = [sign * found.lead.margins[seat] for seat in found.lead.seat.side.other.seats]
    assert found.lead.worth_points == sign * found.lead.margins[found.lead.seat] - min(others)


def test_work_already_done_is_taken() -> None:
    deal = random_hand(Random("engine"), 6, PRESETS["standard"], whole=1)
    engine = Engine(deal.rules)
    table = trick_table(deal.with_play(()), engine=engine)
    first, second = review(deal), review(deal, engine=engine, table=table)
    assert {**first.to_dict(), "ms": 0, "nodes": 0} == {**second.to_dict(), "ms": 0, "nodes": 0}
    assert second.nodes < first.nodes
    assert review(deal).nodes == first.nodes


def test_limits_hold() -> None:
    deal = random_hand(Random("limits"), 13, PRESETS["standard"], whole=1)
    with pytest.raises(LimitError):
        review(deal, node_limit=10)
    with pytest.raises(LimitError):
        review(deal, time_limit=1e-6)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(LimitError):
        review(deal, cancel=cancel)


@given(seeds)
def test_points_follow_the_real_contracts(seed: int) -> None:
    """A trick that changes no score costs no points."""
    deal = random_hand(Random(seed), 4, Rules(trick_points=5), whole=1)
    found = review(deal)
    for play in found.plays:
        assert (play.margin_before == play.margin_after) == (play.loss_points == 0)
        assert play.loss_tricks or not play.loss_points
    points = sum(point.loss_points or 0 for point in found.turning_points)
    assert points == sum(part.loss_points or 0 for part in found.players.values())


def test_a_walk_ends_where_the_play_does() -> None:
    found = walk(SMALL.with_play(()), Record(SMALL.play), Seat.W, ())
    assert (found.stopped, found.errors, found.last.finished) == (False, (), True)
    assert [step.card for step in found.steps] == list(SMALL.play)
