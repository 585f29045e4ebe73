"""Tables of many deals in one call of the core, with threads inside and without the interpreter's lock.

At 3 cards a hand a search takes 10 µs, and making values for people takes many times that: so deals come and answers
go as arrays of plain numbers, which NumPy, Arrow and their kin read as they stand.
"""

from __future__ import annotations

import operator
import time
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from solver import _core
from solver.deal import Deal
from solver.errors import DealError, LimitError, check_kind, json_pointer, shorten
from solver.game.auction import exempt_seats
from solver.game.cards import BLOOPERS, FULL_PACK, Seat, Suit
from solver.game.rules import STANDARD, JokerUpcard, Rules
from solver.search.double_dummy import bid_cases
from solver.search.double_dummy_table import TrickTable
from solver.search.engine import play_rules, stopped
from solver.search.limits import NO_LIMITS, Cancel, Limits, cores

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["NO_BOARDS", "STATUS", "Case", "ManyTables", "solve_arrays", "solve_many", "table_cases", "trick_tables"]

Case = tuple[int, int]
"""First leader, and the set of seats that may lead trump at any time (R12 a), as the core numbers them."""
STATUS: Final = ("optimal", "time", "nodes")
"""What a number in ``ManyTables.status`` says: the answer is exact, or this limit was reached before."""
NO_BOARDS: Final = ("the cases asked for are boards, and these rules have none", "R8")
"""Why there may be no case at all, and the rule."""


@dataclass(frozen=True, slots=True)
class ManyTables:
    """Tables of many deals as arrays, deal after deal.

    ``cases`` names the columns: ``N`` is North-South's tricks if North leads to the first trick, nobody in board;
    ``board:N`` those if North alone claims board and leads.  ``values`` (``array('b')``) has a row of ``len(cases)``
    numbers for each deal, North-South's tricks; -1 where a limit was reached, or a deal's rules have no such case.
    ``nodes`` (``array('Q')``) are the positions searched, ``seconds`` (``array('d')``) the time taken, ``status``
    (``array('B')``) an index into ``STATUS``.  With NumPy: ``numpy.frombuffer(tables.values, "i1").reshape(-1,
    len(tables.cases))``.
    """

    cases: tuple[str, ...]
    values: array[int]
    nodes: array[int]
    seconds: array[float]
    status: array[int]

    def __len__(self) -> int:
        """How many deals there are."""
        return len(self.status)

    def row(self, index: int) -> dict[str, int]:
        """North-South's tricks of one deal by case; DealError where there is no such deal."""
        first = self._place(index) * len(self.cases)
        return dict(zip(self.cases, self.values[first : first + len(self.cases)], strict=True))

    def column(self, case: str) -> array[int]:
        """North-South's tricks of all deals in one case; DealError for one that the tables have not."""
        if case not in self.cases:
            raise DealError(f"'{shorten(str(case))}' is no case of these tables: use {', '.join(self.cases)}")
        return self.values[self.cases.index(case) :: len(self.cases)]

    def error(self, index: int) -> LimitError | None:
        """The limit that a deal reached, as the error that ``solve`` would raise; None if it has its answer."""
        status = self.status[self._place(index)]
        return stopped(_core.Stopped(STATUS[status])) if status else None

    def _place(self, index: int) -> int:
        """The index from the front, where there is such a deal; from the back it is below 0."""
        place = operator.index(index)
        if not -len(self) <= place < len(self):
            raise DealError(f"there is no deal {place} among {len(self)}", pointer=json_pointer(place))
        return place % len(self)


def solve_many(
    deals: Iterable[Deal] | ReadableBuffer,
    trumps: ReadableBuffer | None = None,
    *,
    rules: Rules = STANDARD,
    cases: Iterable[str] = (),
    time_limit: float | None = None,
    node_limit: int | None = None,
    deadline: float | None = None,
    threads: int | None = None,
    memory_mb: int = 256,
    cancel: Cancel | None = None,
) -> ManyTables:
    """The exact tricks of many deals in each of their cases: ``solve`` for millions, in one call of the core.

    ``deals`` are Deals, each under its own rules, or with ``trumps`` any buffer of 64-bit numbers: a deal is N E S
    W, as masks with bit ``Card.index`` (13 * suit + rank - 2 with suits S H D C and ranks 2 … 14, LB 52, BB 53); flat
    or of shape (deals, 4), as ``array('Q')`` or NumPy array.  ``trumps`` is then a buffer of signed bytes, one a deal:
    0 … 3 for S H D C, -1 for no-trump; and all have the same ``rules``.

    ``cases`` are names as in ``ManyTables``, by default all that the rules have.  ``time_limit`` (seconds) and
    ``node_limit`` are for each deal, ``deadline`` is seconds for the whole: a deal that reaches one says so in its
    ``status``, and the others go on.  ``threads`` are all cores by default, each with up to ``memory_mb`` for a table;
    every deal has a search of its own, so that values and nodes are those of ``solve`` for any number of threads.

    DealError for a deal that cannot be, has cards played, or has none of the cases, with a pointer that begins with its
    number, and for cases and arrays that make no sense; Cancelled once ``cancel`` is set, TypeError and ValueError for
    other arguments and limits.  Nothing is solved then.
    """
    check_kind("rules", rules, Rules)
    check_kind("cases", cases, Iterable)
    limits = Limits(time_limit, node_limit, cores() if threads is None else threads, memory_mb, cancel)
    if deadline is not None and not (isinstance(deadline, (int, float)) and deadline > 0):
        raise ValueError("deadline must be a number of seconds, more than 0")
    end = None if deadline is None else time.monotonic() + deadline
    wanted = tuple(dict.fromkeys(cases))
    if trumps is not None:
        hands, suits = _checked_hands(deals, trumps, rules)
        return solve_arrays(hands, suits, rules, _cases(rules, wanted), limits, end=end)
    check_kind("deals", deals, Iterable)
    return _solve_deals(list(deals), wanted, limits, end)  # type: ignore[arg-type]  # what is no deal is told there


def trick_tables(
    deals: Sequence[Deal], limits: Limits = NO_LIMITS, deadline: float | None = None
) -> list[TrickTable | LimitError]:
    """``trick_table`` of many deals, or the limit that each reached; DealError for the first without a dealer.

    ``limits`` are for each deal, but for ``threads``, which are those of the call; ``deadline`` is seconds for the
    whole.  Cancelled.
    """
    end = None if deadline is None else time.monotonic() + deadline
    alike: dict[tuple[Rules, Seat], list[int]] = {}
    for index, deal in enumerate(deals):
        if deal.dealer is None:
            text = "the dealer is missing, and with it the bidding order"
            raise DealError(text, "R6", pointer=json_pointer(index, "dealer"))
        alike.setdefault((deal.rules, deal.dealer), []).append(index)
    found: dict[int, TrickTable | LimitError] = {}
    for (rules, dealer), members in alike.items():
        cases = {
            str(number): (leader.place, sum(1 << seat.place for seat in free))
            for number, (leader, free) in enumerate(bid_cases(dealer, rules))
        }
        tables = solve_arrays(*_arrays(deals, members), rules, cases, limits, end=end)
        for at, index in enumerate(members):
            values = tables.values[at * len(cases) : (at + 1) * len(cases)]
            found[index] = tables.error(at) or TrickTable.of(deals[index].cards, dealer, values, tables.nodes[at])
    return [found[index] for index in range(len(deals))]


def solve_arrays(
    hands: array[int] | memoryview,
    trumps: array[int] | memoryview,
    rules: Rules,
    cases: Mapping[str, Case],
    limits: Limits,
    *,
    node_limits: array[int] | None = None,
    time_limits: array[float] | None = None,
    end: float | None = None,
) -> ManyTables:
    """``solve_many`` of deals under one set of rules that are known to be right, with ``limits`` for each.

    ``node_limits`` and ``time_limits`` are limits of each deal in place of those, 0 and -1.0 for none.  ``end`` is a
    time of ``time.monotonic`` at which the whole ends.
    """
    number = len(trumps)
    tables = ManyTables(
        tuple(cases),
        array("b", bytes(number * len(cases))),
        array("Q", bytes(8 * number)),
        array("d", bytes(8 * number)),
        array("B", bytes(number)),
    )
    if node_limits is None:
        node_limits = array("Q", [] if limits.node_limit is None else [limits.node_limit]) * number
    if time_limits is None:
        time_limits = array("d", [] if limits.time_limit is None else [limits.time_limit]) * number
    left = -1.0 if end is None else max(end - time.monotonic(), 0.0)
    try:
        _core.tables(
            play_rules(rules),
            list(cases.values()),
            limits.memory_mb << 20,
            limits.threads,
            hands,
            trumps,
            node_limits,
            time_limits,
            _core.Limits(left, 0, None if limits.cancel is None else limits.cancel._flag),
            tables.values,
            tables.nodes,
            tables.seconds,
            tables.status,
        )
    except _core.Stopped as stop:
        raise stopped(stop) from None
    return tables


def table_cases(rules: Rules, wanted: Sequence[str] = ()) -> dict[str, Case]:
    """The cases of a table by name: ``N`` … for first leaders, ``board:N`` … for lone claimants, who lead."""
    cases = {str(seat): (seat.place, 0) for seat in Seat}
    if rules.has_boards:
        for seat in Seat:
            free = sum(1 << other.place for other in exempt_seats([seat], rules))
            cases[f"board:{seat}"] = (seat.place, free)
    return {name: case for name, case in cases.items() if not wanted or name in wanted}


def _cases(rules: Rules, wanted: tuple[str, ...], pointer: str = "") -> dict[str, Case]:
    """The cases wanted that the rules have; DealError for a name that is none, and if the rules have none."""
    names = [*Seat, *(f"board:{seat}" for seat in Seat)]
    for name in wanted:
        if name not in names:
            raise DealError(f"'{shorten(str(name))}' is no case: use N, E, S, W, board:N, board:E …", pointer=pointer)
    cases = table_cases(rules, wanted)
    if not cases:
        raise DealError(*NO_BOARDS, pointer=pointer)
    return cases


def _solve_deals(deals: Sequence[Deal], wanted: tuple[str, ...], limits: Limits, end: float | None) -> ManyTables:
    """Deals of any rules: a call for each set of rules, of which there is nearly always one."""
    alike: dict[Rules, list[int]] = {}
    for index, deal in enumerate(deals):
        check_kind(f"deals[{index}]", deal, Deal)
        if deal.play:
            raise DealError("a table is of a deal before its first card", "R10", pointer=f"/{index}/play")
        alike.setdefault(deal.rules, []).append(index)
    if not alike:
        alike = {STANDARD: []}
    cases = {
        rules: _cases(rules, wanted, f"/{members[0]}/rules" if members else "") for rules, members in alike.items()
    }
    found = []
    for rules, members in alike.items():
        found.append(solve_arrays(*_arrays(deals, members), rules, cases[rules], limits, end=end))
    return found[0] if len(found) == 1 else _together(len(deals), list(alike.values()), found)


def _arrays(deals: Sequence[Deal], members: Iterable[int]) -> tuple[array[int], array[int]]:
    """Hands and trumps of these deals."""
    hands, trumps = array("Q"), array("b")
    for index in members:
        deal = deals[index]
        hands.extend(deal.hands)
        trumps.append(-1 if deal.trump is None else int(deal.trump))
    return hands, trumps


def _together(number: int, places: list[list[int]], found: list[ManyTables]) -> ManyTables:
    """Tables of several sets of rules, each deal in its place."""
    names = max((tables.cases for tables in found), key=len)
    width = len(names)
    whole = ManyTables(
        names,
        array("b", [-1]) * (number * width),
        array("Q", bytes(8 * number)),
        array("d", bytes(8 * number)),
        array("B", bytes(number)),
    )
    for members, tables in zip(places, found, strict=True):
        own = len(tables.cases)  # the leaders, which stand first, or all
        for at, index in enumerate(members):
            whole.values[index * width : index * width + own] = tables.values[at * own : (at + 1) * own]
            whole.nodes[index] = tables.nodes[at]
            whole.seconds[index] = tables.seconds[at]
            whole.status[index] = tables.status[at]
    return whole


def _checked_hands(
    hands: Iterable[Deal] | ReadableBuffer, trumps: ReadableBuffer, rules: Rules
) -> tuple[array[int] | memoryview, array[int] | memoryview]:
    """Both as flat buffers; DealError where they are none, and for the first deal that cannot be."""
    masks = _flat(hands, "Q", "QqLl", "hands are a buffer of 64-bit numbers, four a deal")
    suits = _flat(trumps, "b", "b", "trumps are a buffer of signed bytes, one a deal")
    if len(masks) != 4 * len(suits):
        raise DealError(f"{len(masks)} hands and {len(suits)} trumps: a deal has four hands and one trump")
    pack = FULL_PACK if rules.bloopers else FULL_PACK & ~BLOOPERS
    live = 1 if rules.joker_upcard is JokerUpcard.NO_TRUMP_LIVE else 0
    source = -2 if rules.trump_source is None else int(rules.trump_source)
    wrong = _core.first_wrong(masks, suits, pack, live, source)
    if wrong < len(suits):
        _raise_wrong(wrong, tuple(masks[4 * wrong : 4 * wrong + 4]), suits[wrong], rules)
    return masks, suits


def _flat(data: Any, code: Literal["Q", "b"], formats: str, text: str) -> array[int] | memoryview:
    try:
        view = memoryview(data)
    except TypeError:
        raise DealError(text) from None
    size = array(code).itemsize
    if view.format not in tuple(formats) or view.itemsize != size or not view.c_contiguous:
        raise DealError(f"{text}, in a row")
    return view.cast("B").cast(code) if view.nbytes else array(code)


def _raise_wrong(index: int, hands: tuple[int, ...], trump: int, rules: Rules) -> None:
    """DealError with what is wrong with a deal."""
    pointer = json_pointer(index)
    if trump not in (-1, *Suit):
        text = f"{trump} is no trump: 0 … 3 are S H D C, and -1 is no-trump"
        raise DealError(text, "R3", pointer=f"{pointer}/trump")
    try:
        Deal(hands, None if trump < 0 else Suit(trump), rules=rules)  # type: ignore[arg-type]  # there are four
    except DealError as error:
        raise DealError.of(fault.under(pointer) for fault in error.faults) from None
    raise DealError("this deal cannot be", pointer=pointer)  # cannot be: the core and Deal check the same
