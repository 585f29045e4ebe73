"""Requests as the document has them and as the engine reads them: the same forms, from both ends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from bad_deals import GOOD
from flask.testing import FlaskClient
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from api.openapi.from_dataclass import VALUE_FORMS
from api.openapi.resource import located
from solver.bidding.constraints import Constraints
from solver.bidding.forms import CONSTRAINTS, OBJECTIVE
from solver.bidding.objectives import read_objective
from solver.deal import Deal
from solver.errors import BackAlleyError, DealError, Fault
from solver.formats.deal_forms import DEAL_FORMS, MAX_WORD, NAMED_FORMS, NO_TRUMP
from solver.formats.deal_json import DealReader, read_rules
from solver.forms import Form, array, ref
from solver.game.auction import Bid
from solver.game.cards import PACK, Seat
from solver.game.rules import STANDARD
from solver.requests.bids import BidsTask
from solver.requests.deals import DealsTask
from solver.requests.review import GameReviewTask, ReviewTask
from solver.requests.score import GAME_FORM, SCORE_FORMS, score_request
from solver.requests.solve import SolveTask

Read = Callable[[Any], object]
COMPONENTS = {
    **NAMED_FORMS,
    **VALUE_FORMS,
    **SCORE_FORMS,
    "ReviewHand": ReviewTask.form(),
    "ReviewGame": GameReviewTask.form(),
}
HAND = {name: GOOD[name] for name in ("hands", "trump", "upcard", "dealer") if name in GOOD}


def once(build: Callable[[Form], Any]) -> Callable[[Form], Any]:
    """What is built from a form, built once: the same form is asked for with every example."""
    kept: dict[str, Any] = {}

    def built(form: Form) -> Any:
        key = json.dumps(form)
        if key not in kept:
            kept[key] = build(form)
        return kept[key]

    return built


@once
def described(form: Form) -> Callable[[object], bool]:
    """Whether the document allows a value."""
    whole = {**located(form), "components": {"schemas": located(COMPONENTS)}}
    return jsonschema_rs.Draft202012Validator(whole).is_valid


@once
def made(form: Form) -> st.SearchStrategy[Any]:
    """Values made up from the document alone."""
    body = {"type": "object", "properties": {"value": located(form)}, "required": ["value"]}
    operation = {
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "ok"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "forms", "version": "1"},
        "paths": {"/form": {"post": operation}},
        "components": {"schemas": located(COMPONENTS)},
    }
    return schemathesis.openapi.from_dict(document)["/form"]["POST"].as_strategy().map(lambda case: case.body["value"])


@contextmanager
def without_faults() -> Iterator[DealReader]:
    reader = DealReader()
    yield reader
    if reader.faults:
        raise DealError.of(reader.faults)


def faults(read: Read, value: object) -> tuple[Fault, ...]:
    """What is wrong with a value."""
    try:
        read(value)
    except BackAlleyError as error:
        return error.faults
    return ()


def by_reader(read: Callable[[DealReader, Any], object]) -> Read:
    """What reads with a DealReader, as what raises its faults."""

    def reads(value: Any) -> object:
        with without_faults() as reader:
            return read(reader, value)

    return reads


def as_option(task: Any, name: str) -> Read:
    return lambda value: task.from_dict({**HAND, name: value})


CARD = by_reader(lambda reader, value: reader.card(value, "/card"))
SEAT = by_reader(lambda reader, value: reader.seat(value, "/seat"))
TRUMP = by_reader(lambda reader, value: reader.trump(value, None, None, STANDARD))
OPTIONS: dict[str, tuple[Form, Read]] = {
    f"{task.__name__}.{name}": (form, as_option(task, name))
    for task in (SolveTask, BidsTask, ReviewTask)
    for name, form in task.OPTIONS.items()
    if name not in ("play", "objective", "constraints")  # read further only where they are used
}
EXACT: dict[str, tuple[Form, Read]] = {
    "Card": (ref("Card"), CARD),
    "Seat": (ref("Seat"), SEAT),
    "Bid": (ref("Bid"), Bid.parse),
    "trump": (DEAL_FORMS["trump"], TRUMP),
    "upcard": (DEAL_FORMS["upcard"], CARD),
    "dealer": (DEAL_FORMS["dealer"], SEAT),
    "hand": (array(ref("Card"), 13, 1), by_reader(lambda reader, value: list(reader.hand(value, "/hand")))),
    "play": (array(ref("Card"), 54), by_reader(lambda reader, value: reader.play(value))),
    "deals": (DealsTask.form(), DealsTask.from_dict),
    **OPTIONS,
}
"""Forms of which every value is read; what is wrong with others is found by rules that no form can say."""


@pytest.mark.parametrize("name", EXACT)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_the_document_allows_is_read(name: str, data: st.DataObject) -> None:
    form, read = EXACT[name]
    value = data.draw(made(form))
    assert {fault.rule for fault in faults(read, value)} <= ({"R8"} if name == "deals" else set())  # levels may fall


@pytest.mark.parametrize(
    ("form", "read", "rules"),
    [
        (ref("Rules"), read_rules, {"R8"}),
        (CONSTRAINTS, Constraints.from_dict, {"R1"}),
        (OBJECTIVE, lambda value: read_objective(value, Deal.from_dict(GOOD).auction), {"R2"}),
        (DEAL_FORMS["bids"], by_reader(lambda reader, value: reader.bids_by_seat(value)), {"R1"}),
    ],
    ids=["rules", "constraints", "objective", "bids"],
)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_the_document_allows_is_refused_only_by_a_rule(
    form: Form, read: Read, rules: set[str], data: st.DataObject
) -> None:
    """Levels that fall (R8), a seat named twice (R1), more deals left than the rules' game has (R2)."""
    value = data.draw(made(form))
    assert {fault.rule for fault in faults(read, value)} <= rules


WORDS_OF_OPTIONS = st.sampled_from(["reject", "report", "", "9"])
WORDS = st.text("SHDCshdc♠♥♦♣♤♡♢♧0123456789TJQKAtjqkaBLblNEWnewPpOoRrUu \t", max_size=6)
CARDS = st.builds(
    lambda card, turned, lower, ten, blank: (
        blank
        + (lambda text: text.lower() if lower else text)(
            (card.name[::-1] if turned and not card.is_blooper else card.name).replace("T", ten)
        )
    ),
    st.sampled_from(PACK),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["T", "10"]),
    st.sampled_from(["", " ", "\t "]),
)
NAMES = st.sampled_from([word for seat in Seat for word in (seat.value, seat.full_name)] + list(NO_TRUMP))
SPOKEN = st.builds(
    lambda word, case: getattr(word, case)(),
    NAMES | st.sampled_from(["pass", "p", "board", "b"]),
    st.sampled_from(["upper", "lower", "title"]),
)
LONG = st.builds(lambda word, blanks: " " * blanks + word, SPOKEN | CARDS, st.integers(MAX_WORD - 6, MAX_WORD))


@pytest.mark.parametrize("name", ["Card", "Seat", "Bid", "trump", "upcard", "dealer"])
@settings(max_examples=200)
@given(value=WORDS | CARDS | SPOKEN | LONG | st.integers(-1, 15) | st.booleans() | st.sampled_from([None, 9.0, 2.5]))
@example(value="NT")
@example(value="10♠")
@example(value="♥\ufe0fK")
def test_what_is_read_is_documented(name: str, value: object) -> None:
    form, read = EXACT[name]
    assume(not (value is None and name in ("Card", "Seat")))  # null is what is absent, which the field says
    assert described(form)(value) == (not faults(read, value))


@pytest.mark.parametrize("name", [name for name in OPTIONS if name.endswith(("_limit", "on_illegal"))])
@given(
    value=st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["reject", "report", "", "9"])
)
@example(value=10**15)
@example(value=10**15 + 1)
@example(value=3600)
@example(value=3600.5)
@example(value=0)
def test_an_option_is_read_exactly_where_it_is_documented(name: str, value: object) -> None:
    form, read = OPTIONS[name]
    assert described(form)(value) == (not faults(read, value))


PLAYS = [
    GOOD_PLAY := ["JS", "AS", "KS", "QS"],
    [GOOD_PLAY],
    [{"leader": "N", "cards": GOOD_PLAY}],
    [{"cards": GOOD_PLAY}, ["2H"]],
    "JS.AS.KS.QS",
    "JS AS, KS",
    [],
    None,
]


@pytest.mark.parametrize("play", PLAYS, ids=json.dumps)
def test_every_way_to_write_a_play_is_documented(play: Any) -> None:
    assert described(ReviewTask.form())({**HAND, "play": play})
    ReviewTask.from_dict({**HAND, "play": play})
    with_leaders = isinstance(play, list) and any(isinstance(trick, dict) for trick in play)
    assert described(SolveTask.form())({**HAND, "play": play}) == (not with_leaders)


LINE = str(Deal.from_dict(GOOD))
BID_LINE = LINE.replace(" up=", " 1 0 0 0 up=")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("solve", {**HAND, "hands": {seat.full_name: GOOD["hands"][seat] for seat in Seat}}),
        ("solve", {"deal": LINE, "leader": "south"}),
        ("bids", {**HAND, "bids": {"N": None}}),
        ("bids", {"deal": LINE, "objective": {"name": "own"}}),
        ("bids", {**HAND, "objective": {"name": "win", "score": {"NS": 0, "EW": 0}, "left": 2}}),
        ("bids", {**HAND, "constraints": {"max_total": {"ns": 2}, "no_boards": ["n"], "fixed": {"east": "pass"}}}),
        ("review", {"deal": BID_LINE}),
        ("review", {"deals": [{"deal": BID_LINE}], "on_illegal": "report", "node_limit": 10**15}),
        ("score", [{"cards": 13, "dealer": "w", "bids": dict.fromkeys("nesw", "p"), "rainbows": {"NS": 0}}]),
    ],
)
def test_what_is_answered_is_documented(client: FlaskClient, document: dict[str, Any], path: str, asked: Any) -> None:
    assert client.post(f"/v1/{path}", json=asked).status_code == 200
    schema = document["paths"][f"/v1/{path}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]}).validate(asked)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_score_that_is_refused_breaks_a_rule(data: st.DataObject) -> None:
    assert all(fault.rule for fault in faults(score_request, data.draw(made(GAME_FORM))))
