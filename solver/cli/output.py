"""What the commands print, in whatever encoding the terminal or file takes: letters where it has no suit symbols."""

from __future__ import annotations

import sys
from typing import Final, TextIO

from solver.game.cards import Suit

__all__ = ["echo", "echo_page", "writes", "writes_symbols"]

_PLAIN: Final = str.maketrans(
    {
        **{suit.symbol: suit.name for suit in Suit},
        "…": "...",
        "−": "-",
        "–": "-",
        "—": "-",
        "‐": "-",
        "‑": "-",
        "±": "+/-",
        "×": "x",
        "·": ";",
        "→": "->",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "\N{NO-BREAK SPACE}": " ",
    }
)
"""What stands for a sign that cannot be written."""


def echo(text: str = "", err: bool = False, end: str = "\n") -> None:
    """Prints a line; a sign that the stream's encoding lacks becomes a plain one, or its escape."""
    stream = sys.stderr if err else sys.stdout
    if stream is None:
        return
    stream.write(_writable(text, stream) + end)
    stream.flush()


def echo_page(page: str) -> None:
    """Prints an HTML document, which calls itself UTF-8: in other encodings with character references."""
    stream = sys.stdout
    if _encoding(stream).replace("_", "-") not in ("utf-8", "utf8", "utf-8-sig"):
        page = page.encode("ascii", "xmlcharrefreplace").decode("ascii")
    stream.write(page)
    stream.flush()


def writes(text: str) -> bool:
    """Whether standard output can take ``text`` as it is."""
    return _can_write(text, sys.stdout)


def writes_symbols() -> bool:
    """Whether standard output can take suit symbols."""
    return writes("".join(suit.symbol for suit in Suit))


def _writable(text: str, stream: TextIO) -> str:
    if _can_write(text, stream):
        return text
    return "".join(sign if _can_write(sign, stream) else _plain(sign) for sign in text)


def _plain(sign: str) -> str:
    said = sign.translate(_PLAIN)
    return said if said.isascii() else said.encode("ascii", "backslashreplace").decode("ascii")


def _can_write(text: str, stream: TextIO) -> bool:
    """By the stream's encoding, and its way with bytes that came in as no text."""
    errors = getattr(stream, "errors", None)
    try:
        text.encode(_encoding(stream), "surrogateescape" if errors == "surrogateescape" else "strict")
    except UnicodeEncodeError:
        return False
    return True


def _encoding(stream: TextIO) -> str:
    return (getattr(stream, "encoding", None) or "utf-8").lower()
