"""The work on one chunk from its records to a part: encoded rows, and a head that says what they are.

A part file is the head, one line of JSON, then the bytes.  It gets its name only when it is whole and on the disk,
so that a run killed at any moment has each part or has it not.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from solver.batch.chunk import Answers, Recipe, answer
from solver.batch.sink import Form
from solver.batch.source import Chunk
from solver.batch.summary import Tally
from solver.search import Cancel

__all__ = [
    "SPOILT",
    "Part",
    "encode_part",
    "naming",
    "part_name",
    "read_head",
    "read_part",
    "sync_folder",
    "work",
    "write_part",
    "write_whole",
]

SPOILT: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading a file raises that nobody wrote so."""


@dataclass(slots=True)
class Part:
    """What came of a chunk: ``data`` is None where it was written to a file; ``error`` is the first record's fault."""

    index: int
    tally: Tally
    size: int
    crc32: int
    error: str | None
    data: bytes | None = None

    def head(self) -> dict[str, Any]:
        """All but the bytes, as JSON."""
        return {
            "index": self.index,
            "size": self.size,
            "crc32": self.crc32,
            "error": self.error,
            "tally": self.tally.to_dict(),
        }


def work(recipe: Recipe, form: Form, chunk: Chunk, folder: str | None, cancel: Cancel | None = None) -> Part:
    """Answers a chunk and writes its part into ``folder``, or gives its bytes where there is none."""
    return encode_part(recipe, form, chunk.index, answer(recipe, chunk.records, cancel), folder)


def encode_part(recipe: Recipe, form: Form, index: int, answers: Answers, folder: str | None) -> Part:
    """The part of a chunk's answers; with ``strict``, one with an error is not written."""
    data = form.encode(answers.rows, recipe.fields, recipe.question)
    part = Part(index, answers.tally, len(data), zlib.crc32(data), answers.error)
    if folder is None:
        part.data = data
    elif not (recipe.strict and answers.error is not None):
        part.data = data
        write_part(Path(folder), part)
    return part


def write_part(folder: Path, part: Part) -> None:
    """Writes the file of a part, which then lets go of its bytes."""
    head = json.dumps(part.head(), separators=(",", ":")).encode() + b"\n"
    write_whole(folder / part_name(part.index), head, part.data or b"")
    part.data = None


def part_name(index: int) -> str:
    """The name of a part's file."""
    return f"{index:09}.part"


def read_head(path: Path) -> Part | None:
    """The part in a file without its bytes; None where the file is not whole."""
    with path.open("rb") as file:
        try:
            head = json.loads(file.readline())
            part = Part(head["index"], Tally.from_dict(head["tally"]), head["size"], head["crc32"], head["error"])
            whole = file.tell() + part.size == os.fstat(file.fileno()).st_size
            return part if whole and path.name == part_name(part.index) else None
        except SPOILT:
            return None


def read_part(path: Path) -> bytes | None:
    """The bytes of a part; None where they are not those that were written."""
    with path.open("rb") as file:
        head = json.loads(file.readline())
        data = file.read()
    return data if len(data) == head["size"] and zlib.crc32(data) == head["crc32"] else None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An OSError from within names the path where it names none, as one of a full disk does not."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def write_whole(path: Path, *pieces: bytes) -> None:
    """Writes a file that is there whole or, after an error or a crash, not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with naming(path), draft.open("wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Puts the names in a folder onto the disk; not every file system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
