"""Reviews asked for as JSON (POST /v1/review): a deal with its bids, the play as it was written down; or a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Self

from solver.deal import Deal
from solver.errors import BidError, DealError, Fault, json_pointer
from solver.formats.deal_json import MISSING, DealReader, kind_of, read_rules
from solver.formats.line import fields_from_line
from solver.game.auction import Auction
from solver.game.cards import Card, Seat
from solver.game.rules import STANDARD, Rules
from solver.requests.solve import SolveTask
from solver.requests.task import Task
from solver.reviewing.game import GameReview
from solver.reviewing.hand import review_hand
from solver.reviewing.record import Record, hands_of_play, read_record, unknown_hands
from solver.reviewing.result import Review
from solver.search import Cancel, Engine, Limits, TrickTable

__all__ = ["MOST_HANDS", "ON_ILLEGAL", "GameReviewTask", "ReviewTask", "review", "review_game"]

ON_ILLEGAL: Final = ("reject", "report")
"""What to do about an illegal play."""
MOST_HANDS: Final = 200
"""Hands of one game."""
_GAME_FIELDS: Final = ("deals", "rules", "on_illegal", "time_limit", "node_limit")


def review(
    deal: Deal | Mapping[str, Any],
    *,
    play: Sequence[Card | str] | None = None,
    leader: Seat | None = None,
    claim: Mapping[str, int] | str | None = None,
    on_illegal: str | None = None,
    table: TrickTable | None = None,
    engine: Engine | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> Review:
    """What each bid and each card of a hand cost, against best bidding and best play.

    ``deal`` is a Deal, or JSON with the fields of POST /v1/review.  ``play`` stands for the deal's own, which
    in a Deal must be legal.  ``leader`` leads where there are no bids.  ``claim`` settles the rest: tricks by
    side, or the side that has them all.  An illegal play is a DealError, or told in ``errors`` with
    ``on_illegal="report"``.  ``table`` and ``engine`` spare work already done; the limits are those of
    ``solve``.  Errors: DealError, LimitError, Cancelled.
    """
    given = {"play": play, "leader": leader, "claim": claim, "on_illegal": on_illegal}
    fields = {name: value for name, value in given.items() if value is not None}
    if isinstance(deal, Deal):
        deal = deal.to_dict()
    if not isinstance(deal, Mapping):
        raise DealError(f"a review is of a deal, not of {kind_of(deal)}")
    task = ReviewTask.from_dict({**deal, **fields})
    shorter = [limit for limit in (time_limit, task.time_limit) if limit is not None]
    limits = Limits(min(shorter, default=None), node_limit or task.node_limit, threads, memory_mb, cancel)
    return task.review(limits, engine, table)


def review_game(
    deals: Sequence[Deal | Mapping[str, Any]],
    *,
    on_illegal: str | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> GameReview:
    """The hands of a game, or any others, each reviewed, with sums by player and side.

    Each is what ``review`` takes; the limits hold for all together.  DealError points to ``/deals/<i>``.
    """
    items = [deal.to_dict() if isinstance(deal, Deal) else deal for deal in deals]
    task = GameReviewTask.from_dict({"deals": items, "on_illegal": on_illegal, "node_limit": node_limit})
    return task.run(time_limit=time_limit, memory_mb=memory_mb, cancel=cancel)


@dataclass(frozen=True, slots=True)
class ReviewTask(Task):
    """A hand to review; ``deal`` is without its play, which ``record`` holds as it was written down."""

    OPTIONS: ClassVar[tuple[str, ...]] = (*SolveTask.OPTIONS, "play", "claim", "tricks", "on_illegal")
    ALSO: ClassVar[tuple[str, ...]] = ("leader", "tricks")

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
    trump = reader.trump(fields.get("trump", MISSING), fields.get("upcard"), upcard, table)
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


@dataclass(frozen=True, slots=True)
class GameReviewTask:
    """Hands to review together, under one time limit.

    ``refused``, if given, is told of each hand that cannot be reviewed, by its index, and the others go on.
    """

    hands: tuple[ReviewTask, ...]
    time_limit: float | None = None
    node_limit: int | None = None
    refused: Callable[[int, DealError], None] | None = field(default=None, compare=False)

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """From an object with ``deals``, whose ``rules`` and ``on_illegal`` hold where a deal names none."""
        if not isinstance(data, Mapping):
            raise DealError(f"a game is an object with deals, not {kind_of(data)}")
        reader = DealReader()
        reader.unknown_fields(data, _GAME_FIELDS)
        options = Task._read(reader, data)
        if reader.faults:
            raise DealError.of(reader.faults)
        if data.get("rules") is not None:
            rules = read_rules(data["rules"])
        deals = data.get("deals")
        if not isinstance(deals, (list, tuple)) or not 1 <= len(deals) <= MOST_HANDS:
            raise DealError(f"expected a list of 1 to {MOST_HANDS} deals", pointer="/deals")
        shared = {} if data.get("on_illegal") is None else {"on_illegal": data["on_illegal"]}
        hands = []
        for at, item in enumerate(deals):
            try:
                hands.append(ReviewTask.from_dict({**shared, **item} if isinstance(item, Mapping) else item, rules))
            except DealError as error:
                raise DealError.of(fault.under(json_pointer("deals", at)) for fault in error.faults) from None
        return cls(tuple(hands), **options)

    def run(self, *, time_limit: float | None = None, memory_mb: int = 256, cancel: Cancel | None = None) -> GameReview:
        """All reviews, or the first DealError, pointing to ``/deals/<i>``, or LimitError."""
        began, nodes = time.perf_counter(), 0
        seconds = min((limit for limit in (self.time_limit, time_limit) if limit is not None), default=None)
        limits = Limits(seconds, self.node_limit, 1, memory_mb, cancel)
        found = []
        for at, hand in enumerate(self.hands):
            left = limits.less(time.perf_counter() - began, nodes)
            try:
                found.append(hand.review(left))
            except DealError as error:
                if self.refused is None:
                    raise DealError.of(fault.under(json_pointer("deals", at)) for fault in error.faults) from None
                self.refused(at, error)
                continue
            nodes += found[-1].nodes
        return GameReview(tuple(found))
