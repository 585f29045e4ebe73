"""How a request becomes WSGI, and an answer what the connection sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from api.server.wsgi import Asked, call, environ_of
from api.service import VISIT


def asked(target: bytes = b"/", method: str = "GET", body: bytes = b"", **headers: str) -> Asked:
    named = tuple((name.replace("_", "-").encode(), value.encode()) for name, value in headers.items())
    return Asked(method, target, "1.1", named, body, ("10.0.0.1", 9), ("127.0.0.1", 8000))


@pytest.mark.parametrize(
    ("target", "path", "query"),
    [
        (b"/a%20b/%C3%A9?x=%20&y", "/a b/\xc3\xa9", "x=%20&y"),
        (b"http://here:80/v1/solve?x", "/v1/solve", "x"),
        (b"//a", "//a", ""),
        (b"*", "*", ""),
    ],
)
def test_targets(target: bytes, path: str, query: str) -> None:
    environ = environ_of(asked(target))
    assert (environ["PATH_INFO"], environ["QUERY_STRING"]) == (path, query)


def test_headers_of_the_way_here_and_those_that_pass_for_others_stay_out() -> None:
    whole = Asked(
        "POST",
        b"/",
        "1.1",
        ((b"x_forwarded_for", b"evil"), (b"a", b"1"), (b"a", b"2"), (b"transfer-encoding", b"chunked")),
        b"body",
        ("10.0.0.1", 9),
        ("127.0.0.1", 8000),
    )
    environ = environ_of(whole)
    assert {name for name in environ if name.startswith("HTTP_")} == {"HTTP_A"}
    assert (environ["HTTP_A"], environ["CONTENT_LENGTH"]) == ("1,2", "4")
    assert (environ["wsgi.input"].read(), environ["REMOTE_ADDR"]) == (b"body", "10.0.0.1")
    assert environ[VISIT] is whole.visit


def test_an_answer_of_known_length_is_had_whole_and_another_in_pieces() -> None:
    closed = []

    class Pieces:
        def __iter__(self) -> Iterator[bytes]:
            return iter([b"a", b"", b"b"])

        def close(self) -> None:
            closed.append(True)

    def application(length: bool) -> Any:
        def answer(_: dict[str, Any], start: Callable[..., Any]) -> Pieces:
            start("200 OK", [("Content-Length", "2")] if length else [])
            return Pieces()

        return answer

    whole = call(application(True), asked())
    assert (whole.status, whole.reason, whole.body, whole.pieces, closed) == (200, "OK", b"ab", None, [True])
    parted = call(application(False), asked())
    assert parted.pieces is not None
    assert (list(parted.pieces), closed) == ([b"a", b"", b"b"], [True])
    parted.close()
    assert closed == [True, True]


def test_what_an_application_raises_comes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        call(lambda *_: [b"%d" % (1 // 0)], asked())
    with pytest.raises(RuntimeError, match="no answer"):
        call(lambda *_: [b""], asked())
