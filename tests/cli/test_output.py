"""What is printed in encodings that lack some of the signs: letters, plain signs, and never a crash."""

from __future__ import annotations

import html
import io
import json
import sys
from collections.abc import Callable

import pytest

from solver import cli

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H"
POOR = ("ascii", "latin-1", "cp1252", "cp437", "koi8-r", "cp037", "shift_jis")
RICH = ("utf-8", "utf-16", "gb18030")
Printed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Status, output and errors of the command line, where both streams have this encoding."""

    def call(encoding: str, *arguments: str) -> tuple[int, str, str]:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as stop:
            cli.main(list(arguments))
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)
        return int(stop.value.code or 0), out, err

    return call


@pytest.mark.parametrize("encoding", [*POOR, *RICH])
def test_letters_where_symbols_cannot_be_written(printed: Printed, encoding: str) -> None:
    trump = "H" if encoding in POOR else "♥"
    for command in (("review", LINE, "--symbols"), ("solve", LINE, "--symbols"), ("bids", LINE, "--symbols")):
        status, out, err = printed(encoding, *command)
        assert (status, err) == (0, "")
        assert f"Trump {trump}, upcard" in out
    status, out, _ = printed(encoding, "review", LINE, "--markdown")
    assert status == 0
    assert ("♥" in out) is (encoding in RICH)


@pytest.mark.parametrize("encoding", [*POOR, *RICH])
def test_a_page_says_the_same_in_every_encoding(printed: Printed, encoding: str) -> None:
    pages = {html.unescape(printed(name, "review", LINE, "--html", "-")[1]) for name in ("utf-8", encoding)}
    assert len(pages) == 1


@pytest.mark.parametrize("encoding", [*POOR, *RICH])
def test_errors_and_json_can_be_written(printed: Printed, encoding: str) -> None:
    status, _, err = printed(encoding, "solve", "W S N:\u2660\u2665\u00b1\u2212\u2026\u20ac 3... 4... 5...")
    assert status == 2
    assert err.startswith("backalley: ")
    status, out, _ = printed(encoding, "review", LINE, "--json")
    assert status == 0
    assert json.loads(out)["status"] == "complete"


def test_signs_become_plain_ones(printed: Printed) -> None:
    assert (
        "'HS+/--...' is no hand" in printed("ascii", "solve", "W S N:\u2665\u2660\u00b1\u2212\u2026 3... 4... 5...")[2]
    )


@pytest.mark.parametrize("command", [[], *([name] for name in ("solve", "bids", "review", "score", "deal", "serve"))])
def test_help_is_ascii(printed: Printed, command: list[str]) -> None:
    assert printed("utf-8", *command, "--help")[1].isascii()
