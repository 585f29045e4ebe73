"""Bytes of files to text and back: compressed or not, in the encodings that people's files have.

gzip and Zstandard are told by their first bytes.  Text is UTF-8 where that is valid, UTF-16 where its mark says so, and
else, in PBN and LIN alone, ISO 8859-1, which is PBN's own character set.
"""

from __future__ import annotations

import gzip
import io
import re
import zlib
from typing import Any, Final

from solver.errors import DealError

__all__ = ["COMPRESSIONS", "compressed", "text_of"]

COMPRESSIONS: Final = (".gz", ".zst")
"""Endings of compressed files."""
_GZIP: Final = b"\x1f\x8b"
_ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
_LATIN_1_FORMATS: Final = re.compile(r"\s*(?:%|;|\[\s*[A-Za-z]|\{(?!\s*[\"}])|[a-z]{2}\|)")
_MOST_BYTES: Final = 1 << 30
"""A file may unpack to this much, so that a small one cannot fill the memory."""


def text_of(data: bytes) -> str:
    """The text of a file's bytes, without a byte order mark; DealError where it is none that is read here."""
    data = _unpacked(data)
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise DealError("the text is UTF-32; write it as UTF-8")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise DealError(f"byte {error.start} is not valid UTF-16, which the file's mark says it is") from None
    if 3 * data.count(0) > len(data):
        raise DealError("the text is no UTF-8: every other byte is zero, as in UTF-16 without its mark")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        if _LATIN_1_FORMATS.match(text):
            return text
        raise DealError(f"byte {error.start} is not valid UTF-8") from None


def compressed(data: bytes, ending: str) -> bytes:
    """The bytes packed as the file's ending says: ``.gz``, ``.zst``, or as they are."""
    if ending == ".gz":
        return gzip.compress(data, mtime=0)
    if ending == ".zst":
        packed: bytes = _zstandard().ZstdCompressor().compress(data)
        return packed
    return data


def _unpacked(data: bytes) -> bytes:
    try:
        if data.startswith(_GZIP):
            with gzip.open(io.BytesIO(data)) as file:
                return _bounded(file.read(_MOST_BYTES + 1))
        if data.startswith(_ZSTANDARD):
            zstandard = _zstandard()
            try:
                with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True) as file:
                    return _bounded(file.read(_MOST_BYTES + 1))
            except zstandard.ZstdError:
                raise DealError("the file is no whole Zstandard file") from None
    except (OSError, EOFError, zlib.error):
        raise DealError("the file is no whole gzip file") from None
    return data


def _bounded(data: bytes) -> bytes:
    if len(data) > _MOST_BYTES:
        raise DealError(f"the file unpacks to more than {_MOST_BYTES >> 30} GB")
    return data


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise DealError("a .zst file needs the package zstandard: pip install 'back-alley[zstd]'") from None
    return zstandard
