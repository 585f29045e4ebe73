#!/usr/bin/env python3
"""Write fixtures/page: what the page's own TypeScript is held against, since it tells the rules a second time.

    scripts/generate/page_vectors.py [--check]

Plays with every legal card and the sentence for every other one, auctions with their scores, deals by seed, words,
texts of all notations as they are read and written, and accuracies of reviews; over all presets and knobs, from fixed
seeds.  web/tests reads them.  --check compares the files with what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from page_parts.game import auctions, deals, plays, words
from page_parts.reviews import reviews
from page_parts.texts import bad_deals, corpus, texts, written

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "page"


def files() -> Iterator[tuple[str, str]]:
    """Each file's name and text."""
    kinds: Mapping[str, Iterator[dict[str, Any]]] = {
        "plays": plays(),
        "auctions": auctions(),
        "deals": deals(),
        "words": words(),
        "corpus": corpus(),
        "texts": texts(),
        "bad_deals": bad_deals(),
        "written": written(),
        "reviews": reviews(),
    }
    for name, records in kinds.items():
        lines = (json.dumps(record, separators=(",", ":"), ensure_ascii=False) for record in records)
        yield f"{name}.jsonl", "".join(f"{line}\n" for line in lines)


def stale() -> list[str]:
    """The files that are not what would be written."""
    written = dict(files())
    there = {path.name for path in FOLDER.glob("*")}
    return sorted(
        name
        for name in written.keys() | there
        if name not in there or (FOLDER / name).read_text(encoding="utf-8") != written.get(name)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Write fixtures/page, or with --check compare it.")
    parser.add_argument("--check", action="store_true", help="compare, with status 1 if anything differs")
    if parser.parse_args().check:
        old = stale()
        for name in old:
            print(f"fixtures/page/{name} is not what scripts/generate/page_vectors.py writes", file=sys.stderr)
        return bool(old)
    FOLDER.mkdir(exist_ok=True)
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
