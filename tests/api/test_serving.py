"""``backalley serve``: the service under gunicorn, in a process of its own, as a user has it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from bad_deals import GOOD
from hard_deals import hardest
from job_runs import until
from served import SERVE, Answer, Server, children, free_port, request, start, stop

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    # A folder of the same name where it is started must not be taken for the service.
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "__init__.py").write_text("raise SystemExit('the wrong api')")
    running = start(
        tmp_path, "--slots", "1", "--queue", "2", "--time-limit", "30", cache_mb=0
    )  # so that equal questions do not wait for one answer
    yield running
    stop(running)
    assert running.process.returncode == 0


def test_questions_and_answers(server: Server) -> None:
    solved = server.ask("POST", "/v1/solve", GOOD)
    assert solved.status == 200
    assert set(solved.json["tricks"]) == {"N", "E", "S", "W"}
    assert server.ask("POST", "/v1/bids", GOOD).json["next"] == "N"
    assert server.ask("GET", "/docs").status == 200
    assert server.ask("GET", "/docs/assets/swagger-ui/swagger-ui-bundle.js").status == 200
    too_long = server.ask("POST", "/v1/solve", b" " * 2_000_000)
    assert too_long.status == 413
    assert too_long.headers["Content-Type"] == "application/problem+json"


def test_in_a_terminal_a_plain_line_says_where_it_is(tmp_path: Path) -> None:
    port = free_port()
    screen, terminal = os.openpty()
    with subprocess.Popen([*SERVE, "--port", str(port)], stderr=terminal, cwd=tmp_path) as process:
        os.close(terminal)
        with open(screen, encoding="utf-8") as lines:  # noqa: PTH123  (a descriptor)
            told = [next(lines)]
            while not told[-1].startswith("Back Alley"):
                told.append(next(lines))
            process.send_signal(signal.SIGTERM)
    assert told[-1] == f"Back Alley at http://127.0.0.1:{port}\n"
    assert all(json.loads(line)["event"] for line in told[:-1])


def test_where_there_is_no_terminal_all_lines_are_json(tmp_path: Path) -> None:
    told = stop(start(tmp_path))
    assert [json.loads(line)["event"] for line in told.splitlines()]


def test_a_chunked_body_is_read_and_is_bounded(server: Server) -> None:
    head = (
        b"POST /v1/solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    good = json.dumps(GOOD).encode()
    with server.send(head + b"%x\r\n%b\r\n0\r\n\r\n" % (len(good), good)) as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
    piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with server.send(head + piece * 16) as connection:
        assert connection.recv(12) == b"HTTP/1.1 413"


def test_a_client_that_leaves_frees_its_slot(server: Server) -> None:
    with server.send(request("/v1/solve", hardest().to_dict())):
        server.wait_until_held(1)
    left = time.monotonic()
    server.wait_until_held(0)
    assert time.monotonic() - left < 3


def test_health_needs_no_slot_and_a_full_queue_says_so(server: Server) -> None:
    with ExitStack() as open_ones:
        open_ones.enter_context(server.send(request("/v1/solve", hardest().to_dict())))
        server.wait_until_held(1)
        open_ones.enter_context(server.send(request("/v1/solve", hardest().to_dict())))
        server.wait_until_held(1, waiting=1)
        began = time.monotonic()
        assert server.ask("GET", "/healthz").status == 200
        assert time.monotonic() - began < 1
        assert server.ask("POST", "/v1/solve", GOOD).status == 200  # short work does not wait for long
        open_ones.enter_context(server.send(request("/v1/solve", hardest().to_dict())))
        server.wait_until_held(1, waiting=2)
        answer = server.ask("POST", "/v1/solve", hardest().to_dict())
        assert answer.status == 503
        assert answer.headers["Retry-After"] == "1"
    server.wait_until_held(0)


def test_a_stop_lets_a_running_solve_end(tmp_path: Path) -> None:
    running = start(tmp_path, "--slots", "1", "--quiet")
    found: list[Answer] = []
    asked = {**hardest().to_dict(), "time_limit": 1.5}
    asking = threading.Thread(target=lambda: found.append(running.ask("POST", "/v1/solve", asked)))
    asking.start()
    running.wait_until_held(1)
    told = stop(running)
    asking.join()
    assert [answer.status in (200, 504) for answer in found] == [True]
    assert running.process.returncode == 0
    assert "Traceback" not in told


def test_a_stop_takes_its_time_and_tells_those_who_would_need_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKALLEY_STOP_TIME", "2")
    running = start(tmp_path, "--slots", "1", "--time-limit", "60", "--quiet", cache_mb=0)
    with ExitStack() as here:
        kept = here.enter_context(running.send(HEALTH))  # kept alive, and told at its next request
        assert b" 200 " in kept.recv(1000)
        asked = [here.enter_context(running.send(request("/v1/solve", hardest().to_dict()))) for _ in range(2)]
        running.wait_until_held(1, waiting=1)
        began = time.monotonic()
        running.process.send_signal(signal.SIGTERM)
        for connection in asked:
            answer = b"".join(iter(lambda connection=connection: connection.recv(1 << 16), b""))
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 1" in answer.lower()
            assert b"connection: close" in answer.lower()
        assert kept.recv(1) == b""
        assert time.monotonic() - began < 10
        with pytest.raises(OSError):
            running.send(HEALTH)
    _, told = running.process.communicate(timeout=30)
    assert (running.process.returncode, "Traceback" in told) == (0, False)


def test_a_worker_that_is_killed_or_replaced_leaves_the_service(server: Server) -> None:
    for number, sent in enumerate([signal.SIGKILL, signal.SIGHUP]):
        (old,) = children(server.process.pid)
        os.kill(old if number == 0 else server.process.pid, sent)
        until = time.monotonic() + 20
        while old in (now := children(server.process.pid)) or not now:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert server.ask("POST", "/v1/solve", GOOD).status == 200


ORPHAN = """
import os, signal
from api.server.worker import _end_with_parent
ready, told = os.pipe()
if os.fork():
    os.read(ready, 1)
else:
    _end_with_parent()
    os.write(told, b"x")
os.write(1, b"%d\\n" % os.getpid())  # in one piece, which print does not do for everybody
signal.pause()
"""
"""A process and its child, which never looks who its parent is."""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the worker looks for itself, four times a second")
def test_a_worker_ends_with_the_process_that_began_it() -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        try:
            (child,) = {int(parent.stdout.readline()), int(parent.stdout.readline())} - {parent.pid}
        finally:
            parent.kill()
        try:
            until(lambda: has_ended(child))
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def has_ended(pid: int) -> bool:
    """Whether it has, though whoever adopted it may not have taken note."""
    try:
        return ") Z " in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_a_service_that_is_killed_can_be_begun_again_at_once(tmp_path: Path) -> None:
    running = start(tmp_path, "--quiet", "--slots", "1")
    for _ in range(3):
        running.process.kill()
        running.process.communicate()
        running = start(tmp_path, "--quiet", "--slots", "1", port=running.port)
        assert running.ask("POST", "/v1/solve", GOOD).status == 200
    stop(running)


def test_settings_can_be_checked(tmp_path: Path) -> None:
    for slots, status in (("2", 0), ("99999", 2)):
        env = {**os.environ, "BACKALLEY_SLOTS": slots, "BACKALLEY_BIND": "127.0.0.1:0"}
        run = [*SERVE, "--check"]
        done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, env=env, check=False, timeout=60)
        assert (done.returncode, bool(done.stdout), done.stderr.count("\n")) == (status, not status, int(status > 0))


def test_ctrl_c_stops_what_runs_at_once(tmp_path: Path) -> None:
    running = start(tmp_path, "--slots", "1", "--time-limit", "60", "--quiet", cache_mb=0)
    with ExitStack() as open_ones:
        for _ in range(2):  # one solves, one waits
            open_ones.enter_context(running.send(request("/v1/solve", hardest().to_dict())))
        running.wait_until_held(1, waiting=1)
        began = time.monotonic()
        # As a terminal does: to the server and to its worker.
        children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children").read_text().split()
        for pid in (running.process.pid, *map(int, children)):
            os.kill(pid, signal.SIGINT)
        _, told = running.process.communicate(timeout=30)
        assert time.monotonic() - began < 5
    assert running.process.returncode == 0
    assert "Traceback" not in told


def check(folder: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [*SERVE, "--check", *options]
    env = {**os.environ, **env}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env, check=False, timeout=30)


def test_a_check_prints_settings_that_are_read_back_the_same(tmp_path: Path) -> None:
    first = check(tmp_path, "--slots", "3", BACKALLEY_QUEUE="7")
    assert (first.returncode, first.stderr) == (0, "")
    assert "slots = 3\nqueue = 7\n" in first.stdout
    file = tmp_path / "backalley.toml"
    file.write_text(first.stdout)
    again = check(tmp_path, "--config", str(file))
    assert (again.returncode, again.stdout) == (0, first.stdout)


def test_a_check_does_not_mind_that_the_service_runs(server: Server, tmp_path: Path) -> None:
    assert check(tmp_path, "--port", str(server.port)).returncode == 0


def test_a_check_tells_each_wrong_setting_in_a_line(tmp_path: Path) -> None:
    env = {"BACKALLEY_SLOT": "2", "BACKALLEY_QUEUE": "many", "BACKALLEY_CORS_ORIGINS": "cards.example"}
    told = check(tmp_path, **env)
    assert (told.returncode, told.stdout) == (2, "")
    assert sorted(line.split()[1] for line in told.stderr.splitlines()) == sorted(env)


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    env = {**os.environ, "BACKALLEY_SLOT": "2"}
    done = subprocess.run(SERVE, capture_output=True, text=True, cwd=tmp_path, env=env, check=False, timeout=30)
    assert done.returncode == 2
    assert done.stderr.startswith("backalley: BACKALLEY_SLOT is no setting")
    assert done.stderr.count("\n") == 1


def test_figures_at_their_own_port_and_answers_kept_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("BACKALLEY_METRICS_BIND", f"127.0.0.1:{port}")
    monkeypatch.setenv("BACKALLEY_CACHE_FILE", str(tmp_path / "answers.db"))
    monkeypatch.setenv("BACKALLEY_CACHE_FROM_MS", "0")
    bodies = []
    for found in ("fwd=miss; stored", "hit; detail=file"):
        running = start(tmp_path, "--quiet")
        answer = running.ask("POST", "/v1/solve", GOOD)
        assert answer.headers["Cache-Status"] == f"backalley; {found}"
        bodies.append(answer.body)
        assert running.ask("GET", "/metrics").status == 404
        aside = Server(running.process, port)
        assert aside.figure("backalley_slots") >= 1
        assert aside.ask("GET", "/healthz").status == 404
        stop(running)
        assert running.process.returncode == 0
    assert bodies[0] == bodies[1]
