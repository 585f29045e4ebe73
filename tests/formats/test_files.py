"""Files of many deals: told apart by how they begin, and errors with their line."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.pbn import deals_to_pbn
from solver.requests.deals import read_deals, scan_deals

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS up=7H"


@settings(max_examples=30)
@given(st.lists(own.played(), min_size=1, max_size=4))
def test_every_format_of_a_file_gives_the_same_deals(deals: list[Deal]) -> None:
    told = [deal.to_dict() for deal in deals]
    forms = {
        "lines": "\n".join(map(str, deals)),
        "lines with remarks": "# two deals\n\n" + "\n\n# next\n".join(map(str, deals)) + "\n",
        "CRLF": "\ufeff" + "\r\n".join(map(str, deals)) + "\r\n",
        "JSON lines": "\n".join(map(json.dumps, told)),
        "mixed": "\n".join(str(deal) if at % 2 else json.dumps(deal.to_dict()) for at, deal in enumerate(deals)),
        "JSON list": json.dumps(told, indent=1),
        "JSON list on a line": json.dumps(told),
        "JSON object": json.dumps({"deals": told}, indent=1),
        "PBN": deals_to_pbn(deals),
    }
    for name, text in forms.items():
        assert list(read_deals(text)) == deals, name
        assert list(read_deals(iter(text.splitlines(keepends=True)))) == deals, name
    one = json.dumps(told[0], indent=2)
    assert list(read_deals(one)) == deals[:1]


def test_an_empty_file_has_no_deals() -> None:
    for text in ("", "\n\n", "# nothing\n", "% PBN 2.1\n"):
        assert list(read_deals(text)) == []


def test_a_file_of_lines_is_read_as_it_comes() -> None:
    def endless() -> Any:
        while True:
            yield LINE + "\n"

    deals = read_deals(endless())
    assert [next(deals), next(deals)] == [Deal.parse(LINE)] * 2


def test_faults_in_a_file_name_their_line_and_do_not_hide_the_rest() -> None:
    text = f"# deals\n{LINE}\nW H N:A...\n\n{LINE.replace('7H', '5H')}\n{{}}\n{LINE}\n"
    found = list(scan_deals(text))
    assert [number for number, _ in found] == [2, 3, 5, 6, 7]
    assert [str(what).split(" ")[:3] for _, what in found if isinstance(what, DealError)] == [
        ["line", "3:", "a"],
        ["line", "5:", "/upcard:"],
        ["line", "6:", "/hands:"],
    ]
    with pytest.raises(DealError, match=r"^line 3: a deal line is"):
        list(read_deals(text))


def test_faults_in_a_json_list_or_pbn_file_name_their_deal() -> None:
    good = Deal.parse(LINE)
    told = good.to_dict()
    listed = json.dumps({"deals": [told, {**told, "dealer": "X"}, 7]}, indent=1)
    assert [what if isinstance(what, Deal) else what.pointer for _, what in scan_deals(listed)] == [
        good,
        "/deals/1/dealer",
        "/deals/2",
    ]
    text = deals_to_pbn([good, good, good])
    first, second, third = text.split("\n\n")
    text = "\n\n".join([first, second.replace('"W"', '"X"'), third])
    number = text[: text.index('"X"')].count("\n") - 1
    assert [what if isinstance(what, Deal) else str(what)[: len(f"line {number}")] for _, what in scan_deals(text)] == [
        good,
        f"line {number}",
        good,
    ]


def test_a_shuffled_file_reads_in_its_own_order() -> None:
    lines = [f"- {suit} N:{a}... {b}... 4... 5..." for suit in "SHDCN" for a, b in ("23", "AK", "98")]
    Random(1).shuffle(lines)
    assert [str(deal) for deal in read_deals("\n".join(lines))] == lines
