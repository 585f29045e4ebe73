"""Calls the application with a request that has arrived whole."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Final
from urllib.parse import unquote_to_bytes

from api.service import VISIT, Visit

__all__ = ["Application", "Asked", "Reply", "call", "path_of"]

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Of the connection or of the message's way here, and so none of the application's.
_HOP: Final = frozenset((b"transfer-encoding", b"connection", b"keep-alive", b"te", b"upgrade", b"expect"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: names of headers in lower case, the body without its framing, a long one as a ``file``."""

    method: str
    target: bytes
    version: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    peer: tuple[str, int]
    here: tuple[str, int]
    visit: Visit = field(default_factory=Visit)
    file: IO[bytes] | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its body whole, or as pieces that are made when they are asked for."""

    status: int
    reason: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    pieces: Iterator[bytes] | None = None
    close: Callable[[], None] = lambda: None


def path_of(target: bytes) -> tuple[str, str]:
    """Path and query of a request's target, as WSGI has them."""
    if not target.startswith((b"/", b"*")) and b"://" in target:  # the absolute form, which proxies send
        target = b"/" + target.partition(b"://")[2].partition(b"/")[2]
    path, _, query = target.partition(b"?")
    return unquote_to_bytes(path).decode("latin-1"), query.decode("latin-1")


def environ_of(asked: Asked) -> dict[str, Any]:
    """The WSGI environment (PEP 3333)."""
    path, query = path_of(asked.target)
    body = asked.file or io.BytesIO(asked.body)
    length = body.seek(0, io.SEEK_END)
    body.seek(0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": asked.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "RAW_URI": asked.target.decode("latin-1"),
        "REQUEST_URI": asked.target.decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{asked.version}",
        "SERVER_NAME": asked.here[0],
        "SERVER_PORT": str(asked.here[1]),
        "REMOTE_ADDR": asked.peer[0],
        "REMOTE_PORT": str(asked.peer[1]),
        "CONTENT_LENGTH": str(length),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        VISIT: asked.visit,
    }
    for name, value in asked.headers:
        # A name with _ could pass for another with -, such as one that only a proxy may set.
        if name in _HOP or name == b"content-length" or b"_" in name:
            continue
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


def call(application: Application, asked: Asked) -> Reply:
    """The application's answer; one of known length is had whole, another piece by piece.

    Whatever the application raises comes through.
    """
    began: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], Any]:
        if began and exc_info is None:
            raise RuntimeError("the application began a second answer")
        began[:] = [status, headers]
        return _no_write

    made = application(environ_of(asked), start_response)
    close = getattr(made, "close", lambda: None)
    try:
        pieces = iter(made)
        if not began:
            raise RuntimeError("the application began no answer")
        status, headers = began
        code, _, reason = status.partition(" ")
        if any(name.lower() == "content-length" for name, _ in headers) or asked.method == "HEAD":
            reply = Reply(int(code), reason, headers, b"".join(pieces))
        else:
            return Reply(int(code), reason, headers, pieces=pieces, close=close)
    except BaseException:
        close()
        raise
    close()
    return reply


def _no_write(_: bytes) -> None:
    raise RuntimeError("write() of WSGI is not served: give the pieces as the answer")
