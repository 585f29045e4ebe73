"""What may be wrong with jobs, each with the problem that the service answers for it."""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "JobsError",
    "JobsOffError",
    "KeyInUseError",
    "KeyTakenError",
    "NoSpaceError",
    "NoSuchJobError",
    "StoreError",
    "TooManyJobsError",
    "TooMuchError",
]


class JobsError(Exception):
    """``kind`` names the problem, ``retry`` the seconds after which it is worth trying again, None for never."""

    kind: ClassVar[str]
    retry: ClassVar[int | None] = None


class JobsOffError(JobsError):
    """There is no place for jobs here."""

    kind = "jobs-off"


class StoreError(JobsError):
    """The store does not answer now."""

    kind = "jobs-store"
    retry = 5


class NoSpaceError(StoreError):
    """The store has no room."""

    kind = "no-space"
    retry = 60


class NoSuchJobError(JobsError):
    """No job of this name, or it has expired."""

    kind = "no-such-job"


class TooManyJobsError(JobsError):
    """As many jobs wait or run as may."""

    kind = "too-many-jobs"
    retry = 10


class TooMuchError(JobsError):
    """A job, or a line of it, is too long."""

    kind = "too-large"


class KeyTakenError(JobsError):
    """The Idempotency-Key belongs to another request."""

    kind = "key-taken"


class KeyInUseError(JobsError):
    """A request with the same Idempotency-Key is still coming in."""

    kind = "key-in-use"
    retry = 2
