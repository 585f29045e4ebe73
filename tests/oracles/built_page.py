"""The built page for tests: made by scripts/web where that can run, else the test is skipped."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "api" / "page"


def node() -> str:
    """The node to run; skips where node or npm is missing."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        pytest.skip("needs node and npm")
    return found


@functools.cache
def _build() -> str:
    done = subprocess.run([ROOT / "scripts" / "web"], capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr
    return done.stdout


def built_page() -> Path:
    """Its folder, up to date."""
    node()
    _build()
    return PAGE


def weights() -> str:
    """What scripts/web says of the weight of each file."""
    node()
    return _build()


def run_tests(*names: str, **variables: str) -> str:
    """Runs the page's own tests whose path holds one of ``names``; what they print, skips and all."""
    command = [node(), WEB / "build.mjs", "--tests", *names]
    built_page()
    done = subprocess.run(
        command, cwd=WEB, env=os.environ | variables, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
