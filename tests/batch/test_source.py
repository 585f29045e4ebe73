"""Sources: the same deals whatever the workers, chunks that hold every line once, ids, packed files."""

from __future__ import annotations

import gzip
import io
import json
import pickle
from pathlib import Path

import pytest
from bad_deals import BAD, GOOD, deal_of
from hypothesis import given
from hypothesis import strategies as st
from runs import mixed

from solver.batch.source import Chunk, Dealt, DealtRecords, Entry, FileSource, Lines, Source, StreamSource
from solver.batch.tasks import Question
from solver.deal import Deal
from solver.dealing import deals
from solver.errors import DealError
from solver.formats.pbn import deals_to_pbn
from solver.game.cards import Suit
from solver.game.rules import PRESETS, STANDARD
from solver.requests.solve import SolveTask
from solver.requests.task import read_tasks

SOLVE = Question()


def entries(source: Source, size: int = 7, question: Question = SOLVE) -> list[Entry]:
    chunks = list(source.chunks(question, size))
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    return [entry for chunk in chunks for entry in chunk.records.entries(question)]


def deal(entry: Entry) -> Deal:
    assert isinstance(entry.task, SolveTask)
    return entry.task.deal


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("size", [1, 5, 100])
def test_dealt_deals_are_those_of_the_seed(preset: str, size: int) -> None:
    rules = PRESETS[preset]
    source = Dealt(30, (4,), 7, rules)
    assert [deal(entry) for entry in entries(source, size)] == list(deals(4, 30, 7, rules))
    assert source.total == 30


def test_sizes_are_dealt_in_turn() -> None:
    found = [deal(entry) for entry in entries(Dealt(20, (3, 5, 13), "x", STANDARD))]
    assert [each.cards for each in found[:4]] == [3, 5, 13, 3]
    assert found[4] == list(deals(5, 5, "x"))[4]


@pytest.mark.parametrize(("first", "number", "at_once"), [(0, 60, 7), (7, 20, 100), (58, 2, 1), (1, 1, 5)])
def test_drawn_parts_are_those_of_the_deals(first: int, number: int, at_once: int) -> None:
    for rules in PRESETS.values():
        source = Dealt(60, (1, 12, 13, 1), 3, rules)
        found = {}
        for indices, drawn in DealtRecords(source, first, number).drawn(at_once):
            assert len(indices) == len(drawn.trumps) <= at_once
            for at, index in enumerate(indices):
                hands, trump = tuple(drawn.hands[4 * at : 4 * at + 4]), drawn.trumps[at]
                found[index] = (hands, None if trump < 0 else trump, drawn.upcards[at], drawn.dealers[at])
        dealt = {index: source.deal(index) for index in range(first, first + number)}
        assert found == {index: (deal.hands, deal.trump, deal.upcard, deal.dealer) for index, deal in dealt.items()}


def test_nothing_can_be_dealt_without_a_count_or_with_no_seed() -> None:
    with pytest.raises(DealError, match="/count"):
        Dealt(0, (3,), 1, STANDARD)
    with pytest.raises(DealError, match="/seed"):
        Dealt(1, (3,), "\ud800", STANDARD)


@given(st.integers(1, 60), st.integers(1, 20))
def test_chunks_hold_what_a_whole_reading_holds(count: int, size: int) -> None:
    text = mixed(count, count // 3).text
    source = StreamSource(io.StringIO(text))
    found = entries(source, size)
    whole = list(read_tasks(text.replace('"id"', '"id_"'), SolveTask))
    assert [entry.line for entry in found] == [line for line, _ in whole]
    for entry, (_, task) in zip(found, whole, strict=True):
        if isinstance(entry.task, DealError) or entry.id is not None:
            assert isinstance(task, DealError)  # for the unknown field id_ where there is one
        else:
            assert entry.task == task


def test_ids_go_with_their_records_wrong_or_not() -> None:
    lines = [
        {**GOOD, "id": "one"},
        {**deal_of(BAD[0]), "id": 2},
        GOOD,
        {**GOOD, "id": 1.5},
        {**GOOD, "id": None},
        {"deal": str(Deal.from_dict(GOOD)), "id": "x"},
    ]
    found = entries(StreamSource(json.dumps(line) for line in lines))
    assert [entry.id for entry in found] == ["one", 2, None, None, None, "x"]
    assert [isinstance(entry.task, DealError) for entry in found] == [False, True, False, True, False, False]
    assert isinstance(found[3].task, DealError)
    assert found[3].task.pointer == "/id"


def test_an_id_that_nothing_can_write_is_a_fault_of_its_record() -> None:
    lines = [json.dumps({**GOOD, "id": given}) for given in ("\ud800", "\U0001f0cf", "x\udfff")]
    found = entries(StreamSource(lines))
    assert [entry.id for entry in found] == [None, "\U0001f0cf", None]
    assert [isinstance(entry.task, DealError) for entry in found] == [True, False, True]
    assert [given for _, given in Lines(tuple(enumerate(lines, 1))).places()] == [None, "\U0001f0cf", None]


@pytest.mark.parametrize("form", ["pbn", "list", "game"])
def test_what_only_the_whole_text_tells_apart_is_read_too(form: str) -> None:
    dealt = list(deals(3, 10, 1))
    listed = [each.to_dict() for each in dealt]
    text = {
        "pbn": deals_to_pbn(dealt),
        "list": "# remark\n" + json.dumps(listed, indent=1),
        "game": json.dumps({"deals": listed}, indent=1),
    }[form]
    found = entries(StreamSource(text.splitlines(keepends=True)), 3)
    assert [deal(entry) for entry in found] == dealt


def test_errors_in_such_a_text_keep_their_places() -> None:
    text = "\n\n" + json.dumps([GOOD, deal_of(BAD[0])], indent=1)
    good, bad = entries(StreamSource(text.splitlines()))
    assert (good.line, bad.line) == (3, 3)
    assert isinstance(bad.task, DealError)
    assert bad.task.pointer == "/1" + BAD[0].pointer


@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_packed_files_are_read(tmp_path: Path, packed: str) -> None:
    text = "".join(f"{each}\n" for each in deals(4, 20, 2)).encode()
    path = tmp_path / f"deals.txt{packed}"
    if packed == ".zst":
        zstandard = pytest.importorskip("zstandard")
        halves = text[:300], text[300:]
        path.write_bytes(b"".join(zstandard.ZstdCompressor().compress(half) for half in halves))
    else:
        path.write_bytes(gzip.compress(text[:300]) + gzip.compress(text[300:]) if packed else text)
    source = FileSource.of(path, SOLVE)
    assert (source.total, source.cards) == (20, 4)
    assert [deal(entry) for entry in entries(source)] == list(deals(4, 20, 2))


def test_a_packed_file_that_is_cut_off_says_so(tmp_path: Path) -> None:
    path = tmp_path / "deals.gz"
    path.write_bytes(gzip.compress(b"W H N:AK..2. QJ.3.. ..A4. 2.5.3.\n" * 1000)[:60])
    with pytest.raises(DealError, match="no whole gzip file"):
        FileSource.of(path, SOLVE)


def test_a_file_is_known_by_what_it_holds(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("# nothing\n")
    other.write_text("# nothing\n")
    assert FileSource.of(one, SOLVE).describe() == FileSource.of(other, SOLVE).describe()
    assert FileSource.of(one, SOLVE).total == 0
    assert entries(FileSource.of(one, SOLVE)) == []
    other.write_text("# nothing!\n")
    assert FileSource.of(one, SOLVE).describe() != FileSource.of(other, SOLVE).describe()


def test_bytes_that_are_no_text_spoil_only_their_line(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    line = str(Deal.from_dict(GOOD))
    path.write_bytes(f"{line}\nW H \xff\n{line}\n".encode("latin-1"))
    assert [isinstance(entry.task, DealError) for entry in entries(FileSource.of(path, SOLVE))] == [False, True, False]


BRIDGE = """[Board "1"]
[White "Jürgen"]
[Dealer "N"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Contract "{contract}"]
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_files_in_any_encoding_and_of_any_name(tmp_path: Path, encoding: str, packed: bool) -> None:
    path = tmp_path / "deals"
    data = BRIDGE.format(contract="4H").encode(encoding)
    path.write_bytes(gzip.compress(data) if packed else data)
    source = FileSource.of(path, SOLVE)
    (entry,) = entries(source)
    assert (source.total, source.cards, deal(entry).trump) == (None, 13, Suit.H)


def test_a_trump_that_is_not_told_is_asked_for_or_given() -> None:
    lines = BRIDGE.format(contract="four").splitlines()
    (asked,) = entries(StreamSource(lines))
    assert isinstance(asked.task, DealError)
    assert "--trump" in str(asked.task)
    (given,) = entries(StreamSource(lines), question=Question(trump="S"))
    assert deal(given).trump is Suit.S


def test_lin_is_read() -> None:
    board = "md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,CAKQJT98765432|mb|1S|mb|p|mb|p|mb|p|pg||"
    (entry,) = entries(StreamSource([board]))
    assert (deal(entry).rules, deal(entry).trump) == (PRESETS["whist"], Suit.S)


@pytest.mark.parametrize("source", [Dealt(9, (3,), 1, STANDARD), StreamSource(str(each) for each in deals(3, 9, 1))])
def test_chunks_cross_process_borders_and_split(source: Source) -> None:
    (chunk,) = source.chunks(SOLVE, 100)
    copy: Chunk = pickle.loads(pickle.dumps(chunk))
    whole = list(chunk.records.entries(SOLVE))
    assert list(copy.records.entries(SOLVE)) == whole
    first, second = chunk.records.split()
    assert (len(first), len(second)) == (4, 5)
    assert [*first.entries(SOLVE), *second.entries(SOLVE)] == whole


@given(st.lists(st.sampled_from([None, 7, "mine"]), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_several_deals_of_one_line_are_told_apart(ids: list[int | str | None], named: bool, lines: bool) -> None:
    items = [GOOD if each is None else {**GOOD, "id": each} for each in ids]
    text = json.dumps({"deals": items} if named else items)
    source = StreamSource([f"{Deal.from_dict(GOOD)}\n", f"{text}\n"] if lines else [f"{text}\n"])
    found = [entry for entry in entries(source) if entry.line == 1 + lines]
    prefix = "/deals" if named else ""
    assert [entry.id for entry in found] == [
        f"{prefix}/{place}" if each is None else each for place, each in enumerate(ids)
    ]
    assert entries(StreamSource([json.dumps(GOOD)]))[0].id is None


def test_a_total_is_told_only_where_lines_are_records(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    line = f"{Deal.from_dict(GOOD)}\n"
    for more, total in (("", 2), (f"\n# none\n{json.dumps(GOOD)}\n", 3), (json.dumps([GOOD, GOOD]), None)):
        path.write_text(line + line + more)
        source = FileSource.of(path, SOLVE)
        assert source.total == total
        assert total in (None, len(entries(source)))
    path.write_text(line + json.dumps({"deals": [GOOD]}))
    assert FileSource.of(path, SOLVE).total is None
