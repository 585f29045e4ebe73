"""Where jobs are kept: a SQLite file, a PostgreSQL database, or nowhere."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from api.jobs.errors import JobsOffError

__all__ = ["OFF", "is_file", "place_of"]

OFF: Final = "off"
_POSTGRES: Final = ("postgresql://", "postgres://", "postgresql+psycopg://")
_FILE: Final = "sqlite:///"


def place_of(setting: str) -> str:
    """The database's URL for the setting ``jobs``; JobsOffError where there is no such place, with the reason."""
    if setting.lower() == OFF:
        raise JobsOffError("jobs are turned off here (BACKALLEY_JOBS=off)")
    if setting.startswith(_POSTGRES):
        if find_spec("psycopg") is None:
            raise JobsOffError("jobs in PostgreSQL need the extra postgres: pip install 'back-alley[postgres]'")
        return "postgresql+psycopg://" + setting.split("://", 1)[1]
    if "://" in setting and not setting.startswith(_FILE):
        raise JobsOffError("BACKALLEY_JOBS is a file, a postgresql:// address, or off")
    return _FILE + str(_writable(Path(setting.removeprefix(_FILE)) if setting else _default()))


def is_file(url: str) -> bool:
    """Whether the place is a file of this machine."""
    return url.startswith(_FILE)


def _default() -> Path:
    """Where the user's programs keep what they must not lose."""
    try:
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    except RuntimeError:
        raise JobsOffError("jobs have no place here: there is no home folder; BACKALLEY_JOBS names a file") from None
    return Path(state) / "backalley" / "jobs.sqlite"


def _writable(file: Path) -> Path:
    file = file.expanduser().absolute()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab"):
            pass
    except OSError as error:
        why = f"{file} cannot be written ({error.strerror})"
        raise JobsOffError(f"jobs have no place here: {why}; BACKALLEY_JOBS names another file") from None
    return file
