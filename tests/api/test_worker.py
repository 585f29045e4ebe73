"""Clients that send slowly, badly, or nothing: the service under gunicorn goes on for everybody else."""

from __future__ import annotations

import json
import os
import re
import select
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from bad_deals import GOOD
from hard_deals import hardest
from served import SERVE, Server, request, start, stop

HEAD = b"POST /v1/solve HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
MANY_DEALS = {"cards": 13, "count": 10_000}
MANY = 60
"""More connections than the server has threads, of one address."""
EACH = 150
"""And what an address may have."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BACKALLEY_CONNECTIONS_EACH", str(EACH))
        patch.setenv("BACKALLEY_MAX_HEAD", "4096")
        running = start(tmp_path_factory.mktemp("slow"), "--slots", "1", "--queue", "1")
    yield running
    told = stop(running)
    assert "Traceback" not in told
    assert all(isinstance(json.loads(line), dict) for line in told.splitlines())


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that gives its clients little time."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("RECEIVE_TIME", "SEND_TIME", "IDLE_TIME"):
            patch.setenv(f"BACKALLEY_{name}", "0.5")
        running = start(tmp_path_factory.mktemp("hasty"), "--slots", "1")
    yield running
    assert "Traceback" not in stop(running)


def all_are_answered(server: Server) -> None:
    """Others are, at once: health, and a deal."""
    began = time.monotonic()
    assert server.ask("GET", "/healthz").status == 200
    assert server.ask("POST", "/v1/solve", GOOD).status == 200
    assert time.monotonic() - began < 5  # seconds of a busy machine; it waited for all of an attack


def unread(server: Server) -> socket.socket:
    """A client that asks for much and reads nothing."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(30)
    client.connect(("127.0.0.1", server.port))
    client.sendall(request("/v1/deals", MANY_DEALS))
    return client


def rest(connection: socket.socket) -> bytes:
    """All that comes until the other side ends it."""
    told = b""
    try:
        while piece := connection.recv(1 << 16):
            told += piece
    except ConnectionResetError:
        pass
    return told


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """Status and body of the next answer."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = connection.recv(1)
        assert byte, f"closed after {head!r}"
        head += byte
    status, length = re.search(rb"HTTP/1.1 (\d+)", head), re.search(rb"(?i)Content-Length: (\d+)", head)
    assert status
    assert length
    body = b""
    while len(body) < int(length[1]):
        body += connection.recv(int(length[1]) - len(body))
    return int(status[1]), body


def problem(connection: socket.socket) -> tuple[int, str]:
    """Status and type of the next answer, which is a problem."""
    status, body = answer(connection)
    told = json.loads(body)
    assert (told["status"], bool(told["title"]), bool(told["detail"])) == (status, True, True)
    return status, told["type"]


@pytest.mark.parametrize(
    "begun",
    [b"", b"POST /v1/so", HEAD, HEAD + b"Content-Length: 900\r\n\r\n{", CHUNKED + b"5\r\n{"],
    ids=["silent", "line", "head", "body", "chunk"],
)
def test_clients_that_stop_sending_cost_no_thread(server: Server, begun: bytes) -> None:
    with ExitStack() as stalled:
        for _ in range(MANY):
            stalled.enter_context(server.send(begun))
        all_are_answered(server)


def test_clients_that_do_not_read_cost_no_thread(server: Server) -> None:
    with ExitStack() as stuck:
        clients = [stuck.enter_context(unread(server)) for _ in range(20)]
        for client in clients:
            assert client.recv(9) == b"HTTP/1.1 "
        all_are_answered(server)


def test_many_deals_leave_room_for_others(server: Server) -> None:
    with ExitStack() as reading:
        clients = [reading.enter_context(server.send(request("/v1/deals", MANY_DEALS))) for _ in range(16)]
        for client in clients:
            assert client.recv(9) == b"HTTP/1.1 "
        all_are_answered(server)


def test_an_address_has_so_many_connections_and_another_its_own(server: Server) -> None:
    with ExitStack() as here:
        for _ in range(EACH + 20):
            here.enter_context(server.send(b""))
        with server.send(HEALTH) as one_more:
            assert not rest(one_more).startswith(b"HTTP/1.1 200")
        with socket.create_connection(("127.0.0.1", server.port), 30, ("127.0.0.7", 0)) as other:
            other.sendall(HEALTH)
            assert answer(other)[0] == 200
    until = time.monotonic() + 10
    while True:  # the places of those who have left are free again
        with server.send(HEALTH) as again:
            if rest_of_head(again).startswith(b"HTTP/1.1 200"):
                return
        assert time.monotonic() < until


def rest_of_head(connection: socket.socket) -> bytes:
    try:
        return connection.recv(12)
    except ConnectionResetError:
        return b""


def test_who_does_not_send_in_time_is_given_up(hasty: Server) -> None:
    with hasty.send(HEAD + b"Content-Length: 9\r\n\r\n{") as body, hasty.send(b"POST /v1/so") as head:
        assert problem(body) == (408, "urn:back-alley:problem:stalled")
        assert rest(head) == b""
    with hasty.send(HEALTH) as idle:
        assert answer(idle)[0] == 200
        assert rest(idle) == b""


def test_who_does_not_read_in_time_is_given_up(hasty: Server) -> None:
    with unread(hasty) as client:
        assert client.recv(9) == b"HTTP/1.1 "
        thrown_out = select.poll()
        thrown_out.register(client, 0)  # told of a reset, without reading
        assert thrown_out.poll(20_000)
        assert not rest(client).endswith(b"0\r\n\r\n")


def test_a_body_that_breaks_off_is_no_request(server: Server) -> None:
    body = json.dumps(GOOD).encode()
    with server.send(HEAD + b"Content-Length: %d\r\n\r\n" % (len(body) + 5) + body) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert problem(connection)[0] == 400


def test_a_client_that_has_said_all_is_answered(server: Server) -> None:
    """It has closed its half of the connection; one that has left altogether does the same."""
    asked = {**hardest().to_dict(), "time_limit": 1.5}
    with server.send(request("/v1/solve", asked)) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert answer(connection)[0] in (200, 504)
        assert rest(connection) == b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", 501),
        (HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n", 400),
        (HEAD.replace(b"HTTP/1.1", b"HTTP/1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        (b"GET /" + b"x" * 50_000, 414),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 5000, 431),
        (HEAD + b"Content-Length: 2000000\r\n\r\n", 413),
        (HEAD + b"Content-Length: " + b"9" * 20 + b"\r\n\r\n", 413),
        (CHUNKED + b"1\r\nx\r\n" * 2000, 400),
    ],
)
def test_what_is_no_request_is_a_problem(server: Server, sent: bytes, status: int) -> None:
    with server.send(sent) as connection:
        assert problem(connection)[0] == status
    all_are_answered(server)


def test_a_client_that_asks_before_it_sends_is_told_to(server: Server) -> None:
    body = json.dumps(GOOD).encode()
    with server.send(HEAD + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body)) as connection:
        assert connection.recv(25) == b"HTTP/1.1 100 \r\n\r\n"
        connection.sendall(body)
        assert answer(connection)[0] == 200


def test_an_answer_in_pieces_is_the_whole_and_old_clients_have_it_too(server: Server) -> None:
    asked = {"cards": 3, "count": 100, "seed": 5}
    new = server.ask("POST", "/v1/deals", asked)
    assert new.headers["Transfer-Encoding"] == "chunked"
    with server.send(request("/v1/deals", asked).replace(b"HTTP/1.1", b"HTTP/1.0")) as connection:
        head, _, body = rest(connection).partition(b"\r\n\r\n")
    assert b"chunked" not in head.lower()
    assert body == new.body
    assert len(new.json["deals"]) == 100


@pytest.mark.parametrize(
    "body", [b"ZZ\r\n", b"-5\r\nab\r\n0\r\n\r\n", b"2\r\n{}XX0\r\n\r\n", b"2;\n\r\n{}\r\n0\r\n\r\n"]
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


def test_requests_before_the_end_of_sending_are_all_answered(server: Server) -> None:
    for _ in range(50):  # the end may be seen at any time, as between two of them
        with server.send(request("/v1/solve", GOOD) * 2 + HEAD + b"Content-Length: 9\r\n\r\n{") as connection:
            connection.shutdown(socket.SHUT_WR)
            assert [answer(connection)[0] for _ in range(3)] == [200, 200, 400]
            assert rest(connection) == b""


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
