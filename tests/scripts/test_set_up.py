"""What ``scripts/setup`` knows without doing anything: when the checkout must be installed anew."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[2] / "scripts" / "lib" / "set_up.py"


@pytest.fixture
def set_up() -> ModuleType:
    spec = importlib.util.spec_from_file_location("set_up", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_works_on_this_checkout(set_up: ModuleType) -> None:
    assert FILE.parents[2] == set_up.ROOT
    assert {"solver/game/cards.py", "api/__init__.py"} <= set(set_up.modules())


def test_a_moved_module_is_noticed(set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The editable install keeps a list of modules, so one that moved would not be found."""
    monkeypatch.setattr(set_up, "ROOT", tmp_path)
    (tmp_path / "solver" / "game").mkdir(parents=True)
    (tmp_path / "solver" / "cards.py").touch()
    before = set_up.digest([], *set_up.modules())
    (tmp_path / "solver" / "cards.py").write_text("# another text is no matter")
    assert set_up.digest([], *set_up.modules()) == before
    (tmp_path / "solver" / "cards.py").rename(tmp_path / "solver" / "game" / "cards.py")
    assert set_up.digest([], *set_up.modules()) != before


def test_an_unreadable_state_is_none(set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_up, "STATE", tmp_path / "set-up.json")
    assert set_up.read_state() == {}
    for text in ("", "[]", '{"root": "/elsewhere"}'):
        set_up.STATE.write_text(text)
        assert set_up.read_state() == {}
    set_up.write_state({"root": str(set_up.ROOT), "level": "dev"})
    assert set_up.read_state()["level"] == "dev"


def test_a_page_that_failed_is_tried_again_only_once_it_is_there(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command sets up first, and none must wait for a package index that is not reachable."""
    monkeypatch.setattr(set_up, "ROOT", tmp_path)
    monkeypatch.setattr(set_up, "STATE", tmp_path / "set-up.json")
    monkeypatch.setattr(set_up.shutil, "which", lambda _: "/usr/bin/node")
    runs: list[object] = []

    def failing(command: object, **_: object) -> subprocess.CompletedProcess[str]:
        runs.append(command)
        return subprocess.CompletedProcess("web.py", 1)

    monkeypatch.setattr(set_up.subprocess, "run", failing)
    set_up.write_state({"root": str(tmp_path)})
    for _ in range(3):
        set_up.build_page()
    assert len(runs) == 1
    (tmp_path / "api" / "page").mkdir(parents=True)
    (tmp_path / "api" / "page" / "index.html").touch()
    set_up.build_page()
    assert len(runs) == 2


def test_no_node_is_said_once(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "STATE", tmp_path / "set-up.json")
    monkeypatch.setattr(set_up.shutil, "which", lambda _: None)
    set_up.write_state({"root": str(set_up.ROOT)})
    for _ in range(3):
        set_up.build_page()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "scripts/web does it later" in said
