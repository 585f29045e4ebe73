"""Where the server may write."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from api.folders import folder_on_disk, temporary_folder
from api.settings import SettingsError


def test_the_first_where_it_can_be_written(tmp_path: Path) -> None:
    assert temporary_folder(tmp_path) == str(tmp_path)


def test_that_of_the_system_else(tmp_path: Path) -> None:
    assert temporary_folder(tmp_path / "none") == tempfile.gettempdir()


def test_one_line_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError("No usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    with pytest.raises(SettingsError, match="name one in TMPDIR"):
        temporary_folder(tmp_path / "none")


def test_long_bodies_go_to_a_disk_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "named").mkdir()
    monkeypatch.delenv("TMPDIR", raising=False)
    assert folder_on_disk(tmp_path) == str(tmp_path)
    assert folder_on_disk(tmp_path / "none") == tempfile.gettempdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "named"))
    assert folder_on_disk(tmp_path) == str(tmp_path / "named")
