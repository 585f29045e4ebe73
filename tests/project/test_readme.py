"""The README's Python session prints what it says, and what the documents name exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "fixtures/README.md",
    *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    blocks = [block for block in blocks if "solver.client" not in block]  # tests/client/test_document.py has a service
    shown = re.sub(r"\n\n(?!>>>|$)", "\n<BLANKLINE>\n", "\n".join(blocks))
    session = doctest.DocTestParser().get_doctest(shown, {}, "README.md", "README.md", 0)
    assert len(session.examples) > 5
    failures: list[str] = []
    doctest.DocTestRunner().run(session, out=failures.append)
    if failures:
        pytest.fail("".join(failures))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_named_files_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([\w./]+)\)", text) if link]
    assert [link for link in linked if not (ROOT / document).parent.joinpath(link).exists()] == []
    named = set(re.findall(r"(?<![\w/.])((?:scripts|fixtures|tests|requirements|solver|api|\.ci)/[\w./-]*\w)", text))
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
