"""Clients that send slowly, badly, or nothing: the service under gunicorn goes on for everybody else."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from bad_deals import GOOD
from served import SERVE, Server, request, start, stop

HEAD = b"POST /v1/solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
MANY = 40
"""More connections than the server has threads."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("slow"), "--slots", "1", "--queue", "1")
    yield running
    assert "Traceback" not in stop(running)


def seconds_until_healthy(server: Server) -> float:
    began = time.monotonic()
    assert server.ask("GET", "/healthz").status == 200
    return time.monotonic() - began


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next answer."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        assert byte, f"closed after {head!r}"
        head += byte
    status, length = re.search(rb"HTTP/1.1 (\d+)", head), re.search(rb"Content-Length: (\d+)", head)
    assert status
    assert length
    body = b""
    while len(body) < int(length[1]):
        body += connection.recv(int(length[1]) - len(body))
    return int(status[1]), body


def test_silent_clients_take_no_thread(server: Server) -> None:
    with ExitStack() as silent:
        for _ in range(MANY):
            silent.enter_context(server.send(b""))
        time.sleep(0.3)
        assert seconds_until_healthy(server) < 3


def test_clients_that_stop_sending_are_given_up(server: Server) -> None:
    """They hold their threads for 10 s at most; the one whose request can be answered is told."""
    begun = [b"POST /v1/so", HEAD + b"Content-Length: 9\r\n\r\n{", CHUNKED + b"5\r\n{"]
    with ExitStack() as stalled:
        connections = [stalled.enter_context(server.send(sent)) for sent in begun * 4]
        time.sleep(0.3)
        assert seconds_until_healthy(server) < 20
        assert answer(connections[1])[0] == 408
    assert seconds_until_healthy(server) < 3


@pytest.mark.parametrize(
    "body", [b"ZZ\r\n", b"-5\r\nab\r\n0\r\n\r\n", b"2\r\n{}XX0\r\n\r\n", b"2;\x00\r\n{}\r\n0\r\n\r\n"]
)
def test_a_body_in_broken_chunks_is_a_bad_request(server: Server, body: bytes) -> None:
    with server.send(CHUNKED + body) as connection:
        assert answer(connection)[0] == 400


def test_requests_one_behind_another_are_all_answered(server: Server) -> None:
    with server.send(request("/v1/solve", GOOD) * 3) as connection:
        for _ in range(3):
            status, body = answer(connection)
            assert status == 200
            assert "tricks" in json.loads(body)


def test_an_unread_body_does_not_become_the_next_request(server: Server) -> None:
    inner = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
    plain = HEAD.replace(b"application/json", b"text/plain")
    with server.send(plain + b"Content-Length: %d\r\n\r\n" % len(inner) + inner) as connection:
        assert answer(connection)[0] == 415
        connection.sendall(request("/v1/score", {}))
        assert answer(connection)[0] == 422


def test_an_address_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*SERVE, "--port", str(port)], capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"backalley: cannot listen on 127.0.0.1:{port}: ")


@pytest.mark.parametrize("bind", ["", ":8000", "here:x", "nowhere.invalid:0", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_one_line(tmp_path: Path, bind: str) -> None:
    env = {**os.environ, "BACKALLEY_BIND": bind}
    code = "import runpy; runpy.run_module('api', run_name='__main__')"
    done = subprocess.run(
        [SERVE[0], "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60, env=env
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "listen" in done.stderr or "BACKALLEY_BIND" in done.stderr
