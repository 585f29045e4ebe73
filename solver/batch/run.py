"""The folder of a run: a manifest of what it is, the parts that are done, and how far the output has come.

    RUN/manifest.json   what the records depend on: input, task, options, rules, version, chunk size
    RUN/state.json      how many parts are in the output, its length, what was counted
    RUN/parts/          parts that are done and not yet in the output
    RUN/lock            held while a process works on the run

The output grows in order in OUTPUT.partial, which becomes OUTPUT at the end.  Every file is replaced whole and
the output is cut back to what ``state.json`` knows, so that a process killed at any moment loses at most the chunks
it was working on.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Self

from solver.batch.part import SPOILT, Part, naming, part_name, read_head, read_part, sync_folder, write_whole
from solver.batch.summary import Tally
from solver.errors import BackAlleyError

__all__ = ["RunError", "RunFolder", "State", "read_manifest", "read_state"]

_FORMAT: Final = 1
_STATUSES: Final = ("running", "placing", "done")
_SAID: Final = {
    "source": "the input is not the one it began with",
    "version": "it was begun by another version of the solver",
    "format": "it was begun by another version of the solver",
    "output": "the output is another file",
}


class RunError(BackAlleyError):
    """A run folder that cannot be used, or not for what is asked."""


@dataclass(slots=True)
class State:
    """How far a run is: ``parts`` are in the output, which has ``size`` bytes.

    ``status`` is running, placing (the output is complete and gets its name) or done.
    """

    parts: int = 0
    size: int = 0
    status: str = "running"
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    def to_dict(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "parts": self.parts,
            "size": self.size,
            "seconds": round(self.seconds, 3),
            "tally": self.tally.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["parts"], data["size"], data["status"], data["seconds"], Tally.from_dict(data["tally"]))


class RunFolder:
    """One run, held by this process until it is closed.

    ``output`` is None where the records stay in the folder, as ``RUN/output``.
    """

    def __init__(self, path: Path, output: Path | None, lock: IO[str], manifest: dict[str, Any], state: State) -> None:
        self.path = path
        self.output = output
        self.manifest = manifest
        self.state = state
        self.ready: dict[int, Part] = {}
        self._lock = lock
        self._file: IO[bytes] | None = None

    @classmethod
    def open(cls, path: Path, output: Path | None, asked: Mapping[str, Any], *, restart: bool = False) -> RunFolder:
        """The run in a folder, begun where there is none; RunError if it is another's or another process has it.

        ``asked`` is what the records depend on.  ``restart`` forgets what the folder has of any other run.
        """
        if path.exists() and not path.is_dir():
            raise RunError(f"{path} is no folder, and a run is one")
        path.mkdir(parents=True, exist_ok=True)
        others = [each.name for each in path.iterdir() if not each.name.startswith(".")]
        if others and not {"lock", "manifest.json"} & set(others):
            raise RunError(f"{path} holds other files ({min(others)} …), so it is no folder of a run")
        lock = _locked(path / "lock")
        try:
            return cls._held(path, output, lock, asked, restart)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _held(
        cls, path: Path, output: Path | None, lock: IO[str], asked: Mapping[str, Any], restart: bool
    ) -> RunFolder:
        wanted = {"format": _FORMAT, "output": None if output is None else str(output), **asked}
        manifest = None if restart else _read(path / "manifest.json")
        state = read_state(path) if manifest else None
        if manifest is None:
            _forget(path, output)
            manifest = wanted
            write_whole(path / "manifest.json", _json(manifest))
        else:
            _check(path, manifest, wanted)
        run = cls(path, output, lock, manifest, State() if state is None else state)
        run._begin()
        return run

    @property
    def parts(self) -> Path:
        """Where workers write the parts."""
        return self.path / "parts"

    @property
    def partial(self) -> Path:
        """The output so far."""
        return self.path / "output" if self.output is None else self.output.with_name(self.output.name + ".partial")

    @property
    def is_done(self) -> bool:
        """Whether the output is complete and in its place."""
        return self.state.status == "done"

    def has(self, index: int) -> bool:
        """Whether a part is done."""
        return index < self.state.parts or index in self.ready

    def close(self) -> None:
        """Lets go of the folder."""
        if self._file is not None:
            self._file.close()
        self._lock.close()

    # --- Beginning and going on ------------------------------------------------------------------------

    def _begin(self) -> None:
        """Puts right what a stop left behind."""
        for draft in self.path.glob(".*.tmp"):
            if f".{os.getpid()}." not in draft.name:
                draft.unlink(missing_ok=True)
        if self.state.status != "running" and self._placed():
            return
        if self.is_done:  # the output was taken away: all is made again
            _forget(self.path, self.output)
            write_whole(self.path / "manifest.json", _json(self.manifest))
            self.state = State()
        self.parts.mkdir(exist_ok=True)
        for path in sorted(self.parts.iterdir()):
            part = read_head(path) if path.suffix == ".part" else None
            if part is None or (part.index < self.state.parts and not self._keeps_parts):
                path.unlink()
            elif part.index >= self.state.parts:
                self.ready[part.index] = part
        if not self._keeps_parts:
            self._open()

    def _placed(self) -> bool:
        """Whether the output is there; RunError where it is not what this run made."""
        target = self.output or self.partial
        if self.state.status == "placing" and self.output is not None and self.partial.exists():
            return False
        if not target.exists():
            return False
        if target.stat().st_size != self.state.size:
            raise RunError(f"{target} was changed after the run was done; --restart makes it anew")
        if not self.is_done:
            self._finish()
        return True

    @property
    def _keeps_parts(self) -> bool:
        """Whether parts stay until the end, since the output cannot grow by bytes."""
        return bool(self.manifest["form"] == "parquet")

    def _open(self) -> None:
        size = self.partial.stat().st_size if self.partial.exists() else 0
        if size < self.state.size:
            raise RunError(f"{self.partial} is shorter than this run left it; --restart begins again")
        with naming(self.partial):
            self._file = self.partial.open("r+b" if self.partial.exists() else "w+b")
        _hold(self._file, f"{self.partial} is being written by another run")
        self._file.truncate(self.state.size)
        self._file.seek(self.state.size)

    # --- Taking parts ----------------------------------------------------------------------------------

    def take(self, part: Part) -> None:
        """A part that was written; those whose turn it is go into the output."""
        self.ready[part.index] = part
        self.advance()

    def advance(self) -> None:
        """Puts the parts whose turn it is into the output, then lets go of their files."""
        taken: list[Part] = []
        while (part := self.ready.get(self.state.parts + len(taken))) is not None:
            if self._file is not None:
                data = read_part(self.parts / part_name(part.index))
                if data is None:
                    raise RunError(f"{self.parts / part_name(part.index)} is damaged; remove it and go on")
                with naming(self.partial):
                    self._file.write(data)
            taken.append(part)
        if not taken:
            return
        if self._file is not None:
            with naming(self.partial):
                self._file.flush()
                os.fsync(self._file.fileno())
            self.state.size = self._file.tell()
        for part in taken:
            self.state.tally.merge(part.tally)
            del self.ready[part.index]
        self.state.parts += len(taken)
        self.save()
        if self._file is not None:
            for part in taken:
                (self.parts / part_name(part.index)).unlink()

    def save(self) -> None:
        """Writes down how far the run is."""
        write_whole(self.path / "state.json", _json(self.state.to_dict()))

    # --- Ending ----------------------------------------------------------------------------------------

    def all_parts(self) -> Iterator[bytes]:
        """The bytes of every part in order, where they are kept to the end."""
        for index in range(self.state.parts):
            path = self.parts / part_name(index)
            data = read_part(path) if path.exists() else None
            if data is None:
                raise RunError(f"{path} is damaged or gone; --restart begins again")
            yield data

    def place(self) -> None:
        """The output gets its name: it is complete."""
        if self._file is not None:
            self._file.close()
            self._file = None
        self.state.size = self.partial.stat().st_size
        self.state.status = "placing"
        self.save()
        if self.output is not None:
            self.partial.replace(self.output)
            sync_folder(self.output.parent)
        self._finish()

    def _finish(self) -> None:
        self.state.status = "done"
        self.save()
        shutil.rmtree(self.parts, ignore_errors=True)


def _check(path: Path, manifest: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """RunError where a run was begun for something else; the size of its chunks stays its own."""
    for name in wanted:
        if name in ("chunk", "input", "total") or manifest.get(name) == wanted[name]:
            continue
        why = _SAID.get(name) or f"{name} {_shown(manifest.get(name), wanted[name])}"
        raise RunError(f"{path} is of another run: {why}. Name another folder with --run, or --restart begins again")


def _shown(before: Any, now: Any) -> str:
    """What differs, in words."""
    if isinstance(before, dict) and isinstance(now, dict):
        return ", ".join(f"{key} {_shown(before.get(key), now[key])}" for key in now if before.get(key) != now[key])
    return f"was {_brief(before)} and is {_brief(now)}"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "…"


def _forget(path: Path, output: Path | None) -> None:
    """Removes what a run left in its folder."""
    for name in ("manifest.json", "state.json", "summary.json", "output"):
        (path / name).unlink(missing_ok=True)
    shutil.rmtree(path / "parts", ignore_errors=True)
    partial = None if output is None else output.with_name(output.name + ".partial")
    if partial is not None and partial.exists():
        with partial.open("r+b") as file:
            _hold(file, f"{partial} is being written by another run")
            partial.unlink()


def _locked(path: Path) -> IO[str]:
    lock = path.open("a+")
    _hold(lock, f"{path.parent} is in use by another process")
    return lock


def _hold(file: IO[Any], said: str) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise RunError(said) from None


def _json(value: Any) -> bytes:
    # What came as a name of a file or a word of a command need be no text; json reads it back as it was.
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"


def read_manifest(path: Path) -> dict[str, Any] | None:
    """What the run in this folder is, None where there is none; RunError for a damaged one."""
    return _read(path / "manifest.json")


def read_state(path: Path) -> State | None:
    """How far the run in this folder is, None where it has not begun; RunError for what is damaged."""
    data = _read(path / "state.json")
    if data is None:
        return None
    try:
        state = State.from_dict(data)
        if min(state.parts, state.size) < 0 or state.status not in _STATUSES:
            raise ValueError("less than nothing is done, or nothing that has a name")
        range(state.parts), range(state.size)  # whole numbers both
    except SPOILT:
        raise _damaged(path / "state.json") from None
    return state


def _damaged(path: Path) -> RunError:
    return RunError(f"{path} is damaged; --restart begins again")


def _read(path: Path) -> dict[str, Any] | None:
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _damaged(path)
    return data
