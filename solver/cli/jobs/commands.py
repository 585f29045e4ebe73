"""``backalley jobs``: batches that a service works on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import click

from solver.cli.common import BadInput, Failed, print_json
from solver.cli.output import echo

if TYPE_CHECKING:
    from solver.cli.jobs.client import Client

__all__ = ["command"]

_TASKS: Final = ("solve", "bids", "review", "score")
_url = click.option(
    "--url", envvar="BACKALLEY_URL", default="http://127.0.0.1:8000", show_default=True, help="The service."
)
_as_json = click.option("--json", "as_json", is_flag=True, help="The object of the HTTP API.")
_job = click.argument("job", metavar="ID")
_follow = click.option("--follow", is_flag=True, help="Stay until it is over, and tell how far it is.")
_quiet = click.option("--quiet", is_flag=True, help="No progress.")


@click.group("jobs")
def command() -> None:
    """Many deals that a running service (backalley serve) works on, while you do something else.

    \b
      backalley jobs submit solve deals.jsonl solved.jsonl    # sends, follows, and writes the results
      backalley jobs submit bids deals.jsonl                  # sends, and prints the job's ID
      backalley jobs status ID --follow
      backalley jobs results ID bids.jsonl
      backalley jobs cancel ID
    """  # noqa: D301  (click reads the \b)


@command.command("submit")
@click.argument("task", type=click.Choice(_TASKS))
@click.argument("source", metavar="INPUT")
@click.argument("output", required=False)
@_url
@click.option("--key", help="The same key with the same input names the same job, however often it is sent.")
@click.option("--overwrite", is_flag=True, help="Replace OUTPUT, if it is there.")
@_follow
@_quiet
@_as_json
def submit_command(
    task: str,
    source: str,
    output: str | None,
    url: str,
    key: str | None,
    overwrite: bool,
    follow: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Sends INPUT, a file of deals in any format, packed or not, or - for standard input.

    With OUTPUT (- for standard output) it stays until the job is done, and writes the results.
    """
    _check_key(key)
    _check_output(output, source, overwrite)
    with _client(url) as client, _lines(source, task) as lines:
        job = client.submit(task, lines, key)
        if output is None:
            if follow:
                job = _followed(client, job["id"], quiet)
            print_json(job) if as_json else echo(job["id"])
            return
        if not quiet:
            echo(f"job {job['id']}", err=True)
        job = _followed(client, job["id"], quiet)
        _write(client, job, output)
        if as_json and output != "-":
            print_json(job)


@command.command("status")
@_job
@_url
@_follow
@_quiet
@_as_json
def status_command(job: str, url: str, follow: bool, quiet: bool, as_json: bool) -> None:
    """How far the job ID is."""
    with _client(url) as client:
        found = _followed(client, _checked(job), quiet) if follow else client.status(_checked(job))
    print_json(found) if as_json else echo(_words(found))


@command.command("results")
@_job
@click.argument("output", default="-")
@_url
@_follow
@_quiet
def results_command(job: str, output: str, url: str, follow: bool, quiet: bool) -> None:
    """Writes the results of the job ID to OUTPUT, or to standard output: those that are there, in input order.

    A file that is there is replaced, since they may be fetched again and again while the job goes on.
    """
    _check_output(output, "-", overwrite=True)
    with _client(url) as client:
        found = _followed(client, _checked(job), quiet) if follow else client.status(_checked(job))
        _write(client, found, output)


@command.command("cancel")
@_job
@_url
@_as_json
def cancel_command(job: str, url: str, as_json: bool) -> None:
    """Ends the job ID; what was found stays for a while."""
    with _client(url) as client:
        found = client.cancel(_checked(job))
    print_json(found) if as_json else echo(_words(found))


@command.command("work")
@click.option("--store", required=True, help="postgresql://… that the services share, or a SQLite file.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes that work side by side.  [all cores but one]")
@click.option("--nice", type=click.IntRange(0, 19), help="Their niceness.  [10]")
@click.option("--time-limit", type=click.FloatRange(0, 3600, min_open=True), help="Longest solve of a record, seconds.")
@click.option("--memory", "memory_mb", type=click.IntRange(1), help="Most table memory of one solve, MB.")
def work_command(
    store: str, workers: int | None, nice: int | None, time_limit: float | None, memory_mb: int | None
) -> None:
    """Works on the jobs of a store without serving: on as many hosts as there are, until stopped."""
    given = {
        "JOBS": store,
        "JOBS_WORKERS": workers,
        "JOBS_NICE": nice,
        "TIME_LIMIT": time_limit,
        "MEMORY_MB": memory_mb,
    }
    env = os.environ | {f"BACKALLEY_{name}": str(value) for name, value in given.items() if value is not None}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-P", "-m", "api.jobs.supervisor"], env)


# --- Within ----------------------------------------------------------------------------------------


def _client(url: str) -> Client:
    try:
        from solver.cli.jobs.client import Client
    except ImportError:
        raise Failed("this needs the extra client: pip install 'back-alley[client]'") from None
    if "://" not in url:
        url = f"http://{url}"
    return Client(url)


def _checked(job: str) -> str:
    """The ID, also where its address was given."""
    job = job.rstrip("/").rpartition("/")[2]
    if not job.isascii() or not job.isalnum():
        raise BadInput(f"'{job[:80]}' is no job's ID")
    return job


def _check_key(key: str | None) -> None:
    if key is not None and not (1 <= len(key) <= 255 and key.isascii() and key.isprintable() and " " not in key):
        raise BadInput("--key is 1 to 255 characters of ASCII without blanks")


@contextmanager
def _lines(source: str, task: str) -> Iterator[Iterable[bytes]]:
    """The lines to send of a file of deals."""
    from solver.cli.jobs.lines import lines_to_send

    name = "standard input" if source == "-" else source
    with _opened(source, name) as data:
        lines = lines_to_send(data, name, task)
        first = list(islice(lines, 1))  # what cannot be read at all is told before anybody is asked
        yield chain(first, lines)


def _check_output(output: str | None, source: str, overwrite: bool) -> None:
    """BadInput where the results could not be written, or would replace what nobody gave up."""
    if output is None or output == "-":
        return
    target = Path(output)
    if target.is_dir():
        raise BadInput(f"{output}: is a folder")
    if not target.parent.is_dir():
        raise BadInput(f"{output}: its folder does not exist")
    if not target.exists():
        if not os.access(target.parent, os.W_OK):
            raise BadInput(f"{output}: its folder cannot be written to")
        return
    if source != "-" and Path(source).exists() and target.samefile(source):
        raise BadInput("input and output are the same file")
    if target.is_file() and not overwrite:
        raise BadInput(f"{output}: is there already; --overwrite replaces it")


@contextmanager
def _opened(source: str, name: str) -> Iterator[IO[bytes]]:
    if source == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        data = Path(source).open("rb")  # noqa: SIM115  (closed below)
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror}") from None
    with data:
        yield data


def _followed(client: Client, job: str, quiet: bool) -> dict[str, Any]:
    """The job once it is over; progress goes to standard error."""
    from solver.batch.progress import Progress
    from solver.batch.summary import Tally

    total: int | None = None
    told: Callable[[dict[str, Any]], None] = lambda _: None  # noqa: E731
    if quiet:
        return client.follow(job, told)
    total = client.status(job)["total"]
    with Progress(total) as progress:
        return client.follow(job, lambda now: progress(Tally(now["done"], now["errors"])))


def _write(client: Client, job: dict[str, Any], output: str) -> None:
    """The results into a file that is there whole or not at all, or to standard output, a pipe or a device."""
    target = Path(output)
    if output == "-":
        for data in client.results(job["id"]):
            sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    elif target.exists() and not target.is_file():
        with target.open("wb") as file:
            for data in client.results(job["id"]):
                file.write(data)
    else:
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            with draft.open("wb") as file:
                for data in client.results(job["id"]):
                    file.write(data)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    if job["status"] in ("cancelled", "failed"):
        raise Failed(f"the job is {job['status']}: {job.get('detail') or 'these are the results it had'}")
    if job["status"] != "done":
        echo(f"{job['done']:,} of {job['total']:,} records are there so far", err=True)


def _words(job: dict[str, Any]) -> str:
    wrong = f", {job['errors']:,} with an error" if job["errors"] else ""
    why = f": {job['detail']}" if job.get("detail") else ""
    return f"{job['id']} {job['task']} {job['status']}{why}, {job['done']:,} of {job['total']:,} records{wrong}"
