"""Answers that are given again, and what HTTP tells of them."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fakeredis
import pytest
from bad_deals import GOOD
from flask.testing import FlaskClient
from hard_deals import hardest
from served import free_port

from api import Settings, create_app
from api.slots import Running
from solver import Deal
from solver.dealing import deal_hands, deals
from solver.game.rules import STANDARD
from solver.requests.solve import SolveTask

DEAL: dict[str, Any] = {**deal_hands(7, STANDARD, 4).to_dict(), "dealer": "W"}
BIDS = {"N": 1, "E": 0, "S": 0, "W": 0}


def keeping(**changed: Any) -> FlaskClient:
    changed = {"cache_from_ms": 0, "log_requests": False, **changed}
    return create_app(Settings(**changed)).test_client()


@pytest.fixture
def keeper() -> FlaskClient:
    return keeping()


def count(client: FlaskClient, name: str) -> float:
    text = client.get("/metrics").get_data(as_text=True)
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/solve", GOOD),
        ("/v1/solve", {**DEAL, "leader": "S"}),
        ("/v1/bids", DEAL),
        ("/v1/review", {**GOOD, "bids": BIDS, "play": ["AS"]}),
        ("/v1/review", {"deals": [{**GOOD, "bids": BIDS, "play": ["AS"]}]}),
    ],
)
def test_the_same_question_has_the_same_bytes(keeper: FlaskClient, path: str, asked: dict[str, Any]) -> None:
    first = keeper.post(path, json=asked)
    again = keeper.post(path, json={**asked, "time_limit": 1, "node_limit": 1})
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.get_data() == again.get_data()
    assert first.headers["Cache-Status"] == "backalley; fwd=miss; stored"
    assert again.headers["Cache-Status"] == "backalley; hit; detail=memory"
    assert int(again.headers["Age"]) >= 0
    for name in ("ETag", "Content-Location", "Content-Type"):
        assert first.headers[name] == again.headers[name]
    assert count(keeper, 'backalley_cache_hits_total{kind="answer"') == 1
    assert count(keeper, 'backalley_cache_misses_total{kind="answer"') == 1


def test_another_way_to_write_it_is_the_same_question(keeper: FlaskClient) -> None:
    first = keeper.post("/v1/solve", json=GOOD)
    again = keeper.post("/v1/solve", json={"deal": str(Deal.from_dict(GOOD))})
    assert "hit" in again.headers["Cache-Status"]
    assert first.get_data() == again.get_data()


def test_a_deal_turned_and_its_bids_need_no_search(keeper: FlaskClient) -> None:
    keeper.post("/v1/bids", json=DEAL)
    searched = count(keeper, "backalley_search_nodes_total")
    hands = DEAL["hands"]
    turned = {**DEAL, "hands": {seat: hands["WNES"["NESW".index(seat)]] for seat in "NESW"}, "dealer": "N"}
    answer = keeper.post("/v1/bids", json=turned)
    assert "fwd=miss" in answer.headers["Cache-Status"]
    assert answer.json["nodes"] == 0
    assert count(keeper, "backalley_search_nodes_total") == searched
    direct = keeping(cache_mb=0).post("/v1/bids", json=turned)
    assert {**answer.json, "nodes": 0} == {**direct.json, "nodes": 0}


def test_an_answer_that_is_kept_needs_no_slot() -> None:
    client = keeping(slots=1, queue=0)
    client.post("/v1/solve", json=GOOD)
    with client.application.extensions["back-alley"].slots.whole.hold("other", 1.0, Running()):
        assert client.post("/v1/solve", json=GOOD).status_code == 200
        assert client.post("/v1/solve", json=DEAL).status_code == 503


def test_what_was_cut_or_refused_is_not_kept(keeper: FlaskClient) -> None:
    hard = {**hardest().to_dict(), "node_limit": 5}
    refused = {**GOOD, "leader": "N", "play": ["3H"]}
    for asked, status in ((hard, 504), (refused, 422), ({**GOOD, "dealer": "Q"}, 422)):
        for _ in range(2):
            answer = keeper.post("/v1/solve", json=asked)
            assert answer.status_code == status
            assert "ETag" not in answer.headers
    assert count(keeper, "backalley_cache_stored") == 0


def test_an_answer_has_a_name_under_which_it_is_found_again(keeper: FlaskClient) -> None:
    first = keeper.post("/v1/solve", json=GOOD)
    named = keeper.get(first.headers["Content-Location"])
    assert named.get_data() == first.get_data()
    assert named.headers["ETag"] == first.headers["ETag"]
    unchanged = keeper.get(first.headers["Content-Location"], headers={"If-None-Match": first.headers["ETag"]})
    assert unchanged.status_code == 304
    assert unchanged.headers["ETag"] == first.headers["ETag"]
    assert not unchanged.get_data()
    other = keeper.get(first.headers["Content-Location"], headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize("name", ["0" * 40, "A" * 40, "12", "x" * 40, "%20" + "0" * 38])
def test_a_name_of_nothing_is_not_found(keeper: FlaskClient, name: str) -> None:
    answer = keeper.get(f"/v1/answers/{name}")
    assert answer.status_code == 404
    assert answer.json["type"] == "urn:back-alley:problem:not-kept"


def test_a_question_takes_no_condition(keeper: FlaskClient) -> None:
    tag = keeper.post("/v1/solve", json=GOOD).headers["ETag"]
    for condition in (tag, "*"):
        assert keeper.post("/v1/solve", json=GOOD, headers={"If-None-Match": condition}).status_code == 200


def test_without_a_cache_nothing_is_told_of_one(client: FlaskClient) -> None:
    answer = client.post("/v1/solve", json=GOOD)
    assert not {"ETag", "Cache-Status", "Age", "Content-Location"} & set(answer.headers.keys())


def test_the_log_tells_where_an_answer_came_from() -> None:
    log = io.StringIO()
    client = create_app(Settings(cache_from_ms=0), log=log).test_client()
    for _ in range(2):
        client.post("/v1/solve", json=GOOD)
    first, again = (json.loads(line) for line in log.getvalue().splitlines())
    assert "cache" not in first
    assert first["nodes"] > 0
    assert again["cache"] == "memory"
    assert "nodes" not in again


def test_a_file_keeps_answers_over_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "answers.db")
    first = keeping(cache_file=path).post("/v1/bids", json=DEAL)
    client = keeping(cache_file=path)
    again = client.post("/v1/bids", json=DEAL)
    assert again.get_data() == first.get_data()
    assert again.headers["Cache-Status"] == "backalley; hit; detail=file"
    assert client.post("/v1/bids", json=DEAL).headers["Cache-Status"] == "backalley; hit; detail=memory"


def test_a_redis_that_is_gone_costs_no_answer() -> None:
    log = io.StringIO()
    settings = Settings(cache_redis="redis://127.0.0.1:1/0", cache_from_ms=0, log_requests=False)
    client = create_app(settings, log=log).test_client()
    for _ in range(3):
        assert client.post("/v1/solve", json=GOOD).status_code == 200
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["event"], line["store"]) for line in lines] == [("cache fails", "redis")]
    assert count(client, 'backalley_cache_errors_total{store="redis"}') == 1


def test_a_redis_that_goes_and_comes_back() -> None:
    port = free_port()
    log = io.StringIO()
    settings = Settings(cache_redis=f"redis://127.0.0.1:{port}", cache_mb=0, cache_from_ms=0, log_requests=False)
    with redis_at(port):
        client = create_app(settings, log=log).test_client()
        other = create_app(settings, log=log).test_client()
        first = client.post("/v1/solve", json=GOOD)
        again = other.post("/v1/solve", json=GOOD)
        assert again.headers["Cache-Status"] == "backalley; hit; detail=redis"
        assert again.get_data() == first.get_data()
    gone = client.post("/v1/solve", json=GOOD)
    assert gone.status_code == 200
    assert gone.headers["Cache-Status"].startswith("backalley; fwd=miss")
    assert {**gone.json, "ms": 0} == {**first.json, "ms": 0}
    with redis_at(port):
        until = time.monotonic() + 30
        while "hit" not in client.post("/v1/solve", json=GOOD).headers["Cache-Status"]:  # it is asked again in time
            assert time.monotonic() < until
            time.sleep(0.05)
    events = [json.loads(line)["event"] for line in log.getvalue().splitlines()]
    assert events == ["cache fails", "cache works again"]


@contextmanager
def redis_at(port: int) -> Iterator[None]:
    """A server that speaks Redis, in this process."""
    server = fakeredis.TcpFakeServer(("127.0.0.1", port), server_type="redis")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("cards", [5, 13])
def test_equal_questions_at_the_same_time_are_searched_once(monkeypatch: pytest.MonkeyPatch, cards: int) -> None:
    go, ran = threading.Event(), []
    solve = SolveTask.run

    def held_up(self: SolveTask, **limits: Any) -> Any:
        ran.append(self)
        assert go.wait(20)
        return solve(self, **limits)

    monkeypatch.setattr(SolveTask, "run", held_up)
    client = keeping(slots=2)
    (deal,) = deals(cards, 1, "equal")
    answers: list[Any] = []

    def ask(fields: dict[str, Any]) -> None:
        answers.append(client.application.test_client().post("/v1/solve", json=fields))

    asked = [
        threading.Thread(target=ask, args=(fields,))
        for fields in (deal.to_dict(), {"deal": str(deal)}, {**deal.to_dict(), "time_limit": 9})
    ]
    for thread in asked:
        thread.start()
    end = time.monotonic() + 10
    while count(client, "backalley_following") < 2:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert count(client, "backalley_slots_held") == 1
    go.set()
    for thread in asked:
        thread.join(20)
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.get_data() for answer in answers}) == 1
    told = sorted(answer.headers["Cache-Status"] for answer in answers)
    assert told == ["backalley; fwd=miss; collapsed"] * 2 + ["backalley; fwd=miss; stored"]
    assert len(ran) == 1
    assert (count(client, "backalley_collapsed_total"), count(client, "backalley_following")) == (2, 0)
