"""What an operator may set: one frozen value, from a TOML file and ``BACKALLEY_…`` environment variables."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints

from api.cores import cores
from api.keys import Key, read_digest
from api.setting_kinds import KIND, Kind, check_value, from_text, from_toml, setting

__all__ = ["CONFIG", "PREFIX", "Settings", "SettingsError", "variable"]

PREFIX = "BACKALLEY_"
CONFIG = f"{PREFIX}CONFIG"
"""The variable that names the TOML file."""
# The command line's own, and what Kubernetes tells every container of a service named backalley.
_FOREIGN = re.compile(f"{PREFIX}(CONFIG|TRACEBACK|URL|(SERVICE_HOST|SERVICE_PORT|PORT)(_.*)?)")


_NO_KEY = "sha256:" + 64 * "0"


class SettingsError(ValueError):
    """Settings that do not exist or cannot take their value; ``lines`` has one for each."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def _address(bind: str) -> str | None:
    if not bind or bind.startswith(":"):  # gunicorn would listen on all addresses
        return "must be an address and a port, as in 127.0.0.1:8000"
    return None


_ORIGIN = re.compile(
    r"\*|https?://(\*\.)?((?!-)[a-z0-9-]{1,63}(?<!-)\.)*(?!-)[a-z0-9-]{1,63}(?<!-)(:[0-9]{1,5})?"
    r"|https?://\[[0-9a-f:.]+\](:[0-9]{1,5})?",
    re.IGNORECASE,
)


def _origins(origins: tuple[str, ...]) -> str | None:
    wrong = next((origin for origin in origins if not _ORIGIN.fullmatch(origin)), None)
    if wrong is None:
        return None
    return f"holds {wrong!r}, which is no origin: write https://cards.example, https://*.cards.example or *"


def _rate(text: str) -> str | None:
    if not text:
        return None
    from limits import parse_many

    try:
        parse_many(text)
    except ValueError:
        return f"cannot be {text!r}: write 60/minute"
    return None


def _own_address(bind: str) -> str | None:
    return _address(bind) if bind else None


def _keys(lines: tuple[str, ...]) -> str | None:
    for line in lines:
        try:
            Key.read(line)
        except ValueError as error:
            return f"holds one that {error}"
    return None


def _metrics_key(text: str) -> str | None:
    try:
        read_digest(text or _NO_KEY)
    except ValueError as error:
        return str(error)
    return None


@dataclass(frozen=True, slots=True)
class Settings:
    """The service's limits; times in seconds, sizes in bytes unless the name says otherwise.

    ``BACKALLEY_TIME_LIMIT=5``, or ``time_limit = 5`` in the file, sets ``time_limit`` and so on; in a variable,
    lists are separated by commas.  SettingsError for values that cannot be.
    """

    bind: str = setting("127.0.0.1:8000", "Address and port to listen on.", check=_address)
    workers: int = setting(
        1,
        "Processes that answer; more than one where a core is not enough for all that is not search. They share"
        " `slots`; each has the other limits, and a cache in memory, for itself.",
        least=1,
        most=64,
    )
    slots: int = setting(
        0, "Solves at a time; 0 takes one for each core, or for each that a quota leaves.", least=0, most=1024
    )
    queue: int = setting(
        64,
        "Requests that may wait for a slot, each in a sleeping thread; one more is turned away with 503, or takes the"
        " place of a client that has more.",
        least=0,
        most=1000,
    )
    time_limit: float = setting(
        10.0,
        "Longest wait and solve of one request together, in seconds; a request may ask for less.",
        above=0,
        most=3600,
    )
    memory_mb: int = setting(256, "Most table memory of one solve, in MB.", least=1, most=1_048_576)
    max_body: int = setting(1_000_000, "Longest request body, in bytes.", least=1000, most=1_000_000_000)
    max_head: int = setting(16_384, "Longest request line and headers together, in bytes.", least=1024, most=1_048_576)
    connections: int = setting(
        1000,
        "Clients connected at a time; one more takes the place of one that waits, of the address that has the most.",
        least=1,
        most=100_000,
    )
    connections_each: int = setting(
        100,
        "Connections of one address, an IPv6 /64 counting as one; not held against trusted proxies, 0 for no limit.",
        least=0,
        most=100_000,
    )
    buffer_mb: int = setting(
        64, "Memory for bodies that arrive or wait, in MB; one address may have a quarter.", least=1, most=1_048_576
    )
    spool_mb: int = setting(
        1000,
        "Disk for the long bodies of jobs that arrive or wait, in MB; one address may have a quarter, and one body of"
        " `jobs_bytes` always fits.",
        least=1,
        most=100_000_000,
    )
    receive_time: float = setting(
        20.0,
        "Longest time a request may take to arrive, in seconds from its first byte; for the long body of a job, each 64"
        " KB of it.",
        above=0,
        most=3600,
    )
    idle_time: float = setting(5.0, "How long a connection is kept without a request, in seconds.", above=0, most=3600)
    send_time: float = setting(
        20.0, "Longest time a client may take to read 64 KB of its answer, in seconds.", above=0, most=3600
    )
    stop_time: float = setting(
        8.0,
        "After SIGTERM, how long what runs may go on before it is stopped and told so, in seconds; docker kills after"
        " 10.",
        above=0,
        most=3600,
    )
    rate_limit: str = setting(
        "", "Requests of one address under /v1, such as `60/minute`; empty for no limit.", check=_rate
    )
    rate_store: str = setting(
        "memory://",
        "Where the counts of the rate limit are kept; a `redis://` address serves several processes.",
        secret=True,
    )
    cors_origins: tuple[str, ...] = setting(
        (),
        "Origins whose pages may call the API, such as `https://cards.example`, or `https://*.cards.example` for all"
        " names below that one; none by default.",
        check=_origins,
    )
    page_frames: tuple[str, ...] = setting(
        ("*",),
        "Origins whose pages may show the page at / in a frame, written as above; all by default, since it holds no"
        " secret and changes nothing here.",
        check=_origins,
    )
    proxies: int = setting(
        0, "Trusted proxies in front, whose `X-Forwarded-For` tells the client's address.", least=0, most=10
    )
    cache_mb: int = setting(
        64, "Most memory for answers already given, in MB; 0 keeps none in memory.", least=0, most=1_048_576
    )
    cache_from_ms: float = setting(
        2.0, "Milliseconds of work from which an answer is kept; 0 keeps all.", least=0, most=3_600_000
    )
    cache_file: str = setting("", "An SQLite file that keeps answers over restarts; empty for none.")
    cache_file_mb: int = setting(
        1024, "Size of that file in MB from which the oldest answers go.", least=1, most=1_048_576
    )
    cache_redis: str = setting(
        "", "A `redis://` address where several services share answers; empty for none.", secret=True
    )
    cache_days: int = setting(30, "Days after which Redis drops an answer.", least=1, most=3650)
    keys: tuple[str, ...] = setting(
        (),
        "Keys without which nothing under /v1 is answered, each as `name sha256:…`, with a rate limit of its own behind"
        " if it has one; none by default.",
        check=_keys,
        secret=True,
    )
    keys_file: str = setting("", "A file of more such keys, one a line; `#` begins a remark.")
    metrics_key: str = setting(
        "", "The `sha256:…` of a key that /metrics asks for; empty for none.", check=_metrics_key, secret=True
    )
    metrics_bind: str = setting(
        "", "An address and port of its own for /metrics, which the other then does not serve.", check=_own_address
    )
    compress_from: int = setting(
        1000, "Bytes from which an answer is sent with gzip to who takes it; 0 never.", least=0, most=1_000_000_000
    )
    log_requests: bool = setting(True, "One line of JSON on standard error for each request.")
    jobs: str = setting(
        "",
        "Where jobs are kept: a SQLite file, a `postgresql://` address that several hosts may share, or `off`; empty"
        " for `backalley/jobs.sqlite` in the user's state folder. They are off where that cannot be written.",
        secret=True,
    )
    jobs_workers: int = setting(
        -1,
        "Processes that work on jobs here; -1 takes all cores but one, and at least one; 0 leaves them to other hosts.",
        least=-1,
        most=1024,
    )
    jobs_nice: int = setting(10, "Niceness of those processes, so that plain requests come first.", least=0, most=19)
    jobs_bytes: int = setting(
        100_000_000,
        "Longest body of a job, in bytes; a line of it may be as long as `max_body`.",
        least=1000,
        most=100_000_000_000,
    )
    jobs_records: int = setting(1_000_000, "Most records of a job.", least=1, most=1_000_000_000)
    jobs_queued: int = setting(
        100, "Jobs that may wait or run; one more is turned away with 503.", least=1, most=1_000_000
    )
    jobs_age: float = setting(
        604_800.0, "Seconds that a job and its results are kept after its end: a week.", above=0, most=1e10
    )
    jobs_disk: int = setting(
        10_000, "Most megabytes of a SQLite file of jobs; 0 for no bound but the disk.", least=0, most=100_000_000
    )
    jobs_lease: float = setting(
        15.0,
        "Seconds after which the work of a silent worker is another's; one of this machine that died is known sooner.",
        above=0,
        most=3600,
    )

    def __post_init__(self) -> None:
        wrong = [f"{name} {fault}" for name, fault in self._faults()]
        if wrong:
            raise SettingsError(*wrong)
        if self.slots == 0:
            object.__setattr__(self, "slots", cores())
        if self.jobs_workers == -1:
            object.__setattr__(self, "jobs_workers", max(1, cores() - 1))

    def _faults(self) -> Iterator[tuple[str, str]]:
        for name, kind in self.kinds().items():
            if fault := check_value(kind, getattr(self, name)):
                yield name, fault

    @classmethod
    def kinds(cls) -> dict[str, Kind]:
        """Every setting by name, with its text and bounds."""
        return {each.name: each.metadata[KIND] for each in fields(cls)}

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ) -> Settings:
        """The settings of the file that ``BACKALLEY_CONFIG`` names, if any, and of the variables, which win.

        SettingsError has a line for each variable and each line of the file that is wrong.
        """
        given: dict[str, tuple[str, Any]] = {}
        wrong: list[str] = []
        if env.get(CONFIG):
            _take_file(Path(env[CONFIG]), given, wrong)
        _take_variables(env, given, wrong)
        kinds = cls.kinds()
        for name, (called, value) in given.items():
            if fault := check_value(kinds[name], value):
                wrong.append(f"{called} {fault}")
        if wrong:
            raise SettingsError(*wrong)
        return cls(**{name: value for name, (_, value) in given.items()})

    def to_toml(self) -> str:
        """The settings as a file that sets them; what may hold a password is left out and told of."""
        lines = []
        for name, kind in self.kinds().items():
            value = getattr(self, name)
            hidden = kind.secret and value != type(self).__dataclass_fields__[name].default
            lines.append(f"# {name} is set, and not shown" if hidden else f"{name} = {json.dumps(value)}")
        return "\n".join(lines)


def _take_file(path: Path, given: dict[str, tuple[str, Any]], wrong: list[str]) -> None:
    """Adds what the file sets, by setting, with what to call it; or what is wrong."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        wrong.append(f"{CONFIG} names {path}, which cannot be read: {error.strerror}")
        return
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        wrong.append(f"{path} is no TOML: {error}")
        return
    kinds = get_type_hints(Settings)
    for name, value in table.items():
        called = f"{name} in {path}"
        if name not in Settings.kinds():
            wrong.append(f"{called} is no setting: use {', '.join(sorted(Settings.kinds()))}")
            continue
        try:
            given[name] = (called, from_toml(kinds[name], value))
        except ValueError as error:
            wrong.append(f"{called} must be {error}, not {value!r}")


def _take_variables(env: Mapping[str, str], given: dict[str, tuple[str, Any]], wrong: list[str]) -> None:
    kinds = get_type_hints(Settings)
    for called, text in env.items():
        if not called.startswith(PREFIX) or _FOREIGN.fullmatch(called):
            continue
        name = called.removeprefix(PREFIX).lower()
        if name not in Settings.kinds():
            wrong.append(f"{called} is no setting: use {', '.join(map(variable, sorted(Settings.kinds())))}")
            continue
        try:
            given[name] = (called, from_text(kinds[name], text))
        except ValueError as error:
            wrong.append(f"{called} must be {error}, not {text!r}")
