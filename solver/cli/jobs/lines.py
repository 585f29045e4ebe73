"""A file of deals as the lines of a job: those of a file of lines as they are, one a record of any other format."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any, Final

from solver.answer import to_json
from solver.cli.common import BadInput, bad_input
from solver.cli.messages import complain
from solver.errors import BackAlleyError, DealError
from solver.formats.encodings import lines_of
from solver.formats.files import LINES, scan_of, sort_of
from solver.game.rules import Rules

__all__ = ["lines_to_send"]

_TOLD: Final = 20
"""Records left out of which each is told why."""


def lines_to_send(data: IO[bytes], name: str, task: str) -> Iterator[bytes]:
    """Lines that make the records that a batch of ``task`` would read, in order; BadInput where there are none.

    A record of PBN or LIN has the number of its first line, as in a batch; those of JSON over many lines count from 1.
    What no record can be made of is told and left out.
    """
    try:
        sort, numbered = sort_of(lines_of(data))
        if sort == LINES:
            yield from _at_their_lines((number, line.rstrip("\r\n")) for number, line in numbered)
        else:
            yield from _at_their_lines(_records(sort, numbered, name, task))
    except BackAlleyError as error:
        raise bad_input(error, name) from None


def _at_their_lines(numbered: Iterator[tuple[int, str]]) -> Iterator[bytes]:
    """The lines as bytes, empty ones where some were passed over, so that the service counts as the file does."""
    written = 0
    for number, line in numbered:
        yield b"\n" * (number - written - 1) + line.encode() + b"\n"
        written = max(number, written + 1)


def _records(sort: str, numbered: Iterator[tuple[int, str]], name: str, task: str) -> Iterator[tuple[int, str]]:
    from solver.batch.tasks import Question  # the reading of batches brings the search

    sent = 0
    refused: list[str] = []
    for number, (place, item) in enumerate(scan_of(sort, numbered, None, _request, also=Question(task).also), 1):
        if isinstance(item, DealError):
            refused.append(str(item))
            continue
        if place.pointer:
            item = {"id": place.pointer} | item
        sent += 1
        yield number if place.whole else place.line, json.dumps(item, ensure_ascii=False, separators=(",", ":"))
    if not sent:
        raise BadInput(f"{name}: {refused[0] if refused else 'has no records'}")
    for each in refused[:_TOLD]:
        complain(f"{name}: {each}")
    if refused:
        complain(f"{name}: {sent} records sent, {len(refused)} left out for what is wrong with them")


def _request(data: Any, rules: Rules | None) -> dict[str, Any]:
    """The fields of a deal as a request says them, with the rules that serve where it names none."""
    if not isinstance(data, dict):
        raise DealError("a record is an object")
    request: dict[str, Any] = to_json(data)
    return request if rules is None or request.get("rules") is not None else {**request, "rules": rules.to_value()}
