"""JSON read strictly: what the standard allows is read as Python reads it, and nothing else is."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import JsonError, json_pointer
from solver.formats.strict_json import MAX_DEPTH, loads

numbers = st.integers(-(10**18) + 1, 10**18 - 1) | st.floats(-1e299, 1e299)
scalars = st.none() | st.booleans() | numbers | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)


@given(values, st.booleans(), st.booleans())
def test_json_is_read_as_python_reads_it(value: Any, as_bytes: bool, indented: bool) -> None:
    text = json.dumps(value, indent=2 if indented else None)
    assert loads(text.encode() if as_bytes else text) == value


@given(st.text() | st.binary())
def test_any_text_is_a_value_or_a_short_error(text: str | bytes) -> None:
    fault = ""
    try:
        value = loads(text)
    except JsonError as error:
        fault = str(error)
    assert "\n" not in fault
    assert len(fault) < 200
    if not fault:
        assert value == json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff"))


@given(st.lists(st.text(max_size=5) | st.integers(0, 3), max_size=6), st.sampled_from(["NaN", "-Infinity", "1e999"]))
def test_what_json_does_not_have_is_named_by_its_place(path: list[str | int], word: str) -> None:
    text = word
    for step in reversed(path):
        inner = [*["0"] * step, text] if isinstance(step, int) else []
        text = f"[{', '.join(inner)}]" if isinstance(step, int) else f"{{{json.dumps(step)}: {text}}}"
    with pytest.raises(JsonError) as caught:
        loads(text)
    assert caught.value.pointer == json_pointer(*path)
    assert not math.isfinite(float(word))


@given(st.text(max_size=5), scalars, scalars)
def test_a_member_named_twice_is_named(name: str, one: Any, other: Any) -> None:
    member = json.dumps(name)
    with pytest.raises(JsonError, match="named twice") as caught:
        loads(f'{{"deals": [{{{member}: {json.dumps(one)}, {member}: {json.dumps(other)}}}]}}')
    assert caught.value.pointer == json_pointer("deals", 0, name)


@given(st.integers(1, 3 * MAX_DEPTH), st.booleans())
def test_depth_is_bounded(levels: int, objects: bool) -> None:
    text = '{"a":' * levels + "0" + "}" * levels if objects else "[" * levels + "0" + "]" * levels
    if levels <= MAX_DEPTH:
        assert loads(text) == json.loads(text)
    else:
        with pytest.raises(JsonError, match="levels deep"):
            loads(text)
