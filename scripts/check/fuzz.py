#!/usr/bin/env python3
"""Coverage-guided fuzzing: every parser under atheris, and the search core under libFuzzer with ASan and UBSan.

    scripts/check/fuzz.py                        each target for 10 minutes, two at a time
    scripts/check/fuzz.py pbn core --seconds 60  these
    scripts/check/fuzz.py --keep                 and writes what was found, in little, to fixtures/corpus

Parsers are those of tests/oracles/parsers.py and need atheris, an extra (``scripts/setup full``, Linux on x86-64);
the core's entry is solver/core/tests/fuzz.cpp and needs a clang with libFuzzer (Debian: clang, libclang-rt-14-dev;
CLANG names another).  Each begins with the inputs of fixtures/corpus, which the normal tests run too.  A finding is
printed with the bytes that give it, and ends with status 1: mend it, and keep its input.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
import tempfile
import types
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from compiling import CORE_TESTS, compile_core
from parsers import CORE, TARGETS, kept, write_kept

_LONGEST: Final = {CORE: 300, "holding": 100, "words": 200}
"""Bytes of an input, where it is not 4,096."""
_SANITIZED: Final = ("-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all")
_KEPT_BYTES: Final = 12_000
"""Bytes of inputs that are kept of each target."""
_KEPT_LONGEST: Final = 1_500


def main() -> int:
    """Runs the targets; the exit status."""
    if sys.argv[1:2] == ["--in-here"]:
        return _fuzz_here(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join([*TARGETS, CORE])}")
    parser.add_argument("--seconds", type=int, default=600, help="for each target")
    parser.add_argument("--jobs", type=int, default=2, help="targets at a time")
    parser.add_argument("--folder", type=Path, help="where inputs are gathered from run to run  [a scratch one]")
    parser.add_argument("--keep", action="store_true", help="store the inputs that cover most")
    asked = parser.parse_args()
    if unknown := set(asked.targets) - {*TARGETS, CORE}:
        parser.error(f"no target: {', '.join(unknown)}")
    names = asked.targets or [CORE, *TARGETS]
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(asked.jobs) as pool:
        folder = asked.folder or Path(scratch)
        program = _build(Path(scratch)) if CORE in names else Path()
        found = pool.map(lambda name: _fuzz(name, program, folder, asked.seconds, asked.keep), names)
        return 0 if all([*found]) else 1


def _build(folder: Path) -> Path:
    """The core's entry with libFuzzer."""
    compiler = os.environ.get("CLANG") or "clang++"
    flags = (*_SANITIZED, "-fsanitize=fuzzer,address,undefined")
    return compile_core(CORE_TESTS / "fuzz.cpp", folder / "fuzz", *flags, compiler=compiler)


def _fuzz(name: str, program: Path, folder: Path, seconds: int, keep: bool) -> bool:
    """Fuzzes one target; whether it found nothing."""
    corpus, findings = folder / name, folder / f"{name}.findings"
    for each in (corpus, findings):
        each.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(kept(name)):
        (corpus / f"kept-{number}").write_bytes(data)
    command = [program] if name == CORE else [sys.executable, __file__, "--in-here", name]
    options = [
        f"-max_len={_LONGEST.get(name, 4096)}",
        "-timeout=20",
        "-rss_limit_mb=2048",
        "-use_value_profile=1",
        "-len_control=0",
    ]
    asked = [*command, *options, f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", corpus]
    with tempfile.TemporaryFile() as said:
        ran = subprocess.Popen(asked, stdout=said, stderr=said)
        _, status, usage = os.wait4(ran.pid, 0)  # what this one took, and no other
        ran.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        told = said.read().decode(errors="replace")
    runs = re.findall(r"^(?:Done |#)(\d+)", told, re.MULTILINE)[-1:]
    covered = re.findall(r"cov: (\d+) ft: (\d+)", told)[-1:]
    clean = ran.returncode == 0
    spent = usage.ru_utime + usage.ru_stime
    print(
        f"{name}: {int(runs[0]) if runs else 0:,} runs, {covered[0][0] if covered else '?'} edges, "
        f"{len(list(corpus.iterdir())):,} inputs, {spent:,.0f} s of processor: "
        f"{'nothing found' if clean else 'FOUND'}",
        flush=True,
    )
    if not clean:
        print(told[-6000:])
        for path in findings.iterdir():
            print(f"{path.name}: {path.read_bytes()!r}", flush=True)
    elif keep:
        _keep(name, command, corpus, folder / f"{name}.merged")
    return clean


def _keep(name: str, command: list[str | Path], corpus: Path, merged: Path) -> None:
    """Stores the smallest inputs that cover all there is, as far as there is room."""
    merged.mkdir(exist_ok=True)
    subprocess.run([*command, "-merge=1", merged, corpus], check=True, capture_output=True)
    chosen, size = [], 0
    for data in sorted((path.read_bytes() for path in merged.iterdir()), key=lambda data: (len(data), data)):
        if len(data) <= _KEPT_LONGEST and size + len(data) <= _KEPT_BYTES:
            chosen.append(data)
            size += len(data)
    if not chosen:
        raise RuntimeError(f"{name}: nothing was left by the merge")
    write_kept(name, chosen)


def _fuzz_here(name: str, options: list[str]) -> int:
    """Fuzzes one parser in this process, whose functions are made to tell where they have been."""
    import atheris

    for each in gc.get_objects():
        module = getattr(each, "__module__", None)
        if isinstance(each, types.FunctionType) and isinstance(module, str) and module.split(".")[0] in _OURS:
            atheris.instrument_func(each)
    target = TARGETS[name]
    target(b"")  # what is loaded late is loaded now
    # To merge it starts itself again, by a shell that joins these words.
    atheris.Setup([f"{sys.executable} {__file__} --in-here {name}", *options], target)
    atheris.Fuzz()
    return 0


_OURS: Final = ("solver", "api")

if __name__ == "__main__":
    sys.exit(main())
