"""Bots by name: what is taken, what is refused, and that each plays."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from solver.dealing import deal_hands
from solver.players.bots.bot import Chair, OpenBot
from solver.players.bots.engine import EngineBot
from solver.players.bots.process import ProgramBot
from solver.players.bots.roster import BOTS, Entry, UnknownBotError


@pytest.mark.parametrize("name", BOTS)
def test_each_is_there_and_bids(name: str) -> None:
    deal = deal_hands(2, seed=4)
    seat = deal.auction.next
    assert seat is not None
    with closing(Entry.parse(name).player()) as player:
        bot = player.sit(Chair(seat, deal.rules))
        if isinstance(bot, OpenBot):
            assert name == "seer"
            bot.look(deal)
        seen = deal.seen_by(seat)
        assert bot.bid(seen) in seen.legal_bids
        assert bot is not player.sit(Chair(seat, deal.rules))


def test_options_reach_the_bot() -> None:
    entry = Entry.parse(" engine:cards=7,bids=9 ")
    assert str(entry) == "engine:cards=7,bids=9"
    bot = entry.player().sit(Chair(deal_hands(2).auction.order[0], deal_hands(2).rules))
    assert isinstance(bot, EngineBot)
    assert (bot._cards, bot._bids) == (7, 9)
    assert Entry.parse("table:once").options == (("once", 1),)


def test_a_command_is_a_program() -> None:
    entry = Entry.parse(f"{sys.executable} -c 'import sys; sys.stdin.read()'")
    entry.check()
    assert entry.command == (sys.executable, "-c", "import sys; sys.stdin.read()")
    assert isinstance(entry.player(), ProgramBot)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no bot: use random, greedy, table, engine, seer"),
        ("no-such-bot", "is no bot"),
        ("tables", "is no bot"),
        ("'unclosed", "is no command: no closing quotation"),
        ("greedy:fast", "greedy has no option 'fast': it has none"),
        ("table:twice", "its options are once"),
        ("table:once=1", "option once stands alone"),
        ("engine:cards", "option cards is a number from 1 to 10,000"),
        ("engine:cards=0", "is a number"),
        ("engine:cards=99999", "is a number"),
        ("engine:cards=1e3", "is a number"),
        ("engine:cards=٣", "is a number"),
    ],
)
def test_what_is_no_bot_is_told(text: str, reason: str) -> None:
    with pytest.raises(UnknownBotError, match=reason):
        Entry.parse(text)


def test_a_file_that_may_not_be_run_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("pass\n")
    with pytest.raises(UnknownBotError) as error:
        Entry.parse(str(file))
    assert str(error.value) == f"'{file}' is not executable: chmod +x it, or say \"python3 {file}\""
    (tmp_path / "bot").write_text("pass\n")
    with pytest.raises(UnknownBotError, match=r"bot' is not executable: chmod [+]x it$"):
        Entry.parse(f"{tmp_path / 'bot'} --fast")
    file.write_text("#!/no/such/program\n")
    file.chmod(0o755)
    with pytest.raises(UnknownBotError, match="cannot be started"):
        Entry.parse(str(file)).check()
