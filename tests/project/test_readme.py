"""The README's Python session prints what it says, and what the documents name exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "fixtures/README.md",
    *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")),
]
BUILT = {"api/page"}  # by scripts/web, where there is node
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


def test_the_members_of_answers_stand_where_the_architecture_says(document: dict[str, Any]) -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+): (`[^|]*) \| ([^|]*) \|", text, re.MULTILINE)
    assert [resource for resource, _, _ in rows] == ["solve", "bids", "review", "score"]
    for resource, members, files in rows:
        source = "".join((ROOT / file).read_text(encoding="utf-8") for file in re.findall(r"`(solver/[^`]*)`", files))
        answer = document["paths"][f"/v1/{resource}"]["post"]["responses"]["200"]["content"]["application/json"]
        kinds = {name.rpartition("/")[2] for name in re.findall(r"'(#/components/schemas/\w+)'", str(answer["schema"]))}
        answered = {name for kind in kinds for name in document["components"]["schemas"][kind]["properties"]}
        for member in re.findall(r"`(\w+)`", members):
            assert member in answered
            assert re.search(rf"^    {member}: Annotated\[", source, re.MULTILINE), f"{member} is not described there"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_named_files_exist(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([\w./]+)\)", text) if link]
    assert [link for link in linked if not (ROOT / document).parent.joinpath(link).exists()] == []
    named = set(re.findall(r"(?<![\w/.])((?:scripts|fixtures|tests|requirements|solver|api|\.ci)/[\w./-]*\w)", text))
    assert named
    assert [name for name in sorted(named - BUILT) if not (ROOT / name).exists()] == []
