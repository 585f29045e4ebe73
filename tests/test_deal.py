"""Deals as values and as JSON: round trips, replays, and every kind of bad input with its place and rule."""

from __future__ import annotations

import json
import pickle
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st
from junk import JUNK, Change, places, put

from solver.deal import Deal, replay
from solver.errors import MAX_FAULTS, DealError, PlayError
from solver.game.auction import Bid
from solver.game.cards import BIG, Card, Seat, Side, Suit, to_mask
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import is_rainbow

FIXTURES = Path(__file__).parent.parent / "fixtures/real"
ONLINE = json.loads((FIXTURES / "records/bab_online.json").read_text())
GOOD: dict[str, Any] = {
    "hands": {"N": ["AS", "2H", "BB"], "E": ["KS", "3H", "2C"], "S": ["QS", "4H", "3C"], "W": ["JS", "5H", "4C"]},
    "trump": "H",
    "upcard": "7H",
    "dealer": "W",
    "bids": {"N": 1, "E": 0, "S": "pass", "W": 2},
    "play": ["JS", "AS", "KS", "QS"],
    "rules": "standard",
}
NO_TRUMP = {
    "hands": {"N": ["AS"], "E": ["KS"], "S": ["QS"], "W": ["JS"]},
    "trump": None,
}


@given(own.played())
def test_a_deal_reads_back_from_its_json(deal: Deal) -> None:
    data = json.loads(json.dumps(deal.to_dict()))
    assert Deal.from_dict(data) == deal
    assert set(data) == {"hands", "trump", "upcard", "dealer", "bids", "play", "rules"}


@given(own.played(), own.seeds)
def test_a_deal_reads_back_however_its_cards_are_spelt(deal: Deal, seed: int) -> None:
    rng = Random(seed)

    def spelt(card: str) -> str:
        if card[0] == "T":
            card = rng.choice(["T", "10"]) + card[1]
        if card not in ("BB", "LB"):
            rank, suit = card[:-1], card[-1]
            suit = rng.choice([suit, Suit.parse(suit).symbol])
            card = rng.choice([rank + suit, suit + rank])
        return rng.choice([card, card.lower()])

    data = deal.to_dict()
    for seat, hand in data["hands"].items():
        rng.shuffle(hand)
        data["hands"][seat] = [spelt(card) for card in hand]
    play = [spelt(card) for card in data["play"]]
    data["play"] = rng.choice([play, [play[start : start + 4] for start in range(0, len(play), 4)]])
    if data["upcard"]:
        data["upcard"] = spelt(data["upcard"])
    assert Deal.from_dict(data) == deal


@given(own.played())
def test_a_deal_survives_pickling_and_evaluates_from_its_repr(deal: Deal) -> None:
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert eval(repr(deal), {"Deal": Deal}) == deal
    assert hash(Deal.from_dict(deal.to_dict())) == hash(deal)


def test_the_fields_that_may_be_left_out() -> None:
    bare = {"hands": GOOD["hands"], "trump": "H"}
    deal = Deal.from_dict(bare)
    assert (deal.upcard, deal.dealer, deal.bids, deal.play, deal.rules) == (None, None, (), (), Rules())
    assert Deal.from_dict({**bare, "upcard": None, "dealer": None, "bids": {}, "play": [], "rules": None}) == deal
    assert Deal.from_dict({**bare, "bids": None, "play": None}) == deal
    assert Deal.from_dict(bare, PRESETS["bab_online"]).rules == PRESETS["bab_online"]
    assert Deal.from_dict({**bare, "rules": "standard"}, PRESETS["bab_online"]).rules == Rules()


def test_trump_or_upcard_says_the_trump_suit() -> None:
    hands = {seat: [card for card in hand if card != "BB"] for seat, hand in GOOD["hands"].items()}
    hands = {seat: hand[:2] for seat, hand in hands.items()}
    assert Deal.from_dict({"hands": hands, "upcard": "7h"}).trump is Suit.H
    for blooper in ("BB", "LB"):
        assert Deal.from_dict({"hands": hands, "upcard": blooper}).trump is None
    for word in (None, "N", "NT"):
        assert Deal.from_dict({"hands": hands, "trump": word, "upcard": "BB"}).trump is None
    assert Deal.from_dict({"hands": hands, "rules": "spades_26"}).trump is Suit.S


def test_hands_as_holdings_with_a_fifth_group_for_bloopers() -> None:
    holdings = {"N": "A.2...B", "E": "K.3..2", "S": "q.4..3.", "W": "J.5..4"}
    assert Deal.from_dict({**GOOD, "hands": holdings}) == Deal.from_dict(GOOD)
    pair = Deal.from_dict({"hands": {"N": "10Q...", "E": "KJ...", "S": "....bl", "W": "A9..."}, "trump": "D"})
    assert list(map(str, pair.hand(Seat.S))) == ["BB", "LB"]


def test_bids_may_be_a_prefix_of_the_bidding_order() -> None:
    begun = {**GOOD, "bids": {"E": 2, "N": "board", "S": None}, "play": []}
    assert Deal.from_dict(begun).bids == (Bid.BOARD, Bid.of(2))


def test_hands_are_shown_by_suit_with_bloopers_above_the_trumps() -> None:
    deal = Deal.from_dict(GOOD)
    assert " ".join(map(str, deal.hand(Seat.N))) == "AS BB 2H"
    live = Deal.from_dict({**NO_TRUMP, "hands": {**NO_TRUMP["hands"], "N": ["BB"]}, "rules": "bab_online"})  # type: ignore[dict-item]
    assert live.hand(Seat.N) == (BIG,)


@pytest.mark.parametrize("case", ONLINE["rainbow"], ids=lambda case: " ".join(case["hand"]))
def test_the_online_house_rules_rainbows(case: dict[str, Any]) -> None:
    assert is_rainbow(to_mask(map(Card.parse, case["hand"])), Suit.parse(case["trump"])) == case["is"]


def test_only_four_card_deals_have_rainbows() -> None:
    four = Deal.parse("- D N:2.3.4.5 A.K.Q.J 67.8.9. T.9..3.B")
    assert four.rainbows() == {Side.NS: 1, Side.EW: 2}
    five = Deal.parse("- D N:28.3.4.5 AJ.K.Q.J 67.8.9T. T.9Q..3.B")
    assert five.rainbows() == {Side.NS: 0, Side.EW: 0}
    live = Deal.parse("- N N:2.3.4.5 A.K.Q.J 67.8.9. T.9.8..B rules=bab_online")
    assert live.rainbows() == {Side.NS: 1, Side.EW: 1}


def without(name: str) -> Change:
    def change(deal: dict[str, Any]) -> dict[str, Any]:
        del deal[name]
        return deal

    return change


def both(*changes: Change) -> Change:
    def change(deal: dict[str, Any]) -> dict[str, Any]:
        for one in changes:
            deal = one(deal)
        return deal

    return change


BAD: dict[str, tuple[Change, str, str | None, str]] = {
    # what is wrong: (change to the good deal, pointer, rule, words of the message)
    "a card twice in a hand": (put("hands", "N", 1, "AS"), "/hands/N/1", "R1", "AS is twice in one hand"),
    "a card in two hands": (put("hands", "W", 0, "as"), "/hands/W/0", "R1", "AS is in N's hand too"),
    "a card twice, holding": (put("hands", "N", "AA..."), "/hands/N", "R1", "AS is twice in one hand"),
    "unequal hands": (put("hands", "S", ["QS", "4H"]), "/hands/S", "R2", "S holds 2 cards and N 3"),
    "no cards": (put("hands", dict.fromkeys("NESW", [])), "/hands/N", "R2", "N holds 0 cards"),
    "one empty hand": (put("hands", "E", []), "/hands/E", "R2", "E holds 0 cards"),
    "fourteen cards": (
        put("hands", {"N": "AKQJT98765432.2..", "E": "2...", "S": "2...", "W": "2..."}),
        "/hands/E",
        "R1",
        "2S is in N's hand too",
    ),
    "fourteen good cards": (
        put(
            "hands",
            dict(zip("NESW", (f"{'.' * suit}AKQJT98765432{'.' * (3 - suit)}" for suit in range(4)), strict=True))
            | {"N": "AKQJT98765432....B"},
        ),
        "/hands/N",
        "R2",
        "N holds 14 cards",
    ),
    "far too many cards": (put("hands", "N", ["AS"] * 1000), "/hands/N", "R2", "1000 cards"),
    "a missing hand": (put("hands", {"N": ["AS"], "E": ["KS"], "S": ["QS"]}), "/hands", "R1", "W has no hand"),
    "a hidden hand": (put("hands", "N", "?"), "/hands/N", "R1", "no exact answer; from Python SeenDeal reads"),
    "an unknown card": (put("hands", "N", 0, "1S"), "/hands/N/0", "R1", "'1S' is no card"),
    "an unknown rank in a holding": (put("hands", "N", "AX..."), "/hands/N", "R1", "is no rank"),
    "a holding of three groups": (put("hands", "N", "A.K.Q"), "/hands/N", "R1", "3 groups"),
    "a fifth group of rubbish": (put("hands", "N", "A.K.Q..X"), "/hands/N", "R1", "neither B nor L"),
    "an unknown seat": (put("hands", "X", []), "/hands/X", "R1", "is no seat"),
    "a seat named twice": (put("hands", "n", []), "/hands/n", "R1", "N is named twice"),
    "a blooper in a no-trump deal": (both(put("trump", None), put("upcard", "LB")), "/hands/N", "R4", "N holds BB"),
    "trump and upcard disagree": (put("trump", "S"), "/trump", "R3", "trump S and the upcard 7H do not agree"),
    "no-trump and a plain upcard": (put("trump", None), "/trump", "R3", "no-trump and the upcard 7H"),
    "trump and a blooper upcard": (put("upcard", "LB"), "/trump", "R4", "means no-trump"),
    "the upcard in a hand": (put("upcard", "2H"), "/upcard", "R3", "the upcard 2H is in N's hand"),
    "neither trump nor upcard": (both(without("trump"), without("upcard")), "/trump", "R3", "give trump"),
    "an unknown trump": (put("trump", "X"), "/trump", "R3", "is no suit"),
    "an unknown upcard": (put("upcard", "7"), "/upcard", "R1", "'7' is no card"),
    "bloopers where there are none": (put("rules", "whist"), "/hands/N", "R1", "these rules have none"),
    "a blooper turned where there are none": (
        both(put("rules", "whist"), put("hands", "N", 2, "9H"), put("upcard", "BB")),
        "/upcard",
        "R1",
        "not in the pack",
    ),
    "another suit than the fixed one": (put("rules", "spades_26"), "/trump", "R3", "trump is always S"),
    "an upcard with a fixed suit": (
        both(put("rules", {"trump_source": "H"})),
        "/upcard",
        "R3",
        "no card is turned",
    ),
    "an unknown dealer": (put("dealer", "Q"), "/dealer", "R1", "is no seat"),
    "bids without dealer": (without("dealer"), "/dealer", "R6", "bids need the dealer"),
    "an unknown bid": (put("bids", "E", "x"), "/bids/E", "R7", "'x' is no bid"),
    "an unknown bidder": (put("bids", "Z", 1), "/bids/Z", "R1", "is no seat"),
    "a bid above the maximum": (put("bids", "E", 3), "/bids/E", "R7", "above the highest bid, 2"),
    "a bid out of turn": (put("bids", {"N": 1, "S": 1}), "/bids/S", "R6", "E bids before and has not"),
    "board where there is none": (
        both(put("rules", {"board_levels": "none"}), put("bids", "E", "board")),
        "/bids/E",
        "R8",
        "these rules have none",
    ),
    "above the cap of a side": (
        both(put("rules", {"side_total_cap": "hand_size"}), put("bids", {"N": 2, "E": 0, "S": 2})),
        "/bids/S",
        "R7",
        "exceed the 3 cards",
    ),
    "a revoke": (put("play", ["JS", "2H"]), "/play/1", "R11", "N must follow S with AS, not 2H"),
    "trump led unbroken": (put("play", ["5H"]), "/play/0", "R12", "trump is not broken"),
    "out of turn": (put("play", ["AS"]), "/play/0", "R11", "W is to play and does not hold AS"),
    "a card of nobody": (put("play", ["JS", "9S"]), "/play/1", "R11", "was in no hand"),
    "a card played twice": (put("play", ["JS", "AS", "KS", "QS", "JS"]), "/play/4", "R1", "played twice"),
    "the wrong card under a blooper": (
        both(put("bids", "N", "board"), put("hands", "E", 2, "6H"), put("play", ["BB", "3H"])),
        "/play/1",
        "R13",
        "E must play the highest trump 6H on a led BB, not 3H",
    ),
    "more plays than cards": (
        put("play", ["JS", "AS", "KS", "QS", "2H", "3H", "4H", "5H", "4C", "BB", "2C", "3C", "9S"]),
        "/play",
        "R14",
        "13 cards are played of 12",
    ),
    "far more plays than cards": (put("play", ["JS"] * 1000), "/play", "R14", "1000 cards"),
    "play after four passes": (put("bids", dict.fromkeys("NESW", 0)), "/play", "R9", "all four passed"),
    "tricks of five": (put("play", [["JS", "AS", "KS", "QS", "5H"]]), "/play/0", "R11", "4 cards, not 5"),
    "a short trick within": (put("play", [["JS", "AS"], ["KS"]]), "/play/0", "R11", "4 cards, not 2"),
    "tricks and cards mixed": (put("play", [["JS", "AS", "KS", "QS"], "2H"]), "/play/1", None, "expected a trick"),
    "a fault within tricks": (put("play", [["JS", "AS", "KS", "QS"], ["2H", "KS"]]), "/play/1/1", "R1", "twice"),
    "an unknown field": (put("comment", "x"), "/comment", None, "not a field"),
    "an unknown knob": (put("rules", {"jokers": 2}), "/rules/jokers", None, "is no knob"),
    "an unknown preset": (put("rules", "mine"), "/rules", None, "is no preset"),
    "an unknown value of a knob": (put("rules", {"big_led": "x"}), "/rules/big_led", None, "one of"),
    "a knob out of range": (put("rules", {"hand_sizes": [14]}), "/rules/hand_sizes", "R2", "1 to 13"),
    "a name with slashes": (put("a/b~c", 1), "/a~1b~0c", None, "not a field"),
    "a NUL byte": (put("hands", "N", 0, "A\0S"), "/hands/N/0", "R1", "is no card"),
    "a NUL byte in a name": (put("de\0aler", "N"), "/de\\x00aler", None, "not a field"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_named_with_place_and_rule(what: str) -> None:
    change, pointer, rule, words = BAD[what]
    with pytest.raises(DealError) as error:
        Deal.from_dict(change(deepcopy(GOOD)))
    assert (error.value.pointer, error.value.rule) == (pointer, rule)
    assert words in error.value.message
    line = str(error.value)
    assert line.startswith(f"{pointer}: ")
    assert "\n" not in line
    assert "\0" not in line
    assert len(line) < 300
    assert rule is None or f"({rule}" in line


def test_the_good_deal_is_good() -> None:
    assert Deal.from_dict(GOOD).auction.leader is Seat.W


def test_all_faults_are_told_up_to_a_bound() -> None:
    with pytest.raises(DealError) as error:
        Deal.from_dict({**GOOD, "hands": {**GOOD["hands"], "N": ["X"] * 54}, "dealer": "?", "play": 5})
    assert len(error.value.faults) == MAX_FAULTS
    with pytest.raises(DealError) as error:
        Deal.from_dict({**GOOD, "dealer": "?", "play": 5, "upcard": "x"})
    assert [fault.pointer for fault in error.value.faults] == ["/upcard", "/dealer", "/dealer", "/play"]


def read(data: Any) -> Deal | DealError:
    try:
        return Deal.from_dict(data)
    except DealError as error:
        return error


@pytest.mark.parametrize("path", list(places(GOOD)), ids=lambda path: "/".join(map(str, path)) or "all")
def test_junk_anywhere_gives_a_deal_or_a_short_error(path: tuple[Any, ...]) -> None:
    for junk in JUNK:
        data = put(*path, junk)(deepcopy(GOOD)) if path else junk
        result = read(data)
        if isinstance(result, DealError):
            assert len(str(result)) < 400
            assert str(result).isprintable()
            assert str(result).encode()
        else:
            assert Deal.from_dict(result.to_dict()) == result


@given(own.played(), st.data())
def test_a_deal_with_one_value_swapped_for_another_is_read_or_refused(deal: Deal, data: st.DataObject) -> None:
    told = deal.to_dict()
    spots = list(places(told))[1:]
    target, source = data.draw(st.sampled_from(spots)), data.draw(st.sampled_from(spots))
    value: Any = told
    for step in source:
        value = value[step]
    other = read(put(*target, deepcopy(value))(told))
    if isinstance(other, DealError):
        assert other.faults[0].message
    else:
        assert Deal.from_dict(other.to_dict()) == other


def test_a_deal_made_in_python_is_checked_too() -> None:
    with pytest.raises(DealError, match="/hands/E: AS is in two hands"):
        Deal((1 << 12, 1 << 12, 2, 4), Suit.S)
    with pytest.raises(DealError, match="/hands/W: W holds a card that does not exist"):
        Deal((1, 2, 4, 1 << 54), Suit.S)
    with pytest.raises(DealError, match="/hands/N: N holds a card that does not exist"):
        Deal((-1, -1, -1, -1), Suit.S)
    with pytest.raises(DealError, match="/hands: 3 hands"):
        Deal((1, 2, 4), Suit.S)  # type: ignore[arg-type]
    with pytest.raises(DealError, match="/hands/N: N holds 14 cards"):
        Deal((0x3FFF, 0, 0, 0), Suit.S)
    with pytest.raises(DealError, match="/dealer"):
        Deal((1, 2, 4, 8), Suit.S).auction  # noqa: B018


def test_no_trump_live_leaves_one_blooper_in_play() -> None:
    bloopers = {"N": "....B", "E": "....L", "S": "A...", "W": "K..."}
    with pytest.raises(DealError, match="/hands: both bloopers are held"):
        Deal.from_dict({"hands": bloopers, "trump": None, "rules": "bab_online"})
    one = {**bloopers, "E": "Q..."}
    assert Deal.from_dict({"hands": one, "upcard": "LB", "rules": "bab_online"}).trump is None
    with pytest.raises(DealError, match="/upcard: the upcard BB is in N's hand"):
        Deal.from_dict({"hands": one, "upcard": "BB", "rules": "bab_online"})
    with pytest.raises(DealError, match=r"/hands/N: N holds BB in a no-trump deal.*R4"):
        Deal.from_dict({"hands": one, "upcard": "LB", "rules": "standard"})


@given(own.played())
def test_with_bids_and_with_play_check_as_well(deal: Deal) -> None:
    assert deal.with_play(deal.play) == deal == deal.with_bids(deal.bids)
    if deal.play:
        with pytest.raises(DealError, match="played twice"):
            deal.with_play((*deal.play[:3], deal.play[0]))


@given(own.played())
def test_a_legal_play_replays_to_its_end(deal: Deal) -> None:
    leader = deal.auction.leader
    if leader is None:
        return
    position = replay(deal)
    assert position.cards_left == 4 * deal.cards - len(deal.play)
    assert position.exempt == deal.auction.exempt
    assert position == replay(deal, leader, deal.auction.exempt)
    if len(deal.play) == 4 * deal.cards:
        assert position.finished


def test_without_bids_the_holder_of_the_first_card_led() -> None:
    deal = Deal.parse("- H N:2...A 3...K 4...Q 5...J")
    with pytest.raises(PlayError, match="nobody leads") as error:
        replay(deal)
    assert (error.value.pointer, error.value.rule) == ("/leader", "R10")
    begun = deal.with_play([Card.parse("KC"), Card.parse("QC")])
    assert (replay(begun).leader, replay(begun).turn) == (Seat.E, Seat.W)
    with pytest.raises(PlayError, match="/play/0: N is to play") as error:
        replay(begun, Seat.N)


def test_a_replay_names_the_card_at_fault() -> None:
    deal = Deal.parse("- S N:2...A 3...K 4...Q 5...J AC.KC.QC.JC.2S.3S.5S")
    with pytest.raises(PlayError) as error:
        replay(deal)
    assert (error.value.pointer, error.value.rule) == ("/play/6", "R11")


def test_an_oh_hell_deal_of_an_online_game_as_back_alley() -> None:
    real = json.loads((FIXTURES / "records/trickster_ohhell_245.json").read_text())
    deal = {"hands": real["hands"], "upcard": real["upcard"], **real["auction_source"]}
    del deal["order"]
    play = [card for trick in real["play_source"] for _, card in trick["cards"]]
    assert Deal.from_dict(deal).auction.leader is Seat.N
    with pytest.raises(DealError, match="may not lead the trump 4H") as error:
        Deal.from_dict({**deal, "play": play})
    assert (error.value.pointer, error.value.rule) == ("/play/0", "R12")
    # Where trump may be led at once, all the recorded cards are legal.
    free = Deal.from_dict({**deal, "play": play, "rules": {"break_on": "unrestricted"}})
    assert (replay(free).ns_tricks, replay(free).ew_tricks) == (1, 1)
