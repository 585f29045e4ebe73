"""What all tests share: Hypothesis without a clock, since the machines that run them are busy ones."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from agreement import NativeReferee
from checked_answers import all_answers_checked
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from api import Settings, create_app

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
def native_referee(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> Iterator[NativeReferee]:
    """The plain referee in C++."""
    with NativeReferee(tmp_path_factory.mktemp("referee"), compiler) as referee:
        yield referee


@pytest.fixture(scope="session")
def app() -> Flask:
    """The service, as a user has it but for its log and its cache, which would give one test the answers of another."""
    return create_app(Settings(time_limit=30.0, log_requests=False, cache_mb=0))


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
