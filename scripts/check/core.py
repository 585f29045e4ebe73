#!/usr/bin/env python3
"""Build the search core without Python and run its own tests: units, the plain referee, the bounds held against play.

    scripts/check/core.py [FOLDER] [--jobs 2]

FOLDER is where CMake builds, by default build/core, and is kept, so that the next time compiles only what changed.
The same by hand, at full optimisation: ``cmake -S solver/core -B build/core && cmake --build build/core && ctest
--test-dir build/core``.  CXX names another compiler.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "solver" / "core"


def tool(name: str) -> str:
    """CMake's program of this environment, else the machine's."""
    own = Path(sys.executable).parent / name
    return str(own) if own.exists() else name


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the search core without Python and run its tests.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "core")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    # The tests take a second or two: more optimisation would cost more time than it saves.
    settings = ["-DBACKALLEY_LTO=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1"]
    ninja = ["-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}"]
    commands = [
        [tool("cmake"), "-S", str(CORE), "-B", str(options.folder), *ninja, *settings, "-DBACKALLEY_WERROR=ON"],
        [tool("cmake"), "--build", str(options.folder), "--parallel", str(options.jobs)],
        [tool("ctest"), "--test-dir", str(options.folder), "--output-on-failure", "--parallel", str(options.jobs)],
    ]
    return next((done for command in commands if (done := subprocess.run(command).returncode)), 0)


if __name__ == "__main__":
    sys.exit(main())
