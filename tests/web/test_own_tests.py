"""The page's own tests, which node runs: the core as WebAssembly with the fixtures, the solvers with a service.

They tell what they skipped; here all must run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from built_page import run_tests
from served import Server, start, stop


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("solvers"), "--quiet")
    yield running
    stop(running)


def test_all_of_them_pass_and_none_is_skipped(server: Server) -> None:
    told = run_tests(BACK_ALLEY_URL=f"http://127.0.0.1:{server.port}/")
    counts = dict(re.findall(r"^# (\w+) (\d+)$", told, re.MULTILINE))
    assert int(counts["pass"]) >= 20
    assert (counts["fail"], counts["skipped"], counts["todo"]) == ("0", "0", "0"), told
