"""The supervisor: workers begun again where they end, and ended with who wanted them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from job_runs import until

from api.jobs.supervisor import Supervisor

SLEEPS = (sys.executable, "-S", "-c", "import os, sys, time; print(os.getpid(), flush=True); time.sleep(600)")


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rsplit(") ", 1)[1][0] != "Z"


def test_a_worker_that_is_killed_has_a_follower(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor(2, SLEEPS)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    pids: list[int] = []

    def begun(count: int) -> bool:
        pids.extend(map(int, capfd.readouterr().out.split()))
        return len(pids) == count

    until(lambda: begun(2))
    os.kill(pids[0], signal.SIGKILL)
    until(lambda: begun(3))
    assert alive(pids[1])
    supervisor.stopping.set()
    thread.join()
    assert [alive(pid) for pid in pids] == [False] * 3


def test_workers_that_end_at_once_begin_ever_later(capfd: pytest.CaptureFixture[str]) -> None:
    supervisor = Supervisor(1, ("false",))
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    told = ""

    def ended(count: int) -> bool:
        nonlocal told
        told += capfd.readouterr().err
        return told.count("\n") >= count

    until(lambda: ended(3))
    supervisor.stopping.set()
    thread.join()
    lines = [json.loads(line) for line in told.splitlines()[:3]]
    assert [(line["event"], line["status"], line["again_in"]) for line in lines] == [
        ("job worker ended", 1, wait) for wait in (0.2, 0.4, 0.8)
    ]


def test_one_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("api.jobs.supervisor._GRACE", 0.2)
    deaf = "import os, signal, time; signal.signal(15, signal.SIG_IGN); print(os.getpid(), flush=True); time.sleep(600)"
    supervisor = Supervisor(1, (sys.executable, "-S", "-c", deaf))
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    pid = int(until(lambda: capfd.readouterr().out))
    supervisor.stopping.set()
    thread.join()
    assert not alive(pid)


def test_it_ends_with_its_parent(tmp_path: Path) -> None:
    code = f"""
import os, subprocess, sys, time
command = [sys.executable, "-c", "import os, sys; from api.jobs.supervisor import Supervisor; "
           "Supervisor(2, (sys.executable, '-S', '-c', 'import os, time; "
           "open(r\\"{tmp_path}/\\" + str(os.getpid()), \\"w\\"); time.sleep(600)')).run(os.getppid())"]
child = subprocess.Popen(command)
print(child.pid, flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        supervisor = int(parent.stdout.readline())
        pids = until(lambda: found if len(found := [int(file.name) for file in tmp_path.iterdir()]) == 2 else None)
        assert all(alive(pid) for pid in (supervisor, *pids))
        parent.kill()
        until(lambda: not any(alive(pid) for pid in (supervisor, *pids)))
