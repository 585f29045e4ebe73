"""``backalley serve``: the service under gunicorn, in a process of its own, as a user has it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bad_deals import GOOD
from hard_deals import hardest

SERVE = [sys.executable, "-c", "from solver.cli import main; main()", "serve"]


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server(NamedTuple):
    """A running service."""

    process: subprocess.Popen[str]
    port: int

    def ask(self, method: str, path: str, asked: Any = None) -> Answer:
        body = asked if asked is None or isinstance(asked, bytes) else json.dumps(asked).encode()
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, body, {"Content-Type": "application/json"} if body is not None else {})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def send(self, raw: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(raw)
        return connection

    def held(self) -> int:
        text = self.ask("GET", "/metrics").body.decode()
        return int(
            float(next(line for line in text.splitlines() if line.startswith("backalley_slots_held ")).split()[1])
        )

    def wait_until_held(self, wanted: int) -> None:
        until = time.monotonic() + 10
        while self.held() != wanted:
            assert time.monotonic() < until
            time.sleep(0.02)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def start(folder: Path, *options: str) -> Server:
    port = free_port()
    process = subprocess.Popen(
        [*SERVE, "--port", str(port), *options],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=folder,
    )
    server = Server(process, port)
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        try:
            if server.ask("GET", "/readyz").status == 200:
                return server
        except OSError:
            pass  # not yet
        time.sleep(0.05)
    process.kill()
    _, told = process.communicate()
    raise AssertionError(f"the service is not ready: {told}")


def stop(server: Server) -> str:
    server.process.send_signal(signal.SIGTERM)
    _, told = server.process.communicate(timeout=30)
    return told


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    # A folder of the same name where it is started must not be taken for the service.
    (tmp_path / "api").mkdir()
    (tmp_path / "api" / "__init__.py").write_text("raise SystemExit('the wrong api')")
    running = start(tmp_path, "--slots", "1", "--queue", "1", "--time-limit", "30")
    yield running
    stop(running)
    assert running.process.returncode == 0


def request(path: str, asked: Any) -> bytes:
    body = json.dumps(asked).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


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
        until = time.monotonic() + 10
        # The second one waits as soon as a third is turned away at once, and not after its time limit.
        while "came free" in server.ask("POST", "/v1/solve", {**GOOD, "time_limit": 0.01}).json["detail"]:
            assert time.monotonic() < until
        began = time.monotonic()
        assert server.ask("GET", "/healthz").status == 200
        assert time.monotonic() - began < 1
        answer = server.ask("POST", "/v1/solve", GOOD)
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


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    env = {**os.environ, "BACKALLEY_SLOT": "2"}
    done = subprocess.run(SERVE, capture_output=True, text=True, cwd=tmp_path, env=env, check=False, timeout=30)
    assert done.returncode == 2
    assert done.stderr.startswith("backalley: BACKALLEY_SLOT is no setting")
    assert done.stderr.count("\n") == 1
