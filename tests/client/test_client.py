"""The client against the service itself, in one process: the values and errors of local calls."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest
from bad_deals import BAD, GOOD
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from random_reviews import random_review
from review_cases import random_hand, random_rules

from solver import Deal, Rules, Seat, optimal_bids, review, score, solve
from solver.client import Client, Patience, ServiceError
from solver.dealing import deal_hands, deals
from solver.errors import BackAlleyError, DealError, LimitError, PlayError
from solver.game.rules import PRESETS
from solver.requests.review import review_game
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review

AT_ONCE = Patience(retries=0)


@pytest.fixture(scope="module")
def asking(app: Flask) -> Iterator[Client]:
    with Client("http://service", transport=httpx.WSGITransport(app=app)) as client:
        yield client


@st.composite
def tables(draw: st.DrawFn) -> Rules:
    """Presets, and any knobs."""
    preset = draw(st.sampled_from([*PRESETS, None]))
    return PRESETS[preset] if preset else random_rules(Random(draw(st.integers(0, 10**6))))


@given(tables(), st.integers(1, 4), st.integers(0, 10**9))
@settings(max_examples=60)
def test_tricks_are_those_of_a_local_call(asking: Client, rules: Rules, cards: int, seed: int) -> None:
    deal = deal_hands(cards, rules, seed)
    for leader in (None, Seat.W):
        assert replace(asking.solve(deal, leader=leader), ms=0) == replace(solve(deal, leader=leader), ms=0)
    exempt = [Seat.N, Seat.E]
    assert replace(asking.solve(deal, exempt=exempt), ms=0) == replace(solve(deal, exempt=exempt), ms=0)


@given(
    tables(), st.integers(1, 4), st.integers(0, 10**9), st.integers(0, 4), st.sampled_from(["margin", "own", "safe"])
)
@settings(max_examples=60)
def test_bids_are_those_of_a_local_call(
    asking: Client, rules: Rules, cards: int, seed: int, made: int, objective: str
) -> None:
    bids = random_hand(Random(seed), cards, rules).bids[:made]
    deal = replace(deal_hands(cards, rules, seed), dealer=Seat.E, bids=())
    with suppress(BackAlleyError):  # bids of another deal, and not always allowed here
        deal = deal.with_bids(bids)
    constraints = {"no_boards": ["N"], "max_total": {"EW": 13}} if seed % 2 and not deal.bids else None
    local = optimal_bids(deal, objective=objective, constraints=constraints)
    assert asking.bids(deal, objective=objective, constraints=constraints) == local


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_a_review_is_that_of_a_local_call(asking: Client, number: int) -> None:
    reviewed = random_review(number, "client", largest=4)
    asked = {
        "play": [play.card for play in reviewed.plays] or None,
        "leader": None if reviewed.deal.bids else reviewed.leader,
        "on_illegal": "report",
    }
    assert untimed(asking.review(reviewed.deal, **asked)) == untimed(review(reviewed.deal, **asked))


def untimed(review: Review) -> Review:
    return replace(review, ms=0)


@pytest.mark.parametrize("seed", range(8))
def test_claims_and_illegal_plays_come_back_too(asking: Client, seed: int) -> None:
    rng = Random(seed)
    hands = iter(lambda: random_hand(rng, 3, PRESETS["standard"], whole=1), None)
    deal = next(hand for hand in hands if hand.auction.leader is not None)
    play = [card.name for card in deal.play]
    rng.shuffle(play)
    bare = deal.with_play(())
    local = review(bare, play=play, on_illegal="report")
    assert local.errors or play == [card.name for card in deal.play]
    assert untimed(asking.review(bare, play=play, on_illegal="report")) == untimed(local)
    claimed = {"claim": {"NS": 1}}
    assert untimed(asking.review(bare, play=play[:0], **claimed)) == untimed(review(bare, play=play[:0], **claimed))


def test_a_game_reviewed_adds_up_alike(asking: Client) -> None:
    hands = [random_hand(Random(seed), 2, PRESETS["bab_online"], whole=1) for seed in range(5)]
    local = review_game(hands)
    told = asking.review_game(hands)
    assert isinstance(told, GameReview)
    assert {**told.to_dict(), "ms": 0} == {**local.to_dict(), "ms": 0}
    assert told.players == local.players
    assert told.deals == local.deals


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=8))
@settings(max_examples=40)
def test_scores_are_those_of_a_local_call(asking: Client, seeds: list[int]) -> None:
    rules = random_rules(Random(seeds[0]))
    hand = random_hand(Random(seeds[0]), 3, rules)
    tricks = {"NS": seeds[0] % 4}
    bare = hand.with_play(())
    assert asking.score(bare, tricks) == score(bare, tricks)
    assert asking.score(bare, tricks).bids == score(bare, tricks).bids  # type: ignore[union-attr]
    game = {"rules": "standard", "deals": [short(Random(seed), 13 - place) for place, seed in enumerate(seeds)]}
    assert outcome(lambda: asking.score(game)) == outcome(lambda: score(game))


def short(rng: Random, cards: int) -> dict[str, Any]:
    """A deal of a game, in short; not always one that fits."""
    bids = {seat: rng.choice([0, 1, 2, rng.randint(0, 3)]) for seat in "NESW"}
    return {"dealer": "W", "bids": bids, "tricks": {"NS": rng.randint(0, cards)}} | (
        {"cards": 13} if cards == 13 else {}
    )


def test_deals_are_those_of_the_seed(asking: Client) -> None:
    dealt = asking.deals(5, 3, seed=7, rules="bab_online")
    assert dealt.deals == tuple(deals(5, 3, 7, PRESETS["bab_online"]))
    assert (dealt.seed, dealt.cards, dealt.rules) == (7, 5, PRESETS["bab_online"])
    assert len(asking.deals(1).deals) == 1


def test_presets(asking: Client) -> None:
    assert asking.presets() == PRESETS


def test_a_deal_line_and_json_are_deals_too(asking: Client) -> None:
    deal = Deal.from_dict(GOOD)
    local = replace(solve(deal), ms=0)
    assert replace(asking.solve(str(deal)), ms=0) == local
    assert replace(asking.solve(GOOD), ms=0) == local


def outcome(ask: Callable[[], object]) -> object:
    """The answer, or the faults."""
    try:
        return ask()
    except DealError as error:
        return error.faults


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_what_is_wrong_with_a_deal_is_told_as_locally(asking: Client, bad: Any) -> None:
    data = {**GOOD, **bad.change}
    with pytest.raises(DealError) as local:
        Deal.from_dict(data)
    with pytest.raises(DealError) as told:
        asking.solve(data)
    assert type(told.value) is type(local.value)
    assert (bad.pointer, bad.rule) in [(fault.pointer, fault.rule) for fault in told.value.faults]
    if bad.name != "unknown field":  # a request has others than a deal
        assert told.value.faults == local.value.faults
        assert str(told.value) == str(local.value)


def test_an_illegal_card_is_a_play_error_here_and_there(asking: Client) -> None:
    deal = Deal.from_dict({**GOOD, "play": ["AS", "3H"]})
    with pytest.raises(PlayError) as local:
        solve(deal, leader=Seat.N)
    with pytest.raises(PlayError) as told:
        asking.solve(deal, leader=Seat.N)
    assert told.value.faults == local.value.faults


def test_a_limit_is_a_limit_error(asking: Client) -> None:
    deal = deal_hands(13, PRESETS["standard"], 1)
    with pytest.raises(LimitError) as local:
        solve(deal, node_limit=10)
    with pytest.raises(LimitError) as told:
        asking.solve(deal, node_limit=10)
    assert str(told.value) == str(local.value)


def answering(*answers: httpx.Response) -> Client:
    left = list(answers)
    return Client("http://service", patience=AT_ONCE, transport=httpx.MockTransport(lambda _: left.pop(0)))


@pytest.mark.parametrize("text", ["[]", "{}", '{"turn": "X"}', '{"turn": "N", "cards": {"ZZ": {}}}'])
def test_an_answer_that_is_none_is_a_service_error(text: str) -> None:
    with pytest.raises(ServiceError, match=r"is not one that this version reads|no JSON object"):
        answering(httpx.Response(200, json=json.loads(text))).solve(GOOD)


def test_a_path_before_the_endpoints_is_kept() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(404)

    with (
        Client("http://service/cards/", transport=httpx.MockTransport(answer)) as client,
        pytest.raises(ServiceError, match="404"),
    ):
        client.solve(GOOD)
    assert asked == ["http://service/cards/v1/solve"]


def test_a_key_and_headers_go_with_every_request() -> None:
    asked: list[httpx.Headers] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers)
        return httpx.Response(200, json={"presets": {}})

    with Client("http://s", key="k1", headers={"X-A": "b"}, transport=httpx.MockTransport(answer)) as client:
        client.presets()
    assert (asked[0]["Authorization"], asked[0]["X-A"]) == ("Bearer k1", "b")
    assert asked[0]["User-Agent"].startswith("back-alley/")


def test_without_httpx_it_says_what_brings_it() -> None:
    code = "import sys; sys.modules['httpx'] = None; import solver.client"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("needs httpx: pip install 'back-alley[client]'")
