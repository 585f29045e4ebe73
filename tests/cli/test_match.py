"""``backalley match``: what it prints and refuses, and that nothing but times differs from run to run."""

from __future__ import annotations

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from command_line import Run
from odd_bots import GOOD, command

from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.requests.deals import read_deals
from solver.tournament.match import Match
from solver.tournament.run import play_match

ROOT = Path(__file__).parents[2]
SHORT = ["match", "table", "random", "--cards", "1-3", "--deals", "24", "--seed", "5", "--rules", "bab_online"]


def test_the_json_is_the_result_and_the_text_says_it(run: Run) -> None:
    match = Match(
        Entry.parse("table"), Entry.parse("random"), PRESETS["bab_online"], (1, 2, 3), 24, seed="5", open_cards=True
    )
    result = play_match(match).result()
    answer = json.loads(run(*SHORT, "--against-double-dummy", "--json").out)
    assert answer == json.loads(json.dumps(result.to_dict()))
    assert {"deals", "mean", "interval", "by_cards", "phases", "bots", "redeals", "open_cards"} <= set(answer)
    assert answer["by_cards"]["2"]["deals"] == 8
    text = run(*SHORT, "--against-double-dummy").out
    low, high = answer["interval"]
    assert text.startswith(f"table over random: {answer['mean']:+.2f} ± {(high - low) / 2:.2f} points a deal, 24 deals")
    assert f"bids {answer['phases']['bids']['mean']:+.2f}" in text
    for cards, told in answer["by_cards"].items():
        assert re.search(rf"^{cards} +8 +{re.escape(format(told['mean'], '+.2f'))} ", text, re.MULTILINE)
    assert "Tricks a deal that cards cost against double dummy" in text


def test_workers_folders_and_stops_change_no_byte(run: Run, tmp_path: Path) -> None:
    folder, records = tmp_path / "run", [tmp_path / "one", tmp_path / "two"]
    alone = run(*SHORT, "--json", "--records", str(records[0]))
    beside = run(*SHORT, "--json", "--jobs", "2", "--run", str(folder), "--records", str(records[1]))
    again = run(*SHORT, "--json", "--run", str(folder))
    assert alone.status == 0
    assert alone.out == beside.out == again.out
    assert records[0].read_bytes() == records[1].read_bytes()
    assert len(list(read_deals(records[0].read_text()))) >= 48


def test_times_are_on_standard_error_and_in_the_answer_where_asked(run: Run) -> None:
    told = run(*SHORT, "--json", "--times")
    assert re.search(r"^table: a bid \d+ µs \(median\), 99 % below .*; a card ", told.err, re.MULTILINE)
    times = json.loads(told.out)["times"]
    assert list(times) == ["0: table", "1: random"]
    assert times["0: table"]["bid"]["decisions"] >= 96
    assert 0 < times["1: random"]["card"]["median"] <= times["1: random"]["card"]["p99"]
    assert run(*SHORT, "--json", "--quiet").err == ""


def test_more_than_two_play_a_round_robin(run: Run, tmp_path: Path) -> None:
    asked = ["match", "random", "greedy", "table:once", "--cards", "2", "--deals", "16", "--seed", "1"]
    answer = json.loads(run(*asked, "--json", "--run", str(tmp_path / "run")).out)
    assert [each["bot"] for each in answer["ratings"]][-1] == "random"
    assert len(answer["matches"]) == 3
    assert sorted(each.name for each in (tmp_path / "run").iterdir()) == ["01-02", "01-03", "02-03"]
    text = run(*asked, "--run", str(tmp_path / "run")).out
    assert "points over the field" in text
    assert "16 deals a pair" in text
    two = run("match", "random", "greedy", "--robin", "--cards", "2", "--deals", "16", "--seed", "1")
    assert "points over the field" in two.out


def test_whole_games_have_winners(run: Run) -> None:
    asked = ["match", "greedy", "random", "--games", "2", "--seed", "1", "--rules", '{"hand_sizes": [2, 1, 2]}']
    answer = json.loads(run(*asked, "--json").out)
    assert sum(answer["games"][what] for what in ("won", "drawn", "lost")) == 4
    assert answer["deals"] == 6
    assert re.search(r"^Games: \d won, \d drawn, \d lost; ", run(*asked).out, re.MULTILINE)


def test_a_narrow_interval_ends_it(run: Run) -> None:
    text = run(*SHORT[:-6], "--deals", "400", "--seed", "5", "--until", "30").out
    assert re.search(r"\d+ deals in two rooms, and stopped there", text)


def test_a_seed_that_was_drawn_is_told_and_kept_in_the_folder(run: Run, tmp_path: Path) -> None:
    asked = ["match", "greedy", "random", "--cards", "1", "--deals", "3", "--json", "--run", str(tmp_path / "run")]
    first = run(*asked)
    seed = re.match(r"seed (\d+)\n", first.err)
    assert seed is not None
    assert json.loads(first.out)["seed"] == seed[1]
    again = run(*asked)
    assert again.out == first.out
    assert "seed" not in again.err


def test_errors_of_bots_are_listed(run: Run, tmp_path: Path) -> None:
    bot = command(tmp_path, "import sys\nsys.exit(4)\n")
    result = run("match", bot, "greedy", "--cards", "2", "--deals", "15", "--seed", "1")
    assert result.out.count("lost it: it exited with status 4") == 20
    assert "(S, at the start) lost it" in result.out or "(S, bidding) lost it" in result.out
    assert "… and 10 deals lost more" in result.out


@pytest.mark.parametrize("more", [(), ("--json",), ("--jobs", "2"), ("random",)])
def test_a_bot_that_never_plays_is_one_line_and_status_1(run: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    bot = command(tmp_path, "import sys\nsys.stderr.write('no such\\nmodule')\nsys.exit(4)\n")
    result = run("match", bot, "greedy", *more, "--cards", "2", "--deals", "20", "--seed", "1", "--quiet")
    assert result.status == 1
    assert result.out
    lines = result.err.splitlines()
    assert sorted(lines[:-1]) == ["module", "no such"]
    deals = 80 if "random" in more else 40
    told = rf"backalley: {re.escape(bot)} lost all of its {deals} deals by an error, the first"
    assert re.fullmatch(rf"{told} \(\w, .*\): it exited with status 4", lines[-1])


def test_one_that_fails_now_and_then_or_never_ends_with_status_0(run: Run, tmp_path: Path) -> None:
    once = tmp_path / "once"
    fails = f"try: open({str(once)!r}, 'x'); sys.exit(1)\n        except FileExistsError: pass\n        "
    source = GOOD.replace("print(", fails + "print(", 1)
    result = run("match", command(tmp_path, source), "greedy", "--cards", "2", "--deals", "4", "--seed", "1")
    assert result.status == 0
    assert result.out.count("lost it: it exited with status 1") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table"], "a match has two bots or more: random, greedy, table, engine, seer, or commands"),
        ([], "Missing argument 'BOT BOT…'"),
        (["table", "tabel"], "'tabel' is no bot: use random, greedy, table, engine, seer, or a command"),
        (["table", "greedy:x"], "greedy has no option 'x'"),
        (["table", str(ROOT / "README.md")], "is not executable: chmod +x it"),
        (["table", "greedy", "--cards", "14"], "give hand sizes from 1 to 13"),
        (["table", "greedy", "--cards", "5-"], "give hand sizes from 1 to 13"),
        (["table", "greedy", "--cards", "7-3"], "give hand sizes from 1 to 13"),
        (["table", "greedy", "--cards", "x"], "give hand sizes from 1 to 13"),
        (["table", "greedy", "--deals", "0"], "0 is not in the range"),
        (["table", "greedy", "--games", "2", "--deals", "3"], "--games are whole games"),
        (["table", "greedy", "--games", "2", "--cards", "3"], "--games are whole games"),
        (["table", "greedy", "--until", "0"], "give a number above 0"),
        (["table", "greedy", "--until", "nan"], "give a number above 0"),
        (["table", "greedy", "--time", "inf"], "give a number above 0"),
        (["table", "greedy", "--time", "soon"], "'soon' is no number"),
        (["table", "greedy", "--rules", "bridge"], "'bridge' is no preset of rules"),
        (["table", "greedy", "random", "table"], "name each bot of a round robin once"),
        (["table", "table", "--robin"], "name each bot of a round robin once"),
        (["table", "greedy", "--seed", "1", "--records", "/no/such/folder/file"], "its folder does not exist"),
        (["table", "greedy", "--seed", "1", "--run", str(ROOT / "README.md")], "is no folder, and a run is one"),
        (["table", "greedy", "--run", str(ROOT / "README.md")], "README.md is no folder"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, arguments: list[str], said: str) -> None:
    result = run("match", *arguments)
    assert result.status == 2
    assert result.out == ""
    assert said in result.err
    assert len([line for line in result.err.splitlines() if not line.startswith("seed ")]) == 1


def test_the_folder_of_another_match_is_refused(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    run(*SHORT, "--run", folder, "--json")
    result = run(*SHORT[:-3], "6", *SHORT[-2:], "--run", folder, "--json")
    assert result.status == 2
    assert 'is of another run: match seed was "5" and is "6"' in result.err
    assert len(result.err.splitlines()) == 1
    assert run(*SHORT[:-3], "6", *SHORT[-2:], "--run", folder, "--restart", "--json").status == 0


def test_ctrl_c_says_where_it_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.cli.match import working

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(working, "play_match", stopped)
    folder = tmp_path / "run"
    result = run(*SHORT, "--run", str(folder))
    assert (result.status, result.err) == (130, f"backalley: stopped; the same command goes on, from {folder}\n")
    assert run(*SHORT).err == "backalley: stopped\n"


def test_records_go_where_a_link_or_a_device_leads(run: Run, tmp_path: Path) -> None:
    """A device would have been replaced by a file, by who may do that."""
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    file.write_text("before")
    link.symlink_to(file)
    assert run(*SHORT, "--records", str(link)).status == 0
    assert link.is_symlink()
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        assert run(*SHORT, "--records", str(pipe)).status == 0
        assert read.result() == file.read_bytes() != b"before"
    assert pipe.is_fifo()


def test_a_seed_that_was_drawn_cannot_be_tried_out(run: Run) -> None:
    """A bot that finds it can deal all hands itself."""
    seeds = [int(run("match", "greedy", "random", "--cards", "1", "--deals", "1").err.split()[1]) for _ in range(4)]
    assert max(seeds).bit_length() > 100


def test_of_two_that_never_play_both_are_told(run: Run, tmp_path: Path) -> None:
    bots = [command(tmp_path, f"import sys\nsys.exit({status})\n", f"bot{status}.py") for status in (4, 5)]
    result = run("match", *bots, "--cards", "1-3", "--deals", "30", "--seed", "1", "--quiet")
    assert result.status == 1
    lost = re.findall(r"lost (\d+) deals of 60, none of which was played to its end, by an error", result.err)
    assert sum(map(int, lost)) == 60
    assert len(lost) == 2


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (0, 0, "0"),
        (0, 9, "0 (0%)"),
        (9, 9, "9 (100%)"),
        (247, 248, "247 (99.6%)"),
        (9999, 10000, "9999 (99.9%)"),
        (1, 10000, "1 (0.1%)"),
        (1, 200, "1 (0.5%)"),
        (1, 3, "1 (33%)"),
        (99, 100, "99 (99%)"),
    ],
)
def test_only_all_is_100_percent_and_only_none_0(part: int, whole: int, shown: str) -> None:
    from solver.cli.match.text import _share

    assert _share(part, whole) == shown


def test_an_interval_around_0_shows_no_difference(run: Run) -> None:
    same = run("match", "greedy", "greedy", "--cards", "3", "--deals", "16", "--seed", "1").out
    assert "16 deals in two rooms; no difference shown\n" in same
    assert "no difference" not in run(*SHORT).out
