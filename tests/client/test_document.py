"""docs/client.md and the README's lines about the client run against a service that listens."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from served import Server, start, stop

from solver.client import Client

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("service"), "--quiet")
    yield running
    stop(running)


@pytest.mark.parametrize("document", ["docs/client.md", "README.md"])
def test_the_session_in_the_document_runs(service: Server, document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if "solver.client" in block]
    assert blocks
    shown = re.sub(r"\n\n(?!>>>|$)", "\n<BLANKLINE>\n", "\n".join(blocks)).replace(
        "localhost:8000", f"127.0.0.1:{service.port}"
    )
    session = doctest.DocTestParser().get_doctest(shown, {}, document, document, 0)
    assert len(session.examples) > 2
    failures: list[str] = []
    doctest.DocTestRunner().run(session, out=failures.append, clear_globs=False)
    session.globs["client"].close()
    assert failures == []


def test_every_method_is_in_its_table() -> None:
    text = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    told = set(
        re.findall(
            r"`(\w+)(?:\(|`)", "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
        )
    )
    methods = {name for name in vars(Client) if not name.startswith("_") and name != "close"}
    assert told == methods | {"jobs"}
