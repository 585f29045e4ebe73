"""``GET /v1/rules``: every preset and knob."""

from __future__ import annotations

from flask.testing import FlaskClient

from solver.game.rules import PRESETS, Rules


def test_rules_tell_presets_and_knobs(client: FlaskClient) -> None:
    told = client.get("/v1/rules").json
    assert {name: Rules.from_value(knobs) for name, knobs in told["presets"].items()} == dict(PRESETS)
    assert {name: knob["default"] for name, knob in told["knobs"].items()} == Rules().to_dict()
    for name, knob in told["knobs"].items():
        assert knob["description"]
        for value in knob["schema"].get("enum", []):
            assert Rules.from_value({name: value}).to_dict()[name] == value
