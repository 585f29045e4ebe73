"""What all tests share: Hypothesis without a clock, since the machines that run them are busy ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from agreement import NativeReferee
from checked_answers import all_answers_checked
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from api import Settings, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Tests of jobs say where theirs are; no other must write into the user's.
os.environ["BACKALLEY_JOBS"] = "off"

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def compiler() -> str:
    """The machine's C++ compiler, if it has one."""
    name = os.environ.get("CXX") or "c++"
    if shutil.which(name) is None:
        pytest.skip("no C++ compiler for what tests compile")
    return name


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The machine's Chromium; one for all tests, since a process may hold one driver of browsers."""
    driving = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("there is no Chromium here")
    with driving.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def native_referee(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> Iterator[NativeReferee]:
    """The plain referee in C++."""
    with NativeReferee(tmp_path_factory.mktemp("referee"), compiler) as referee:
        yield referee


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The service, as a user has it but for its log and its cache, which would give one test the answers of another.

    Nobody works on its jobs.
    """
    store = tmp_path_factory.mktemp("jobs") / "jobs.sqlite"
    return create_app(Settings(time_limit=30.0, log_requests=False, cache_mb=0, jobs=str(store)))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(autouse=True)
def checked_answers() -> Iterator[None]:
    """Holds whatever the service answers in a test against the schemas of its route."""
    with all_answers_checked():
        yield


@pytest.fixture(scope="session")
def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document."""
    answer = app.test_client().get("/openapi.json").json
    assert isinstance(answer, dict)
    return answer
