"""The house stays one that a newcomer finds the way in: short files, small folders, tests found by name.

Which floor may import which is in pyproject.toml and checked by ``scripts/lint``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_LINES = 400
MOST_FILES = 14
EXCUSED = {
    "solver/core/weights.hpp",  # written by scripts/generate/tune_ordering.py
    "solver/_core.pyi",  # written by scripts/rebuild
    "web/src/api/schema.d.ts",  # written by scripts/generate/typescript_client.py
    "web/src/page/strings/en.ts",  # words alone, in one file that a translation begins from
}
CODE = {".py", ".pyi", ".cpp", ".hpp", ".ts", ".tsx", ".css"}
FOLDERS = sorted({file.parent for top in ("solver", "api", "scripts") for file in (ROOT / top).rglob("*.py")})
UNTESTED_BY_NAME = {
    "solver/game/deal_values.py": "a protocol without behaviour; every deal that is written meets it",
    "solver/search/results.py": "values without behaviour; tests/search/test_double_dummy.py sees them",
}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_file_is_too_long() -> None:
    files = [
        file
        for top in ("solver", "api", "web/src", "web/tests")
        for file in (ROOT / top).rglob("*")
        if file.suffix in CODE
    ]
    assert len(files) > 100
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {file: lines for file, lines in lengths.items() if lines > MOST_LINES and file not in EXCUSED} == {}


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
    assert top == {"setup", "test", "lint", "format", "rebuild", "web", "lock", "demo", "batch_solve.py"}


def test_the_floors_of_the_page() -> None:
    """Which folder of web/src may import which other; the rest is free."""
    source = ROOT / "web" / "src"
    known: dict[str, set[str]] = {}
    for file in source.rglob("*.ts*"):
        floor = file.relative_to(source).parts[0]
        for path in re.findall(r"""(?:from|import\(?) *"(\.[^"]+)\"""", file.read_text(encoding="utf-8")):
            known.setdefault(floor, set()).add((file.parent / path).resolve().relative_to(source).parts[0])
    assert known["game"] <= {"game", "errors.ts", "text.ts"}
    assert known["api"] <= {"api"}
    assert known["solver"] <= {"solver", "game", "api"}
    assert {floor for floor, others in known.items() if "page" in others} == {"page", "main.tsx"} & known.keys()
