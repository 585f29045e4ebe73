"""Where the server keeps its files: that by which it sees that its workers live, and bodies that are long."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from api.settings import SettingsError

__all__ = ["folder_on_disk", "temporary_folder"]

_IN_MEMORY: Final = Path("/dev/shm")
_ON_DISK: Final = Path("/var/tmp")


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


def folder_on_disk(first: Path = _ON_DISK) -> str:
    """A folder for what does not fit into memory: TMPDIR, else ``first``, else the system's, which may be memory."""
    for folder in (os.environ.get("TMPDIR"), first):
        if folder and _can_be_written(Path(folder)):
            return str(folder)
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        return temporary_folder()


def _can_be_written(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
