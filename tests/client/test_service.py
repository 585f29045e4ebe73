"""The client's jobs against a service that works on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from served import start, stop

from api.settings import Settings
from solver import solve
from solver.client import Client, ServiceError
from solver.dealing import deals
from solver.game.rules import PRESETS


@pytest.mark.skipif("jobs" not in Settings.kinds(), reason="this service has no jobs")
def test_a_job_s_results_are_those_of_local_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKALLEY_JOBS", str(tmp_path / "jobs.sqlite"))
    asked = list(deals(3, 20, 1, PRESETS["standard"]))
    service = start(tmp_path, "--quiet")
    try:
        with Client(f"http://127.0.0.1:{service.port}") as client:
            job = client.jobs.submit("solve", [*asked, "no deal"])
            seen = list(client.jobs.follow(job))
            records = list(client.jobs.results(job))
            with pytest.raises(ServiceError) as caught:
                client.jobs.get("none")
    finally:
        stop(service)
    assert (seen[-1].status, seen[-1].done, seen[-1].errors) == ("done", 21, 1)
    assert (caught.value.status, caught.value.kind) == (404, "no-such-job")
    assert [record.line for record in records] == list(range(1, 22))
    assert records[-1].error is not None
    assert records[-1].error.pointer == "/deal"
    for deal, record in zip(asked, records, strict=False):
        local = solve(deal).to_dict()
        assert record.result == {name: value for name, value in local.items() if name != "ms"}
