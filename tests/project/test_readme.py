"""The README's Python session prints what it says, and what it names exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    shown = re.sub(r"\n\n(?!>>>|$)", "\n<BLANKLINE>\n", "\n".join(blocks))
    session = doctest.DocTestParser().get_doctest(shown, {}, "README.md", "README.md", 0)
    assert len(session.examples) > 5
    failures: list[str] = []
    doctest.DocTestRunner().run(session, out=failures.append)
    if failures:
        pytest.fail("".join(failures))


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_named_files_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w/.])((?:scripts|fixtures|tests|requirements|solver|api|\.ci)/[\w./-]*\w)", text))
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
