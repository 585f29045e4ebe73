"""PBN as people have it: remarks, inherited tags, sections, notes, irregularities, and files made to hurt."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.bridge.pbn_records import PbnRecord, records_of_pbn
from solver.game.cards import Seat, Suit
from solver.game.rules import Rules
from solver.requests.deals import read_deals, scan_deals
from solver.requests.recorded import RecordedDeal, scan_recorded, write_recorded
from solver.requests.review import ReviewTask
from solver.requests.task import read_tasks

NORTH = "AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876"
DEAL = f'[Deal "N:{NORTH}"]\n[Contract "4H"]\n'


def told(text: str) -> list[Deal | str]:
    return [str(item) if isinstance(item, DealError) else item for _, item in scan_deals(text)]


# --- Remarks


def test_a_remark_that_is_not_closed_hides_no_tag_of_its_record() -> None:
    (found,) = told(f'[Deal "N:{NORTH}"]\n{{Feasability\n[Contract "4H"]\n')
    assert found == "line 1: the remark that begins with { in line 2 is never closed"


def test_a_remark_that_is_not_closed_hides_no_later_record() -> None:
    first, second, third = told(f"{DEAL}{{no end\n\n{DEAL}\n{DEAL}")
    assert first == "line 1: the remark that begins with { in line 3 is never closed"
    assert second == third == next(read_deals(DEAL))


WORDS = st.lists(st.sampled_from(["a", "{", "}", ";", "%", '"', "[", "]", "[x]", "\n", "\n\n", " ", '[Site "{"] ']))


@given(WORDS, WORDS)
def test_what_stands_between_two_records_hides_neither(before: list[str], after: list[str]) -> None:
    """Either a record is read with its own tags, or an error names it: nothing is lost without a word."""
    between = "".join(before)
    text = f"{DEAL}{between}\n\n{DEAL}{''.join(after)}\n\n{DEAL}"
    found = told(text)
    deals = [item for item in found if isinstance(item, Deal)]
    assert len(found) >= 3
    assert all(deal.trump is Suit.H for deal in deals)
    faults = [item for item in found if isinstance(item, str)]
    assert len(deals) + len(faults) == len(found)
    if not faults:
        assert len(deals) == 3


@given(st.text('ab{;%" \n', max_size=40))
def test_a_closed_remark_says_nothing(words: str) -> None:
    assert told(f"{DEAL}{{{words}}}\n\n{DEAL}") == [next(read_deals(DEAL))] * 2


# --- Tags


def test_values_are_inherited() -> None:
    first, second, third = records(
        '[Event "##Cup"]\n[Site "##Here"]\n\n'
        f'[Board "1"]\n[Room "Open"]\n{DEAL}\n'
        f'[Board "2"]\n[Room "#"]\n[Site "There"]\n[Deal "#"]\n[Contract "2S"]\n\n'
        '[Room "Closed"]\n[Contract "3NT"]\n'
    )
    assert [r.value("Event") for r in (first, second, third)] == ["Cup"] * 3
    assert [r.value("Site") for r in (first, second, third)] == ["Here", "There", "There"]
    assert [r.value("Room") for r in (first, second, third)] == ["Open", "Open", "Closed"]
    assert [r.board for r in (first, second, third)] == ["1", "2", "2"]
    assert {r.value("Deal") for r in (first, second, third)} == {f"N:{NORTH}"}


def records(text: str) -> list[PbnRecord]:
    found = list(records_of_pbn(enumerate(text.split("\n"), 1)))
    assert [fault for _, fault in found] == [None] * len(found)
    return [record for record, _ in found]


def test_an_event_begins_a_record_also_without_a_blank_line() -> None:
    assert told(f'[Event "a"]\n{DEAL}*\n[Event "b"]\n{DEAL}') == [next(read_deals(DEAL))] * 2


def test_a_record_without_a_deal_of_another_board_has_none() -> None:
    assert "has no [Deal] tag" in str(told(f'[Board "1"]\n{DEAL}\n[Board "2"]\n[Contract "4H"]\n')[1])
    assert "has no [Deal] tag" in str(told(f'[Board "1"]\n{DEAL}\n[Event "x"]\n')[1])


@pytest.mark.parametrize(
    "text",
    [
        f'[Deal "N:{NORTH}"][Contract "4H"]',
        f'\t[ Deal\t"N:{NORTH}" ]\t[Contract"4H"]',
        f'[Deal\n"N:{NORTH}"]\n[Contract "4H"\n]',
        f'[Deal "n:{NORTH.lower()}"]\n[Contract "4h"]',
        f'[Deal "N:{NORTH.replace("T", "10")}"]\n[Contract "4H"]',
        '[Deal "N:SAKQ.HJT9.D876.C5432 SJT9H876D5432CAKQ s876.h5432.dAKQ.cJT9 5432.AKQ.JT9.876"]\n[Contract "4H"]',
        '[Deal "N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 -"]\n[Contract "4H"]',
        f'% PBN 2.1\n%\n; a remark\n[Deal "N:{NORTH}"] ; "{{\n[Contract "4H"]\n[Note "1:x"]\n[Note "2:y"]',
        f'[Deal "N:{NORTH}"]\n[Contract "4H"]\n[Deal "N:{NORTH}"]',
        f'FF[Deal "N:{NORTH}"]\n[Contract "4H"]',
        f"Played at the club\nin March\n{DEAL}",
        f'{{ before }}\n{DEAL}[OptimumResultTable "Declarer;Denomination\\\\2R"]\nN NT 9\n',
        f"{DEAL}\r\n".replace("\n", "\r\n"),
    ],
)  # fmt: skip
def test_a_record_in_import_format(text: str) -> None:
    assert told(text) == [next(read_deals(DEAL))]


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("AKQ.JT9.876.5432 - - -", "the hands of E, S and W are not known"),
        ("AKQ.JT9.876.5432 - 876.5432.AKQ.JT9 -", "the hands of E and W are not known"),
        ("AK.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 -", "W's hand is not known"),
    ],
)
def test_unknown_hands_are_told_in_one_line(hands: str, said: str) -> None:
    (found,) = told(f'[Deal "N:{hands}"]\n[Contract "4H"]\n')
    assert said in str(found)
    assert "\n" not in str(found)


def test_an_end_position_has_fewer_cards() -> None:
    (deal,) = read_deals('[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n[Contract "H"]\n[Play "N"]\nSA SK SQ SJ\n')
    assert isinstance(deal, Deal)
    assert (deal.trump, deal.cards, len(deal.play)) == (Suit.H, 2, 4)


def test_hands_alone_are_a_deal_of_back_alley() -> None:
    (deal,) = read_deals(f'[Board "1"]\n[Deal "N:{NORTH}"]\n')
    assert (deal.trump, deal.rules.to_value()) == (None, "standard")
    listed = f'[Deal "N:{NORTH}"]\n[Deal "E:{NORTH}"]\n'
    assert [deal.hands[Seat.N] for deal in read_deals(listed)] == [deal.hands[Seat.N], deal.hands[Seat.W]]


@pytest.mark.parametrize("contract", ["?", "", "-"])
def test_a_contract_that_is_not_known_asks_for_the_trump(contract: str) -> None:
    text = f'[Board "1"]\n[Deal "N:{NORTH}"]\n[Contract "{contract}"]\n[Declarer "?"]\n'
    ((_, error),) = scan_deals(text)
    assert isinstance(error, DealError)
    assert (error.pointer, error.rule) == ("/trump", "R3")
    assert "--trump" in error.message


# --- Play


@pytest.mark.parametrize(
    ("rows", "played"),
    [
        ("S2 SK! =1= SJ $5 S6\nSQ SA ST?! -\n*", "2S KS JS 6S"),
        ("S2 SK SJ S6 * SQ", "2S KS JS 6S"),
        ("S2 SK SJ S6\n-  SA  +  -", "2S KS JS 6S AS"),
        ("S2 SK ^R H8 S6*", "2S KS 8H 6S"),
        ("S2 SK SJ S6\n^L S3 S8 ST SQ", "2S KS JS 6S 3S 8S TS QS"),
        ("S2 -- --- +", "2S"),
        ("- - - -\n*", ""),
    ],
)
def test_a_play_section(rows: str, played: str) -> None:
    text = f'[Deal "N:{NORTH}"]\n[Declarer "S"]\n[Contract "4H"]\n[Play "W"]\n{rows}\n'
    ((_, task),) = read_tasks(text, ReviewTask)
    if "SQ SA ST?" in rows:
        assert "out of turn, or a card before is missing" in str(task)
        return
    assert isinstance(task, ReviewTask)
    assert " ".join(card.name for card in task.record.play) == played
    assert task.record.leader == (None if played else Seat.W)


@pytest.mark.parametrize(
    ("result", "tricks"),
    [("9", {"NS": 9}), ("^9", {"NS": 9}), ("NS 9", {"NS": 9}), ("EW 4", {"EW": 4}), ("NS 9 EW 4", {"NS": 9, "EW": 4}),
     ("", None), ("?", None), ("nine", None)],
)  # fmt: skip
def test_the_result_is_a_claim_where_the_play_stops(result: str, tricks: dict[str, int] | None) -> None:
    text = f'[Deal "N:{NORTH}"]\n[Declarer "S"]\n[Contract "4H"]\n[Result "{result}"]\n[Play "W"]\nS2 SK SJ S6\n{{}}\n'
    ((_, task),) = read_tasks(text.replace("{}", "*"), ReviewTask)
    assert isinstance(task, ReviewTask)
    assert task.record.won == tricks
    ((_, task),) = read_tasks(text.replace("{}", "+"), ReviewTask)
    assert isinstance(task, ReviewTask)
    assert task.record.won is None


# --- Round trips


def test_tags_sections_notes_and_remarks_are_kept() -> None:
    text = (
        "% PBN 2.1\n{ before }\n"
        f'[Event "Cup"]\n[Site "##Here"]\n[Board "7"]\n[Dealer "S"]\n[Deal "S:{NORTH}"] {{ two\nlines }}\n'
        '[Declarer "N"]\n[Contract "4HX"]\n[Result "9"]\n'
        '[Auction "S"]\nPass 1H =1= Pass 4H\nX AP\n[Note "1:five \\"cards\\""]\n'
        '[Play "E"]\nS2 SK SJ S6 ; low\n*\n'
        '[OptimumResultTable "Declarer;Denomination\\\\2R"]\nN NT 9\nN  S 8\n[Hidden "EW"]\n'
    )
    ((_, item),) = scan_recorded(text)
    assert isinstance(item, RecordedDeal)
    once = write_recorded([item.text("pbn", 1)], "pbn")
    assert once == text.replace("##", "")
    ((_, again),) = scan_recorded(once)
    assert isinstance(again, RecordedDeal)
    assert again.text("pbn", 1) == item.text("pbn", 1)
    assert again.deal == item.deal


# --- Files made to hurt


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000_000,
        "[Deal " * 1_000_000,
        '[A "b"]' * 1_000_000,
        '[A "b"]\n' * 1_000_000,
        DEAL + "\0" * 1_000_000,
        DEAL + "{" * 5_000_000,
        DEAL + "{\n" * 500_000,
        DEAL + "{}" * 50_000,
        DEAL + '"' * 5_000_000,
        DEAL + '[Play "N"]\n' + "SA " * 30_000,
        DEAL + '[Auction "N"]\n' + "1C" * 45_000,
        f'[Deal "N:{NORTH}"]\n[Contract "{"4" * 90_000}"]\n',
        '[Event "##x"]\n\n' * 50_000,
    ],
    ids=lambda text: repr(text[-12:]),
)
def test_hostile_files_take_bounded_time(text: str) -> None:
    began = time.process_time()
    found = told(text)
    assert all(len(item) < 400 for item in found if isinstance(item, str))
    assert time.process_time() - began < 20


# --- Found by an attack: each was read without a word


@pytest.mark.parametrize(
    "tag",
    [
        '[Contract "4H]',
        "[Contract 4H]",
        "[Contract '4H']",
        '[Contract "4H"',
        'Contract "4H"]',
        '[Contract "4H\\"]',
        '[Contract {x} "4H"]',
        '[Trump "H]',
        '[Contract "#"]',
        '[Contract "##"]',
        '[Trump "#"]',
        '[Declarer "#"]',
        '[Trump "?"]',
        '[Auction "N"]\n*',
    ],
)
def test_a_tag_that_tells_no_trump_is_an_error(tag: str) -> None:
    items = [item for _, item in scan_deals(f'[Board "1"]\n[Dealer "N"]\n[Deal "N:{NORTH}"]\n{tag}\n')]
    assert [type(item) for item in items] == [DealError]


@pytest.mark.parametrize("tag", ['[contract "4H"]', '[CONTRACT "4H"]', '[trump "H"]'])
def test_the_case_of_a_tag_does_not_matter(tag: str) -> None:
    (deal,) = read_deals(f'[Board "1"]\n[Deal "N:{NORTH}"]\n{tag}\n')
    assert deal.trump is Suit.H


def test_lines_may_end_in_any_way() -> None:
    text = "\n".join(f'[Board "{number}"]\n[Deal "N:{NORTH}"]\n[Contract "4H"]\n' for number in (1, 2, 3))
    for ending in ("\n", "\r\n", "\r"):
        assert len(list(read_deals(text.replace("\n", ending)))) == 3


def test_another_board_is_another_record() -> None:
    board = f'[Board "{{}}"]\n[Deal "N:{NORTH}"]\n[Contract "4H"]\n'
    assert len(list(read_deals(board.format(1) + board.format(2)))) == 2


def test_a_long_list_of_deals() -> None:
    assert len(list(read_deals(f'[Deal "N:{NORTH}"]\n' * 2000))) == 2000


def test_what_options_said_is_written() -> None:
    text = f'[Board "1"]\n[Deal "N:{NORTH}"]\n[Contract "?"]\n[Declarer "?"]\n'
    rules = Rules.from_value({"preset": "whist", "trick_points": 10})
    ((_, item),) = scan_recorded(text, rules, "H")
    assert isinstance(item, RecordedDeal)
    (read,) = read_deals(write_recorded([item.text("pbn", 1)], "pbn"))
    assert (read.trump, read.rules) == (Suit.H, rules)
