"""Bytes of files to text and back: compressed or not, in the encodings that people's files have.

gzip and Zstandard are told by their first bytes.  Text is UTF-8 where that is valid, UTF-16 where its mark says so, and
else, in PBN and LIN alone, ISO 8859-1, which is PBN's own character set.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

from solver.errors import DealError

__all__ = ["COMPRESSIONS", "compressed", "lines_of", "text_of", "zstandard"]

COMPRESSIONS: Final = (".gz", ".zst")
"""Endings of compressed files."""
_GZIP: Final = b"\x1f\x8b"
_ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LATIN_1_FORMATS: Final = re.compile(r"\s*(?:%|;|\[\s*[A-Za-z]|\{(?!\s*[\"}])|[a-z]{2}\|)")
_MOST_BYTES: Final = 1 << 30
"""A file may unpack to this much, so that a small one cannot fill the memory."""
_MODEST_BYTES: Final = 1 << 26
_MOST_RATIO: Final = 100
"""Beyond ``_MODEST_BYTES`` a file may unpack to so many times its size: deals pack to a tenth, bombs further."""
_BLOCK: Final = 1 << 16
_PACKED_BLOCK: Final = 1 << 12
"""Bytes unpacked at a time: few, since each may become thousands."""


def text_of(data: bytes) -> str:
    """The text of a file's bytes, without a byte order mark; DealError where it is none that is read here."""
    data = _unpacked(data)
    _check_mark(data)
    if data.startswith(_UTF_16):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise DealError(f"byte {error.start} is not valid UTF-16, which the file's mark says it is") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _LATIN_1_FORMATS.match(text):
            return text
        raise DealError(f"byte {error.start} is not valid UTF-8") from None


def _check_mark(data: bytes) -> None:
    """DealError where the bytes, or the first four of them, are UTF-32, or UTF-16 without a mark."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise DealError("the text is UTF-32; write it as UTF-8")
    if not data.startswith(_UTF_16) and 3 * data.count(0) > len(data):
        raise DealError("the text is no UTF-8: every other byte is zero, as in UTF-16 without its mark")


def lines_of(data: IO[bytes]) -> Iterator[str]:
    """The lines of a file or pipe of any size as they come, packed or not, without a byte order mark.

    Like ``text_of``, but line by line: bytes that are no UTF-8 are ISO 8859-1 in PBN and LIN, and elsewhere spoil
    no more than their line.
    """
    head, data = _with_head(_unpacking(data))
    _check_mark(head)
    if head.startswith(_UTF_16):
        return _utf_16_lines(data)
    return _plain_lines(data)


def _plain_lines(data: IO[bytes]) -> Iterator[str]:
    latin_1: bool | None = None
    for line in data:
        if latin_1 is None:
            line = line.removeprefix(codecs.BOM_UTF8)
            if start := line.strip():  # a lone brace begins JSON, of which ISO 8859-1 is no part
                latin_1 = start != b"{" and _LATIN_1_FORMATS.match(line.decode("latin-1")) is not None
        try:
            yield line.decode()
        except UnicodeDecodeError:
            yield line.decode("latin-1") if latin_1 else line.decode(errors="replace")


def _utf_16_lines(data: IO[bytes]) -> Iterator[str]:
    try:
        yield from io.TextIOWrapper(data, encoding="utf-16")
    except UnicodeDecodeError as error:
        raise DealError(f"{error.reason}: not valid UTF-16, which the file's mark says it is") from None


class _Stream(io.RawIOBase):
    """Bytes that come from ``head`` and then from ``read``, as many as it likes at a time."""

    def __init__(self, head: bytes, read: Callable[[int], bytes]) -> None:
        self._head = head
        self._read = read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer)
        data = self._head or self._read(len(view))
        self._head = data[len(view) :]
        view[: len(data)] = data[: len(view)]
        return min(len(data), len(view))


def _buffered(read: Callable[[int], bytes], head: bytes = b"") -> io.BufferedReader:
    return io.BufferedReader(_Stream(head, read), _BLOCK)


def _with_head(data: Any) -> tuple[bytes, io.BufferedReader]:
    """The first four bytes, by which a file is known, and the stream with them."""
    unread = _buffered(data.read1)
    head = unread.read(4)
    return head, _buffered(unread.read1, head)


def _unpacking(data: IO[bytes]) -> io.BufferedReader:
    """The stream unpacked as it is read, if it is packed at all; DealError where it breaks off."""
    head, rest = _with_head(data)
    if head.startswith(_GZIP):
        file = gzip.open(rest)  # noqa: SIM115  (whoever opened ``data`` closes it)

        def read(size: int) -> bytes:
            try:
                return file.read1(size)
            except (gzip.BadGzipFile, EOFError, zlib.error):
                raise DealError("the file is no whole gzip file") from None

        return _buffered(read)
    return _buffered(_Frames(rest).read) if head.startswith(_ZSTANDARD) else rest


class _Frames:
    """Unpacks one Zstandard frame after another, and tells of one that breaks off."""

    def __init__(self, data: io.BufferedReader) -> None:
        self._data = data
        self._module = zstandard()
        self._left = b""
        self._frame: Any = None

    def read(self, _: int) -> bytes:
        """The next bytes, however many; none at the end."""
        while packed := self._left or self._data.read1(_PACKED_BLOCK):
            self._left = b""
            if self._frame is None:
                self._frame = self._module.ZstdDecompressor().decompressobj()
            try:
                data: bytes = self._frame.decompress(packed)
            except self._module.ZstdError:
                raise self._broken() from None
            if self._frame.eof:
                self._left = self._frame.unused_data
                self._frame = None
            if data:
                return data
        if self._frame is not None:
            raise self._broken()
        return b""

    @staticmethod
    def _broken() -> DealError:
        return DealError("the file is no whole Zstandard file")


def compressed(data: bytes, ending: str) -> bytes:
    """The bytes packed as the file's ending says: ``.gz``, ``.zst``, or as they are."""
    if ending == ".gz":
        return gzip.compress(data, mtime=0)
    if ending == ".zst":
        packed: bytes = zstandard().ZstdCompressor().compress(data)
        return packed
    return data


def _unpacked(data: bytes) -> bytes:
    if not data.startswith((_GZIP, _ZSTANDARD)):
        return data
    most = min(_MOST_BYTES, max(_MODEST_BYTES, _MOST_RATIO * len(data)))
    whole = _unpacking(io.BytesIO(data)).read(most + 1)
    if len(whole) > most:
        raise DealError(f"the file unpacks to more than {most >> 20:,} MB, too much for its size: unpack it first")
    return whole


def zstandard() -> Any:
    """The module that packs and unpacks .zst; DealError where it is not installed."""
    try:
        import zstandard as module
    except ImportError:
        raise DealError("a .zst file needs the package zstandard: pip install 'back-alley[zstd]'") from None
    return module
