"""PBN records of Back Alley and of bridge: round trips, remarks, and what is wrong with a record."""

from __future__ import annotations

import time

import pytest
import strategies as own
from hypothesis import given

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.pbn import deal_to_pbn
from solver.game.cards import Seat, Suit
from solver.game.rules import PRESETS
from solver.requests.deals import deal_from_pbn, read_deals, scan_deals

PBN_DEAL = '[Deal "N:2... 3... 4... 5..."]\n[Trump "S"]\n'


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
