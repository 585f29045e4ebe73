"""The C++ core by itself: it builds without Python, without a warning, and passes its own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[2] / "scripts" / "check" / "core.py"


@pytest.mark.usefixtures("compiler")
def test_the_core_passes_its_own_tests_without_python() -> None:
    done = subprocess.run([sys.executable, CHECK], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert "100% tests passed" in done.stdout
