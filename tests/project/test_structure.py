"""The house stays one that a newcomer finds the way in: short files, small folders, tests found by name.

Which floor may import which is in pyproject.toml and checked by ``scripts/lint``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 400
MOST_FILES = 14
GENERATED = {
    "solver/core/weights.hpp",  # written by scripts/generate/tune_ordering.py
    "solver/_core.pyi",  # written by scripts/rebuild
}
CODE = {".py", ".pyi", ".cpp", ".hpp"}
FOLDERS = sorted({file.parent for top in ("solver", "api", "scripts") for file in (ROOT / top).rglob("*.py")})
UNTESTED_BY_NAME = {
    "solver/game/deal_values.py": "a protocol without behaviour; every deal that is written meets it",
    "solver/search/results.py": "values without behaviour; tests/search/test_double_dummy.py sees them",
}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_is_too_long() -> None:
    files = [file for top in ("solver", "api") for file in (ROOT / top).rglob("*") if file.suffix in CODE]
    assert len(files) > 100
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {file: lines for file, lines in lengths.items() if lines > MOST_LINES and file not in GENERATED} == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=name)
def test_no_folder_is_too_full(folder: Path) -> None:
    files = [file.name for file in folder.glob("*.py") if file.name != "__init__.py"]
    assert len(files) <= MOST_FILES, f"{name(folder)}: make rooms in it, {len(files)} files are too many to look over"


@pytest.mark.parametrize(
    "floor", ["game", "formats", "search", "requests", "batch", "tournament", "client", "cli", "players"]
)
def test_a_module_has_the_test_file_of_its_name(floor: str) -> None:
    rooms = [ROOT / "solver" / floor, *((ROOT / "solver" / floor / "bridge",) if floor == "formats" else ())]
    modules = [file for room in rooms for file in room.glob("*.py") if file.name != "__init__.py"]
    untested = [name(file) for file in modules if not (ROOT / "tests" / floor / f"test_{file.name}").exists()]
    excused = [file for file in UNTESTED_BY_NAME if file.startswith(f"solver/{floor}/")]
    assert untested == excused, "give a new module its test file; excuse none that has one"


def test_the_top_of_scripts_is_for_everybody() -> None:
    top = {file.name for file in (ROOT / "scripts").iterdir() if file.is_file()}
    assert top == {"setup", "test", "lint", "format", "rebuild", "lock", "demo", "batch_solve.py"}
