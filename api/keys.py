"""API keys: who may ask, told by a hash of what they show, and how often."""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

__all__ = ["Key", "Keys", "KeysFile", "read_digest", "read_keys_file", "same"]

_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_DIGEST: Final = re.compile(r"sha256:([0-9a-f]{64})")
_FORM: Final = "is not `name sha256:…` with an optional rate limit such as 60/minute"


def read_digest(text: str) -> bytes:
    """The hash that ``sha256:…`` writes; ValueError."""
    found = _DIGEST.fullmatch(text)
    if found is None:
        raise ValueError("must be sha256: and 64 hexadecimal digits")
    return bytes.fromhex(found[1])


def same(shown: str, digest: bytes) -> bool:
    """Whether this is the key of that hash, in a time that tells nothing of it."""
    return hmac.compare_digest(_hash(shown), digest)


def _hash(shown: str) -> bytes:
    # A key is long and random, so that a quick hash gives it away no more than a slow one.
    return hashlib.sha256(shown.encode("utf-8", "surrogateescape")).digest()


@dataclass(frozen=True, slots=True)
class Key:
    """A key by its name and hash; ``limit`` is its own rate limit, or empty."""

    name: str
    digest: bytes
    limit: str = ""

    @classmethod
    def read(cls, line: str) -> Self:
        """From ``name sha256:… 600/minute``, the limit optional; ValueError with how the sentence goes on."""
        parts = line.split(maxsplit=2)
        if len(parts) < 2 or not _NAME.fullmatch(parts[0]) or not _DIGEST.fullmatch(parts[1]):
            raise ValueError(_FORM)
        limit = parts[2].strip() if len(parts) > 2 else ""
        if limit:
            from limits import parse_many

            try:
                parse_many(limit)
            except ValueError:
                raise ValueError(_FORM) from None
        return cls(parts[0], read_digest(parts[1]), limit)


class Keys:
    """Some keys, each with a name of its own."""

    def __init__(self, keys: Iterable[Key]) -> None:
        """ValueError where two have one name."""
        self._keys = tuple(keys)
        names = [key.name for key in self._keys]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"two keys are named {twice}")

    def __bool__(self) -> bool:
        return bool(self._keys)

    @property
    def limited(self) -> bool:
        """Whether any has a limit of its own."""
        return any(key.limit for key in self._keys)

    def of(self, shown: str) -> Key | None:
        """The key that was shown; every one is compared, so that time does not tell which."""
        hashed = _hash(shown)
        found = None
        for key in self._keys:
            if hmac.compare_digest(key.digest, hashed):
                found = key
        return found


class KeysFile:
    """The keys of a file, read again once it is another: who takes a key from it need not begin the service anew.

    ``read`` gives all keys as they stand now; OSError or ValueError.  While it raises one, the keys of before hold, and
    ``failed`` is told once for each state of the file, ``changed`` after each that could be read.  Without a
    ``path`` they stay as they are.
    """

    def __init__(
        self,
        path: Path | None,
        read: Callable[[], Keys],
        changed: Callable[[], object] = lambda: None,
        failed: Callable[[Exception], object] = lambda _: None,
        every: float = 1.0,
    ) -> None:
        self._path = path
        self._read = read
        self._changed = changed
        self._failed = failed
        self._every = every
        self._state = self._look()
        self._keys = read()
        self._next = time.monotonic() + every

    @property
    def keys(self) -> Keys:
        """Those that hold now; the file is looked at once in ``every`` seconds."""
        if self._path is not None and (now := time.monotonic()) >= self._next:
            self._next = now + self._every  # before the look: of several threads one is enough
            self._take()
        return self._keys

    def _take(self) -> None:
        state = self._look()
        if state == self._state:
            return
        self._state = state
        try:
            self._keys = self._read()
        except (OSError, ValueError) as error:
            self._failed(error)
        else:
            self._changed()

    def _look(self) -> tuple[int, int, int] | None:
        """What differs when the file is written, or another takes its place; None without one."""
        if self._path is None:
            return None
        try:
            told = self._path.stat()
        except OSError:
            return None
        return told.st_mtime_ns, told.st_size, told.st_ino


def read_keys_file(path: Path) -> Sequence[Key]:
    """The keys of a file, one a line; OSError, or ValueError that names the line."""
    keys = []
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError("is a pipe or a device, of which nobody knows when it tells more")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        told = line.partition("#")[0].strip()
        if told:
            try:
                keys.append(Key.read(told))
            except ValueError as error:
                raise ValueError(f"line {number} {error}") from None
    return keys
