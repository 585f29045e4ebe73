"""What the fuzzer has found (scripts/check/fuzz.py), read again: no reader fails, and what is read survives writing.

The core's inputs are run by its own tests (tests/search/test_core.py).
"""

from __future__ import annotations

import pytest
from parsers import CORE, CORPUS, TARGETS, kept

_MOST_BYTES = 200_000


@pytest.mark.parametrize("name", TARGETS)
def test_what_the_fuzzer_found_is_read_or_refused(name: str) -> None:
    inputs = kept(name)
    assert inputs
    for data in inputs:
        TARGETS[name](data)


def test_the_corpus_is_whole_and_small() -> None:
    assert {path.stem for path in CORPUS.iterdir()} == {*TARGETS, CORE}
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < _MOST_BYTES
