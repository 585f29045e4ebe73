"""The score sheet as rows, CSV and page."""

from __future__ import annotations

from solver.formats.score_sheet import SHEET_HEAD, sheet_as_csv, sheet_as_page, sheet_rows, standing_text
from solver.requests.score import read_game

GAME = read_game(
    {
        "rules": {"hand_sizes": [2, 1]},
        "deals": [
            {"cards": 2, "dealer": "W", "bids": {"N": 0, "E": 0, "S": 0, "W": 0}},
            {"bids": {"E": 1, "S": "board", "W": 0, "N": "board"}, "tricks": {"NS": 2}},
            {"bids": {"S": "board", "W": 0, "N": 0, "E": 0}, "tricks": {"EW": 1}},
        ],
    }
)


def test_a_redeal_has_the_number_of_the_deal_that_is_dealt_again() -> None:
    rows = list(sheet_rows(GAME))
    assert all(len(row) == len(SHEET_HEAD) for row in rows)
    assert rows == [
        ("1", "2", "W", "pass", "-", "redeal", "0", "0", "pass", "-", "redeal", "0", "0"),
        ("1", "2", "N", "board+board", "2", "made", "+40", "40", "1+pass", "0", "set", "-5", "-5"),
        ("2", "1", "E", "pass+board", "0", "set", "-10", "30", "pass+pass", "1", "-", "+1", "-4"),
    ]
    assert standing_text(GAME) == "NS win by 34"


def test_csv_has_a_line_a_deal() -> None:
    head, *lines = sheet_as_csv(GAME).splitlines()
    assert head.startswith("deal,cards,dealer,N,E,S,W,contract_NS,")
    assert lines[0] == "1,2,W,0,0,0,0,0,0,,,,redeal,redeal,0,0,0,0,0,0"
    assert lines[1] == "1,2,N,board,1,board,0,double board,1,N,2,0,made,set,0,0,40,-5,40,-5"


def test_the_page_needs_nothing_else() -> None:
    page = sheet_as_page(GAME)
    assert "://" not in page
    assert "@page{size:A4" in page
    assert page.count('class="again"') == 1
    assert "3 deals, 1 of them dealt again; own rules" in page


def test_on_a_telephone_a_deal_is_three_rows() -> None:
    """The narrow layout places each of the columns that the table has: deal, then five of each side."""
    page = sheet_as_page(GAME)
    narrow = page[page.index("@media screen and (max-width:") : page.index("@media print")]
    columns = narrow[narrow.index("grid-template-columns:") : narrow.index(";", narrow.index("grid-template-columns:"))]
    assert columns.count("minmax(0,") == 5  # none of which is wider than its share
    assert (len(SHEET_HEAD) - 3) % 5 == 0
    for column in (4, 9):
        assert SHEET_HEAD[column - 1].endswith("bid")
        assert f"td:nth-child({column})" in narrow[: narrow.index("grid-column:1")]
