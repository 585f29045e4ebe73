"""A result, counted again from the deal lines of the records by the plain rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from odd_bots import MAD, command

from solver.deal import Deal, replay
from solver.game.cards import Side
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.search.engine import Engine
from solver.tournament.chunk import play_units
from solver.tournament.clock import Clock
from solver.tournament.counts.interval import Mean
from solver.tournament.counts.summary import ERRORS_TOLD, summarise
from solver.tournament.match import Match
from solver.tournament.record import UnitRecord


def played(match: Match) -> list[UnitRecord]:
    return list(play_units(match, range(match.count), (Clock(), Clock())))


@pytest.mark.parametrize("rules", ["standard", "bab_online"])
def test_all_numbers_follow_from_the_deal_lines(rules: str) -> None:
    match = Match(Entry.parse("greedy"), Entry.parse("random"), PRESETS[rules], (1, 2, 4), count=45, seed="s")
    units = played(match)
    result = summarise(match, units)
    engine = Engine(match.rules, 16)
    points: list[float] = []
    bids: list[float] = []
    by_cards: dict[int, list[float]] = {}
    counts: Counter[tuple[int, str]] = Counter()
    redeals = 0
    for unit in units:
        (board,) = unit.boards
        margins, worths = [], []
        for number, room in enumerate(board.rooms):
            first = Side.NS if number == 0 else Side.EW
            redeals += len(room.lines) - 1
            deal = Deal.parse(room.lines[-1])
            auction = deal.auction
            assert auction.leader is not None
            taken = replay(deal).ns_tricks
            score = score_of(deal, taken)
            best = score_of(deal, engine.value(deal.start(auction.leader, auction.exempt)))
            margins.append(score[first] - score[first.other])
            worths.append(best[first] - best[first.other])
            for who, side in enumerate((first, first.other)):
                contract = auction.contracts()[side]
                tricks = taken if side is Side.NS else deal.cards - taken
                if contract.is_board:
                    counts[who, "boards"] += 1
                    counts[who, "boards made"] += tricks == deal.cards
                elif contract.total:
                    counts[who, "contracts"] += 1
                    counts[who, "bid"] += contract.total
                    counts[who, "made"] += tricks >= contract.total
        points.append(sum(margins) / 2)
        bids.append(sum(worths) / 2)
        by_cards.setdefault(board.cards, []).append(points[-1])
    assert (result.deals, result.redeals) == (45, redeals)
    whole = Mean.of(points)
    assert (result.mean, result.interval, result.sd) == (whole.mean, whole.interval, whole.sd)
    assert result.by_cards == {cards: Mean.of(each) for cards, each in by_cards.items()}
    assert result.phases["bids"] == Mean.of(bids)
    assert result.phases["cards"] == Mean.of([whole - bid for whole, bid in zip(points, bids, strict=True)])
    assert result.phases["errors"].mean == 0
    assert result.phases["bids"].mean + result.phases["cards"].mean == pytest.approx(result.mean, abs=2e-6)
    for who, bot in enumerate(result.bots):
        assert (bot.contracts, bot.made, bot.set) == (
            counts[who, "contracts"],
            counts[who, "made"],
            counts[who, "contracts"] - counts[who, "made"],
        )
        assert bot.bid == pytest.approx(counts[who, "bid"] / counts[who, "contracts"], abs=1e-6)
        assert (bot.boards, bot.boards_made) == (counts[who, "boards"], counts[who, "boards made"])
        assert bot.boards_missed == bot.boards - bot.boards_made
    assert result.to_dict()["by_cards"].keys() == {"1", "2", "4"}


def score_of(deal: Deal, ns_tricks: int) -> dict[Side, int]:
    from solver.game.scoring import deal_score

    return deal_score(deal.auction, ns_tricks, deal.rainbows())


def test_games_are_won_by_their_points() -> None:
    rules = PRESETS["seven_card"]
    match = Match(Entry.parse("greedy"), Entry.parse("random"), rules, count=3, games=True, seed="g")
    units = played(match)
    result = summarise(match, units)
    totals = [
        sum(board.rooms[number].margin(side) for board in unit.boards)
        for unit in units
        for number, side in enumerate(Side)
    ]
    assert result.games is not None
    assert (result.games.won, result.games.drawn, result.games.lost) == (
        sum(total > 0 for total in totals),
        totals.count(0),
        sum(total < 0 for total in totals),
    )
    assert result.deals == 3 * len(rules.hand_sizes)
    assert result.games.margin.mean == pytest.approx(sum(totals) / 6, abs=1e-5)
    assert result.mean == pytest.approx(sum(totals) / 6 / len(rules.hand_sizes), abs=1e-5)


def test_a_mad_bot_loses_deals_and_never_the_match(tmp_path: Path) -> None:
    """Garbage, illegal bids and cards, and exits, each on many a move: all is counted, with its reason."""
    source = MAD.replace("WIDTH", "30").replace("what == 4", "what == 99")  # silence has its own test
    mad = Entry.parse(command(tmp_path, source))
    match = Match(Entry.parse("greedy"), mad, sizes=(2, 3), count=24, seed="mad")
    units = played(match)
    result = summarise(match, units)
    rooms = [room for unit in units for board in unit.boards for room in board.rooms]
    lapses = [room.lapse for room in rooms if room.lapse is not None]
    greedy, other = result.bots
    assert (greedy.errors, other.errors) == (0, len(lapses))
    assert len(lapses) > 8
    assert len(result.errors) == min(len(lapses), ERRORS_TOLD)
    assert {error.bot for error in result.errors} == {str(mad)}
    for error in result.errors:
        assert error.seat.side is (Side.EW if error.room == 0 else Side.NS)
        assert error.reason
    assert result.phases["errors"].mean > 0
    parts = sum(mean.mean for mean in result.phases.values())
    assert parts == pytest.approx(result.mean, abs=3e-6)
    assert [unit.line() for unit in played(match)] == [unit.line() for unit in units]


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (0, "is no JSON"),
        (1, "a bid is pass"),
        (2, "R7"),
        (3, "exited with status 3"),
        (4, r"no answer within 0\.2 s"),
        (5, "more than 65,536 bytes"),
        (6, "was asked for"),
    ],
)
def test_each_madness_on_every_move(tmp_path: Path, what: int, reason: str) -> None:
    import re

    source = MAD.replace("what = rng.randrange(WIDTH)", f"what = {what}")
    mad = Entry.parse(command(tmp_path, source))
    match = Match(mad, Entry.parse("greedy"), sizes=(2,), count=2, seed="mad", time=0.2 if what == 4 else None)
    result = summarise(match, played(match))
    assert result.bots[0].errors == 4
    assert all(re.search(reason, error.reason) for error in result.errors)
    assert result.mean < 0


def test_nothing_played_has_no_result() -> None:
    with pytest.raises(ValueError, match="nothing was played"):
        summarise(Match(Entry.parse("greedy"), Entry.parse("table")), [])
