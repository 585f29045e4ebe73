"""Round robins: every two bots once, on the same deals, rated together."""

from __future__ import annotations

from solver.deal import Deal
from solver.players.bots.roster import Entry
from solver.tournament.match import Match
from solver.tournament.robin import RobinResult, pairings
from solver.tournament.run import play_match

ENTRIES = [Entry.parse(name) for name in ("random", "greedy", "table")]
MATCH = Match(ENTRIES[0], ENTRIES[1], sizes=(2, 3), count=16, seed="robin")


def test_every_two_meet_on_the_same_cards_and_the_best_comes_first() -> None:
    matches = list(pairings(ENTRIES, MATCH))
    assert [name for name, _ in matches] == ["01-02", "01-03", "02-03"]
    played = [play_match(match) for _, match in matches]
    dealt = [[Deal.parse(unit.boards[0].rooms[0].lines[0]).hands for unit in each.units()] for each in played]
    assert dealt[0] == dealt[1] == dealt[2]
    result = RobinResult.of(ENTRIES, [each.result() for each in played])
    assert {each.bot for each in result.ratings} == {"random", "greedy", "table"}
    assert result.ratings[-1].bot == "random"
    assert [tuple(bot.bot for bot in match.bots) for match in result.matches] == [
        ("random", "greedy"),
        ("random", "table"),
        ("greedy", "table"),
    ]
