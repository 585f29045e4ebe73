"""Run folders: gone on with after any stop, kept from others, and what a full or closed disk does to them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from solver.batch.engines import Threads
from solver.batch.fields import Fields
from solver.batch.job import Job
from solver.batch.part import part_name, write_whole
from solver.batch.run import RunError, RunFolder
from solver.batch.source import Dealt, FileSource
from solver.batch.summary import Tally
from solver.batch.tasks import Question
from solver.errors import Cancelled
from solver.game.rules import STANDARD
from solver.search import Cancel

JOB = Job(Dealt(60, (3,), 7, STANDARD), chunk=10)


def opened(tmp_path: Path, job: Job = JOB, **more: Any) -> RunFolder:
    return RunFolder.open(tmp_path / "run", tmp_path / "out", job.describe(), **more)


def run(tmp_path: Path, job: Job = JOB, **more: Any) -> Tally:
    with closing(opened(tmp_path, job, **more)) as folder, closing(Threads(2)) as engine:
        return job.run(folder, engine)


def stopped(tmp_path: Path, job: Job = JOB, after: int = 20) -> None:
    """A run that is cancelled once so many records are done."""
    cancel = Cancel()

    def told(tally: Tally) -> None:
        if tally.records >= after:
            cancel.set()

    with closing(opened(tmp_path, job)) as folder, closing(Threads(1)) as engine, pytest.raises(Cancelled):
        job.run(folder, engine, told, cancel)


@pytest.fixture
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The output of an undisturbed run."""
    folder = tmp_path_factory.mktemp("whole")
    run(folder)
    return (folder / "out").read_bytes()


def test_a_run_leaves_its_output_and_a_small_folder(tmp_path: Path) -> None:
    tally = run(tmp_path)
    assert (tally.records, tally.errors) == (60, 0)
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["lock", "manifest.json", "state.json"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "run"]
    assert len((tmp_path / "out").read_text().splitlines()) == 60


def test_a_stopped_run_goes_on_and_ends_the_same(tmp_path: Path, whole: bytes) -> None:
    stopped(tmp_path)
    assert not (tmp_path / "out").exists()
    assert (tmp_path / "out.partial").read_bytes() == whole[: (tmp_path / "out.partial").stat().st_size]
    assert run(tmp_path).records == 60
    assert (tmp_path / "out").read_bytes() == whole


@pytest.mark.parametrize(
    "harm",
    ["longer", "draft", "stale part", "cut part", "part twice", "state before rename", "output gone"],
)
def test_what_a_kill_leaves_behind_is_put_right(tmp_path: Path, whole: bytes, harm: str) -> None:
    stopped(tmp_path)
    parts, partial = tmp_path / "run" / "parts", tmp_path / "out.partial"
    if harm == "longer":  # written, and killed before the state was
        partial.write_bytes(partial.read_bytes() + b'{"half')
    elif harm == "draft":
        (tmp_path / "run" / ".state.json.1.2.tmp").write_bytes(b"{")
        (parts / f".{part_name(4)}.1.2.tmp").write_bytes(b"{")
    elif harm == "stale part":
        write_whole(parts / part_name(0), b'{"index":0,"size":1,"crc32":0,"error":null,"tally":', b"x")
    elif harm == "cut part":
        (parts / part_name(5)).write_bytes(b'{"index":5,"size":9,"crc32":1,"error":null,"tally":{}}\nx')
    elif harm == "part twice":
        other = tmp_path / "other"
        other.mkdir()
        stopped(other)
        state = json.loads((tmp_path / "run" / "state.json").read_text())
        assert state["parts"] > 0
        shutil.copytree(other / "run" / "parts", parts, dirs_exist_ok=True)
    elif harm == "state before rename":
        run(tmp_path)
        state = tmp_path / "run" / "state.json"
        state.write_text(state.read_text().replace('"done"', '"placing"'))
    else:
        run(tmp_path)
        (tmp_path / "out").unlink()
    assert run(tmp_path).records == 60
    assert (tmp_path / "out").read_bytes() == whole
    assert not list((tmp_path / "run").glob(".*"))


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    run(tmp_path)
    before = (tmp_path / "out").stat().st_mtime_ns
    assert run(tmp_path).records == 60
    assert (tmp_path / "out").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("job", "said"),
    [
        (Job(Dealt(61, (3,), 7, STANDARD)), "the input is not the one it began with"),
        (Job(JOB.source, fields=Fields(("line",))), r'fields was \[\] and is \["line"\]'),
        (Job(JOB.source, Question(time_limit=2.0)), "question time_limit was null and is 2.0"),
    ],
)
def test_another_input_or_other_options_are_refused_and_spoil_nothing(
    tmp_path: Path, whole: bytes, job: Job, said: str
) -> None:
    stopped(tmp_path)
    with pytest.raises(RunError, match=said):
        opened(tmp_path, job)
    run(tmp_path)
    assert (tmp_path / "out").read_bytes() == whole


def test_a_changed_file_is_another_input(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text("W H N:A.2.. K.4.. Q.6.. J.8..\n" * 5)
    job = Job(FileSource.of(path, Question()))
    run(tmp_path, job)
    path.write_text("W H N:A.2.. K.4.. Q.6.. J.8..\n" * 4)
    with pytest.raises(RunError, match="the input"):
        opened(tmp_path, Job(FileSource.of(path, Question())))
    assert run(tmp_path, Job(FileSource.of(path, Question())), restart=True).records == 4


def test_another_version_is_another_run(tmp_path: Path) -> None:
    stopped(tmp_path)
    path = tmp_path / "run" / "manifest.json"
    path.write_text(path.read_text().replace('"version": "', '"version": "0.'))
    with pytest.raises(RunError, match="another version of the solver"):
        opened(tmp_path)


def test_the_chunks_of_a_run_stay_as_they_were(tmp_path: Path, whole: bytes) -> None:
    stopped(tmp_path)
    assert run(tmp_path, Job(JOB.source, chunk=7)).records == 60
    assert (tmp_path / "out").read_bytes() == whole


def test_two_processes_on_one_run(tmp_path: Path) -> None:
    with closing(opened(tmp_path)), pytest.raises(RunError, match="in use by another process"):
        opened(tmp_path)
    opened(tmp_path).close()


def test_two_runs_with_one_output(tmp_path: Path) -> None:
    with closing(opened(tmp_path)), pytest.raises(RunError, match="written by another run"):
        RunFolder.open(tmp_path / "other", tmp_path / "out", JOB.describe())


def test_folders_that_are_no_runs_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "mine.txt").write_text("mine")
    with pytest.raises(RunError, match=r"mine\.txt"):
        opened(tmp_path)
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["mine.txt"]
    with pytest.raises(RunError, match="no folder"):
        RunFolder.open(tmp_path / "run" / "mine.txt", None, JOB.describe())


@pytest.mark.parametrize("spoilt", ["manifest.json", "state.json"])
@pytest.mark.parametrize("text", ["{", "[]", "5", "null", '{"parts": -5}'])
def test_a_damaged_folder_says_so(tmp_path: Path, whole: bytes, spoilt: str, text: str) -> None:
    if spoilt == "manifest.json" and text.startswith('{"'):
        pytest.skip("told as another run")
    stopped(tmp_path)
    (tmp_path / "run" / spoilt).write_text(text)
    with pytest.raises(RunError, match="damaged; --restart"):
        opened(tmp_path)
    run(tmp_path, restart=True)
    assert (tmp_path / "out").read_bytes() == whole


def test_an_output_that_was_changed_is_told(tmp_path: Path) -> None:
    stopped(tmp_path)
    os.truncate(tmp_path / "out.partial", 3)
    with pytest.raises(RunError, match="shorter than this run left it"):
        opened(tmp_path)
    run(tmp_path, restart=True)
    os.truncate(tmp_path / "out", 3)
    with pytest.raises(RunError, match="changed after the run was done"):
        opened(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = shutil.which("mount") is not None and os.geteuid() == 0
    if mounted:
        command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
        mounted = subprocess.run(command, check=False, capture_output=True).returncode == 0
    if not mounted:
        pytest.skip("a small tmpfs cannot be mounted here, which takes root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_told_and_the_run_goes_on_after_room_is_made(tmp_path: Path, small_disk: Path) -> None:
    job = Job(Dealt(600, (3,), 7, STANDARD), chunk=50)
    run(tmp_path, job)
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 100_000)
    with pytest.raises(OSError, match="No space left") as full:
        run(small_disk, job)
    assert str(small_disk) in str(full.value.filename)
    filler.unlink()
    assert run(small_disk, job).records == 600
    assert (small_disk / "out").read_bytes() == (tmp_path / "out").read_bytes()


def test_a_folder_that_cannot_be_written() -> None:
    with pytest.raises(OSError, match="Not a directory"):
        RunFolder.open(Path(os.devnull) / "run", None, JOB.describe())
