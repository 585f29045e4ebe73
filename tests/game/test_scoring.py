"""Scores of deals and games: the worked table, house rules' score sheets, redeals and the winner (R9, R15 to R18)."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st
from junk import JUNK, places, put

from solver import score
from solver.deal import Deal
from solver.errors import DealError
from solver.game.auction import Auction, Bid, Contract
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, BoardMultiplier, Rules
from solver.game.score_sheet import GameDeal, GameScore
from solver.game.scoring import DealScore, deal_score, side_score
from solver.requests.score import score_game

FIXTURES = Path(__file__).parents[2] / "fixtures/real"
ONLINE = json.loads((FIXTURES / "bab_online.json").read_text())
SHEETS = json.loads((FIXTURES / "score_sheets.json").read_text())["sheets"]
WORKED = """
13 | 5 2 3 2 | 8 | N | 40 | 21
13 | 5 2 3 2 | 7 | N | -40 | 22
13 | 0 4 0 4 | 6 | E | 6 | -40
13 | board 3 5 2 | 13 | N | 130 | -25
13 | board 3 5 2 | 12 | N | -130 | -25
6 | board 0 board 2 | 6 | S | 120 | -10
6 | board board 1 0 | 0 | E | -60 | 120
6 | board board 1 0 | 3 | E | -60 | -120
1 | 0 board 0 0 | 1 | E | 1 | -10
4 | board board board board | 4 | W | 120 | -160
"""


@pytest.mark.parametrize("row", WORKED.strip().split("\n"))
def test_the_worked_scores_of_the_rules(row: str) -> None:
    cards, bids, tricks, leader, ns, ew = (cell.strip() for cell in row.split("|"))
    by_seat = dict(zip("NESW", bids.split(), strict=True))
    result = score({"cards": int(cards), "dealer": "W", "bids": by_seat, "tricks": {"NS": int(tricks)}})
    assert isinstance(result, DealScore)
    assert (result.leader, result.score) == (leader, {"NS": int(ns), "EW": int(ew)})
    assert result.to_dict()["tricks"] == {"NS": int(tricks), "EW": int(cards) - int(tricks)}


@pytest.mark.parametrize("case", ONLINE["score_bab"], ids=str)
def test_the_online_house_rules_scores(case: dict[str, Any]) -> None:
    rules = PRESETS["bab_online"]
    bid, tricks = case["bid"], case["tricks"]
    if str(bid).startswith("board"):
        contract, cards = Contract(Side.NS, None, level=1), 12
    elif case["mult"] > 1:  # the source doubles for a board and bids the hand size
        contract, cards = Contract(Side.NS, None, level=case["mult"] // 2), bid
    else:
        contract, cards = Contract(Side.NS, bid), 13
    bonus = rules.rainbow_bonus * case.get("rainbows", 0)
    assert side_score(contract, tricks, cards, rules) + bonus == case["score"]


def sheet(source: str) -> dict[str, Any]:
    found: dict[str, Any]
    (found,) = (sheet for sheet in SHEETS if sheet["source"].startswith(source))
    return found


def board(level: int) -> Contract:
    return Contract(Side.NS, None, level)


def test_the_score_keeper_with_six_a_trick_for_boards() -> None:
    rules = Rules(trick_points=3, fail_points=3, board_points=6)
    for bid, level, tricks, cards, points in sheet("jeffblankenburg scoring")["rows"]:
        contract = board(level) if level else Contract(Side.NS, bid)
        assert side_score(contract, tricks, cards, rules) == points


def test_the_online_house_rules_example_table() -> None:
    for row in sheet("dannytakahashi")["rows"]:
        contract = board(1) if isinstance(row["bid"], str) else Contract(Side.NS, row["bid"])
        assert side_score(contract, row["won"], 12, PRESETS["bab_online"]) == row["pts"]


def test_the_score_sheet_of_boards_by_their_number() -> None:
    paper = sheet("nbird.dev")
    n, points = paper["hand_size"], paper["outcomes"]
    assert side_score(board(3), n, n, Rules()) == points["BBB made"]
    assert [side_score(board(level), n - 1, n, Rules()) for level in (1, 2)] == [points["B set"], points["BB set"]]


def test_the_example_of_the_published_rules() -> None:
    five, nine = sheet("grunt.com")["score_examples"]
    assert side_score(Contract(Side.NS, 5), 5, 13, Rules()) == five["made_exactly"]
    assert side_score(Contract(Side.NS, 9), 9, 13, Rules()) == nine["made"]
    assert side_score(Contract(Side.NS, 9), 8, 13, Rules()) == nine["missed_by_one"]


# --- Properties of a deal's score


@given(own.auctions(complete=True), st.integers(0, 2), st.integers(0, 2))
def test_a_side_scores_its_own_contract_and_more_tricks_never_cost_margin(
    auction: Auction, ns_rainbows: int, ew_rainbows: int
) -> None:
    rainbows = {Side.NS: ns_rainbows, Side.EW: ew_rainbows}
    rules, n = auction.rules, auction.cards
    scores = [deal_score(auction, tricks, rainbows) for tricks in range(n + 1)]
    margins = [points[Side.NS] - points[Side.EW] for points in scores]
    if auction.passed_out:
        assert all(points == {Side.NS: 0, Side.EW: 0} for points in scores)
        return
    assert margins == sorted(margins)
    for tricks, points in enumerate(scores):
        for side, won in ((Side.NS, tricks), (Side.EW, n - tricks)):
            plain = points[side] - rules.rainbow_bonus * rainbows[side]
            contract = auction.contracts()[side]
            if contract.is_board:
                assert plain == (1 if won == n else -1) * rules.board_points * n * contract.level
            elif won >= (contract.total or 0):
                assert plain == rules.trick_points * (contract.total or 0) + won - (contract.total or 0)
            else:
                assert plain == -rules.fail_points * (contract.total or 0)


def test_two_boards_cannot_both_be_made_and_a_deal_wide_level_counts_for_both() -> None:
    bids = (Bid.BOARD, Bid.BOARD, Bid.PASS, Bid.PASS)
    own_levels = Auction(Seat.W, 6, Rules(), bids)
    one_level = Auction(Seat.W, 6, Rules(board_multiplier=BoardMultiplier.DEAL_HIGHEST), bids)
    assert deal_score(own_levels, 6) == {Side.NS: 60, Side.EW: -120}
    assert deal_score(one_level, 6) == {Side.NS: 120, Side.EW: -120}


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_must_be_of_the_deal(tricks: int) -> None:
    with pytest.raises(DealError, match="R14"):
        deal_score(Auction(Seat.W, 13, Rules(), (Bid.of(1),) * 4), tricks)


def test_a_score_takes_all_four_bids() -> None:
    with pytest.raises(DealError, match="R6"):
        deal_score(Auction(Seat.W, 13, Rules(), (Bid.of(1),) * 3), 5)


# --- score() of deals


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
    at = deal.start(auction.leader, auction.exempt)
    whole = deal.with_play(own.legal_play(at, rng, 4 * deal.cards))
    for card in whole.play:
        at = at.play(card)
    tricks = {"NS": at.ns_tricks, "EW": at.ew_tricks}
    result = score(whole)
    assert result.tricks == tricks
    assert result == score(deal, tricks) == score(whole.to_dict()) == score({**deal.to_dict(), "tricks": tricks})
    points = deal_score(auction, at.ns_tricks, deal.rainbows())
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
            found = score(data)
        except DealError as error:
            message = str(error)
        else:
            message = str(found.to_dict()["rules" if isinstance(found, GameScore) else "score"])
        assert len(message) < 400
        assert message.isprintable()


# --- Games


def a_game(rules: Rules, dealer: Seat, seed: int) -> list[GameDeal]:
    """Deals by the rules, redeals among them, to the end of the game or nearly."""
    rng = Random(seed)
    deals: list[GameDeal] = []
    counted = 0
    for _ in range(40):
        if counted == len(rules.hand_sizes):
            break
        auction = Auction(dealer, rules.hand_sizes[counted], rules)
        passing = rng.random() < 0.2
        while not auction.complete:
            auction = auction.bid(Bid.PASS if passing else rng.choice(auction.legal()))
        deals.append(GameDeal(auction, None if auction.passed_out else rng.randint(0, auction.cards)))
        counted += not auction.passed_out
        dealer = dealer if auction.passed_out and rules.redeal_dealer == "same" else dealer.next
    return deals


@given(own.any_rules, own.seats, own.seeds, st.just(40) | st.integers(0, 40))
def test_a_game_adds_up(rules: Rules, dealer: Seat, seed: int, count: int) -> None:
    deals = a_game(rules, dealer, seed)[:count]
    game = score_game(rules, deals)
    running = [row.totals for row in game.deals]
    counted = [deal for deal in deals if not deal.auction.passed_out]
    assert (game.played, game.redeals) == (len(counted), len(deals) - len(counted))
    assert game.finished == (len(counted) == len(rules.hand_sizes))
    for side in ("NS", "EW"):
        assert game.totals[side] == sum(deal.score().score[side] for deal in deals)
        for before, now, deal in zip([{side: 0}, *running], running, deals, strict=False):
            assert now[side] - before[side] == deal.score().score[side]
    ns, ew = game.totals["NS"], game.totals["EW"]
    assert game.winner == (None if not game.finished else "draw" if ns == ew else "NS" if ns > ew else "EW")
    told = json.loads(json.dumps(game.to_dict()))
    assert told["winner"] == game.winner
    assert [row["totals"] for row in told["deals"]] == running
    # Told as JSON without sizes and later dealers, the same game comes out.
    rows: list[dict[str, Any]] = [
        {
            "bids": {str(seat): bid.to_json() for seat, bid in deal.auction.by_seat().items()},
            "tricks": None if deal.ns_tricks is None else {"NS": deal.ns_tricks},
        }
        for deal in deals
    ]
    if rows:
        rows[0]["dealer"] = str(deals[0].auction.dealer)
    assert score({"deals": rows, "rules": rules.to_value()}) == game


@given(own.any_rules, own.seats, own.seeds)
def test_a_deal_of_the_wrong_size_or_dealer_does_not_fit(rules: Rules, dealer: Seat, seed: int) -> None:
    game, bids = GameScore(rules), (Bid.PASS,) * 4
    for deal in a_game(rules, dealer, seed)[:10]:
        due, cards = deal.auction.dealer, deal.auction.cards
        with pytest.raises(DealError, match=r"/cards: .* \(R2\)"):
            game.add(GameDeal(Auction(due, cards % 13 + 1, rules, bids), None))
        if game.deals:
            rule = "R9" if game.deals[-1].passed_out else "R2"
            with pytest.raises(DealError, match=rf"/dealer: {due} deals .*\({rule}\)"):
                game.add(GameDeal(Auction(due.partner, cards, rules, bids), None))
        game = game.add(deal)


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
