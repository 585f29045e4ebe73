"""What follows from an answer's dataclass: its schema and its component of the document."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

import jsonschema_rs
import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from api.openapi.from_dataclass import VALUE_FORMS, component, components, form_of, schema_of
from api.openapi.resource import located
from api.resources import RESOURCES
from solver.answer import Answer
from solver.deal import Deal
from solver.formats.deal_forms import NAMED_FORMS
from solver.game.auction import Bid, Contract
from solver.game.cards import PACK, Card, Seat, Side, Suit
from solver.game.rules import PRESETS, STANDARD, Rules

DEAL = Deal.parse("W S N:2... 3... 4... 5...")


class Colour(enum.StrEnum):
    """A choice of names."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Inner(Answer):
    """What stands in another."""

    cards: Annotated[tuple[Card, ...], "Cards."]


@dataclass(frozen=True, slots=True)
class Outer(Answer):
    """Every kind of member."""

    MEMBERS: ClassVar[tuple[str, ...]] = (
        *("number", "share", "sure", "word", "seat", "suit", "bid", "contracts", "by_seat", "by_card", "by_bid"),
        *("rules", "deal", "inner", "rows", "colour", "state", "either", "anything", "maybe", "twice"),
    )
    OPTIONAL: ClassVar[tuple[str, ...]] = ("maybe",)

    number: Annotated[int, "A number."] = 3
    share: Annotated[float, "A share."] = 0.5
    sure: Annotated[bool, "Yes or no."] = True
    word: Annotated[str, "A word."] = "x"
    seat: Annotated[Seat | None, "A seat."] = Seat.N
    suit: Annotated[Suit | None, "A suit."] = Suit.H
    bid: Annotated[Bid, "A bid."] = Bid.BOARD
    contracts: Annotated[dict[Side, Contract], "Contracts."] = None  # type: ignore[assignment]
    by_seat: Annotated[dict[Seat, int | None], "By seat."] = None  # type: ignore[assignment]
    by_card: Annotated[dict[Card, int], "By card."] = None  # type: ignore[assignment]
    by_bid: Annotated[dict[Bid, int], "By bid."] = None  # type: ignore[assignment]
    rules: Annotated[Rules, "Rules."] = STANDARD
    deal: Annotated[Deal, "A deal."] = DEAL
    inner: Annotated[Inner | None, "Another."] = Inner((PACK[0], PACK[53]))
    rows: Annotated[tuple[Inner, ...], "Others."] = (Inner(()),)
    colour: Annotated[Colour, "A colour."] = Colour.RED
    state: Annotated[Literal["draw", 1] | None, "A state."] = "draw"
    either: Annotated[Side | Literal["draw"], "One or the other."] = Side.EW
    anything: Annotated[Any, "Whatever."] = None
    maybe: Annotated[str | None, "Left out where there is none."] = None

    @property
    def twice(self) -> int:
        """A number that follows."""
        return 2 * self.number


OUTER = Outer(
    contracts={Side.NS: Contract(Side.NS, None, 2, 2), Side.EW: Contract(Side.EW, 5)},
    by_seat={Seat.E: 1, Seat.W: None},
    by_card={PACK[12]: 1},
    by_bid={Bid.PASS: -3, Bid.BOARD: 4},
)


def validator(kind: type[Answer]) -> Callable[[object], bool]:
    forms = {**NAMED_FORMS, **VALUE_FORMS, **components(kind)}
    whole = {"$ref": f"#/components/schemas/{kind.__name__}", "components": {"schemas": located(forms)}}
    return jsonschema_rs.Draft202012Validator(whole).is_valid


def accepted(kind: type[Answer], data: object) -> bool:
    """Whether schema and document take it, who must agree."""
    by_schema = not schema_of(kind)().validate(data)
    assert validator(kind)(data) == by_schema
    return by_schema


@pytest.mark.parametrize("answer", [OUTER, replace(OUTER, maybe="there", seat=None, suit=None, inner=None, state=1)])
def test_an_answer_is_taken_as_it_is(answer: Outer) -> None:
    assert ("maybe" in answer.to_dict()) == (answer.maybe is not None)
    assert accepted(Outer, answer.to_dict())
    assert schema_of(Outer)().load(answer.to_dict()) == answer.to_dict()


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("number", True),
        ("number", "3"),
        ("number", None),
        ("number", 2.5),
        ("share", "0.5"),
        ("sure", 1),
        ("word", 5),
        ("seat", "n"),
        ("seat", "X"),
        ("suit", "S "),
        ("bid", "pass"),
        ("bid", 14),
        ("contracts", {"NS": 1}),
        ("contracts", {"NS": 1, "EW": "triple"}),
        ("by_seat", {"North": 1}),
        ("by_card", {"SA": 1}),
        ("by_bid", {"14": 1}),
        ("by_bid", {"0": 1.5}),
        ("inner", {"cards": ["10S"]}),
        ("inner", {"cards": [], "more": 1}),
        ("inner", {}),
        ("rows", [None]),
        ("rows", {}),
        ("colour", "green"),
        ("state", "lost"),
        ("either", "N"),
        ("unknown", 1),
    ],
)
def test_whatever_else_is_refused(member: str, value: object) -> None:
    assert not accepted(Outer, {**OUTER.to_dict(), member: value})


@pytest.mark.parametrize("member", [name for name in Outer.MEMBERS if name != "maybe"])
def test_no_member_may_be_missing(member: str) -> None:
    assert not accepted(Outer, {name: value for name, value in OUTER.to_dict().items() if name != member})


@given(st.dictionaries(st.sampled_from(Outer.MEMBERS), st.none() | st.booleans() | st.integers() | st.text(max_size=3)))
def test_schema_and_document_agree(changes: dict[str, object]) -> None:
    if "deal" not in changes and "rules" not in changes:  # these two are read in full only by the schema
        accepted(Outer, {**OUTER.to_dict(), **changes})


@pytest.mark.parametrize("member", Outer.MEMBERS)
@pytest.mark.parametrize("value", [True, False, 0, 1, 1.5, [], {}])
def test_what_is_equal_in_python_alone_is_told_apart(member: str, value: object) -> None:
    if member not in ("deal", "rules"):
        accepted(Outer, {**OUTER.to_dict(), member: value})


def test_the_text_beside_a_type_is_the_description() -> None:
    form = component(Outer)
    assert form["description"] == "Every kind of member."
    assert form["properties"]["number"] == {"description": "A number.", "type": "integer"}
    assert form["properties"]["twice"]["description"] == "A number that follows."
    assert "maybe" not in form["required"]
    assert set(components(Outer)) == {"Outer", "Inner"}


def test_a_type_without_a_json_form_is_refused() -> None:
    with pytest.raises(TypeError, match="in JSON"):
        form_of(complex)


def test_two_answers_of_one_name_are_refused() -> None:
    other = dataclass(frozen=True)(type("Inner", (Answer,), {"__annotations__": {}, "MEMBERS": ()}))
    with pytest.raises(TypeError, match="Inner"):
        components(Outer, other)


def test_every_answer_of_the_service_says_what_its_members_mean(app: Flask) -> None:
    assert app
    for name, form in components(*(kind for resource in RESOURCES for kind in resource.answered)).items():
        assert form["description"], name
        for member, told in form["properties"].items():
            assert told["description"], f"{name}.{member}"
            assert told["description"].endswith("."), f"{name}.{member}"


def test_presets_are_rules_in_the_document() -> None:
    valid = jsonschema_rs.Draft202012Validator(located(NAMED_FORMS["Rules"])).is_valid
    for rules in PRESETS.values():
        assert valid(rules.to_value())
        assert valid(rules.to_dict())
