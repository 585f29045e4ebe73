"""Makes .venv and builds the C++ core into it; does only what is not done yet. Run by scripts/setup.

.venv/set-up.json says what is done: with none, or with one that no longer fits what is there, an earlier run was
cut short or the folder has moved, and the environment is made anew.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STATE = VENV / "set-up.json"
PACKAGES = ("solver", "api")
LEVELS = ("run", "dev", "full")  # each holds the ones before it
CXX20 = "#include <bit>\n#include <vector>\nint main() { return std::popcount(std::vector<unsigned>(3)[0]); }\n"
# Finds every file that the installed packages list.
PROBE = """
import importlib.metadata as m, os, pip
for d in m.distributions():
    if d.files is None or any(not os.path.exists(d.locate_file(f)) for f in d.files if f.suffix in {".py", ".so"}):
        raise SystemExit(1)
"""


class StopError(Exception):
    """One line for the user."""


def say(line: str) -> None:
    print(f"set-up: {line}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], failure: str, **env: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env=os.environ | env, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    if done.returncode:
        raise StopError(failure)


def works(command: Sequence[str | Path], text: str = "") -> bool:
    try:
        return subprocess.run(command, input=text.encode(), capture_output=True).returncode == 0
    except OSError:
        return False


def digest(files: Iterable[Path], *more: str) -> str:
    total = hashlib.sha256("\0".join(more).encode())
    for file in files:
        total.update(str(file.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def core_sources() -> list[Path]:
    """What the C++ core is built from, whichever folder of it; its own tests and its door for WebAssembly are not."""
    core = ROOT / "solver" / "core"
    files = [f for f in core.rglob("*") if f.suffix in {".cpp", ".hpp"} or f.name == "CMakeLists.txt"]
    return sorted(f for f in files if not {core / "tests", core / "wasm"} & set(f.parents))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Waits for another set-up of this checkout; the lock goes with the process, however that ends."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this checkout")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read_state() -> dict[str, Any]:
    """What an earlier run completed; {} for nothing that can be relied on."""
    try:
        state = json.loads(STATE.read_text())
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) and state.get("root") == str(ROOT) else {}


def write_state(state: dict[str, Any]) -> None:
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(state, indent=1))
    new.replace(STATE)


def make_venv() -> None:
    say(f"making .venv with Python {sys.version.split()[0]}")
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    name = f"Python {sys.version.split()[0]} ({sys.executable})"
    if works([sys.executable, "-c", "import ensurepip"]):
        run([sys.executable, "-m", "venv", VENV], f"{name} could not make .venv")
    else:  # Debian without python3-venv: the pip of the system can still put one in
        run([sys.executable, "-m", "venv", "--without-pip", VENV], f"{name} could not make .venv")
        missing = f"{name} cannot make an environment with pip: install its venv package (Debian: python3-venv)"
        run([sys.executable, "-m", "pip", "--python", PYTHON, "install", "-qq", "pip"], missing)


def pip(*words: str, failure: str, **env: str) -> None:
    run([PYTHON, "-m", "pip", "install", "-qq", *words], failure, **env)


def install(lock: Path, failure: str = "is the package index reachable?") -> None:
    pip("--require-hashes", "-r", str(lock), failure=f"pip could not install {lock.relative_to(ROOT)}: {failure}")


def find_compiler() -> list[str]:
    """The command of a C++20 compiler; empty if the machine has none."""
    given = os.environ.get("CXX")
    with tempfile.TemporaryDirectory() as folder:
        for name in [given] if given else ["c++", "g++", "clang++"]:
            command = shlex.split(name)
            if works([*command, "-std=c++20", "-x", "c++", "-", "-o", f"{folder}/a"], CXX20):
                return command
    if given:
        raise StopError(f"CXX={given} does not compile C++20: name another compiler, or unset CXX")
    return []


def zig_compiler() -> dict[str, Path]:
    """CMake's compiler variables for zig from the package index, as small scripts in .venv."""
    say("no C++20 compiler is on PATH: taking zig from the package index (the first build takes minutes)")
    install(ROOT / "requirements" / "zig.txt", "install a C++ compiler (Debian: g++, macOS: xcode-select --install)")
    where = [str(PYTHON), "-c", "import ziglang; print(ziglang.__path__[0])"]
    zig = subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip()
    tools = {}
    for variable, words in {"CXX_COMPILER": "c++ -mcpu=baseline", "AR": "ar", "RANLIB": "ranlib"}.items():
        script = VENV / "bin" / f"zig-{words.split()[0]}"
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(zig + "/zig")} {words} "$@"\n')
        script.chmod(0o755)
        tools[f"CMAKE_{variable}"] = script
    return tools


def modules() -> list[str]:
    """Every Python file of the packages by its path: the editable install keeps a list, which a moved one outdates."""
    return sorted(str(file.relative_to(ROOT)) for folder in PACKAGES for file in (ROOT / folder).rglob("*.py"))


def build(state: dict[str, Any], force: bool) -> None:
    """Compiles solver._core and installs the checkout, if anything that goes into it has changed."""
    sources = [ROOT / "pyproject.toml", *core_sources()]
    settings = [
        f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("SKBUILD_") or k in {"CXX", "CXXFLAGS"}
    ]
    wanted = digest(sources, str(PYTHON), state["packages"], *settings, *modules())
    if state.get("build") == wanted and not force:
        return
    if not (header := Path(sysconfig.get_paths()["include"], "Python.h")).exists():
        raise StopError(f"{header} is missing: install Python's headers (Debian: python3-dev, Fedora: python3-devel)")
    command = find_compiler()
    defines = {} if command else {k: str(v) for k, v in zig_compiler().items()}
    compiler = shlex.join(command) if command else "zig"
    write_state({key: value for key, value in state.items() if key != "build"})
    if state.get("compiler") != compiler:  # CMake keeps to the compiler it began with
        for old in (ROOT / "build").glob("cp*"):
            shutil.rmtree(old)
    say(f"building the C++ core with {compiler}")
    pip(
        *["--no-build-isolation", "--no-deps", "-e", ".", *(f"-Ccmake.define.{k}={v}" for k, v in defines.items())],
        failure="the C++ core did not build; the compiler's words are above",
        **({"CXX": compiler} if command else {}),
    )
    write_state(state | {"compiler": compiler, "build": wanted})


def build_page() -> None:
    """The page at /, where node is; the rest works without it, so that no lack of it is a failure of the set-up."""
    state = read_state()
    if state.get("page") == "failed" and not (ROOT / "api" / "page" / "index.html").exists():
        return  # as it was said then
    if shutil.which("node") is None or shutil.which("npm") is None:
        if state.get("page") != "no node":  # said once
            say("no node with npm on PATH (Debian: nodejs npm): the page at / is not built; scripts/web does it later")
            write_state(state | {"page": "no node"})
        return
    done = subprocess.run([PYTHON, ROOT / "scripts" / "lib" / "web.py", "--quiet"], stdin=subprocess.DEVNULL)
    if done.returncode:
        say("the page at / is not built, for the reason above; scripts/web tries again")
    write_state(state | {"page": "failed" if done.returncode else "built"})


def set_up(level: str, force: bool, page: bool) -> None:
    state = read_state()
    if state and works([PYTHON, "-c", PROBE]):
        level = max(level, state["level"], key=LEVELS.index)
    else:
        state = {}
    lock = ROOT / "requirements" / f"{level}.txt"
    packages = digest([lock])
    if state.get("packages") != packages:
        if state:
            STATE.unlink()
        else:
            make_venv()
        say(f"installing the packages of {lock.relative_to(ROOT)} (a minute or so)")
        install(lock)
        state |= {"root": str(ROOT), "level": level, "packages": packages}
        write_state(state)
    build(state, force)
    if page:
        build_page()


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/setup", description="Sets this checkout up in .venv.")
    parser.add_argument(
        "level", nargs="?", choices=LEVELS, default="dev", help="run: to use it, dev: to test it, full: every extra"
    )
    parser.add_argument("--rebuild", action="store_true", help="build the C++ core even if it has not changed")
    parser.add_argument("--without-page", action="store_true", help="do not build the page at /")
    options = parser.parse_args()
    try:
        with alone():
            set_up(options.level, options.rebuild, not options.without_page)
    except (StopError, OSError) as stop:
        print(f"scripts/setup: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("scripts/setup: stopped half-way; run it again", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
