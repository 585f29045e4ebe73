"""Settings of the service from a file and the environment."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from api import create_app
from api.server.serving import options
from api.setting_kinds import Kind
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
    ("env", "line"),
    [
        ({"SLOT": "3"}, "BACKALLEY_SLOT is no setting: use BACKALLEY_"),
        ({"SLOTS": "many"}, "BACKALLEY_SLOTS must be a whole number, not 'many'"),
        ({"SLOTS": "99999"}, "BACKALLEY_SLOTS must be from 0 to 1,024, not 99999"),
        ({"SLOTS": "-1"}, "BACKALLEY_SLOTS must be from 0 to 1,024, not -1"),
        ({"TIME_LIMIT": "0"}, "BACKALLEY_TIME_LIMIT must be more than 0 and at most 3,600, not 0.0"),
        ({"TIME_LIMIT": "nan"}, "BACKALLEY_TIME_LIMIT must be more than 0 and at most 3,600, not nan"),
        ({"LOG_REQUESTS": "maybe"}, "BACKALLEY_LOG_REQUESTS must be true or false, not 'maybe'"),
        ({"MAX_BODY": "10"}, "BACKALLEY_MAX_BODY must be from 1,000 to 1,000,000,000, not 10"),
        ({"RATE_LIMIT": "often"}, "BACKALLEY_RATE_LIMIT cannot be 'often': write 60/minute"),
        ({"BIND": ":80"}, "BACKALLEY_BIND must be an address and a port, as in 127.0.0.1:8000"),
        (
            {"CORS_ORIGINS": "*,cards.example"},
            "BACKALLEY_CORS_ORIGINS holds 'cards.example', which is no origin: write",
        ),
        ({"JOBS_WORKERS": "-2"}, "BACKALLEY_JOBS_WORKERS must be from -1 to 1,024, not -2"),
        ({"JOBS_NICE": "20"}, "BACKALLEY_JOBS_NICE must be from 0 to 19, not 20"),
        ({"JOBS_AGE": "0"}, "BACKALLEY_JOBS_AGE must be more than 0"),
        ({"JOBS_LEASE": "0"}, "BACKALLEY_JOBS_LEASE must be more than 0 and at most 3,600, not 0.0"),
    ],
)
def test_a_wrong_variable_is_one_line_that_names_it(env: dict[str, str], line: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({f"BACKALLEY_{name}": text for name, text in env.items()})
    (told,) = caught.value.lines
    assert told.startswith(line)


@pytest.mark.parametrize(
    "origin",
    [
        "cards.example",
        "https://cards.example/",
        "https://*",
        "https://a.*.example",
        "ftp://a",
        "null",
        "https://a b",
        "https://*cards.example",
        "https://",
        "https://-a.example",
        "https://cards.example:port",
        "http://a\nb",
    ],
)
def test_what_is_no_origin(origin: str) -> None:
    with pytest.raises(SettingsError, match="is no origin"):
        Settings(cors_origins=("https://good.example", origin))


@pytest.mark.parametrize(
    "origin",
    ["*", "https://cards.example", "http://localhost:8000", "https://*.cards.example:8443", "http://[::1]:80"],
)
def test_what_is_an_origin(origin: str) -> None:
    assert Settings(cors_origins=(origin,)).cors_origins == (origin,)


def test_each_wrong_setting_has_its_line() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_env({"BACKALLEY_SLOTS": "x", "BACKALLEY_QUEUE": "-1", "BACKALLEY_SLOT": "1"})
    assert [line.split()[0] for line in caught.value.lines] == [
        "BACKALLEY_SLOTS",
        "BACKALLEY_SLOT",
        "BACKALLEY_QUEUE",
    ]
    with pytest.raises(SettingsError, match="queue must be from 0 to 1,000, not -1") as caught:
        Settings(slots=2000, queue=-1)
    assert len(caught.value.lines) == 2


@pytest.fixture
def configured(tmp_path: Path) -> Callable[[str], dict[str, str]]:
    """The environment that names a file with this text."""

    def write(text: str) -> dict[str, str]:
        path = tmp_path / "backalley.toml"
        path.write_text(text, encoding="utf-8")
        return {"BACKALLEY_CONFIG": str(path)}

    return write


Configured = Callable[[str], dict[str, str]]


def test_a_file_sets_and_variables_win(configured: Configured) -> None:
    env = configured('slots = 3\ntime_limit = 2\nqueue = 7\ncors_origins = ["https://a.example"]\nlog_requests = false')
    settings = Settings.from_env({**env, "BACKALLEY_QUEUE": "9"})
    assert settings == Settings(
        slots=3, time_limit=2.0, queue=9, cors_origins=("https://a.example",), log_requests=False
    )
    assert isinstance(settings.time_limit, float)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("slot = 3", "slot in FILE is no setting: use bind, buffer_mb, cache_days"),
        ("slots = '3'", "slots in FILE must be a whole number, not '3'"),
        ("slots = true", "slots in FILE must be a whole number, not True"),
        ("slots = 2.0", "slots in FILE must be a whole number, not 2.0"),
        ("slots = 99999", "slots in FILE must be from 0 to 1,024, not 99999"),
        ("time_limit = inf", "time_limit in FILE must be more than 0 and at most 3,600, not inf"),
        ("cors_origins = 'https://a.example'", "cors_origins in FILE must be a list of texts, not"),
        ("cors_origins = [1]", "cors_origins in FILE must be a list of texts, not [1]"),
        ("log_requests = 1", "log_requests in FILE must be true or false, not 1"),
        ("[service]\nslots = 3", "service in FILE is no setting"),
        ("slots = ", "FILE is no TOML: "),
    ],
)
def test_a_wrong_line_of_the_file_is_one_line(configured: Configured, text: str, line: str) -> None:
    env = configured(text)
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(env)
    (told,) = caught.value.lines
    assert told.startswith(line.replace("FILE", env["BACKALLEY_CONFIG"]))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"BACKALLEY_CONFIG names .*/none.toml, which cannot be read: No such file"):
        Settings.from_env({"BACKALLEY_CONFIG": str(tmp_path / "none.toml")})


_OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "cors_origins": st.lists(st.sampled_from(["*", "https://a.example", "https://*.b.example"])).map(tuple),
    "bind": st.sampled_from(["127.0.0.1:80", "[::1]:8000", "unix:/run/a b"]),
    "rate_limit": st.sampled_from(["", "60/minute", "1 per second; 5/hour"]),
}


def _values(name: str, kind: Kind, default: Any) -> st.SearchStrategy[Any]:
    if name in _OTHERS:
        return _OTHERS[name]
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, int):
        return st.integers(int(kind.least or 0), int(kind.most or 10**9))
    if isinstance(default, float):
        return st.floats(kind.above or 0, kind.most, exclude_min=True)
    return st.just(default)


_SETTINGS = st.builds(
    Settings,
    **{
        each.name: _values(each.name, Settings.kinds()[each.name], each.default)
        for each in dataclasses.fields(Settings)
    },
)


@given(_SETTINGS)
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_settings_written_are_read_back(configured: Configured, settings: Settings) -> None:
    assert Settings.from_env(configured(settings.to_toml())) == settings


def test_a_secret_is_not_shown() -> None:
    shown = Settings(rate_store="redis://:hidden@store").to_toml()
    assert "hidden" not in shown
    assert "# rate_store is set, and not shown" in shown


def test_every_setting_has_its_text_and_every_number_its_bounds() -> None:
    for name, kind in Settings.kinds().items():
        assert kind.about.endswith("."), name
        default = Settings.__dataclass_fields__[name].default
        assert isinstance(default, bool) or not isinstance(default, (int, float)) or kind.bounds, name


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


@pytest.mark.parametrize("setting", ["slots", "queue", "connections", "stop_time", "receive_time"])
def test_a_number_beyond_all_sense_is_named(setting: str) -> None:
    with pytest.raises(SettingsError, match=f"{setting} must be"):
        Settings(**{setting: 999999})


def test_a_stop_is_over_before_it_is_cut_short() -> None:
    settings = Settings(stop_time=3.2)
    assert settings.stop_time < options(settings)["graceful_timeout"] < 6
