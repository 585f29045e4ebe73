"""What the project's own files promise one another: stub and core, pins and dependencies, versions."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def test_the_stub_is_that_of_the_core(tmp_path: Path) -> None:
    stub = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "solver._core", "-o", stub], check=True)
    assert stub.read_text() == (ROOT / "solver" / "_core.pyi").read_text(), "run scripts/rebuild"


def test_one_version_everywhere() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == PROJECT["version"] == version("back-alley")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_pin_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    pins = re.split(r"\n(?=\S)", text.strip())
    assert [
        pin for pin in pins if not re.match(r"[\w.-]+==\S+( ; [^\\]+)? \\\n    --hash=sha256:[0-9a-f]{64}", pin)
    ] == []


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("runtime", []),
        ("image", ["redis"]),
        ("run", ["build"]),
        ("dev", ["build", "dev", "peers"]),
        ("full", list(EXTRAS)),
    ],
)
def test_every_dependency_is_pinned_within_its_range(lock: str, extras: list[str]) -> None:
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements" / f"{lock}.txt").read_text(), re.MULTILINE))
    wanted = [
        Requirement(line)
        for part in ([*PROJECT["dependencies"]], *(EXTRAS[extra] for extra in extras))
        for line in part
    ]
    for need in wanted:
        if need.name != PROJECT["name"]:
            assert need.specifier.contains(pinned[need.name]), f"{need}: run scripts/lock"
