"""One operation of the document under examples, in one process: made up from its schema, spoilt, and sensible."""

from __future__ import annotations

import functools
import json
import string
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import hypothesis
import schemathesis
from document_checks import CONFIG, keeps_to, refused_in_order
from hypothesis import HealthCheck, Phase, Verbosity, given
from hypothesis import strategies as st
from schemathesis import GenerationMode
from strategies import any_rules, played

from api import Settings, create_app
from solver.bidding.forms import NAMED
from solver.game.cards import Seat, Side

__all__ = ["Seen", "check", "labels"]

TIME_LIMIT: Final = 1.0
"""Seconds of a solve; the deals of sensible requests take a thousandth of that."""
_LINES: Final = "application/x-ndjson"
_LARGEST: Final = 3
"""Cards a hand of sensible deals."""
_KINDS: Final = ("made up", "spoilt", "sensible")


@dataclass(slots=True)
class Seen:
    """What came of the examples of one operation, or of a part of them."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    """By kind of example and status."""
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        self.statuses += other.statuses
        self.seconds += other.seconds
        self.faults += other.faults

    def __str__(self) -> str:
        told = []
        for kind in _KINDS:
            counts = sorted((status, count) for (name, status), count in self.statuses.items() if name == kind)
            if counts:
                told.append(f"{kind} {' '.join(f'{status}:{count:,}' for status, count in counts)}")
        return "; ".join(told) + "".join(f"\n  {fault}" for fault in dict.fromkeys(self.faults))


class _Service:
    """The service in this process, with a job and an answer that are there."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        # Nothing packed: schemathesis asks a WSGI application for gzip and does not unpack it.
        settings = Settings(
            time_limit=TIME_LIMIT,
            log_requests=False,
            compress_from=0,
            cache_from_ms=0,
            jobs=str(Path(self._folder.name) / "jobs.sqlite"),
            jobs_queued=1_000_000,
        )
        app = create_app(settings)
        self.schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=CONFIG)
        self.operations = {each.ok().label: each.ok() for each in self.schema.get_all_operations()}
        body = "W H N:A.2.. K.3.. Q.4.. J.5..\n"
        client = app.test_client()
        self.job: str = client.post("/v1/jobs?task=solve", data=body, content_type=_LINES).json["id"]
        asked = client.post("/v1/solve", json={"deal": body.strip()})
        self.answer = asked.headers["Content-Location"].rpartition("/")[2]


@functools.cache
def _service() -> _Service:
    return _Service()


def labels() -> list[str]:
    """All operations."""
    return list(_service().operations)


def check(label: str, examples: int, seed: int) -> Seen:
    """So many examples of one operation against every check of schemathesis."""
    seen = Seen()
    operation = _service().operations[label]
    limits = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )

    def kept_to(asked: tuple[str, Any]) -> None:
        kind, case = asked
        answer = case.call()
        seen.statuses[kind, answer.status_code] += 1
        if kind == "sensible":
            assert answer.status_code < 400 or refused_in_order(answer), f"{answer.status_code}: {answer.text}"
        keeps_to(case, answer)

    began = time.monotonic()
    try:
        hypothesis.seed(seed)(limits(given(_cases(operation))(kept_to)))()
    except Exception as error:  # whatever it is, the other operations are checked too
        told = "".join(f" | {each}" for each in getattr(error, "exceptions", ()))
        seen.faults.append(f"{type(error).__name__}: {error}{told}")
    seen.seconds = time.monotonic() - began
    return seen


def _cases(operation: Any) -> st.SearchStrategy[tuple[str, Any]]:
    """Cases with their kind, each as often as the others."""
    made_up = operation.as_strategy(GenerationMode.POSITIVE)
    kinds = {"made up": made_up, "sensible": _sensible(operation, made_up)}
    if _can_be_wrong(operation):
        kinds["spoilt"] = operation.as_strategy(GenerationMode.NEGATIVE)
    return st.one_of([st.tuples(st.just(kind), strategy) for kind, strategy in kinds.items()])


def _can_be_wrong(operation: Any) -> bool:
    return bool(operation.body or operation.query or operation.path_parameters or operation.headers)


def _sensible(operation: Any, made_up: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Cases that must be answered, of which the document alone hardly makes one, with headers that change nothing."""
    name = operation.path.rpartition("/v1/")[2].split("/")[0]
    bodies = _BODIES[name]() if operation.method.upper() == "POST" else st.none()

    def posed(case: Any, body: Any, headers: Mapping[str, str]) -> Any:
        if body is not None:
            case.body = body
        if "{job}" in operation.path:
            case.path_parameters = {"job": _service().job}
        if "{name}" in operation.path:
            case.path_parameters = {"name": _service().answer}
        if operation.query:
            case.query = {"task": "solve"} if body is not None else {"after": len(headers)}
        case.headers.pop("Idempotency-Key", None)
        case.headers.update(headers)
        return case

    return st.builds(posed, made_up, bodies, _HEADERS)


@st.composite
def _solved(draw: st.DrawFn) -> dict[str, Any]:
    deal = draw(_DEALS)
    if deal.auction.complete and not deal.auction.passed_out and len(deal.play) < 4 * deal.cards:
        return deal.to_dict()
    leader = draw(st.none() | st.sampled_from(Seat))
    return {**deal.with_play(()).with_bids(()).to_dict(), **({} if leader is None else {"leader": str(leader)})}


@st.composite
def _bid(draw: st.DrawFn) -> dict[str, Any]:
    deal = draw(_DEALS)
    bids = deal.bids[: draw(st.integers(0, 3))]
    objective = draw(st.sampled_from([None, *NAMED]))
    return {**deal.with_play(()).with_bids(bids).to_dict(), "objective": objective}


@st.composite
def _reviewed(draw: st.DrawFn) -> dict[str, Any]:
    hands = draw(st.lists(_DEALS.filter(lambda deal: deal.auction.complete), min_size=1, max_size=2))
    if len(hands) == 1 and draw(st.booleans()):
        return hands[0].to_dict()
    return {"deals": [deal.to_dict() for deal in hands]}


@st.composite
def _scored(draw: st.DrawFn) -> dict[str, Any]:
    deal = draw(_DEALS.filter(lambda deal: deal.auction.complete))
    told = deal.with_play(()).to_dict()
    told["tricks"] = {str(draw(st.sampled_from(Side))): draw(st.integers(0, deal.cards))}
    if draw(st.booleans()):
        del told["hands"]
        told = {"cards": deal.cards, **{name: told[name] for name in ("dealer", "bids", "tricks", "rules")}}
    if draw(st.booleans()):
        return told
    rules = {**deal.rules.to_dict(), "hand_sizes": [deal.cards]}
    return {"deals": [{name: value for name, value in told.items() if name != "rules"}], "rules": rules}


@st.composite
def _dealt(draw: st.DrawFn) -> dict[str, Any]:
    rules = draw(any_rules)
    seed = draw(st.integers(0, 2**53 - 1) | st.text(string.ascii_letters, max_size=10))
    return {
        "cards": draw(st.integers(1, 13)),
        "count": draw(st.integers(1, 5)),
        "seed": seed,
        "rules": rules.to_value(),
    }


@st.composite
def _lines(draw: st.DrawFn) -> str:
    deals = draw(st.lists(_DEALS, min_size=1, max_size=3))
    return "".join(f"{deal if draw(st.booleans()) else json.dumps(deal.to_dict())}\n" for deal in deals)


_DEALS: Final = played(any_rules, st.integers(1, _LARGEST))
_HEADERS: Final = st.dictionaries(
    st.sampled_from(["Accept-Language", "Origin", "User-Agent", "X-Request-Id", "traceparent"]),
    st.text(string.ascii_letters + string.digits + " -:/.", max_size=60).map(str.strip),
)
_BODIES: Final[Mapping[str, Callable[[], st.SearchStrategy[Any]]]] = {
    "solve": _solved,
    "bids": _bid,
    "review": _reviewed,
    "score": _scored,
    "deals": _dealt,
    "jobs": _lines,
}
"""Requests that must be answered, by resource."""
