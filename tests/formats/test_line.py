"""Deal lines: exact round trips, what people write, and errors with their place."""

from __future__ import annotations

import json
from random import Random

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.holding import hand_to_holding
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import PRESETS, Rules
from solver.requests.deals import scan_deals

LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS up=7H"
RULES = Rules.from_value({"big_led": "none", "hand_sizes": [3, 2, 1], "trump_source": "H"})


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
        ("W X N:A... K... Q... J...", "/trump", "'X' is no trump: use S, H, D or C, or N for none"),
        ("W spades N:A... K... Q... J...", "/trump", "'spades' is no trump: use S, H, D or C, or N for none"),
        ("W H N:A... K... Q... J... up 2S", "", "'up' is no card: up=7H and rules=standard are one word each"),
        ("W H N:A... K... Q... J... AS up: 2S", "", "'up:2S' is no card: up=7H and rules=standard are one word"),
        ("W H N:A... K... Q... J... rules whist", "", "'rules' is no card: up=7H and rules=standard are one word"),
        ("W H N:A.. K... Q... J...", "/hands/N", "it has 3 groups, not S.H.D.C or S.H.D.C.BL; a dot is missing"),
        ("W H N:A... K... QT98 J...", "/hands/S", "'QT98' is no hand of a deal line: spades, hearts"),
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


@given(own.played(), own.seeds)
def test_commas_part_bids_and_cards_too(deal: Deal, seed: int) -> None:
    rng = Random(seed)
    bids = ["B" if bid.is_board else str(bid) for bid in deal.bids]
    cards = [card.name for card in deal.play]
    bare = str(deal.with_play([]).with_bids([]))
    head, words = bare[: bare.index(":")], bare[bare.index(":") :].split(" ")
    tail = [part for group in (bids, cards) if group for part in [rng.choice([", ", ",", " "]).join(group)]]
    assert Deal.parse(" ".join([head + words[0], *words[1:4], *tail, *words[4:]])) == deal


@given(st.text(max_size=200) | st.text(st.sampled_from("WHN:AKQJ.S 2+=rules{}\"up'\n["), max_size=80))
def test_any_text_is_a_deal_or_an_error(text: str) -> None:
    for found in (found for _, found in scan_deals(text)):
        assert isinstance(found, Deal) or str(found)
