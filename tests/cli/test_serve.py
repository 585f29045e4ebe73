"""``backalley serve``: options become the settings of the service, which takes over the process."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from command_line import Run, one_line


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would have been started: program, arguments, environment."""
    calls: list[Any] = []
    monkeypatch.setattr(os, "execve", lambda *arguments: calls.extend(arguments))
    return calls


def test_options_win_over_the_environment(run: Run, started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKALLEY_SLOTS", "7")
    monkeypatch.setenv("BACKALLEY_QUEUE", "9")
    assert run("serve", "--port", "8080", "--slots", "2", "--time-limit", "0.5", "--quiet").status == 0
    program, arguments, env = started
    assert (program, arguments[1:]) == (sys.executable, ["-P", "-m", "api"])
    settings = {name: env.get(f"BACKALLEY_{name}") for name in ("SLOTS", "QUEUE", "TIME_LIMIT", "LOG_REQUESTS", "BIND")}
    assert settings == {
        "SLOTS": "2",
        "QUEUE": "9",
        "TIME_LIMIT": "0.5",
        "LOG_REQUESTS": "0",
        "BIND": "127.0.0.1:8080",
    }


@pytest.mark.parametrize(
    ("options", "bind"),
    [
        ([], "10.0.0.1:99"),
        (["--port", "8080"], "10.0.0.1:8080"),
        (["--host", "0.0.0.0"], "0.0.0.0:99"),
    ],
)
def test_an_option_changes_its_half_of_the_address_of_the_environment(
    run: Run, started: list[Any], monkeypatch: pytest.MonkeyPatch, options: list[str], bind: str
) -> None:
    monkeypatch.setenv("BACKALLEY_BIND", "10.0.0.1:99")
    assert run("serve", *options).status == 0
    assert started[2]["BACKALLEY_BIND"] == bind


def test_a_check_is_passed_on(run: Run, started: list[Any]) -> None:
    run("serve", "--check")
    assert started[1][1:] == ["-P", "-m", "api", "--check"]


def test_an_address_of_the_new_kind_is_put_in_brackets(run: Run, started: list[Any]) -> None:
    run("serve", "--host", "::1")
    assert started[2]["BACKALLEY_BIND"] == "[::1]:8000"


@pytest.mark.parametrize("host", ["", "a b", " x", "é"])
def test_what_is_no_host(run: Run, started: list[Any], host: str) -> None:
    assert "--host" in one_line(run("serve", "--host", host))
    assert started == []


@pytest.mark.parametrize(
    ("bind", "options", "wanted"),
    [
        ("0.0.0.0:80", (), "0.0.0.0:80"),
        ("unix:/run/backalley.sock", (), "unix:/run/backalley.sock"),
        ("0.0.0.0:80", ("--port", "81"), "0.0.0.0:81"),
        ("[::]:80", ("--port", "81"), "[::]:81"),
        ("0.0.0.0:80", ("--host", "::1"), "[::1]:80"),
        ("unix:/run/backalley.sock", ("--port", "81"), "127.0.0.1:81"),
        (None, (), None),
        (None, ("--host", "10.0.0.1"), "10.0.0.1:8000"),
    ],
)
def test_the_address_is_that_of_the_settings_unless_an_option_says_otherwise(
    run: Run,
    started: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    bind: str | None,
    options: tuple[str, ...],
    wanted: str | None,
) -> None:
    if bind is None:
        monkeypatch.delenv("BACKALLEY_BIND", raising=False)
    else:
        monkeypatch.setenv("BACKALLEY_BIND", bind)
    run("serve", *options)
    assert started[2].get("BACKALLEY_BIND") == wanted


def test_a_check_names_the_file(run: Run, started: list[Any]) -> None:
    run("serve", "--check", "--config", "/etc/backalley.toml")
    _, arguments, env = started
    assert arguments[1:] == ["-P", "-m", "api", "--check"]
    assert env["BACKALLEY_CONFIG"] == "/etc/backalley.toml"
