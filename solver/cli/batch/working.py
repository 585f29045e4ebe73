"""A batch as the options ask for it: from a file, a pipe or a seed, to a file or to standard output."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, Final

import click

from solver.batch.engines import start
from solver.batch.fields import Fields, to_text
from solver.batch.job import Job, RecordError
from solver.batch.part import naming, write_whole
from solver.batch.progress import Progress
from solver.batch.run import RunFolder, read_manifest
from solver.batch.sink import Form
from solver.batch.source import Dealt, FileSource, Source, StreamSource
from solver.batch.summary import Summary, Tally
from solver.batch.tasks import Question
from solver.cli.common import BadInput, Failed, StoppedError, bad_input, print_json
from solver.cli.output import echo
from solver.cli.records import trump_told
from solver.errors import BackAlleyError
from solver.formats.encodings import lines_of
from solver.game.rules import STANDARD
from solver.requests.deals import draw_seed
from solver.search.limits import cores

__all__ = ["run_batch"]

_LINE_BLOCK: Final = 1 << 16


def run_batch(task: str, options: dict[str, Any], **asked: Any) -> None:
    """Reads the options that tasks share, and works the batch off."""
    source, target = _files(options["files"], options["generate"])
    for name, given in (("--address", options["address"] is not None), ("--shared", options["shared"])):
        if given and options["engine"] != "dask":
            raise click.UsageError(f"{name} is of a cluster: give --engine dask too")
    question = Question(
        task,
        options["rules"],
        trump_told(options["trump"]),
        time_limit=options["time_limit"],
        node_limit=options["node_limit"],
        memory_mb=options["memory_mb"],
        **asked,
    )
    fields = Fields() if options["names"] is None else Fields.parse(options["names"], question)
    if not options["quiet"]:
        for name in fields.hidden(question):
            echo(f"--fields {name} is the record's own; the result's is result.{name}", err=True)
    output = None if target == "-" else Path(os.path.realpath(target))
    if source is not None and source != "-" and output is not None and _same(Path(source), output):
        raise BadInput("input and output are the same file")
    if task in ("review", "score") and source is None:
        raise click.UsageError(f"{task} needs deals with bids, which dealt ones have not")
    form = Form.of(target)
    # A pipe or a device has no place where a run could go on.
    plain = output is None or (output.exists() and not stat.S_ISREG(output.stat().st_mode))
    if output is not None and output.is_dir():
        raise BadInput(f"{target}: is a folder")
    folder = options["folder"] or (None if plain or output is None else output.with_name(output.name + ".run"))
    if plain and form.has_columns:
        raise BadInput(f"{target}: a Parquet table needs a file")
    with _source(source, folder, question, options) as deals:
        job = Job(deals, question, fields, form, options["chunk"], options["strict"])
        if folder is None:
            _stream(job, target, options)
        else:
            _resume(job, folder, None if plain else output, target, options)


def _files(files: tuple[str, ...], generate: int | None) -> tuple[str | None, str]:
    """Input, None for dealt deals, and output."""
    most = 1 if generate is not None else 2
    if len(files) > most or (generate is None and not files):
        raise click.UsageError("give INPUT and OUTPUT, or --generate COUNT and OUTPUT")
    names = [None, *files] if generate is not None else list(files)
    return names[0], str(names[1]) if len(names) > 1 else "-"


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False  # one that is not there is told when it is opened


@contextmanager
def _source(name: str | None, folder: Path | None, question: Question, options: dict[str, Any]) -> Iterator[Source]:
    if name is None:
        seed = options["seed"]
        if seed is None:
            begun = None if options["restart"] or folder is None else read_manifest(folder)
            known = begun["source"].get("seed") if begun is not None and isinstance(begun.get("source"), dict) else None
            seed = draw_seed() if known is None else known
            echo(f"seed {seed}", err=True)
        yield Dealt(options["generate"], options["cards"] or (13,), seed, options["rules"] or STANDARD)
        return
    if options["cards"] is not None or options["seed"] is not None:
        raise click.UsageError("--cards and --seed are of dealt deals: give --generate too")
    if name != "-":
        if not Path(name).exists():
            raise BadInput(f"{name}: no such file")
        if Path(name).is_dir():
            raise BadInput(f"{name}: is a folder")
        if Path(name).is_file():
            yield _file(Path(name), question, name)
            return
    with _lines(name) as data:
        if folder is None:
            try:
                lines = lines_of(data)
            except BackAlleyError as error:
                raise bad_input(error, "standard input" if name == "-" else name) from None
            yield StreamSource(lines)
            return
        # What comes once is kept, since the run must read it again when it goes on.
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / f".input.{os.getpid()}.tmp"
        try:
            with naming(kept), kept.open("wb") as copy:
                shutil.copyfileobj(data, copy, _LINE_BLOCK)
            yield _file(kept, question, "standard input" if name == "-" else name)
        finally:
            kept.unlink(missing_ok=True)


def _file(path: Path, question: Question, name: str) -> FileSource:
    try:
        return FileSource.of(path, question, name)
    except BackAlleyError as error:
        raise bad_input(error, name) from None


@contextmanager
def _lines(name: str) -> Iterator[IO[bytes]]:
    if name != "-":
        with Path(name).open("rb") as data:
            yield data
        return
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    yield sys.stdin.buffer


def _stream(job: Job, target: str, options: dict[str, Any]) -> None:
    """To standard output, a pipe or a device, with nothing kept."""
    tally = Tally()
    with _output(target) as out, _working(job, options) as (engine, progress):

        def told(known: Tally) -> None:
            nonlocal tally
            tally = known
            progress(known)

        for data in job.stream(engine, told):
            out.write(data)
        out.flush()
    if not options["quiet"] and not options["as_json"]:
        echo(Summary.of(job.question.task, tally, seconds=progress.seconds).text(), err=True)


def _resume(job: Job, folder: Path, output: Path | None, target: str, options: dict[str, Any]) -> None:
    """To a file, in the folder of a run."""
    asked = job.describe()
    if output is not None and not output.parent.is_dir():
        raise BadInput(f"{target}: its folder does not exist")
    with closing(RunFolder.open(folder, output, asked, restart=options["restart"])) as run:
        if run.is_done and not options["quiet"]:
            echo(f"{folder} is done already; --restart makes it anew", err=True)
        if not run.is_done:
            with _working(job, options) as (engine, progress):
                try:
                    job.run(run, engine, progress)
                except OSError as error:
                    where = error.filename or folder
                    raise Failed(f"{where}: {error.strerror}; what is done is kept: the same command goes on") from None
                except KeyboardInterrupt:
                    raise StoppedError(f"stopped; the same command goes on, from {folder}") from None
        state = run.state
        summary = Summary.of(
            job.question.task, state.tally, total=job.source.total, seconds=state.seconds, size=state.size
        )
        write_whole(folder / "summary.json", (to_text(summary.to_dict()) + "\n").encode())
        if output is None:
            with _output(target) as out, run.partial.open("rb") as data:
                shutil.copyfileobj(data, out)
                out.flush()
    if options["as_json"]:
        print_json(summary.to_dict())
    elif not options["quiet"]:
        echo(summary.text(), err=True)


@contextmanager
def _working(job: Job, options: dict[str, Any]) -> Iterator[tuple[Any, Progress]]:
    with (
        closing(start(options["engine"], options["jobs"] or cores(), options["address"], options["shared"])) as engine,
        Progress(job.source.total, quiet=options["quiet"]) as progress,
    ):
        try:
            yield engine, progress
        except RecordError as error:
            raise bad_input(error, getattr(job.source, "name", "")) from None


@contextmanager
def _output(target: str) -> Iterator[IO[bytes]]:
    if target == "-":
        yield sys.stdout.buffer
        return
    with Path(target).open("wb") as out:
        yield out
