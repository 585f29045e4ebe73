"""``backalley deal``: the deals of the API, read again by the other commands."""

from __future__ import annotations

import json

import pytest
from command_line import Run
from flask.testing import FlaskClient

from solver.deal import Deal
from solver.game.rules import PRESETS


@pytest.mark.parametrize("rules", PRESETS)
def test_deals_are_those_of_the_api_and_are_read_again(run: Run, client: FlaskClient, rules: str) -> None:
    asked = ["deal", "--cards", "4", "--count", "3", "--seed", "7", "--rules", rules]
    answer = json.loads(run(*asked, "--json").out)
    assert (
        answer["deals"]
        == client.post("/v1/deals", json={"cards": 4, "count": 3, "seed": 7, "rules": rules}).json["deals"]
    )
    lines = run(*asked, "--lines").out.splitlines()
    assert [Deal.parse(line).to_dict() for line in lines] == answer["deals"]
    text = run(*asked).out
    assert all(f"Line {line}" in text for line in lines)


def test_a_seed_that_was_drawn_is_told(run: Run) -> None:
    first = run("deal", "--cards", "3", "--lines")
    assert first.err.startswith("seed ")
    assert run("deal", "--cards", "3", "--lines", "--seed", first.err.split()[1]).out == first.out
