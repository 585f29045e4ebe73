"""What settings make of the app: other origins, a rate limit, nothing shared."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Settings, create_app
from api.settings import SettingsError


def test_cors_and_rate_limit_are_off_by_default(client: FlaskClient) -> None:
    answers = [client.get("/v1/rules", headers={"Origin": "https://example.org"}) for _ in range(3)]
    assert all(answer.status_code == 200 for answer in answers)
    assert not any("Access-Control-Allow-Origin" in answer.headers for answer in answers)
    assert not any("X-RateLimit-Limit" in answer.headers for answer in answers)


def test_cors_for_the_origins_that_are_set() -> None:
    client = create_app(Settings(cors_origins=("https://example.org",), log_requests=False)).test_client()
    allowed = client.get("/v1/rules", headers={"Origin": "https://example.org"})
    other = client.get("/v1/rules", headers={"Origin": "https://example.com"})
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://example.org"
    assert "Access-Control-Allow-Origin" not in other.headers


def test_a_rate_limit_for_v1_alone() -> None:
    client = create_app(Settings(rate_limit="2/hour", log_requests=False)).test_client()
    assert [client.get("/v1/rules").status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/v1/rules")
    assert answer.content_type == "application/problem+json"
    assert answer.json["type"] == "urn:back-alley:problem:rate-limit"
    assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("silent", [False, True])
def test_a_rate_store_that_is_gone_leaves_each_process_its_own_count(silent: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as store:
        port = store.getsockname()[1]
        if not silent:
            store.close()
        settings = Settings(rate_limit="2/hour", rate_store=f"redis://127.0.0.1:{port}", log_requests=False)
        client = create_app(settings).test_client()
        assert [client.get("/v1/rules").status_code for _ in range(3)] == [200, 200, 429]


def test_requests_that_find_the_rate_store_gone_at_once_are_all_answered() -> None:
    with socket.create_server(("127.0.0.1", 0)) as store:  # and says nothing
        address = f"redis://127.0.0.1:{store.getsockname()[1]}"
        app = create_app(Settings(rate_limit="100/hour", rate_store=address, log_requests=False))
        together = threading.Barrier(8)

        def ask(_: int) -> int:
            together.wait()
            return app.test_client().get("/v1/rules").status_code

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(ask, range(8))) == [200] * 8


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs the redis-server of Debian's package")
def test_a_rate_limit_that_two_processes_share(tmp_path: Path) -> None:
    address = tmp_path / "redis.sock"
    command = ["redis-server", "--port", "0", "--unixsocket", str(address), "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as store:
        assert store.stdout is not None
        assert any("ready to accept connections" in line.lower() for line in store.stdout)
        try:
            settings = Settings(rate_limit="2/hour", rate_store=f"redis+unix://{address}", log_requests=False)
            one, other = (create_app(settings).test_client() for _ in range(2))
            assert [client.get("/v1/rules").status_code for client in (one, other, one, other)] == [200, 200, 429, 429]
        finally:
            store.terminate()


def test_a_rate_store_without_its_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(SettingsError, match=r"pip install 'back-alley\[redis\]'") as caught:
        create_app(Settings(rate_limit="2/hour", rate_store="redis://:hidden@store"))
    assert "hidden" not in str(caught.value)


def test_two_apps_share_nothing(app: Flask) -> None:
    other = create_app(Settings(log_requests=False))
    assert other.extensions["back-alley"].slots is not app.extensions["back-alley"].slots
    other.test_client().get("/v1/rules")
    text = other.test_client().get("/metrics").get_data(as_text=True)
    assert 'backalley_requests_total{method="GET",route="/v1/rules",status="200"} 1.0' in text
