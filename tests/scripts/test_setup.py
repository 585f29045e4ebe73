"""Set-up from nothing, and the built wheel: minutes each, so only with -m slow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest
from built_page import PAGE, built_page

ROOT = Path(__file__).parents[2]
COMPILERS = ("gcc", "g++", "cc", "c++", "clang", "clang++", "ar", "ranlib", "ld", "as", "cmake", "ninja", "make")
pytestmark = pytest.mark.slow


def copy_checkout(to: Path) -> Path:
    """What a clone would hold, with what is not committed yet."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in files.rstrip("\0").split("\0"):
        if (ROOT / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def script(checkout: Path, *words: str, env: Mapping[str, str] = os.environ) -> str:
    """Runs a script of the checkout from another folder; its standard output."""
    command = [str(checkout / "scripts" / words[0]), *words[1:]]
    done = subprocess.run(command, cwd="/", env=env, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stderr
    return done.stdout


def other_environment(folder: Path) -> dict[str, str]:
    """The variables of a shell with an unrelated environment active, and a few that break a Python."""
    venv.create(folder)
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "VIRTUAL_ENV": str(folder), "PATH": path, "PYTHONHOME": "/none", "PYTHONPATH": "/none"}


def test_the_demo_twice_and_repaired(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "with a space, an ' and ü")
    env = other_environment(tmp_path / "other")
    first = script(checkout, "demo", env=env)
    assert "Trump H, upcard 2H" in first
    started = time.monotonic()
    again = script(checkout, "demo", env=env)
    assert time.monotonic() - started < 15
    assert again.splitlines()[0] == first.splitlines()[0]
    (checkout / ".venv" / "bin" / "python").unlink()
    script(checkout, "demo", env=env)


def test_no_compiler_takes_one_from_the_package_index(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for folder in ("/usr/bin", "/bin"):
        for tool in Path(folder).iterdir():
            is_compiler = tool.name.startswith(COMPILERS) or "-linux-gnu" in tool.name
            if not is_compiler and not (tools / tool.name).is_symlink():
                (tools / tool.name).symlink_to(tool)
    env = {key: value for key, value in os.environ.items() if key != "CXX"}
    env |= {"PATH": str(tools), "PYTHON": os.path.realpath(sys.executable)}
    checkout = copy_checkout(tmp_path / "checkout")
    assert "Trump H, upcard 2H" in script(checkout, "demo", env=env)
    assert '"compiler": "zig"' in (checkout / ".venv" / "set-up.json").read_text()


def test_no_python_is_one_line(tmp_path: Path) -> None:
    for tool in ("sh", "dirname", "sed"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "setup"], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "no Python 3.11 or newer" in done.stderr


def test_the_wheel_from_the_sdist_works_elsewhere(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    shutil.copytree(built_page(), checkout / "api" / "page")
    backend = "import scikit_build_core.build as b, sys; print(b.build_sdist(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", backend, tmp_path], cwd=checkout, check=True, capture_output=True)
    (sdist,) = tmp_path.glob("*.tar.gz")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", tmp_path, sdist]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("*.whl")

    venv.create(tmp_path / "clean", with_pip=True)
    python = tmp_path / "clean" / "bin" / "python"
    lock = ["--require-hashes", "-r", ROOT / "requirements" / "runtime.txt"]
    subprocess.run([python, "-m", "pip", "install", "-q", *lock], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", wheel], check=True)
    deal = (ROOT / "fixtures" / "real" / "two_jokers.txt").read_text()
    for command in ("solve", "bids"):
        words = [tmp_path / "clean" / "bin" / "backalley", command, "-", "--json"]
        subprocess.run(words, input=deal, cwd=tmp_path, text=True, check=True, capture_output=True)
    code = "import api.app, solver; print(solver.__file__, api.app.create_app().test_client().get('/').text)"
    shown = subprocess.run([python, "-c", code], cwd=tmp_path, text=True, check=True, capture_output=True).stdout
    assert str(tmp_path / "clean") in shown
    assert (PAGE / "index.html").read_text() in shown
