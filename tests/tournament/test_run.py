"""Matches in order: the same bytes for any number of workers, stops and engines; ended early at the same place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.batch.engines import Engine, start
from solver.batch.run import RunError, RunFolder
from solver.game.rules import PRESETS
from solver.players.bots.roster import Entry
from solver.tournament.counts.summary import Summary
from solver.tournament.match import Match
from solver.tournament.run import LEAST_PAIRS, Played, open_run, play_match

MATCH = Match(Entry.parse("table"), Entry.parse("random"), PRESETS["bab_online"], (1, 2, 3), count=60, seed="run")


@pytest.fixture(scope="module")
def alone() -> Played:
    return play_match(MATCH)


@pytest.fixture(scope="module")
def workers() -> Iterator[Engine]:
    with closing(start("processes", 2)) as engine:
        yield engine


def lines(played: Played) -> bytes:
    return b"".join(played.lines)


def test_workers_change_nothing(alone: Played, workers: Engine) -> None:
    beside = play_match(MATCH, workers)
    assert lines(beside) == lines(alone)
    assert beside.result() == alone.result()


def test_a_stopped_match_goes_on_and_is_the_same(tmp_path: Path, alone: Played, workers: Engine) -> None:
    class StopError(Exception):
        pass

    def stop_at(number: int) -> Any:
        def told(summary: Summary, _: int) -> None:
            if len(summary.points) >= number:
                raise StopError

        return told

    for number in (8, 16, 40):
        with closing(open_run(MATCH, tmp_path / "run")) as run, pytest.raises(StopError):
            play_match(MATCH, workers if number == 16 else None, run, stop_at(number))
    # What a kill leaves in the middle of a write is cut off.
    with (tmp_path / "run" / "output").open("ab") as file:
        file.write(b'{"unit": 40, "boa')
    with (tmp_path / "run" / "times.jsonl").open("ab") as file:
        file.write(b'[{"bid"')
    with closing(open_run(MATCH, tmp_path / "run")) as run:
        played = play_match(MATCH, workers, run)
    assert lines(played) == lines(alone) == (tmp_path / "run" / "output").read_bytes()
    assert played.result() == alone.result()
    with closing(open_run(MATCH, tmp_path / "run")) as run:  # all is there
        again = play_match(MATCH, None, run)
    assert again.result() == alone.result()
    assert again.clocks[0].quantile("bid", 0.5) is not None


def test_a_folder_of_another_match_is_refused(tmp_path: Path) -> None:
    open_run(MATCH, tmp_path / "run").close()
    for other in (replace(MATCH, seed="other"), replace(MATCH, count=61), replace(MATCH, second=MATCH.first)):
        with pytest.raises(RunError, match="is of another run: match"):
            open_run(other, tmp_path / "run")
    with closing(open_run(MATCH, tmp_path / "run")), pytest.raises(RunError, match="in use by another process"):
        open_run(MATCH, tmp_path / "run")
    open_run(replace(MATCH, seed="other"), tmp_path / "run", restart=True).close()


def test_it_ends_early_at_the_same_place_for_any_workers(tmp_path: Path, workers: Engine) -> None:
    match = replace(MATCH, until=9.0, count=400)
    alone = play_match(match)
    assert alone.stopped
    pairs = len(alone.summary.points)
    assert LEAST_PAIRS <= pairs < 400
    assert pairs % match.chunk == 0
    assert alone.summary.mean().half_width <= 9.0
    before = Summary(match)
    for unit in list(alone.units())[: -match.chunk]:
        before.add(unit)
    assert len(before.points) < LEAST_PAIRS or before.mean().half_width > 9.0
    assert lines(play_match(match, workers)) == lines(alone)
    with closing(open_run(match, tmp_path / "run")) as run:
        assert lines(play_match(match, workers, run)) == lines(alone)
    with closing(open_run(match, tmp_path / "run")) as run:
        again = play_match(match, None, run)
    assert again.result() == alone.result()
    assert again.result().stopped


class Dying:
    """Workers that die as often as it says on the second part of a match."""

    lost = (BrokenProcessPool,)
    slots = 2
    shares = True
    exact = True

    def __init__(self, deaths: int) -> None:
        self._deaths = deaths

    def submit(self, function: Any, *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if arguments[1] == 1 and self._deaths:
            self._deaths -= 1
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(function(*arguments, None))
        return future

    def workers(self) -> int:
        return 2

    def close(self) -> None:
        pass


def test_a_worker_that_dies_is_made_good_and_one_that_always_does_is_told(alone: Played) -> None:
    assert lines(play_match(MATCH, Dying(2))) == lines(alone)
    with pytest.raises(RunError, match="3 workers died on deal 8 or soon after"):
        play_match(MATCH, Dying(99))


def test_a_run_folder_is_that_of_a_batch(tmp_path: Path) -> None:
    with closing(open_run(MATCH, tmp_path / "run")) as run:
        assert isinstance(run, RunFolder)
        assert run.manifest["match"] == MATCH.describe()


def spoil(name: str, how: str, folder: Path) -> None:
    """One file of a run, ruined in one way."""
    file = folder / name
    text = file.read_bytes() if file.exists() else b""
    first, _, rest = text.partition(b"\n")
    file.write_bytes(
        {
            "garbage": b"\xff\0garbage\n" * (len(text) // 10 + 1),
            "deep": b"[" * max(len(text), 100_000) + b"\n",
            "list": b"[]\n",
            "numbers": b'{"unit": 1, "boards": 7}\n' * (len(text) // 26 + 1),
            "turned": rest + first + b"\n",
            "twice": text + text,
        }[how]
    )


@pytest.mark.parametrize("how", ["garbage", "deep", "list", "numbers", "turned", "twice"])
@pytest.mark.parametrize("name", ["manifest.json", "state.json", "output", "times.jsonl", "parts/000000002.part"])
@pytest.mark.parametrize("stopped", [True, False])
def test_a_damaged_folder_is_told_or_makes_no_difference(
    tmp_path: Path, alone: Played, name: str, how: str, stopped: bool
) -> None:
    class StopError(Exception):
        pass

    def told(summary: Summary, _: int) -> None:
        if stopped and len(summary.points) >= 16:
            raise StopError

    with closing(open_run(MATCH, tmp_path / "run")) as run, suppress(StopError):
        play_match(MATCH, None, run, told)
    (tmp_path / "run" / "parts").mkdir(exist_ok=True)
    spoil(name, how, tmp_path / "run")
    try:
        with closing(open_run(MATCH, tmp_path / "run")) as run:
            played = play_match(MATCH, None, run)
    except RunError as error:
        assert "\n" not in str(error)  # noqa: PT017
        assert str(tmp_path / "run") in str(error)  # noqa: PT017
    else:
        assert played.result() == alone.result()


@pytest.mark.parametrize("parts", [0, 1, 3, 99, 2.0, "2", True, 10**30])
def test_a_state_that_counts_other_parts_is_told(tmp_path: Path, parts: object) -> None:
    with closing(open_run(MATCH, tmp_path / "run")) as run:
        play_match(MATCH, None, run)
    file = tmp_path / "run" / "state.json"
    state = json.loads(file.read_text())
    file.write_text(json.dumps(state | {"parts": parts}))
    with pytest.raises(RunError, match=r"state\.json"), closing(open_run(MATCH, tmp_path / "run")) as run:
        play_match(MATCH, None, run)
