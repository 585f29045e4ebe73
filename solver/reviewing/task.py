"""What is asked of a review, as JSON: a deal with its bids, the play as it was written down, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self

from solver.auction import Auction
from solver.deal import Deal
from solver.deal_json import DealReader, kind_of
from solver.errors import BidError, DealError, Fault, json_pointer
from solver.notation import fields_from_line
from solver.reviewing.hand import review_hand
from solver.reviewing.record import Record, hands_of_play, read_record, unknown_hands
from solver.reviewing.result import Review
from solver.rules import STANDARD, Rules
from solver.search import Cancel, Engine, Limits
from solver.tables import TrickTable
from solver.tasks import SolveTask, Task

__all__ = ["ON_ILLEGAL", "ReviewTask"]

ON_ILLEGAL: Final = ("reject", "report")
"""What to do about an illegal play."""


@dataclass(frozen=True, slots=True)
class ReviewTask(Task):
    """A hand to review; ``deal`` is without its play, which ``record`` holds as it was written down."""

    OPTIONS: ClassVar[tuple[str, ...]] = (*SolveTask.OPTIONS, "play", "claim", "tricks", "on_illegal")
    AS_FIELDS: ClassVar[bool] = True

    record: Record = field(default_factory=Record)
    on_illegal: str = "reject"

    @classmethod
    def of(cls, deal: Deal) -> Self:
        """The review of a deal's own bids and play."""
        return cls(deal=deal.with_play(()), record=Record(deal.play))

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """The task in its JSON form; ``rules`` serve where it names none.  DealError with every fault found."""
        if not isinstance(data, Mapping):
            raise DealError(f"a deal is an object, not {kind_of(data)}")
        line = data.get("deal")
        if isinstance(line, str):
            return cls._of_line(line, data, rules)
        if isinstance(hands := data.get("hands"), Mapping) and (faults := unknown_hands(hands)):
            raise DealError.of(faults)
        return super(ReviewTask, cls).from_dict(data, rules)

    @classmethod
    def _of_line(cls, line: str, data: Mapping[Any, object], rules: Rules | None) -> Self:
        """From a deal line under ``deal``: every fault of it lies there."""
        for name in data:
            if name != "deal" and (name not in cls.OPTIONS or name == "play"):
                raise DealError("stands beside a deal line, which says it all", pointer=json_pointer(name))
        try:
            fields = fields_from_line(line)
        except DealError as error:
            raise DealError.of(_in_line(fault) for fault in error.faults) from None
        try:
            task = cls.from_dict({**data, **fields, "deal": None}, rules)
        except DealError as error:
            asked = tuple(json_pointer(name) for name in data)
            raise DealError.of(f if f.pointer.startswith(asked) else _in_line(f) for f in error.faults) from None
        places = dict.fromkeys(range(len(task.record.play)), "/deal")
        return replace(task, record=replace(task.record, places=places))

    @classmethod
    def _deal(cls, data: Mapping[Any, object], rules: Rules | None) -> Deal:
        fields = {name: value for name, value in data.items() if name != "deal" or value is not None}
        if fields.get("hands") is None and fields.get("play") is not None:
            fields["hands"] = _hands(fields, rules)
        return super(ReviewTask, cls)._deal(fields, rules)

    @classmethod
    def _read(cls, reader: DealReader, data: Mapping[Any, object]) -> dict[str, Any]:
        options = SolveTask._read(reader, data)
        del options["leader"]
        on_illegal = data.get("on_illegal")
        if on_illegal is not None and on_illegal not in ON_ILLEGAL:
            reader.add("/on_illegal", f"on_illegal is one of {', '.join(ON_ILLEGAL)}")
        record = read_record(reader, data, options.pop("exempt"))
        return {**options, "record": record, "on_illegal": on_illegal or "reject"}

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> Review:
        """The review, or DealError, LimitError; the lower of the two time limits holds."""
        return self.review(Limits(self._seconds(time_limit), self.node_limit, 1, memory_mb, cancel))

    def review(self, limits: Limits, engine: Engine | None = None, table: TrickTable | None = None) -> Review:
        """The same within ``limits`` alone; a warm engine and a known table spare work."""
        reject = self.on_illegal == "reject"
        return review_hand(self.deal, self.record, reject=reject, limits=limits, engine=engine, table=table)


def _in_line(fault: Fault) -> Fault:
    return Fault("/deal", str(fault), fault.rule)


def _hands(fields: Mapping[Any, object], rules: Rules | None) -> dict[str, list[str]]:
    """The hands that a complete play shows, where none are given; DealError where they cannot be told."""
    reader = DealReader()
    table = reader.rules(fields.get("rules"), rules or STANDARD)
    record = read_record(reader, fields, None)
    upcard = reader.card(fields.get("upcard"), "/upcard")
    trump = reader.trump(fields["trump"], fields.get("upcard"), upcard, table) if "trump" in fields else None
    if "trump" not in fields and upcard is not None:
        trump = upcard.suit
    elif "trump" not in fields:
        trump = table.trump_source
    dealer = reader.seat(fields.get("dealer"), "/dealer")
    bids = reader.bids(fields.get("bids"), dealer)
    if reader.faults:
        raise DealError.of(reader.faults)
    leader = record.first_leader
    cards, rest = divmod(len(record.play), 4)
    if leader is None and dealer is not None and len(bids) == 4 and 1 <= cards + (rest > 0) <= 13:
        try:
            leader = Auction(dealer, cards + (rest > 0), table, bids).leader
        except BidError as error:
            raise DealError.of(error.faults) from None
    if leader is None:
        text = "no hands are given, and without all bids or a leader the play does not tell them"
        raise DealError(text, "R10", pointer="/hands")
    return hands_of_play(record, trump, leader)
