"""Where jobs are kept, as the setting says it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.jobs import place
from api.jobs.errors import JobsOffError
from api.jobs.place import is_file, place_of


def test_a_file_is_made_with_its_folders(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "jobs.sqlite"
    for setting in (str(file), f"sqlite:///{file}"):
        assert place_of(setting) == f"sqlite:///{file}"
        assert is_file(place_of(setting))
        assert file.read_bytes() == b""


def test_without_a_word_it_is_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert place_of("") == f"sqlite:///{tmp_path}/home/.local/state/backalley/jobs.sqlite"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert place_of("") == f"sqlite:///{tmp_path}/state/backalley/jobs.sqlite"


def test_what_was_there_stays(tmp_path: Path) -> None:
    (tmp_path / "jobs.sqlite").write_bytes(b"kept")
    place_of(str(tmp_path / "jobs.sqlite"))
    assert (tmp_path / "jobs.sqlite").read_bytes() == b"kept"


@pytest.mark.parametrize(
    "address", ["postgresql://me@db/jobs", "postgres://me@db/jobs", "postgresql+psycopg://me@db/jobs"]
)
def test_postgresql(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, "find_spec", lambda name: name)
    assert place_of(address) == "postgresql+psycopg://me@db/jobs"
    assert not is_file(place_of(address))
    monkeypatch.setattr(place, "find_spec", lambda _: None)
    with pytest.raises(JobsOffError, match=r"back-alley\[postgres\]"):
        place_of(address)


def test_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for setting, words in (
        ("off", "turned off"),
        ("OFF", "turned off"),
        ("mysql://db/jobs", "a file, a postgresql:// address, or off"),
        (str(tmp_path), "cannot be written"),
        (str(tmp_path / "file" / "jobs"), "cannot be written"),
    ):
        with pytest.raises(JobsOffError, match=words):
            place_of(setting)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JobsOffError, match="Permission denied"):
        place_of(str(tmp_path / "jobs.sqlite"))
