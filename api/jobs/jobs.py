"""The jobs of one app: where they are, how much they may be, and the store, opened when it is first needed."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import TYPE_CHECKING

from api.jobs.errors import JobsError
from api.jobs.limits import Limits
from api.jobs.place import OFF, place_of
from api.settings import Settings

if TYPE_CHECKING:
    from api.jobs.store import Counts, Store

__all__ = ["Jobs", "limits_of"]


def limits_of(settings: Settings) -> Limits:
    """What the settings allow."""
    return Limits(
        settings.jobs_bytes, settings.max_body, settings.jobs_records, settings.jobs_queued, settings.jobs_age
    )


class Jobs:
    """What an app keeps of its jobs.  No connection is made before a request: the server's processes fork first.

    But what jobs need is imported, where there are any: the first of them must not wait for it.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = limits_of(settings)
        self._lock = threading.Lock()
        self._store: Store | None = None
        if settings.jobs.lower() != OFF:
            import_module("api.jobs.store")  # brings SQLAlchemy, a quarter of a second

    @property
    def store(self) -> Store:
        """The store; JobsOffError where there is none, StoreError where it does not answer now."""
        with self._lock:
            if self._store is None:
                from api.jobs.database import Database  # brings SQLAlchemy
                from api.jobs.store import Store

                self._store = Store(Database(place_of(self.settings.jobs), self.settings.jobs_disk))
            return self._store

    def counts(self) -> Counts | None:
        """What the store has, in figures; None where there is no store, or it does not answer now."""
        try:
            return self.store.counts()
        except JobsError:
            return None
