"""Every door by which a stranger's bytes come in, for the fuzzer and for the inputs that it has found.

Each target takes any bytes.  A BackAlleyError says that they are wrong; any other exception is a fault of the reader,
and so is a value that does not survive being written and read again.
"""

from __future__ import annotations

import io
import json
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from api.http.tracing import trace_of
from api.jobs.errors import TooMuchError
from api.jobs.intake import numbered_lines
from api.settings import CONFIG, Settings, SettingsError, variable
from solver.batch.source import Lines
from solver.batch.tasks import TASKS, Question
from solver.deal import Deal
from solver.errors import BackAlleyError, DealError, Fault, JsonError, RulesError
from solver.formats.bridge.pbn_records import PbnRecord
from solver.formats.bridge.record import BridgeRecord
from solver.formats.encodings import lines_of, text_of
from solver.formats.files import scan_of
from solver.formats.holding import hand_from_holding, hand_to_holding, plain_hand
from solver.formats.line import fields_from_text
from solver.formats.strict_json import loads
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit
from solver.game.rules import Rules
from solver.players.knowledge import Knowledge
from solver.players.words import sentences
from solver.requests.bids import BidsTask
from solver.requests.deals import DealsTask
from solver.requests.recorded import NOTATIONS, RecordedDeal, scan_recorded, write_recorded
from solver.requests.review import GameReviewTask, ReviewTask
from solver.requests.score import score_request
from solver.requests.solve import SolveTask
from solver.seen_deal import SeenDeal

__all__ = ["CORE", "CORPUS", "TARGETS", "kept", "write_kept"]

CORPUS: Final = Path(__file__).parents[2] / "fixtures" / "corpus"
"""A file a target: JSON texts, one a line, each character a byte; of the core hexadecimal digits."""
CORE: Final = "core"
"""The target that is no parser: solver/core/tests/fuzz.cpp."""
_LINE: Final = 300
"""Bytes of a line of a job here: so few that inputs meet the bound."""


def kept(name: str) -> list[bytes]:
    """The stored inputs of a target."""
    if name == CORE:
        return [bytes.fromhex(line) for line in (CORPUS / "core.hex").read_text().splitlines()]
    return [json.loads(line).encode("latin-1") for line in (CORPUS / f"{name}.jsonl").read_text().splitlines()]


def write_kept(name: str, inputs: Iterable[bytes]) -> None:
    """Stores inputs in place of those that are stored."""
    if name == CORE:
        (CORPUS / "core.hex").write_text("".join(f"{data.hex()}\n" for data in inputs))
        return
    lines = [json.dumps(data.decode("latin-1")) for data in inputs]
    (CORPUS / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def deal_line(data: bytes) -> None:
    """A deal as an argument of the command line: a line or JSON."""
    deal = Deal.from_dict(fields_from_text(_text(data)))
    assert Deal.parse(str(deal)) == deal
    assert Deal.from_dict(loads(json.dumps(deal.to_dict()))) == deal
    deal.diagram()


def seen_line(data: bytes) -> None:
    """What a seat sees, as a line or JSON; whatever it knows is consistent, or told not to be."""
    seen = SeenDeal.from_dict(fields_from_text(_text(data)))
    assert SeenDeal.parse(str(seen)) == seen
    assert SeenDeal.from_dict(loads(json.dumps(seen.to_dict()))) == seen
    knowledge = Knowledge.of(seen)
    assert sentences(knowledge)
    assert sum(knowledge.left) == knowledge.unseen.bit_count()


def strict_json(data: bytes) -> None:
    """JSON: what is read is what Python reads too, and what is refused though Python reads it has a reason."""
    try:
        value = loads(data)
    except JsonError:
        return
    assert value == json.loads(data.decode("utf-8-sig").removeprefix("\ufeff"))
    json.dumps(value, allow_nan=False)
    with suppress(RulesError):
        rules = Rules.from_value(value)
        assert Rules.from_value(json.loads(json.dumps(rules.to_value()))) == rules


def holding(data: bytes) -> None:
    """A hand as a holding, by the quick reader and by the one that tells what is wrong."""
    text = _text(data)
    quick = plain_hand(text)
    try:
        hand = hand_from_holding(text)
    except DealError:
        assert quick is None
        raise
    assert quick in (None, hand)
    assert hand_from_holding(hand_to_holding(hand)) == hand == plain_hand(hand_to_holding(hand))


def words(data: bytes) -> None:
    """A card, suit, seat, bid, preset and the header of a trace."""
    text = _text(data)
    readers: tuple[tuple[Callable[[str], Any], Callable[[Any], Any]], ...] = (
        (Card.parse, str),
        (Suit.parse, lambda suit: suit.name),
        (Seat.parse, str),
        (Bid.parse, str),
        (Rules.from_value, Rules.to_value),
    )
    for read, written in readers:
        with suppress(BackAlleyError):
            value = read(text)
            assert read(written(value)) == value
    trace = trace_of(text)
    assert not trace or (len(trace["trace_id"]), len(trace["parent_id"])) == (32, 16)


def _written_and_read(deals: Iterable[RecordedDeal | DealError]) -> None:
    """Each deal in each notation that can hold it is the same when it is read again."""
    for each in deals:
        if isinstance(each, DealError) or each.untold is not None:
            continue
        for notation in NOTATIONS:
            if notation == "pbn" and _begins_twice(each):
                continue  # two boards that ran into one, of which each line of tags may make two again
            try:
                text = write_recorded([each.text(notation, 1)], notation)
            except DealError:
                continue
            items = [item for _, item in scan_recorded(text)]
            # Text between the tags of PBN is kept as it stands, and may look like a record, which is refused.
            read = [item for item in items if not isinstance(item, DealError) or notation != "pbn"]
            assert len(read) == 1, (notation, text, items)
            again = read[0]
            assert isinstance(again, RecordedDeal), (notation, text, again)
            expected = each.deal
            if notation == "lin":  # made up is who deals, and untold the trump of no contract or within a trick
                expected = replace(expected, dealer=again.deal.dealer)
            if again.untold is not None:
                expected = replace(expected, trump=None)
            assert again.untold is None or len(expected.play) % 4 or _passed_out(each), (notation, text)
            assert again.deal == expected, (notation, text)


def _begins_twice(recorded: RecordedDeal) -> bool:
    tags = recorded.source.tags if isinstance(recorded.source, PbnRecord) else ()
    return any(sum(tag.name == name for tag in tags) > 1 for name in ("Event", "Board", "Deal"))


def _passed_out(recorded: RecordedDeal) -> bool:
    contract = BridgeRecord.of(recorded.source).contract
    return contract is not None and contract.passed_out


def _of_sort(sort: str, data: bytes) -> Iterator[RecordedDeal | DealError]:
    numbered = enumerate(_text(data).splitlines(keepends=True), 1)
    return (item for _, item in scan_of(sort, numbered, None, RecordedDeal.from_dict, also=("record", "untold")))


def pbn(data: bytes) -> None:
    """A file of PBN."""
    _written_and_read(_of_sort("pbn", data))


def lin(data: bytes) -> None:
    """A file of LIN."""
    _written_and_read(_of_sort("lin", data))


def any_file(data: bytes) -> None:
    """A file of any sort, packed or not, read whole and line by line."""
    with suppress(DealError):
        _written_and_read(item for _, item in scan_recorded(text_of(data)))
    for _ in scan_recorded(lines_of(io.BytesIO(data))):
        pass


def request(data: bytes) -> None:
    """The body of a request, by every endpoint that reads one; nothing is solved."""
    readers: tuple[Callable[[Any], object], ...] = (
        *(task.from_dict for task in (SolveTask, BidsTask, ReviewTask, GameReviewTask, DealsTask)),
        score_request,
    )
    for read in readers:
        with suppress(BackAlleyError):
            read(loads(data))


def jobs(data: bytes) -> None:
    """A body of JSON lines that comes in pieces, as a job keeps it and as a worker reads it."""
    step = 1 + (data[0] if data else 0) % 64
    whole = _numbered([data])
    assert _numbered(data[at : at + step] for at in range(0, len(data), step)) == whole
    if isinstance(whole, str) or not whole:
        return
    records = Lines(tuple(whole))
    places = list(records.places())
    for task in TASKS:
        entries = list(records.entries(Question(task)))
        assert {entry.line for entry in entries} <= {line for line, _ in places}


def _numbered(pieces: Iterable[bytes]) -> list[tuple[int, str]] | str:
    try:
        return list(numbered_lines(pieces, _LINE))
    except TooMuchError as error:
        return str(error)


def settings(data: bytes) -> None:
    """A file of settings, and the same values as variables of the environment."""
    with tempfile.NamedTemporaryFile(suffix=".toml") as file:
        file.write(data)
        file.flush()
        read = _settings({CONFIG: file.name})
        if read is not None:
            file.seek(0)
            file.truncate()
            file.write(read.to_toml().encode())
            file.flush()
            again = _settings({CONFIG: file.name})
            assert again is not None
            shown = [name for name, kind in Settings.kinds().items() if not kind.secret]
            assert [getattr(again, name) for name in shown] == [getattr(read, name) for name in shown]
    with suppress(tomllib.TOMLDecodeError, UnicodeDecodeError):
        table = tomllib.loads(data.decode())
        _settings({variable(name): str(value) for name, value in table.items() if name in Settings.kinds()})


def _settings(env: Mapping[str, str]) -> Settings | None:
    try:
        return Settings.from_env(env)
    except SettingsError as error:
        lines = error.lines
    assert lines
    assert all(line and "\n" not in line for line in lines), lines
    return None


def _guarded(read: Callable[[bytes], None]) -> Callable[[bytes], None]:
    def target(data: bytes) -> None:
        faults: tuple[Fault, ...] = ()
        try:
            read(data)
        except BackAlleyError as error:
            faults = error.faults
            assert faults
        for fault in faults:
            assert 0 < len(fault.message) < 1000, fault
            assert "\n" not in fault.message, fault

    return target


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    name: _guarded(read)
    for name, read in {
        "deal_line": deal_line,
        "seen_line": seen_line,
        "json": strict_json,
        "holding": holding,
        "words": words,
        "pbn": pbn,
        "lin": lin,
        "file": any_file,
        "request": request,
        "jobs": jobs,
        "settings": settings,
    }.items()
}
"""By name, what reads bytes and raises only what is a fault of the reader."""
