"""Parts: files that are there whole or not at all, and errors that name their path."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from solver.batch.chunk import Answers, Recipe
from solver.batch.part import encode_part, naming, part_name, read_head, read_part, work, write_whole
from solver.batch.sink import Form
from solver.batch.source import Chunk, Dealt, DealtRecords
from solver.batch.summary import Tally
from solver.game.rules import STANDARD


def test_a_part_is_read_only_whole(tmp_path: Path) -> None:
    path = tmp_path / part_name(3)
    tally = json.dumps(Tally().to_dict()).encode()
    head = b'{"index":3,"size":2,"crc32":%d,"error":null,"tally":%s}\n' % (zlib.crc32(b"ab"), tally)
    write_whole(path, head, b"ab")
    part = read_head(path)
    assert part is not None
    assert (part.index, part.size, read_part(path)) == (3, 2, b"ab")
    write_whole(path, head, b"aX")
    assert read_part(path) is None
    write_whole(path, head, b"a")
    assert read_head(path) is None


def test_work_gives_the_bytes_or_writes_them(tmp_path: Path) -> None:
    chunk = Chunk(0, DealtRecords(Dealt(3, (3,), 1, STANDARD), 0, 3))
    given = work(Recipe(), Form(), chunk, None)
    written = work(Recipe(), Form(), chunk, str(tmp_path))
    assert given.data == read_part(tmp_path / part_name(0))
    assert written.data is None
    head = read_head(tmp_path / part_name(0))
    assert head is not None
    assert (head.size, head.crc32, head.tally.records) == (given.size, given.crc32, 3)


def test_strict_leaves_no_part_with_an_error(tmp_path: Path) -> None:
    encode_part(Recipe(strict=True), Form(), 0, Answers(["x"], error="line 1: wrong"), str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(OSError, match="there"):
        write_whole(tmp_path / "there", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    with pytest.raises(OSError, match="somewhere"), naming(Path("somewhere")):
        raise OSError(28, "No space left on device")
