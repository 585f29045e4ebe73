"""Where the server keeps the file by which it sees that its workers live."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from api.settings import SettingsError

__all__ = ["temporary_folder"]

_IN_MEMORY: Final = Path("/dev/shm")


def temporary_folder(first: Path = _IN_MEMORY) -> str:
    """A folder that can be written to: ``first``, which no disk can hold up, else that of the system.

    A container whose root is read-only has the first and not the other; SettingsError where there is neither.
    """
    if _can_be_written(first):
        return str(first)
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        raise SettingsError(
            f"no folder can be written to, neither {first} nor those for temporary files: name one in TMPDIR"
        ) from None


def _can_be_written(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
