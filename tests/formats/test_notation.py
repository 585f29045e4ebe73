"""Deal lines, PBN and files of many deals: exact round trips, detection, and errors with their line."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.holding import hand_from_holding, hand_to_holding
from solver.formats.pbn import deal_to_pbn, deals_to_pbn
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import PRESETS, Rules
from solver.requests.deals import deal_from_pbn, read_deals, scan_deals

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS up=7H"
PBN_DEAL = '[Deal "N:2... 3... 4... 5..."]\n[Trump "S"]\n'
RULES = Rules.from_value({"big_led": "none", "hand_sizes": [3, 2, 1], "trump_source": "H"})


# --- Holdings


@given(st.integers(0, (1 << 54) - 1))
def test_any_set_of_cards_reads_back_as_a_holding(hand: int) -> None:
    assert hand_from_holding(hand_to_holding(hand)) == hand
    assert hand_from_holding(hand_to_holding(hand).lower().replace("t", "10")) == hand


@pytest.mark.parametrize(
    "word", ["", "A.K.Q", "A.K.Q.J.B.L", "A.K.Q.1", "AA...", "....BB", "A.K.Q.J.X", "A\0...", "." * 500]
)
def test_what_is_no_holding(word: str) -> None:
    with pytest.raises(DealError, match="R1") as error:
        hand_from_holding(word)
    assert len(str(error.value)) < 200


# --- Deal lines


@given(own.played())
def test_a_deal_reads_back_from_its_line(deal: Deal) -> None:
    line = str(deal)
    assert Deal.parse(line) == deal
    assert str(Deal.parse(line)) == line
    assert "\n" not in line


@given(own.played(), own.seats)
def test_hands_may_begin_with_any_seat(deal: Deal, first: Seat) -> None:
    words = str(deal).split()
    hands = [hand_to_holding(deal.hands[seat]) for seat in first.clockwise()]
    words[2:6] = [f"{first}:{hands[0]}", *hands[1:]]
    assert Deal.parse(" ".join(words)) == deal


def test_a_line_says_what_is_known_and_no_more() -> None:
    deal = Deal.parse(LINE)
    assert (deal.dealer, deal.trump, deal.upcard) == (Seat.W, Suit.H, Card.parse("7H"))
    assert deal.bids == tuple(map(Bid.of, (1, 0, 0, 2)))
    assert str(deal) == LINE
    bare = Deal.parse("- N N:A... K... Q... J...")
    assert (bare.dealer, bare.trump, bare.bids, bare.play) == (None, None, (), ())
    assert str(bare) == "- N N:A... K... Q... J..."


def test_a_line_as_people_write_it() -> None:
    deal = Deal.parse(LINE)
    for line in (
        LINE.replace("1 0 0 2", "1 pass P 2").lower(),
        LINE.replace(" H ", " ♥ ").replace("N:", "North: "),
        LINE.replace("JS.AS.KS.QS", "SJ.♠a.KS.sq"),
        f"  {LINE} rules=standard\n",
        LINE.replace(" up=7H", ' up=♥7  rules={"big_led": "all_highest"}'),
        json.dumps(deal.to_dict()),
    ):
        assert Deal.parse(line) == deal
    board = Deal.parse(LINE.replace("1 0 0 2 JS.AS.KS.QS", "B board"))
    assert board.bids == (Bid.BOARD, Bid.BOARD)


def test_rules_of_a_line() -> None:
    bare = "- H N:A... K... Q... J..."
    assert Deal.parse(f"{bare} rules=whist").rules == PRESETS["whist"]
    odd = Deal.parse(bare + " rules=" + json.dumps(RULES.to_dict()))
    assert odd.rules == RULES
    assert Deal.parse(str(odd)) == odd
    assert Deal.parse(bare, RULES).rules == RULES
    assert Deal.parse(f"{bare} rules=standard", RULES).rules == Rules()


@pytest.mark.parametrize(
    ("line", "pointer", "words"),
    [
        ("", "", "a deal line is"),
        ("W H", "", "a deal line is"),
        ("W H A... K... Q... J...", "", "a deal line is"),
        ("W H N:A... K... Q...", "", "a deal line is"),
        ("X H N:A... K... Q... J...", "/dealer", "is no seat"),
        ("W X N:A... K... Q... J...", "/trump", "is no suit"),
        ("W H X:A... K... Q... J...", "/hands", "is no seat"),
        ("W H N:A... K... Q... Z...", "/hands/W", "is no rank"),
        ("W H N:A... K... Q... A...", "/hands/W", "AS is in N's hand too"),
        ("W H E:A... K... Q... AK...", "/hands/E", "AS is in N's hand too"),
        ("W H N:A... K... Q... J... 0 0 0 0 0", "/bids", "each seat bids once"),
        ("W H N:A... K... Q... J... 0 1", "/bids/E", "above the highest bid"),
        ("W H N:A... K... Q... J... 0 99", "/bids/E", "a number up to 13"),
        ("- H N:A... K... Q... J... 0", "/dealer", "bids need the dealer"),
        ("W H N:A... K... Q... J... x", "/play/0", "'x' is no card"),
        ("W H N:A... K... Q... J... AS xS", "/play/1", "'xS' is no card"),
        ("W H N:A... K... Q... J... up=AS", "/upcard", "in N's hand"),
        ("W H N:A... K... Q... J... up=7D", "/trump", "do not agree"),
        ("W H N:A... K... Q... J... up=7H up=8H", "/upcard", "given twice"),
        ("W H N:A... K... Q... J... rules=mine", "/rules", "is no preset"),
        ('W H N:A... K... Q... J... rules={"x":1}', "/rules/x", "is no knob"),
        ('W H N:A... K... Q... J... rules={"x":}', "/rules", "line 1, column 6"),
        ("W H N:" + "A" * 10_000, "", "10006 characters"),
        ('{"hands": {}}', "/hands", "N has no hand"),
        ('{"hands": ', "", "line 1, column"),
        ('{"a":' * 5000, "", "deep"),
        ("W H N:A... K... Q... J...\0", "/hands/W", "is no rank"),
    ],
)  # fmt: skip
def test_what_is_no_deal_line(line: str, pointer: str, words: str) -> None:
    with pytest.raises(DealError) as error:
        Deal.parse(line)
    assert error.value.pointer == pointer
    assert words in error.value.message
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


@given(st.text(max_size=200) | st.text(st.sampled_from("WHN:AKQJ.S 2+=rules{}\"up'\n["), max_size=80))
def test_any_text_is_a_deal_or_an_error(text: str) -> None:
    for found in (found for _, found in scan_deals(text)):
        assert isinstance(found, Deal) or str(found)


# --- PBN


@given(own.played())
def test_a_deal_reads_back_from_pbn(deal: Deal) -> None:
    assert deal_from_pbn(deal_to_pbn(deal)) == deal


def test_pbn_rows_go_clockwise_from_the_first_leader_whoever_leads_later() -> None:
    deal = Deal.parse("W S N:A2... K3... Q4... ..2.2 0 0 1 0 QS.2C.AS.KS.2S.3S.4S.2D")
    text = deal_to_pbn(deal, board=7)
    assert '[Board "7"]' in text
    assert '[Deal "N:A2... K3... Q4... ..2.2"]' in text
    assert '[Bids "0 0 1 0"]' in text
    assert text.endswith('[Play "S"]\nSQ C2 SA SK\nS4 D2 S2 S3\n')
    assert deal_from_pbn(text) == deal


BRIDGE = """\
% PBN 2.1
%
[Event "Club {night}"] { a comment
over two lines

and more }
[Board "1"]
[Dealer "N"]
[Deal "E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"] ; remark
[Contract "{}"]
[Auction "N"]
Pass 1C =1= Pass Pass
[Note "1:forced"]
[Play "E"]
SA! H2 $1 D2 *
"""


@pytest.mark.parametrize(("contract", "trump"), [("3NT", None), ("4SX", Suit.S), ("1CXX", Suit.C)])
def test_a_bridge_record_with_comments_notes_and_an_auction(contract: str, trump: Suit | None) -> None:
    (deal,) = read_deals(BRIDGE.replace('"{}"', f'"{contract}"'))
    assert deal.trump is trump
    assert deal.dealer is Seat.N
    assert deal.bids == ()
    assert [card.name for card in deal.hand(Seat.E)][:2] == ["AS", "KS"]
    assert " ".join(card.name for card in deal.play) == "AS 2H 2D"


def test_rules_of_the_caller_rule_a_bridge_record() -> None:
    (deal,) = read_deals(BRIDGE.replace('"{}"', '"4H"'), PRESETS["whist"])
    assert (deal.trump, deal.rules) == (Suit.H, PRESETS["whist"])
    (deal,) = read_deals(BRIDGE.replace('"{}"', '"4H"'), PRESETS["spades_26"])
    assert deal.trump is Suit.S


@pytest.mark.parametrize(
    ("change", "pointer", "words"),
    [
        (('[Deal "N:A', '[Deel "N:A'), "/hands", "has no [Deal] tag"),
        (("N:A...", "A..."), "/hands", "reads N:hand"),
        (("J...", ""), "/hands", "reads N:hand"),
        (("J...", "-"), "/hands/W", "W's hand is not known"),
        (("J...", "A..."), "/hands/W", "in N's hand too"),
        (('[Trump "H"]', ""), "/trump", "give trump"),
        (('"W"', '"Q"'), "/dealer", "is no seat"),
        (("0 B", "0 B 0 0 0"), "/bids", "each seat bids once"),
        (("0 B", "0 x"), "/bids/E", "is no bid"),
        (('[Dealer "W"]', ""), "/dealer", "bids need the dealer"),
        (("SA SK", "SA SX"), "/play", "is no card"),
        (("SA SK", "SA -"), "/play", "out of turn"),
        (("SA SK SQ SJ", "SA SQ SK SJ"), "/play/1", "E is to play"),
        (('"N"]\nSA', '"X"]\nSA'), "/play", "is no seat"),
        (('"standard"', '"mine"'), "/rules", "is no preset"),
        (('"standard"', '"{]"'), "/rules", "line 1"),
        (('[Trump "H"]', '[Trump "H"][Trump "S"]'), "", "Trump stands twice"),
    ],
)
def test_what_is_wrong_with_a_pbn_record(change: tuple[str, str], pointer: str, words: str) -> None:
    good = (
        '[Dealer "W"]\n[Deal "N:A... K... Q... J..."]\n[Trump "H"]\n[Rules "standard"]\n[Bids "0 B"]\n'
        '[Play "N"]\nSA SK SQ SJ\n'
    )
    text = good.replace('[Bids "0 B"]', '[Bids "B 0 0 0"]')
    assert deal_from_pbn(text).auction.leader is Seat.N
    if "Bids" not in change[0] and "0 B" not in change[0] and "Dealer" not in change[0]:
        good = text
    assert change[0] in good
    with pytest.raises(DealError) as error:
        deal_from_pbn(good.replace(*change))
    assert error.value.pointer == pointer
    assert words in error.value.message


def test_cards_out_of_turn_do_not_fit_pbn() -> None:
    deal = Deal.parse("- H N:AK... QJ... T9... 87... AS.KS")
    with pytest.raises(DealError, match="/play/1: KS is played out of turn"):
        deal_to_pbn(deal)


# --- Files


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


@pytest.mark.parametrize("rest", ["{", '\\"', '[a "\\', '"', "[ ", "[a ", "=1", "; {", "{}", '{"'])
def test_pbn_takes_time_in_proportion(rest: str) -> None:
    """Of a file made to hurt: what opens and never closes must not be looked for again and again."""
    began = time.process_time()
    for lines in (1, 50):
        text = PBN_DEAL + "\n".join([rest * (400_000 // len(rest) // lines)] * lines)
        assert len(list(scan_deals(text))) == 1
    assert time.process_time() - began < 5


@pytest.mark.parametrize("open_remark", ["{ no end", "{ no end\n\nnor here", "x {{ } {\n"])
def test_a_remark_that_never_closes_is_told(open_remark: str) -> None:
    ((line, found),) = scan_deals(PBN_DEAL + open_remark)
    assert line == 1
    assert "in line 3 is never closed" in str(found)


@pytest.mark.parametrize(
    "remark",
    [
        "{ one }",
        "{ [Deal }",
        "{\n\n}",
        "; {",
        "% {",
        '[Event "{"]',
        '[Event "\\"{"]',
        "{ ; }",
        "{ % }",
        '{ " }',
        'a " b',
        "{ } {\n\n} { }",
    ],
)
def test_remarks_end_where_they_end(remark: str) -> None:
    found = [str(deal) for _, deal in scan_deals(f"{PBN_DEAL}{remark}\n\n{PBN_DEAL}")]
    assert found == [str(deal) for deal in read_deals(PBN_DEAL)] * 2
