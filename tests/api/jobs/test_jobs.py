"""What an app keeps of its jobs before the first of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from api import Settings
from api.jobs.errors import JobsOffError
from api.jobs.jobs import Jobs, limits_of

LOADED = "import sys; from api import Settings, create_app; create_app(Settings(jobs=sys.argv[1])); print(*sys.modules)"


@pytest.mark.parametrize("on", [True, False])
def test_what_jobs_need_is_loaded_with_the_app(tmp_path: Path, on: bool) -> None:
    """The first job of a process would wait for it otherwise."""
    place = str(tmp_path / "jobs.sqlite") if on else "off"
    done = subprocess.run([sys.executable, "-c", LOADED, place], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert ({"sqlalchemy", "api.jobs.store"} <= loaded, "sqlalchemy" in loaded) == (on, on)
    assert not (tmp_path / "jobs.sqlite").exists()  # connections wait for the first request


def test_a_store_is_opened_once_and_only_where_there_is_one(tmp_path: Path) -> None:
    jobs = Jobs(Settings(jobs=str(tmp_path / "jobs.sqlite"), jobs_records=7))
    assert jobs.store is jobs.store
    assert jobs.counts() is not None
    assert limits_of(jobs.settings).records == 7
    off = Jobs(Settings(jobs="off"))
    assert off.counts() is None
    with pytest.raises(JobsOffError):
        _ = off.store
