#!/usr/bin/env python3
"""Read every PBN and LIN file of folders, as people have them, and hold complete plays against their results.

    scripts/check/records.py FOLDER...

Counts files, records, those read, those refused with the reason, and crashes, which must be none.  Where all cards
are played, the tricks of our play must be those of the record's result, unless the record says itself that its result
is another (``^9``), or puts a card into the column of a seat that does not hold it.  Prints each difference and crash,
and ends with status 1 if there is any.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from solver.deal import Deal, replay
from solver.errors import BackAlleyError, DealError, PlayError
from solver.formats.bridge.lin import LinBoard
from solver.formats.bridge.pbn_records import PbnRecord
from solver.formats.bridge.pbn_tags import tricks_told
from solver.formats.encodings import text_of
from solver.formats.files import scan_records
from solver.game.cards import Card, Seat, Side
from solver.game.rules import Rules

ENDINGS = (".pbn", ".lin", ".pbn.gz", ".lin.gz", ".pbn.zst", ".lin.zst")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    folders = parser.parse_args().folders
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    examples: dict[str, str] = {}
    wrong = 0
    for path in files_of(folders):
        counts["files"] += 1
        began = time.perf_counter()
        try:
            for place, item in records_of(path):
                counts["records"] += 1
                if isinstance(item, BackAlleyError):
                    counts["refused"] += 1
                    reason = re.sub(r"'[^']*'|\b\d+\b|\b[NESW]\b(?='s| holds| has| does| is)", "…", item.message)
                    reasons[reason] += 1
                    examples.setdefault(reason, f"{path}: {item}")
                    continue
                counts["read"] += 1
                told = verdict(*item)
                counts[told] += 1
                if told == "differs":
                    wrong += 1
                    print(f"{path}: {place}: the play does not give the result told")
        except Exception:
            wrong += 1
            counts["crashed"] += 1
            print(f"{path}: crashed\n{traceback.format_exc()}")
        counts["slowest, ms"] = max(counts["slowest, ms"], int(1000 * (time.perf_counter() - began)))
    for name in ("files", "records", "read", "refused", "crashed", "slowest, ms"):
        print(f"{counts[name]:9,}  {name}")
    for name in ("equal", "differs", "said to differ", "no whole play", "no result told", "impossible play"):
        print(f"{counts[name]:9,}  {name}")
    print("Refused:")
    for reason, count in reasons.most_common():
        print(f"{count:9,}  {reason}\n{'':11}{examples[reason][:240]}")
    sys.exit(wrong > 0)


def files_of(folders: list[Path]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted(folder.rglob("*") if folder.is_dir() else [folder]):
            if path.is_file() and path.name.lower().endswith(ENDINGS):
                yield path


def records_of(path: Path) -> Iterator[tuple[object, tuple[Deal, Any] | DealError]]:
    """Each record's place, and its deal and what it tells beside, or what is wrong with it."""
    try:
        text = text_of(path.read_bytes())
    except DealError as error:
        yield "", error
        return

    def read(data: Any, rules: Rules | None) -> tuple[Deal, Any]:
        record = data.pop("record", None)
        return Deal.from_dict(data, rules), record

    yield from scan_records(text, None, read, also=("record",))


def verdict(deal: Deal, record: PbnRecord | LinBoard | None) -> str:
    """How the tricks of a complete play compare with the result told."""
    if record is None or not deal.play or len(deal.play) < 4 * deal.cards:
        return "no whole play"
    told = record.tricks_told if isinstance(record, LinBoard) else tricks_told(record)
    if not told:
        return "no result told"
    try:
        played = replay(deal).ns_tricks
    except PlayError:
        return "differs" if in_its_columns(deal, record) else "impossible play"
    side, tricks = next(iter(told.items()))
    if played == (tricks if side == Side.NS else deal.cards - tricks):
        return "equal"
    marked = isinstance(record, PbnRecord) and (record.value("Result") or "").startswith("^")
    return "said to differ" if marked else "differs"


def in_its_columns(deal: Deal, record: PbnRecord | LinBoard) -> bool:
    """Whether each card of a Play section stands in the column of the seat that holds it; in LIN there are none."""
    section = record.tag("Play") if isinstance(record, PbnRecord) else None
    if section is None:
        return True
    columns = Seat.parse(section.value).clockwise()
    words = [word for word in section.words if word[0] in "SHDC-"]
    return all(word == "-" or deal.holder(Card.parse(word)) is columns[at % 4] for at, word in enumerate(words))


if __name__ == "__main__":
    main()
