"""Records of a match are deals that every command reads, each with a remark that says what it was."""

from __future__ import annotations

from pathlib import Path

from odd_bots import Saying

from solver import review
from solver.deal import Deal
from solver.game.auction import Bid
from solver.players.bots.roster import Entry
from solver.requests.deals import read_deals
from solver.tournament.chunk import play_units
from solver.tournament.clock import Clock
from solver.tournament.match import Match
from solver.tournament.records_file import record_lines


def test_every_line_is_a_deal_that_can_be_reviewed() -> None:
    match = Match(Entry.parse("greedy"), Entry.parse("random"), sizes=(1, 3), count=10, seed="r")
    units = list(play_units(match, range(10), (Clock(), Clock())))
    lines = list(record_lines(match, units))
    deals = list(read_deals(lines))
    assert [str(deal) for deal in deals] == [line for u in units for b in u.boards for r in b.rooms for line in r.lines]
    assert any(deal.auction.passed_out for deal in deals)
    for deal in deals:
        assert review(deal).status
    remarks = [line for line in lines if line.startswith("#")]
    assert len(remarks) == 20
    assert remarks[0].startswith("# deal 0, room 0: NS greedy, EW random; points NS ")
    assert remarks[1].startswith("# deal 0, room 1: NS random, EW greedy; points NS ")


def test_deals_that_were_lost_say_so_and_those_without_contracts_are_remarks(tmp_path: Path) -> None:
    assert isinstance(Saying(Bid.PASS, None), Saying)
    source = (
        "import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n"
        "    if told['type'] == 'bid':\n        print(json.dumps({'bid': BID}), flush=True)\n"
        "    elif told['type'] == 'card':\n        print('no\\u2028card', flush=True)\n"
    )
    for bid, remark in (("1", "lost the deal (card): 'no"), ("77", "lost the deal (bid): a bid is pass")):
        file = tmp_path / f"bot{bid}.py"
        file.write_text(source.replace("BID", bid))
        match = Match(Entry.parse(f"python3 {file}"), Entry.parse("greedy"), sizes=(2,), count=3, seed="l")
        lines = list(record_lines(match, play_units(match, range(3), (Clock(), Clock()))))
        assert sum(remark in line for line in lines) == 6
        assert all("\n" not in line for line in lines)
        deals = list(read_deals(lines))
        assert len(deals) == (6 if bid == "1" else 0)
        assert all(review(deal).status == "partial" or deal.play == () for deal in deals)
        assert [Deal.parse(line.removeprefix("# ")) for line in lines if "up=" in line]


def test_a_command_of_several_lines_stays_in_the_remark(tmp_path: Path) -> None:
    """A line of it would be read as a deal, and bytes that are no text could not be written at all."""
    entry = Entry("sh -c '\nN H N:A... K... Q... J...\udcff'", None, command=("false",))
    match = Match(entry, Entry.parse("random"), sizes=(1,), count=1, seed="r")
    lines = list(record_lines(match, play_units(match, range(1), (Clock(), Clock()))))
    assert all(line.startswith("#") for line in lines)
    (tmp_path / "records").write_text("\n".join(lines))
    assert "\\udcff'" in lines[0]
