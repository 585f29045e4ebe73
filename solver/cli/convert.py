"""``backalley convert``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from solver.cli.common import SUIT, BadInput, DealCommand, bad_input, read_source, rules_option
from solver.cli.records import Records, keep_going_option, trump_told
from solver.errors import DealError
from solver.formats.encodings import COMPRESSIONS, compressed
from solver.game.cards import Suit
from solver.game.rules import Rules
from solver.requests.recorded import NOTATIONS, scan_recorded, write_recorded

__all__ = ["command"]

_ENDINGS: Final = {
    ".pbn": "pbn",
    ".lin": "lin",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "lines",
    ".deal": "lines",
}


@click.command("convert", cls=DealCommand)
@click.argument("source", metavar="FILE|-|DEAL")
@click.argument("target", metavar="FILE|-")
@click.option("--to", "notation", type=click.Choice(NOTATIONS), help="The notation, where the file's ending is none.")
@rules_option
@click.option("--trump", type=SUIT, help="The trump suit, or none, where a record tells none.")
@keep_going_option
def command(
    source: str,
    target: str,
    notation: str | None,
    rules: Rules | None,
    trump: Suit | str | None,
    keep_going: bool | None,
) -> None:
    """Deals in another notation, by the ending of the file: .pbn, .lin, .json, .jsonl, .txt or .deal for lines.

    With .gz or .zst after it the file is packed. What is read is told by its beginning, not its name. PBN keeps the
    tags, sections and remarks of a bridge record.

    \b
      backalley convert club.pbn club.jsonl
      backalley convert match.lin.gz - --to pbn
    """  # noqa: D301  (click reads the \b)
    packed = Path(target).suffix if Path(target).suffix in COMPRESSIONS else ""
    notation = notation or _ENDINGS.get(Path(target.removesuffix(packed)).suffix.lower())
    if notation is None:
        endings = ", ".join(_ENDINGS)
        raise click.UsageError(f"{target}: the notation is told by --to, or by one of the endings {endings}")
    told = trump_told(trump)
    records = Records(read_source((source,)), lambda text: scan_recorded(text, rules, told), keep_going)
    texts: list[str] = []
    for recorded in records:
        with records.going_on():
            try:
                texts.append(recorded.text(notation, len(texts) + 1))
            except DealError as error:
                raise bad_input(error, records.place) from None
    if texts:
        _write(target, compressed(write_recorded(texts, notation).encode(), packed))
    records.finish("converted")


def _write(target: str, data: bytes) -> None:
    if target == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        Path(target).write_bytes(data)
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror}") from None
