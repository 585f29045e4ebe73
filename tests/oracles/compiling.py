"""Programs in C++ around the search core, compiled for a check and thrown away with its folder."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

CORE = Path(__file__).resolve().parents[2] / "solver" / "core"
CORE_TESTS = CORE / "tests"


def compile_core(driver: Path, program: Path, *flags: str, compiler: str = "") -> Path:
    """``program`` from its driver and the search without Python, by ``compiler``, CXX or c++."""
    return _compile([driver, *sorted(CORE.glob("*.cpp"))], program, flags, compiler)


def compile_alone(driver: Path, program: Path, *flags: str, compiler: str = "") -> Path:
    """``program`` from its driver and headers alone."""
    return _compile([driver], program, flags, compiler)


def _compile(sources: list[Path], program: Path, flags: tuple[str, ...], compiler: str) -> Path:
    command = shlex.split(compiler or os.environ.get("CXX") or "c++")
    command += ["-std=c++20", "-pthread", *flags, f"-I{CORE}"]
    subprocess.run([*command, *sources, "-o", program], check=True)
    return program
