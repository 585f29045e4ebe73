"""Settings of the service from the environment."""

from __future__ import annotations

from typing import Any

import pytest

from api import create_app
from api.server.serving import options
from api.settings import Settings, SettingsError


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("slots", "3", 3),
        ("time_limit", "2.5", 2.5),
        ("rate_limit", "60/minute", "60/minute"),
        ("cors_origins", "https://a.example, https://b.example,", ("https://a.example", "https://b.example")),
        ("log_requests", "no", False),
        ("log_requests", "1", True),
    ],
)
def test_a_variable_sets_its_setting(name: str, text: str, value: Any) -> None:
    settings = Settings.from_env({f"BACKALLEY_{name.upper()}": text, "OTHER": "x", "BACKALLEY": "x"})
    assert getattr(settings, name) == value
    assert settings == Settings(**{name: value})


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("BACKALLEY_SLOT", "3"),
        ("BACKALLEY_SLOTS", "many"),
        ("BACKALLEY_SLOTS", "-1"),
        ("BACKALLEY_TIME_LIMIT", "0"),
        ("BACKALLEY_TIME_LIMIT", "nan"),
        ("BACKALLEY_LOG_REQUESTS", "maybe"),
        ("BACKALLEY_MAX_BODY", "10"),
        ("BACKALLEY_JOBS_WORKERS", "-2"),
        ("BACKALLEY_JOBS_NICE", "20"),
        ("BACKALLEY_JOBS_AGE", "0"),
        ("BACKALLEY_JOBS_LEASE", "0.5"),
        ("BACKALLEY_JOBS_RECORDS", "0"),
    ],
)
def test_a_wrong_variable_is_named(variable: str, text: str) -> None:
    with pytest.raises(SettingsError, match=variable if text in ("3", "many", "maybe") else "must be"):
        Settings.from_env({variable: text})


def test_variables_of_others_are_let_be() -> None:
    env = {
        "BACKALLEY_TRACEBACK": "1",
        "BACKALLEY_URL": "http://10.0.0.1",
        "BACKALLEY_PORT_80_TCP": "tcp://10.0.0.1:80",
        "BACKALLEY_SERVICE_HOST": "10.0.0.1",
    }
    assert Settings.from_env(env) == Settings()


@pytest.mark.parametrize("wrong", [{"rate_limit": "often"}, {"rate_limit": "1/minute", "rate_store": "shelf://"}])
def test_a_rate_limit_that_cannot_be_is_named(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=list(wrong)[-1]):
        create_app(Settings(**wrong))


def test_slots_default_to_the_cores() -> None:
    assert Settings().slots >= 1


def test_job_workers_leave_a_core_to_plain_requests() -> None:
    assert Settings().jobs_workers == max(1, Settings().slots - 1)
    assert Settings(jobs_workers=0).jobs_workers == 0


@pytest.mark.parametrize(("slots", "queue", "threads"), [(2, 4, 10), (2, 0, 10), (8, 30, 42)])
def test_threads_leave_room_beside_those_that_solve_or_wait(slots: int, queue: int, threads: int) -> None:
    settings = Settings(slots=slots, queue=queue)
    assert settings.threads == threads
    assert options(settings)["threads"] == threads
    assert options(settings)["graceful_timeout"] > settings.time_limit
