"""Keys for the API and for its figures."""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient

from api import Settings, create_app
from api.keys import Key, Keys, KeysFile, same
from api.settings import SettingsError


def hashed(key: str) -> str:
    return "sha256:" + hashlib.sha256(key.encode()).hexdigest()


ALICE, BOB = f"alice {hashed('a-key')}", f"bob {hashed('b-key')} 2/hour"


def service(**changed: Any) -> FlaskClient:
    return create_app(Settings(**{"log_requests": False, **changed})).test_client()


@pytest.mark.parametrize(
    "headers", [{"Authorization": "Bearer a-key"}, {"authorization": "bearer  a-key"}, {"X-API-Key": "a-key"}]
)
def test_who_shows_a_key_is_answered(headers: dict[str, str]) -> None:
    client = service(keys=(ALICE, BOB))
    assert client.post("/v1/solve", json=GOOD, headers=headers).status_code == 200
    assert client.get("/v1/rules", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer x"}, {"Authorization": "Basic a-key"}]
    + [{"X-API-Key": key} for key in ("", "A-key", "a-key2", hashed("a-key"), "\udcff")],
)
def test_who_shows_none_or_another_is_not(headers: dict[str, str]) -> None:
    client = service(keys=(ALICE, BOB))
    for answer in (
        client.post("/v1/solve", json=GOOD, headers=headers),
        client.get("/v1/rules", headers=headers),
        client.get("/v1/none", headers=headers),
    ):
        assert answer.status_code == 401
        assert answer.json["type"] == "urn:back-alley:problem:no-key"
        assert answer.headers["WWW-Authenticate"] == 'Bearer realm="backalley"'
        assert "a-key" not in answer.get_data(as_text=True)


def test_signs_of_life_document_and_preflights_need_no_key() -> None:
    client = service(keys=(ALICE,), cors_origins=("https://cards.example",))
    for path in ("/healthz", "/readyz", "/openapi.json", "/docs", "/metrics"):
        with client.get(path) as answer:
            assert answer.status_code == 200
    asked = {"Origin": "https://cards.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/v1/solve", headers=asked).status_code == 200


def test_limits_are_counted_by_key() -> None:
    client = service(keys=(ALICE, BOB, f"carol {hashed('c-key')}"), rate_limit="3/hour")

    def statuses(key: str, count: int) -> list[int]:
        return [client.get("/v1/rules", headers={"X-API-Key": key}).status_code for _ in range(count)]

    assert statuses("b-key", 3) == [200, 200, 429]
    assert statuses("a-key", 4) == [200, 200, 200, 429]
    assert statuses("c-key", 1) == [200]


def test_a_key_s_own_limit_holds_where_there_is_no_other() -> None:
    client = service(keys=(ALICE, BOB))
    assert [client.get("/v1/rules", headers={"X-API-Key": "a-key"}).status_code for _ in range(5)] == [200] * 5
    answers = [client.get("/v1/rules", headers={"X-API-Key": "b-key"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0].headers["X-RateLimit-Limit"] == "2"


def test_keys_come_from_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# who may ask\n\n{ALICE}  # since May\n{BOB}\n")
    client = service(keys_file=str(path), keys=(f"carol {hashed('c-key')}",))
    for key in ("a-key", "b-key", "c-key"):
        assert client.get("/v1/rules", headers={"X-API-Key": key}).status_code == 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{ALICE}\nbob b-key\n", "line 2 is not"),
        (f"{ALICE}\n{ALICE}\n", "two keys are named alice"),
        (f"{ALICE} often\n", "line 1 is not"),
        ("# nobody\n", "holds no key"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_wrong_is_told_at_the_start(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "keys"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingsError, match=said) as told:
        create_app(Settings(keys_file=str(path)))
    assert "\n" not in str(told.value)
    assert "b-key" not in str(told.value)


@pytest.mark.parametrize(("name", "value"), [("keys", ("alice a-key",)), ("metrics_key", "a-key")])
def test_a_key_in_plain_is_no_setting(name: str, value: Any) -> None:
    with pytest.raises(SettingsError, match=name) as told:
        Settings(**{name: value})
    assert "a-key" not in str(told.value)


def test_every_key_is_compared() -> None:
    keys = Keys([Key.read(ALICE), Key.read(BOB)])
    found = keys.of("a-key")
    assert found is not None
    assert found.name == "alice"
    assert keys.of("c-key") is None
    assert same("a-key", found.digest)
    assert not same("b-key", found.digest)
    assert "a-key" not in repr(found)


def test_figures_behind_a_key() -> None:
    client = service(metrics_key=hashed("m-key"))
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer a-key"}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer m-key"}).status_code == 200
    assert client.get("/v1/rules").status_code == 200


def test_figures_at_a_port_of_their_own() -> None:
    client = service(metrics_bind="127.0.0.1:9100")
    at = {"SERVER_PORT": "9100"}
    assert client.get("/metrics").status_code == 404
    assert client.get("/v1/rules").status_code == 200
    assert client.get("/metrics", environ_overrides=at).status_code == 200
    for path in ("/v1/rules", "/docs", "/healthz"):
        assert client.get(path, environ_overrides=at).status_code == 404


def test_the_log_names_the_key_and_the_client_and_never_the_key_itself() -> None:
    log = io.StringIO()
    client = create_app(Settings(keys=(ALICE,)), log=log).test_client()
    client.get("/v1/rules", headers={"X-API-Key": "a-key"})
    client.get("/v1/rules", headers={"X-API-Key": "x-key"})
    first, second = (json.loads(line) for line in log.getvalue().splitlines())
    assert (first["key"], first["client"], first["status"]) == ("alice", "127.0.0.1", 200)
    assert "key" not in second
    assert second["status"] == 401
    assert "a-key" not in log.getvalue()
    assert "x-key" not in log.getvalue()


def test_the_document_asks_for_a_key_where_the_service_does(document: dict[str, Any]) -> None:
    assert "securitySchemes" not in document["components"]
    guarded = service(keys=(ALICE,)).get("/openapi.json").json
    assert guarded is not None
    for path, methods in guarded["paths"].items():
        for operation in (methods[name] for name in ("get", "post") if name in methods):
            assert ("security" in operation) == path.startswith("/v1/")
            assert ("401" in operation["responses"]) == path.startswith("/v1/")


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_keys_that_are_added_or_taken_away_hold_without_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"{ALICE}\n")
    log = io.StringIO()
    client = create_app(Settings(keys_file=str(path), log_requests=False), log=log).test_client()

    def status(key: str) -> int:
        return client.get("/v1/rules", headers={"X-API-Key": key}).status_code

    assert (status("a-key"), status("b-key")) == (200, 401)
    other = tmp_path / "other"
    other.write_text(f"{BOB}\n")
    other.replace(path)
    until(lambda: status("a-key") == 401)
    assert [status("b-key") for _ in range(3)] == [200, 200, 429]  # with its own limit, of which there was none before
    path.write_text("bob\n")  # while it is wrong, the keys of before hold
    until(lambda: status("a-key") == 401 and "keys stay" in log.getvalue())
    assert (status("a-key"), status("b-key")) == (401, 429)
    path.unlink()
    until(lambda: status("a-key") == 401 and log.getvalue().count("keys stay") == 2)
    assert (status("a-key"), status("b-key")) == (401, 429)
    path.write_text(f"{ALICE}\n")
    until(lambda: status("a-key") == 200)
    assert status("b-key") == 401
    events = [json.loads(line)["event"] for line in log.getvalue().splitlines()]
    assert events == ["keys read again", "keys stay as they were", "keys stay as they were", "keys read again"]
    assert hashed("a-key") not in log.getvalue()


def test_a_pipe_in_the_place_of_the_file_stops_nobody(tmp_path: Path) -> None:
    """To read it would have waited for ever, and all who ask with it."""
    path = tmp_path / "keys"
    path.write_text(f"{ALICE}\n")
    log = io.StringIO()
    client = create_app(Settings(keys_file=str(path), log_requests=False), log=log).test_client()
    path.unlink()
    os.mkfifo(path)
    until(lambda: client.get("/v1/rules").status_code == 401 and "is a pipe or a device" in log.getvalue())
    assert client.get("/v1/rules", headers={"X-API-Key": "a-key"}).status_code == 200
    with pytest.raises(SettingsError, match="is a pipe or a device"):
        create_app(Settings(keys_file=str(path)))


def test_a_file_is_looked_at_no_more_than_it_must() -> None:
    reads = [0]

    class Looked:
        looks = 0

        def stat(self) -> os.stat_result:
            self.looks += 1
            return Path(__file__).stat()

    def read() -> Keys:
        reads[0] += 1
        return Keys([Key.read(ALICE)])

    looked = Looked()
    file = KeysFile(looked, read, every=60.0)  # type: ignore[arg-type]
    for _ in range(100):
        assert file.keys.of("a-key")
    assert (looked.looks, reads) == (1, [1])


def test_addresses_of_one_host_are_counted_together() -> None:
    client = service(rate_limit="2/hour")

    def status(address: str) -> int:
        return client.get("/v1/rules", environ_overrides={"REMOTE_ADDR": address}).status_code

    assert [status(f"2001:db8:0:1::{number}") for number in range(1, 4)] == [200, 200, 429]
    assert status("2001:db8:0:1:ffff::1") == 429
    assert status("2001:db8:0:2::1") == 200
    assert [status(f"::ffff:10.0.0.{number}") for number in (1, 1, 2)] == [200, 200, 200]
    assert status("10.0.0.1") == 429  # the same, as a socket for both kinds tells it
