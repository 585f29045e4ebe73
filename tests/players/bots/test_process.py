"""Bots that are processes: what is said to them, what they may answer, and every way to fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from odd_bots import GOOD, command

from solver.dealing import deal_hands
from solver.game.auction import Bid
from solver.game.cards import Seat
from solver.players.bots.bot import BotError, Chair, Standing
from solver.players.bots.process import ProgramBot
from solver.seen_deal import SeenDeal

DEAL = deal_hands(3, seed=1, dealer=Seat.W)
TO_BID = DEAL.seen_by(Seat.N)
TO_PLAY = DEAL.with_bids(map(Bid.of, (1, 0, 0, 0))).seen_by(Seat.N)


def asked(folder: Path, source: str, seen: SeenDeal = TO_BID, seconds: float | None = None) -> Bid | object:
    program = ProgramBot(tuple(command(folder, source).split()))
    try:
        bot = program.sit(Chair(seen.seat, seen.rules, time=seconds))
        return bot.bid(seen) if seen.bidding else bot.play(seen)
    finally:
        program.close()


def answering(text: str) -> str:
    """A bot that answers every question with this line."""
    return (
        "import json, sys\nfor line in sys.stdin:\n    if json.loads(line)['type'] in ('bid', 'card'):\n"
        f"        print({text!r}, flush=True)\n"
    )


def test_it_is_told_all_it_may_know_and_nothing_more(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    source = f"import sys\nheard = open({str(heard)!r}, 'a')\n" + GOOD.replace(
        "    told =", "    heard.write(line); heard.flush()\n    told ="
    )
    program = ProgramBot(tuple(command(tmp_path, source).split()))
    chair = Chair(Seat.N, DEAL.rules, "seed/3", 5.0, Standing(2, 25, 10, -4))
    bot = program.sit(chair)
    assert bot.bid(TO_BID) == Bid.PASS
    assert bot.play(TO_PLAY) == TO_PLAY.legal_cards[0]
    program.rise(DEAL, {"NS": 3, "EW": 5})
    assert program.sit(chair) is bot
    assert bot.bid(TO_BID) == Bid.PASS  # so that the end has been heard
    program.close()
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    assert [line["type"] for line in lines] == ["deal", "bid", "card", "end", "deal", "bid"]
    sat, bid, card, end = lines[:4]
    assert sat["seat"] == "N"
    assert sat["rules"] == DEAL.rules.to_dict()
    assert (sat["seed"], sat["time"]) == ("seed/3", 5.0)
    assert sat["game"] == {"deal": 2, "deals": 25, "own": 10, "theirs": -4}
    assert bid["legal"] == [0, 1, 2, "board"]
    assert SeenDeal.from_dict(bid["seen"]) == TO_BID
    assert list(bid["seen"]["hands"]) == ["N"]
    assert card["legal"] == [each.name for each in TO_PLAY.legal_cards]
    assert SeenDeal.from_dict(card["seen"]) == TO_PLAY
    assert end == {"type": "end", "deal": DEAL.to_dict(), "points": {"NS": 3, "EW": 5}}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hello", "'hello' is no JSON"),
        ("", "'' is no JSON"),
        ("3", 'is no answer: {"bid": …} was asked for'),
        ('{"card": "AS"}', 'is no answer: {"bid": …} was asked for'),
        ('{"bid": "many"}', "'many' is no bid"),
        ('{"bid": 14}', "a bid is pass, a number up to 13, or board"),
        ('{"bid": null}', "a bid is pass"),
        ('{"bid": true}', "a bid is pass"),
        ("[" * 60_000, "is no JSON|nested too deeply"),
        ("x" * 70_000, "more than 65,536 bytes"),
    ],
)
def test_what_is_no_answer_is_told(tmp_path: Path, line: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason.replace("{", r"\{").replace("}", r"\}")):
        asked(tmp_path, answering(line))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"card": "XX"}', "'XX' is no card"),
        ('{"card": 7}', "a number is no card"),
        ('{"card": ' + "[" * 900 + "]" * 900 + "}", "a list is no card"),  # deeper than it could be written again
    ],
)
def test_what_is_no_card_is_told(tmp_path: Path, line: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        asked(tmp_path, answering(line), TO_PLAY)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import sys; sys.exit(7)", "it exited with status 7"),
        ("import sys; sys.stdin.readline(); sys.exit()", "it exited with status 0"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "signal 9 ended it"),
        ("import os, time; os.close(1); time.sleep(9)", "it closed its output"),
        ("import time; time.sleep(60)", "no answer within 0.3 s"),
        ("import sys\nwhile True: sys.stdout.write('x' * 9999)", "more than 65,536 bytes"),
    ],
)
def test_one_that_is_gone_or_late_is_told(tmp_path: Path, source: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        asked(tmp_path, source, seconds=0.3)


def test_after_an_error_the_next_deal_begins_with_a_new_process(tmp_path: Path) -> None:
    once = tmp_path / "once"
    source = f"import os, sys\nif not os.path.exists({str(once)!r}):\n    open({str(once)!r}, 'w'); sys.exit(1)\n{GOOD}"
    program = ProgramBot(tuple(command(tmp_path, source).split()))
    chair = Chair(Seat.N, DEAL.rules)
    with pytest.raises(BotError):
        program.sit(chair).bid(TO_BID)
    with pytest.raises(BotError, match="the process is gone"):
        program.bid(TO_BID)
    assert program.sit(chair).bid(TO_BID) == Bid.PASS
    program.close()
    program.close()  # again, which does no harm


def test_one_that_does_not_read_is_late(tmp_path: Path) -> None:
    program = ProgramBot(tuple(command(tmp_path, "import time; time.sleep(60)").split()))
    chair = Chair(Seat.N, DEAL.rules, time=0.1)

    def sit_again_and_again() -> None:
        for _ in range(1000):  # more than a pipe holds
            program.sit(chair)

    with pytest.raises(BotError, match=r"no answer within 0\.1 s"):
        sit_again_and_again()
    program.close()


def test_a_command_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/no/such/program\n")
    file.chmod(0o755)
    with pytest.raises(BotError, match="cannot be started: No such file"):
        ProgramBot((str(file),)).sit(Chair(Seat.N, DEAL.rules))


def test_any_number_of_seconds_may_be_waited(tmp_path: Path) -> None:
    assert asked(tmp_path, GOOD, seconds=1e300) == Bid.PASS


def test_standard_error_is_heard_line_by_line_and_blocks_nobody(tmp_path: Path) -> None:
    heard: list[str] = []
    loud = "import sys\nfor number in range(9000): sys.stderr.write(f'line {number} ' + 'x' * 40 + '\\n')\n"
    end = "\nsys.stderr.write('the end\\xff, without a new line')"
    program = ProgramBot(tuple(command(tmp_path, loud + GOOD + end).split()), heard.append)
    assert program.sit(Chair(Seat.N, DEAL.rules)).bid(TO_BID) == Bid.PASS
    program.close()
    assert [line.split()[1] for line in heard[:-1]] == [str(number) for number in range(9000)]
    assert heard[-1] == "the end\xff, without a new line"


def test_one_that_closes_its_standard_error_plays_on(tmp_path: Path) -> None:
    program = ProgramBot(tuple(command(tmp_path, f"import os\nos.close(2)\n{GOOD}").split()), [].append)
    bot = program.sit(Chair(Seat.N, DEAL.rules))
    assert [bot.bid(TO_BID), bot.bid(TO_BID)] == [Bid.PASS, Bid.PASS]
    assert bot.play(TO_PLAY) == TO_PLAY.legal_cards[0]
    program.close()
