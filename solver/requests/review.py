"""Reviews asked for as JSON: a deal with its bids, the play as it was written down; or the deals of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType, NoneType
from typing import Any, ClassVar, Final, Self

from solver.deal import Deal
from solver.errors import DealError, Fault, check_kind, json_pointer
from solver.formats.deal_forms import DEAL_FORMS, MAX_CARDS, MAX_TEXT, TRICKS
from solver.formats.deal_json import DealReader, kind_of, read_rules
from solver.formats.line import fields_from_line
from solver.forms import NULL, Form, any_of, array, described, keyed, members, one_of, or_null, ref, spelled
from solver.game.cards import Card, Seat, Side
from solver.game.rules import Rules
from solver.requests.missing_hands import hands_shown, partly_known
from solver.requests.played import read_record
from solver.requests.solve import SolveTask
from solver.requests.task import LIMITS, Task
from solver.reviewing.analysis import review_hand
from solver.reviewing.game import GameReview
from solver.reviewing.record import Record
from solver.reviewing.result import Review
from solver.search import Cancel, Engine, Limits, TrickTable
from solver.search.known import Known

__all__ = ["MOST_HANDS", "ON_ILLEGAL", "GameReviewTask", "ReviewTask", "read_review", "review", "review_game"]

ON_ILLEGAL: Final = ("reject", "report")
"""What to do about an illegal play."""
MOST_HANDS: Final = 200
"""Hands of one game."""
_ON_ILLEGAL: Final = described(
    "What to do about an illegal play: reject (the default) is an error; report tells of it in errors and goes on"
    " where the hand stays meaningful.",
    or_null(one_of(ON_ILLEGAL)),
)
_COUNTS: Final = keyed(Side, TRICKS.form, minProperties=1)
_TRICK: Final = members(
    {"leader": or_null(ref("Seat")), "cards": array(ref("Card"), MAX_CARDS, 1)},
    ["cards"],
)
_PLAY: Final = described(
    "The cards in the order played: as one list or text, or trick by trick, each a list of cards or an object that"
    " names who led. Any number of cards.",
    any_of(
        array(ref("Card"), MAX_CARDS),
        array(any_of(array(ref("Card"), MAX_CARDS, 1), _TRICK), MAX_CARDS),
        {"type": "string", "maxLength": MAX_TEXT},
        NULL,
    ),
)
_CLAIM: Final = described(
    "The rest was not played: its tricks by side (one side is enough), or the side or seat that has them all.",
    any_of(_COUNTS, {"type": "string", "pattern": spelled(*Side)}, ref("Seat"), NULL),
)
_GAME: Final = {
    "deals": array(ref("ReviewHand"), MOST_HANDS, 1),
    "rules": DEAL_FORMS["rules"],
    "on_illegal": _ON_ILLEGAL,
    **LIMITS,
}


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

    ``deal`` is a Deal, or JSON as ``ReviewTask`` reads it.  ``play`` stands for the deal's own, which
    in a Deal must be legal.  ``leader`` leads where there are no bids.  ``claim`` settles the rest: tricks by
    side, or the side that has them all.  An illegal play is a DealError, or told in ``errors`` with
    ``on_illegal="report"``.  ``table`` and ``engine`` spare work already done; the limits are those of
    ``solve``.  Errors: DealError, LimitError, Cancelled.
    """
    check_kind("engine", engine, Engine, NoneType)
    check_kind("table", table, TrickTable, NoneType)
    given = {"play": play, "leader": leader, "claim": claim, "on_illegal": on_illegal}
    fields = {name: value for name, value in given.items() if value is not None}
    if isinstance(deal, Deal):
        task = ReviewTask.of(deal, fields)
    elif isinstance(deal, Mapping):
        task = ReviewTask.from_dict({**deal, **fields})
    else:
        raise DealError(f"a review is of a deal, not of {kind_of(deal)}")
    shorter = [limit for limit in (time_limit, task.time_limit) if limit is not None]
    limits = Limits(min(shorter, default=None), node_limit or task.node_limit, threads, memory_mb, cancel)
    return task.review(limits, engine, table)


def read_review(data: object) -> ReviewTask | GameReviewTask:
    """The review of a hand, or of a game where there are ``deals``; DealError with every fault found."""
    if isinstance(data, list):
        raise DealError('expected an object, not a list: the hands of a game stand in one, as {"deals": […]}')
    if not isinstance(data, Mapping):
        raise DealError(f"expected an object, not {kind_of(data)}")
    return GameReviewTask.from_dict(data) if "deals" in data else ReviewTask.from_dict(data)


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
    check_kind("deals", deals, Sequence)
    task = GameReviewTask.from_dict({"deals": list(deals), "on_illegal": on_illegal, "node_limit": node_limit})
    return task.run(time_limit=time_limit, memory_mb=memory_mb, cancel=cancel)


@dataclass(frozen=True, slots=True)
class ReviewTask(Task):
    """A hand to review; ``deal`` is without its play, which ``record`` holds as it was written down."""

    OPTIONS: ClassVar[Mapping[str, Form]] = {
        "play": _PLAY,
        "leader": described("Who led first, where there are no bids to tell.", or_null(ref("Seat"))),
        "exempt": SolveTask.OPTIONS["exempt"],
        "claim": _CLAIM,
        "tricks": described("Tricks of the whole deal, which settle what was not played.", or_null(_COUNTS)),
        "on_illegal": _ON_ILLEGAL,
        **LIMITS,
    }
    ALSO: ClassVar[tuple[str, ...]] = ("leader", "tricks")

    record: Record = field(default_factory=Record)
    on_illegal: str = "reject"

    @classmethod
    def form(cls) -> Form:
        """The JSON form that ``from_dict`` reads."""
        return described(
            "A hand with its bids and what was played of it; or with no bids at all, and then only tricks are judged."
            " Where the play is complete and its leader known, the hands may be left out.",
            {**members(cls.fields()), **any_of(*({"required": [name]} for name in ("hands", "deal", "play")))},
        )

    @classmethod
    def of(cls, deal: Deal, fields: Mapping[str, object] = MappingProxyType({})) -> Self:
        """The review of a deal's own bids and play; ``fields`` of the JSON form stand for the deal's or beside them."""
        reader = DealReader()
        options = cls._read(reader, fields)
        if reader.faults:
            raise DealError.of(reader.faults)
        if fields.get("play") is None:
            options["record"] = replace(options["record"], play=deal.play)
        return cls(deal=deal.with_play(()), **options)

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """The task in its JSON form; ``rules`` serve where it names none.  DealError with every fault found."""
        if not isinstance(data, Mapping):
            raise DealError(f"a deal is an object, not {kind_of(data)}")
        line = data.get("deal")
        if isinstance(line, str):
            return cls._of_line(line, data, rules)
        if ("tricks" in data or "cards" in data) and not any(
            data.get(name) is not None for name in ("hands", "deal", "play")
        ):
            text = "a review is of the cards: give hands or play; bids and tricks alone can only be scored"
            raise DealError(text, pointer="/hands")
        if isinstance(hands := data.get("hands"), Mapping) and (faults := partly_known(hands)):
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
            fields["hands"] = hands_shown(fields, rules)
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

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> Review:
        """The review, or DealError, LimitError; the lower of the two time limits holds."""
        limits = Limits(self._seconds(time_limit), self.node_limit, 1, memory_mb, cancel)
        return self.review(limits, Engine(self.deal.rules, memory_mb, known=known))

    def review(self, limits: Limits, engine: Engine | None = None, table: TrickTable | None = None) -> Review:
        """The same within ``limits`` alone; a warm engine and a known table spare work."""
        reject = self.on_illegal == "reject"
        return review_hand(self.deal, self.record, reject=reject, limits=limits, engine=engine, table=table)


def _in_line(fault: Fault) -> Fault:
    return Fault("/deal", str(fault), fault.rule)


@dataclass(frozen=True, slots=True)
class GameReviewTask:
    """Hands to review together, under one time limit.

    ``refused``, if given, is told of each hand that cannot be reviewed, by its index, and the others go on.
    ``names`` are what the hands are called where they come from, "" for nothing.
    """

    hands: tuple[ReviewTask, ...]
    time_limit: float | None = None
    node_limit: int | None = None
    refused: Callable[[int, DealError], None] | None = field(default=None, compare=False)
    names: tuple[str, ...] = ()

    @classmethod
    def form(cls) -> Form:
        """The JSON form that ``from_dict`` reads; ``ReviewHand`` is that of a ReviewTask."""
        about = "Hands of a game, each with its own review and with sums by player."
        return described(about, members(_GAME, ["deals"]))

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> Self:
        """From an object with ``deals``, whose ``rules`` and ``on_illegal`` hold where a deal names none."""
        if not isinstance(data, Mapping):
            raise DealError(f"a game is an object with deals, not {kind_of(data)}")
        reader = DealReader()
        reader.unknown_fields(data, tuple(_GAME))
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
        for number, item in enumerate(deals):
            try:
                hands.append(_hand(item, shared, rules))
            except DealError as error:
                raise DealError.of(fault.under(json_pointer("deals", number)) for fault in error.faults) from None
        return cls(tuple(hands), **options)

    def run(
        self,
        *,
        time_limit: float | None = None,
        memory_mb: int = 256,
        cancel: Cancel | None = None,
        known: Known | None = None,
    ) -> GameReview:
        """All reviews, or the first DealError, pointing to ``/deals/<i>``, or LimitError."""
        began, nodes = time.perf_counter(), 0
        seconds = min((limit for limit in (self.time_limit, time_limit) if limit is not None), default=None)
        limits = Limits(seconds, self.node_limit, 1, memory_mb, cancel)
        reviews: list[Review] = []
        names: list[str] = []
        for number, hand in enumerate(self.hands):
            left = limits.less(time.perf_counter() - began, nodes)
            try:
                reviews.append(hand.review(left, Engine(hand.deal.rules, memory_mb, known=known)))
            except DealError as error:
                if self.refused is None:
                    raise DealError.of(fault.under(json_pointer("deals", number)) for fault in error.faults) from None
                self.refused(number, error)
                continue
            nodes += reviews[-1].nodes
            names += self.names[number : number + 1]
        return GameReview(tuple(reviews), tuple(names))


def _hand(item: object, shared: Mapping[str, object], rules: Rules | None) -> ReviewTask:
    """One of a game's deals, a ``Deal`` or JSON; ``shared`` and ``rules`` hold where it says nothing itself."""
    if isinstance(item, Deal):
        return ReviewTask.of(item, shared)
    return ReviewTask.from_dict({**shared, **item} if isinstance(item, Mapping) else item, rules)
