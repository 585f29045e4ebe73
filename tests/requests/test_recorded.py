"""Deals with the records that they come from: written in every notation and read back."""

from __future__ import annotations

import pytest

from solver.dealing import deals
from solver.errors import DealError
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.requests.deals import read_deals
from solver.requests.recorded import NOTATIONS, RecordedDeal, scan_recorded, write_recorded

BRIDGE = '[Board "1"]\n[Dealer "N"]\n[Deal "N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"]\n{}'


def recorded(text: str) -> list[RecordedDeal]:
    items = [item for _, item in scan_recorded(text)]
    assert not [item for item in items if isinstance(item, DealError)]
    return [item for item in items if isinstance(item, RecordedDeal)]


@pytest.mark.parametrize("notation", [name for name in NOTATIONS if name != "lin"])
@pytest.mark.parametrize("rules", [STANDARD, PRESETS["bab_online"]], ids=lambda rules: str(rules.to_value()))
def test_deals_of_the_game_read_back_from_what_was_written(notation: str, rules: Rules) -> None:
    given = list(deals(5, 4, "recorded", rules))
    text = "\n".join(map(str, given))
    written = [item.text(notation, number) for number, item in enumerate(recorded(text), 1)]
    assert list(read_deals(write_recorded(written, notation))) == given


def test_a_record_of_bridge_keeps_its_contract() -> None:
    (item,) = recorded(BRIDGE.format('[Declarer "S"]\n[Contract "4HX"]\n'))
    written = write_recorded([item.text("pbn", 1)], "pbn")
    assert '[Contract "4HX"]' in written
    assert list(read_deals(written)) == [item.deal]
