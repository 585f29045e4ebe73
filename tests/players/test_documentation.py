"""The session of docs/hidden_cards.md."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_session_of_the_documentation_runs() -> None:
    document = Path(__file__).parents[2] / "docs" / "hidden_cards.md"
    failed, tried = doctest.testfile(str(document), module_relative=False)
    assert (failed, tried > 0) == (0, True)
