"""What ``scripts/web`` builds: its weight, its place, and one line where it cannot."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from built_page import PAGE, built_page, weights

ROOT = Path(__file__).parents[2]


@pytest.fixture
def web() -> ModuleType:
    spec = importlib.util.spec_from_file_location("web", ROOT / "scripts" / "lib" / "web.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_light(web: ModuleType) -> None:
    folder = built_page()
    each = web.weights(folder)
    first = web.of_a_visit(folder)
    total = sum(each[name] for name in first)
    assert total <= web.LIMIT_KB, each
    assert {Path(name).suffix for name in first} == {".html", ".css", ".js", ".wasm"}
    (core,) = (weight for name, weight in each.items() if name.endswith(".wasm"))
    assert core <= 50
    told = weights()
    assert re.findall(r"kB  (\S+\.\w+)", told) == list(each)
    assert f"{total:.1f} kB  compressed" in told


def test_what_is_asked_for_later_is_not_counted(web: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text('<script src="assets/main-AAAAAAAA.js">')
    for name in ("main-AAAAAAAA.js", "worker-BBBBBBBB.js", "quiz-CCCCCCCC.js"):
        (tmp_path / "assets" / name).write_text(name)
    (tmp_path / "embed.js").write_text("an element")
    assert web.of_a_visit(tmp_path) == ["assets/main-AAAAAAAA.js", "assets/worker-BBBBBBBB.js", "index.html"]
    assert set(web.weights(tmp_path)) - set(web.of_a_visit(tmp_path)) == {"assets/quiz-CCCCCCCC.js"}


def test_the_second_time_nothing_is_done() -> None:
    folder = built_page()
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    subprocess.run([ROOT / "scripts" / "web", "--quiet"], check=True)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_another_folder_keeps_what_is_not_the_pages(tmp_path: Path) -> None:
    built_page()
    (tmp_path / "assets").mkdir()
    ours = {"robots.txt", "assets/photo.js", "assets/photo-1234567.js"}
    for name in ours:
        (tmp_path / name).write_text("kept")
    (tmp_path / "assets" / "main-0123ABCD.js").write_text("of an older page")
    subprocess.run([ROOT / "scripts" / "web", "--quiet", "--out", tmp_path], check=True)
    theirs = {file.relative_to(PAGE).as_posix(): file.read_bytes() for file in PAGE.rglob("*") if file.is_file()}
    assert {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()} == ours | set(
        theirs
    )
    assert all((tmp_path / name).read_bytes() == content for name, content in theirs.items())
    assert all((tmp_path / name).read_text() == "kept" for name in ours)


def test_no_node_is_one_line(tmp_path: Path) -> None:
    for tool in ("sh", "dirname", "sed", "python3"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "web"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "node with npm is not on PATH" in done.stderr


def test_the_lock_names_no_registry() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text
    assert "registry" not in text
    assert text.count('"integrity": "sha512-') >= 4
