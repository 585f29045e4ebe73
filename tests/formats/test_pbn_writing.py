"""PBN as it is written: tags of any text, deals of any rules, and a trump that other programs can read."""

from __future__ import annotations

import strategies as own
from hypothesis import example, given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.formats.bridge.pbn_records import records_of_pbn
from solver.formats.bridge.pbn_tags import bridge_contract
from solver.formats.pbn_writing import deal_to_pbn, deals_to_pbn, pbn_tag, record_to_pbn
from solver.game.cards import Seat, Suit
from solver.game.rules import PRESETS

LINES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))


@given(st.from_regex(r"[A-Z][A-Za-z]{0,9}", fullmatch=True), LINES)
@example("A", "#")
@example("A", "##all")
def test_a_tag_of_any_text_reads_back(name: str, value: str) -> None:
    ((record, fault),) = records_of_pbn([(1, pbn_tag(f"X{name}", value))])
    assert fault is None
    assert [(tag.name, tag.value) for tag in record.tags] == [(f"X{name}", value)]


@given(st.lists(own.played(), min_size=1, max_size=3))
def test_a_file_numbers_its_boards(deals: list[Deal]) -> None:
    rows = enumerate(deals_to_pbn(deals).split("\n"), 1)
    records = [record for record, _ in records_of_pbn(rows)]
    assert [record.board for record in records] == [str(number) for number in range(1, len(deals) + 1)]
    assert [record.value("Dealer") for record in records] == [str(deal.dealer) for deal in deals]


@given(own.dealt(st.just(PRESETS["whist"]), st.just(13)), st.none() | st.sampled_from(Suit), own.seats, st.data())
def test_a_bridge_deal_has_a_contract_of_its_trump(
    deal: Deal, trump: Suit | None, leader: Seat, data: st.DataObject
) -> None:
    bare = Deal(deal.hands, trump, rules=deal.rules)
    card = data.draw(st.sampled_from(bare.hand(leader)))
    ((record, _),) = records_of_pbn(enumerate(deal_to_pbn(bare.with_play([card])).split("\n"), 1))
    contract = bridge_contract(record)
    assert contract is not None
    assert contract.trump is trump
    assert record.value("Declarer") == str(leader.after(3))


@given(own.dealt(st.just(PRESETS["whist"]), st.just(13)), LINES)
def test_a_record_keeps_tags_that_nobody_knows(deal: Deal, value: str) -> None:
    text = deal_to_pbn(Deal(deal.hands, Suit.S, rules=deal.rules)) + pbn_tag("Salon", value)
    ((record, _),) = records_of_pbn(enumerate(text.split("\n"), 1))
    assert pbn_tag("Salon", value) in record_to_pbn(record, deal, 1)
