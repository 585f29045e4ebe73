"""LIN of online bridge clubs: one board, files of boards, matches; and what other programs read of ours."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random

import pytest

from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError
from solver.formats.bridge.record import BridgeRecord
from solver.formats.holding import hand_to_holding
from solver.game.cards import Seat, Suit
from solver.game.rules import PRESETS
from solver.requests.deals import read_deals, scan_deals
from solver.requests.recorded import RecordedDeal, scan_recorded, write_recorded
from solver.requests.review import ReviewTask
from solver.requests.task import read_tasks

HANDS = "S876H5432DAKQCJT9,S5432HAKQDJT9C876,SAKQHJT9D876C5432"
CALLS = "mb|p|mb|1H|an|five cards|mb|p|mb|4H!|mb|d|mb|p|mb|p|mb|p|pg||"
BOARD = f"pn|Su,Wes,~~Nor,Eve|st||md|1{HANDS},|rh||ah|Board 7|sv|n|{CALLS}pc|S7|pc|s2|pc|SA|pc|S9|pg||mc|9|pg||\n"


def recorded(text: str) -> list[RecordedDeal]:
    found = [item for _, item in scan_recorded(text)]
    assert all(isinstance(item, RecordedDeal) for item in found), found
    return found  # type: ignore[return-value]


def test_a_board() -> None:
    (item,) = recorded(BOARD)
    deal, told = item.deal, BridgeRecord.of(item.source)
    assert deal.trump is Suit.H
    assert deal.dealer is Seat.S
    assert deal.rules == PRESETS["whist"]
    assert [hand_to_holding(deal.hands[seat]) for seat in Seat] == [
        "AKQ.JT9.876.5432", "JT9.876.5432.AKQ", "876.5432.AKQ.JT9", "5432.AKQ.JT9.876"]  # fmt: skip
    assert " ".join(card.name for card in deal.play) == "7S 2S AS 9S"
    assert (told.board, told.vulnerable, told.names[Seat.N], told.names[Seat.W]) == ("7", "NS", "~~Nor", "Wes")
    assert told.calls == ("Pass", "1H", "Pass", "4H", "X", "Pass", "Pass", "Pass")
    assert str(told.contract) == "4HX"
    assert told.contract is not None
    assert told.contract.declarer is Seat.W
    assert told.tricks == {"EW": 9}
    assert told.declarer_tricks == 9


def test_a_review_in_tricks() -> None:
    text = BOARD.replace("md|1", "md|2").replace("pc|S7|pc|s2|pc|SA|pc|S9|", "pc|S9|pc|S7|pc|S2|pc|SA|")
    ((_, task),) = read_tasks(text, ReviewTask)
    assert isinstance(task, ReviewTask)
    found = task.run()
    assert (found.status, found.leader, found.account) == ("claimed", "E", None)
    assert found.tricks == {"NS": 9, "EW": 4}  # declarer is now North
    assert len(found.plays) == 4


def test_a_claim_before_the_first_card_is_led_from_declarers_left() -> None:
    ((_, task),) = read_tasks(BOARD.replace("pc|S7|pc|s2|pc|SA|pc|S9|", ""), ReviewTask)
    assert isinstance(task, ReviewTask)
    assert (task.record.leader, task.record.won) == (Seat.N, {"EW": 9})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("mb|p|mb|p|mb|p|pg||pc", "pg||pc"), "--trump"),
        ((CALLS, "mb|p|mb|p|mb|p|mb|p|"), "all passed"),
        (("S5432HAKQDJT9C876,S", ",S"), "the hands of W and E are not known"),
        (("SAKQH", "SAAQH"), "/hands/N: AS is twice in one hand (R1)"),
        (("S876H", "SXXXH"), "/hands/S: 'X' in the holding"),
        (("S876H", "S866H"), "/hands/S: 6S is twice in one hand (R1)"),
        (("S5432HAKQ", "SA432HAKQ"), "/hands/N: AS is in W's hand too (R1)"),
        (("S876H", "S76H"), "E's hand is not known"),
        (("mb|4H!|mb|d|", "mb|4H!|mb|p|mb|p|mb|p|mb|4S|"), "/trump: the auction goes on after the passes that end it"),
        (("pc|SA", "pc|AS"), "'AS' is no card"),
        (("pc|SA", "pc|HA"), ""),
        ((f"{HANDS},", f"{HANDS},,,"), "6 hands are dealt"),
    ],
)
def test_what_is_wrong_with_a_board(change: tuple[str, str], said: str) -> None:
    assert change[0] in BOARD
    ((_, found),) = scan_deals(BOARD.replace(*change))
    assert isinstance(found, DealError) == bool(said)
    assert said in str(found)
    if said:
        assert str(found).startswith("line 1, board 7: ")


@pytest.mark.parametrize("claim", ["\u0669", "\uff19", "nine", "14", "-1", "9 tricks"])
def test_a_claim_that_is_no_number_of_tricks_is_refused_where_tricks_count(claim: str) -> None:
    """The Arabic and the wide nine were taken for 9."""
    board = BOARD.replace("mc|9|", f"mc|{claim}|")
    ((_, read),) = scan_deals(board)
    assert isinstance(read, Deal)  # who asks for no tricks needs no claim
    ((_, fault),) = read_tasks(board, ReviewTask)
    assert isinstance(fault, DealError)
    assert "is no number of tricks from 0 to 13" in str(fault)
    assert (fault.rule, fault.pointer) == ("R14", "/tricks")
    (scanned,) = scan_recorded(board)
    assert isinstance(scanned.item, RecordedDeal)
    with pytest.raises(DealError, match="is no number of tricks"):
        scanned.item.text("lin", 1)


def test_the_hands_need_no_void_suits_and_any_case() -> None:
    plain = "md|1SAKQJT98765432,H,,|mb|1N|mb|p|mb|p|mb|p|"
    (found,) = (item for _, item in scan_deals(plain))
    assert "not known" in str(found)
    hands = "sakqjt98765432,HAKQJT98765432,SHDAKQJ1098765432C,"
    (deal,) = read_deals(f"md|3{hands}|sv|0|mb|1NppP|")
    assert isinstance(deal, Deal)
    assert (deal.trump, deal.dealer) == (None, Seat.N)
    assert hand_to_holding(deal.hands[Seat.E]) == "...AKQJT98765432"


MATCH = (
    "vg|Cup,Segment 1,I,7,8,Us,10,Them,20|\nrs|4HWx-1,3NN+1,4HE=,|\n"
    "pn|So,Wo,No,Eo,Sc,Wc,Nc,Ec|pg||\n"
    f"qx|o7|st||md|1{HANDS}|sv|n|{CALLS}nt|a word\nover two lines|pg||\npc|S7|pc|S2|pc|SA|pc|S9|pg||\n"
    f"qx|c7|sv|n|mb|p|mb|p|pg||pc|S9|\n"
    f"qx|o8|md|2{HANDS}|mb|1H|mb|p|mb|p|mb|p|mc|8|\n"
)


def test_a_match() -> None:
    items = recorded(MATCH)
    told = [BridgeRecord.of(item.source) for item in items]
    assert [(t.event, t.board, t.room, t.names[Seat.S]) for t in told] == [
        ("Cup", "7", "open", "So"), ("Cup", "7", "closed", "Sc"), ("Cup", "8", "open", "So")]  # fmt: skip
    assert [str(t.contract) for t in told] == ["4HX", "3NT", "1H"]
    assert [t.tricks for t in told] == [{"EW": 9}, {"NS": 10}, {"EW": 8}]
    assert items[0].deal.hands == items[1].deal.hands
    assert [item.deal.trump for item in items] == [Suit.H, None, Suit.H]


def test_boards_one_after_another_go_on_past_a_bad_one() -> None:
    text = BOARD + BOARD.replace("SAKQH", "SAAQH").replace("Board 7", "Board+8") + BOARD
    first, second, third = (item for _, item in scan_deals(text))
    assert first == third
    assert str(second).startswith("line 2, board 8: ")


# --- Writing


def played(count: int) -> list[Deal]:
    """Deals of bridge, most with cards played."""
    rng = Random(5)
    found = []
    for deal in deals(13, count, "bridge", PRESETS["whist"]):
        position, play = deal.start(rng.choice(list(Seat))), []
        for _ in range(rng.choice((0, 7, 52))):
            play.append(rng.choice(position.legal()))
            position = position.play(play[-1])
        found.append(deal.with_play(play))
    return found


@pytest.mark.parametrize("notation", ["lin", "pbn", "json", "jsonl", "lines"])
def test_deals_read_back(notation: str) -> None:
    given = played(30)
    text = write_recorded([RecordedDeal(deal).text(notation, at) for at, deal in enumerate(given, 1)], notation)
    back = [item.deal for item in recorded(text)]
    assert [(deal.hands, deal.dealer, deal.play) for deal in back] == [(d.hands, d.dealer, d.play) for d in given]
    assert notation == "lin" or [deal.trump for deal in back] == [deal.trump for deal in given]


def test_boards_read_back_from_pbn_and_lin() -> None:
    items = recorded(MATCH + BOARD)
    for notation in ("pbn", "lin"):
        back = recorded(write_recorded([item.text(notation, 1) for item in items], notation))
        for item, again in zip(items, back, strict=True):
            old, new = BridgeRecord.of(item.source), BridgeRecord.of(again.source)
            assert (again.deal.hands, again.deal.play, new.names) == (item.deal.hands, item.deal.play, old.names)
            assert (new.board, new.vulnerable or "None", new.calls) == (old.board, old.vulnerable or "None", old.calls)
            if notation == "pbn":
                assert (str(new.contract), new.tricks, new.room) == (str(old.contract), old.tricks, old.room)


@pytest.mark.peers
@pytest.mark.skipif(find_spec("endplay") is None, reason="endplay is not installed")
@pytest.mark.parametrize("notation", ["pbn", "lin"])
def test_endplay_reads_a_thousand_deals_of_ours(notation: str) -> None:
    from endplay.parsers import lin, pbn

    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    given = played(1000)
    text = write_recorded([RecordedDeal(deal).text(notation, at) for at, deal in enumerate(given, 1)], notation)
    boards = (pbn if notation == "pbn" else lin).loads(text)
    for deal, board in zip(given, boards, strict=True):
        assert [str(board.deal[place]) for place in range(4)] == [hand_to_holding(hand) for hand in deal.hands]
        assert board.dealer.abbr == str(deal.dealer)
        assert [str(card) for card in board.play] == [symbols[card.name[1]] + card.name[0] for card in deal.play]


def test_the_last_bar_may_be_missing() -> None:
    whole = BOARD[: BOARD.index("pg||\nmc") if "pg||\nmc" in BOARD else BOARD.index("pc|s2|")]
    (item,) = recorded(whole.rstrip("|\n"))
    assert len(item.deal.play) == 1
