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
    ],
)
def test_a_wrong_variable_is_named(variable: str, text: str) -> None:
    with pytest.raises(SettingsError, match=variable if text in ("3", "many", "maybe") else "must be"):
        Settings.from_env({variable: text})


def test_variables_of_others_are_let_be() -> None:
    env = {
        "BACKALLEY_TRACEBACK": "1",
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


@pytest.mark.parametrize("setting", ["slots", "queue", "connections", "stop_time", "receive_time"])
def test_a_number_beyond_all_sense_is_named(setting: str) -> None:
    with pytest.raises(SettingsError, match=f"{setting} must be"):
        Settings.from_env({f"BACKALLEY_{setting.upper()}": "999999"})


def test_a_stop_is_over_before_it_is_cut_short() -> None:
    settings = Settings(stop_time=3.2)
    assert settings.stop_time < options(settings)["graceful_timeout"] < 6
