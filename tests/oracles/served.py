"""The service under gunicorn in a process of its own, and raw connections to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

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

    def ask(self, method: str, path: str, asked: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        body = asked if asked is None or isinstance(asked, (bytes, Iterator)) else json.dumps(asked).encode()
        sent = ({"Content-Type": "application/json"} if body is not None else {}) | dict(headers or {})
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())

    def send(self, raw: bytes) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        connection.sendall(raw)
        return connection

    def figure(self, name: str) -> float:
        """One of the figures of /metrics."""
        lines = self.ask("GET", "/metrics").body.decode().splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])

    def wait_until_held(self, wanted: int, waiting: int = 0) -> None:
        """Until as many requests have a solving slot, and as many wait for one."""
        until = time.monotonic() + 10
        while (self.figure("backalley_slots_held"), self.figure("backalley_slots_waiting")) != (wanted, waiting):
            assert time.monotonic() < until
            time.sleep(0.02)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def start(folder: Path, *options: str, port: int | None = None, **settings: object) -> Server:
    """Begins the service and waits until it is ready; ``settings`` are for the environment."""
    port = port or free_port()
    process = subprocess.Popen(
        [*SERVE, "--port", str(port), *options],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env=os.environ | {f"BACKALLEY_{name.upper()}": str(value) for name, value in settings.items()},
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


def children(pid: int) -> list[int]:
    """The living processes that this one has started: the workers of a service, oldest first."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    started = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return sorted(child for child in started if ") Z " not in Path(f"/proc/{child}/stat").read_text())


def stop(server: Server) -> str:
    server.process.send_signal(signal.SIGTERM)
    _, told = server.process.communicate(timeout=30)
    return told


def request(path: str, asked: Any) -> bytes:
    body = json.dumps(asked).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body
