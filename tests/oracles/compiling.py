"""Programs in C++ around the search core, compiled for a check and thrown away with its folder."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Collection
from pathlib import Path

CORE = Path(__file__).resolve().parents[2] / "solver" / "core"


def compile_core(driver: Path, program: Path, *flags: str, without: Collection[str] = (), compiler: str = "") -> Path:
    """``program`` from its driver and the core, by ``compiler``, CXX or c++; ``without`` names sources it includes."""
    left_out = {"binding.cpp", *without}
    sources = [source for source in sorted(CORE.glob("*.cpp")) if source.name not in left_out]
    command = shlex.split(compiler or os.environ.get("CXX") or "c++")
    command += ["-std=c++20", "-pthread", *flags, f"-I{CORE}"]
    subprocess.run([*command, driver, *sources, "-o", program], check=True)
    return program
