"""Where the records of a batch go: JSON lines, plain or packed as .gz or .zst, or a Parquet table.

Workers encode the rows of a chunk; what they give is put together in order.  Packed JSON lines are one member a
chunk, as both formats allow; a Parquet table has one row group a chunk.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from solver.batch.fields import Columns, Fields, Row
from solver.batch.tasks import Question
from solver.errors import DealError
from solver.formats.encodings import zstandard

__all__ = ["Form", "write_table"]

_GZIP_LEVEL: Final = 6
_ZSTD_LEVEL: Final = 9
_NUMBERS: Final = {
    "line": "int64",
    "nodes": "int64",
    "ms": "float32",
    "tricks": "int8",
    "board": "int8",
    "max_tricks": "int8",
    "cards": "int8",
    "score": "int16",
    "margin": "int16",
    "options": "int16",
    "account": "int16",
    "rainbow": "int16",
}
"""The types of columns by the first part of their name; all others are texts."""
_TEXTS: Final = ("tricks", "board", "max_tricks", "score", "options", "account", "rainbow", "cards")
"""Of those, the members that are numbers only in their parts, and JSON as a whole."""


@dataclass(frozen=True, slots=True)
class Form:
    """How records are written: ``kind`` is jsonl or parquet, ``packed`` is gz, zst or nothing."""

    kind: str = "jsonl"
    packed: str = ""

    @classmethod
    def of(cls, name: str) -> Self:
        """By the end of a file's name; DealError where what it needs is not installed."""
        match Path(name).suffix.lower():
            case ".parquet":
                _arrow()
                return cls("parquet")
            case ".gz":
                return cls(packed="gz")
            case ".zst":
                zstandard()
                return cls(packed="zst")
        return cls()

    @property
    def has_columns(self) -> bool:
        """Whether rows are the values of columns."""
        return self.kind == "parquet"

    def encode(self, rows: Sequence[Row], fields: Fields, question: Question) -> bytes:
        """The rows of a chunk as bytes: the same rows give the same bytes."""
        if self.has_columns:
            return _table_bytes(rows, fields, question)
        text = ("\n".join([*rows, ""]) if rows else "").encode()  # type: ignore[list-item]  # all are texts
        if self.packed == "gz":
            return gzip.compress(text, _GZIP_LEVEL, mtime=0)
        if self.packed == "zst":
            packed: bytes = zstandard().ZstdCompressor(level=_ZSTD_LEVEL, write_checksum=True).compress(text)
            return packed
        return text


def _arrow() -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise DealError("a Parquet file needs the extra parquet: pip install 'back-alley[parquet]'") from None
    return pa


def _schema(fields: Fields, question: Question) -> Any:
    pa = _arrow()
    names = Columns.of(fields, question).names
    return pa.schema([(name, pa.type_for_alias(_type(name, question.task))) for name in names])


def _type(name: str, task: str) -> str:
    first, *inner = name.split(".")
    whole = not inner and first in _TEXTS and not (first == "cards" and task == "score")
    return "string" if whole else _NUMBERS.get(first, "string")


def _table_bytes(rows: Sequence[Row], fields: Fields, question: Question) -> bytes:
    pa = _arrow()
    schema = _schema(fields, question)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    arrays = []
    for values, column in zip(columns, schema, strict=True):
        if column.type == pa.string():
            values = tuple(value if value is None or isinstance(value, str) else str(value) for value in values)
        arrays.append(pa.array(values, column.type))
    out = io.BytesIO()
    pa.parquet.write_table(pa.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()


def write_table(parts: Iterable[bytes], fields: Fields, question: Question, out: Any) -> None:
    """One Parquet table from those of the chunks, one in memory at a time."""
    pa = _arrow()
    with pa.parquet.ParquetWriter(out, _schema(fields, question), compression="zstd") as writer:
        for part in parts:
            writer.write_table(pa.parquet.read_table(io.BytesIO(part)))
