"""Answers in an SQLite file."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from api.cache.file import File


def test_answers_outlive_the_process_that_kept_them(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    first = File(path, 1 << 20)
    first.put(b"key", b"value")
    first.put(b"key", b"newer")
    first.close()
    assert File(path, 1 << 20).get(b"key") == b"newer"
    assert File(path, 1 << 20).get(b"other") is None


def test_the_file_stays_within_its_size_and_loses_the_oldest(tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    store = File(path, 1 << 20)
    gone = sum(store.put(number.to_bytes(4, "big"), os.urandom(10_000)) for number in range(300))
    assert gone > 150
    assert store.get((0).to_bytes(4, "big")) is None
    assert store.get((299).to_bytes(4, "big")) is not None
    store.close()
    assert path.stat().st_size < 1.2 * (1 << 20)


def test_a_child_opens_the_file_for_itself(tmp_path: Path) -> None:
    store = File(tmp_path / "answers.db", 1 << 20)
    store.put(b"key", b"value")
    child = os.fork()
    if not child:
        os._exit(0 if store.get(b"key") == b"value" and store.put(b"child", b"too") == 0 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert store.get(b"child") == b"too"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(sqlite3.DatabaseError):
        File(path, 1 << 20).check()
    with pytest.raises(sqlite3.OperationalError):
        File(tmp_path / "nowhere" / "answers.db", 1 << 20).check()
