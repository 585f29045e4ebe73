"""Builds the page: the core as WebAssembly, then web/ bundled into api/page. Run by scripts/web and scripts/setup.

Does only what is not done yet; web/build/done.json says what is. Uses nothing but the standard library, so that it runs
before there is a .venv, as in the image's build.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import gzip
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
CORE = ROOT / "solver" / "core"
BUILD = WEB / "build"
WASM = BUILD / "backalley.wasm"
DONE = BUILD / "done.json"
OUT = ROOT / "api" / "page"
ZIG_LOCK = ROOT / "requirements" / "zig.txt"
# Without threads (solver/core/threads.hpp) and without what catches exceptions (solver/core/wasm/door.cpp). Optimised
# file by file: across files it runs 4 % faster, and a browser takes twice as long to make it fast.
SOURCES = ("ordering", "search", "search_position", "search_team", "solver", "table", "wasm/door")
FLAGS = (
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-msimd128"),
    *("-fexceptions", "-fno-rtti", "-fvisibility=hidden", "-s", "-Wall", "-Wextra", "-Werror"),
)
LIMIT_KB = 120.0
"""What all files that every visit fetches may weigh, compressed."""


class StopError(Exception):
    """One line for the user."""


def say(line: str) -> None:
    print(f"page: {line}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], failure: str, folder: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    if done.returncode:
        raise StopError(failure)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Waits for another build of this checkout; the lock goes with the process, however that ends."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def digest(files: Iterable[Path], *more: str) -> str:
    total = hashlib.sha256("\0".join(more).encode())
    for file in files:
        total.update(str(file.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def core_files() -> list[Path]:
    files = [*CORE.glob("*.?pp"), *(CORE / "wasm").glob("*.?pp")]
    return sorted(file for file in files if file.stem != "many_tables")


def page_files() -> list[Path]:
    """What the bundle is made of."""
    named = [WEB / name for name in ("build.mjs", "index.html", "package.json", "package-lock.json", "tsconfig.json")]
    return [*named, *sorted(file for file in (WEB / "src").rglob("*") if file.is_file())]


class State:
    """What was done, by step: a digest of what it was made from."""

    def __init__(self) -> None:
        self._done: dict[str, str] = {}
        with contextlib.suppress(OSError, ValueError):
            self._done = json.loads(DONE.read_text())

    def has(self, step: str, wanted: str, *results: Path) -> bool:
        return self._done.get(step) == wanted and all(result.exists() for result in results)

    def note(self, step: str, wanted: str) -> None:
        self._done[step] = wanted
        new = DONE.with_suffix(".new")
        new.write_text(json.dumps(self._done, indent=1))
        new.replace(DONE)


def find_zig() -> Path:
    """The compiler of the ziglang package, which is installed where this Python has an environment of its own."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None and sys.prefix != sys.base_prefix:
        say("taking zig from the package index, which compiles for WebAssembly")
        pip = [sys.executable, "-m", "pip", "install", "-qq", "--require-hashes", "-r", ZIG_LOCK]
        run(pip, f"pip could not install {ZIG_LOCK.relative_to(ROOT)}: is the package index reachable?")
        importlib.invalidate_caches()
        spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations:
        raise StopError("the package ziglang is missing: run scripts/setup, or install requirements/zig.txt")
    return Path(spec.submodule_search_locations[0]) / "zig"


def build_core(state: State) -> None:
    wanted = digest([*core_files(), ZIG_LOCK], *SOURCES, *FLAGS)
    if state.has("core", wanted, WASM):
        return
    zig = find_zig()
    say("building the core as WebAssembly (a minute the first time)")
    new = WASM.with_suffix(".new")
    sources = [f"{name}.cpp" for name in SOURCES]
    run([zig, "c++", *FLAGS, "-I.", *sources, "-o", new], "the core did not build; zig's words are above", CORE)
    new.chmod(0o644)
    new.replace(WASM)
    state.note("core", wanted)


def install_packages(state: State, npm: str) -> None:
    wanted = digest([WEB / "package-lock.json"])
    if state.has("packages", wanted, WEB / "node_modules" / ".bin" / "tsc"):
        return
    say("installing the packages of web/package-lock.json")
    run([npm, "ci", "--silent", "--ignore-scripts"], "npm could not install: is its registry reachable?", WEB)
    state.note("packages", wanted)


def build_page(state: State, node: str, out: Path) -> bool:
    """Whether there was something to do."""
    wanted = digest([*page_files(), WASM])
    if out == OUT and state.has("page", wanted, OUT / "index.html"):
        return False
    run([WEB / "node_modules" / ".bin" / "tsc"], "the page's types do not fit; tsc's words are above", WEB)
    run([node, WEB / "build.mjs", "--out", out], "the page did not build; esbuild's words are above", WEB)
    if out == OUT:
        state.note("page", wanted)
    return True


def weights(folder: Path) -> dict[str, float]:
    """Compressed kB of each file by its path, but for embed.js, which pages of others fetch."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "embed.js")
    return {
        str(file.relative_to(folder)): len(gzip.compress(file.read_bytes(), compresslevel=9, mtime=0)) / 1000
        for file in files
    }


def of_a_visit(folder: Path) -> list[str]:
    """The files that every visit fetches: the page, what it names, and the solver's worker."""
    html = (folder / "index.html").read_text(encoding="utf-8")
    worker = re.compile(r"assets/worker-\w+\.js")
    return [name for name in weights(folder) if name == "index.html" or name in html or worker.fullmatch(name)]


def report(folder: Path) -> None:
    each = weights(folder)
    first = of_a_visit(folder)
    for name, weight in each.items():
        print(f"{weight:8.1f} kB  {name}{'' if name in first else ' (when it is asked for)'}")
    print(f"{sum(each[name] for name in first):8.1f} kB  compressed, of {LIMIT_KB:.0f}", end="")
    print("" if len(first) == len(each) else f"; {sum(each.values()):.1f} kB with what is fetched when it is asked for")


def build(out: Path = OUT, force: bool = False) -> bool:
    """Builds what has changed; whether anything had.  StopError with one line where it cannot."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise StopError("node with npm is not on PATH, and builds the page (Debian: nodejs npm)")
    with alone():
        if force:
            DONE.unlink(missing_ok=True)
        state = State()
        build_core(state)
        install_packages(state, npm)
        return build_page(state, node, out)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/web", description="Builds the page into api/page.")
    parser.add_argument("--out", type=Path, default=OUT, help="another folder, as for a static host")
    parser.add_argument("--force", action="store_true", help="build everything anew")
    parser.add_argument("--quiet", action="store_true", help="do not tell the weight of each file")
    options = parser.parse_args()
    try:
        out = options.out.absolute()
        build(out, options.force)
        if not options.quiet:
            report(out)
    except (StopError, OSError) as stop:
        print(f"scripts/web: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("scripts/web: stopped half-way; run it again", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
