"""Each bid's consequences and a plain sentence that says them (R8, R10, R15, R16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from solver.bidding.result import Option
from solver.bidding.solved import Solved
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.scoring import deal_score
from solver.search.double_dummy_table import TrickTable

__all__ = ["explain"]

_ORDINALS: Final = (
    *("no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth"),
)


@dataclass(frozen=True, slots=True, eq=False)
class _End:
    """A finished auction as the side to bid sees it."""

    auction: Auction
    seat: Seat
    tricks: dict[Side, int]
    points: dict[Side, int]
    value: float

    @property
    def side(self) -> Side:
        return self.seat.side

    @property
    def bid(self) -> Bid:
        return self.auction.by_seat()[self.seat]

    @property
    def margin(self) -> int:
        return self.points[self.side] - self.points[self.side.other]

    def in_board(self, side: Side) -> bool:
        return self.auction.level(side) > 0


def explain(solved: Solved, table: TrickTable, rainbows: Mapping[Side, int]) -> tuple[Option, ...]:
    """An Option for every bid that may be made, in ascending order."""
    ends = [_end(solved, row, table, rainbows) for row in solved.rows]
    best = ends[solved.rows.index(solved.best)]
    quiet = [end for end in ends if not end.bid.is_board]
    rival = max(quiet, key=lambda end: end.margin, default=None)
    return tuple(_option(end, best, rival, rainbows, solved.objective.name) for end in ends)


def _end(solved: Solved, row: int, table: TrickTable, rainbows: Mapping[Side, int]) -> _End:
    start = solved.auctions.auction
    auction = Auction(start.dealer, start.cards, start.rules, solved.line(row))
    ns = 0 if auction.passed_out else table.ns_tricks(auction)
    tricks = {Side.NS: ns, Side.EW: start.cards - ns}
    value = solved.objective.shown(solved.keys[0][solved.kind(row)].item())
    return _End(auction, start.order[solved.made], tricks, deal_score(auction, ns, rainbows), value)


def _option(end: _End, best: _End, rival: _End | None, rainbows: Mapping[Side, int], objective: str) -> Option:
    auction, out = end.auction, end.auction.passed_out
    pays = _break_even(end, rival, rainbows) if end.bid.is_board and rival is not None else None
    return Option(
        bid=end.bid.to_json(),
        line={str(seat): bid.to_json() for seat, bid in auction.by_seat().items()},
        contracts={str(side): contract.to_json() for side, contract in auction.contracts().items()},
        leader=None if auction.leader is None else str(auction.leader),
        tricks=None if out else {str(side): taken for side, taken in end.tricks.items()},
        score={str(side): points for side, points in end.points.items()},
        margin=end.margin,
        value=end.value,
        level=auction.level(end.side) if end.bid.is_board else None,
        break_even=None if pays is None else float(pays),
        text=_sentence(end, best, pays, objective),
    )


def _break_even(end: _End, rival: _End, rainbows: Mapping[Side, int]) -> Fraction | None:
    """How likely all the tricks must be for this board to beat the best bid without board; None if never."""
    cards = end.auction.cards

    def margin(own: int) -> int:
        points = deal_score(end.auction, own if end.side is Side.NS else cards - own, rainbows)
        return points[end.side] - points[end.side.other]

    won, lost = margin(cards), margin(cards - 1)
    if won <= max(lost, rival.margin):
        return None
    return max(Fraction(0), Fraction(rival.margin - lost, won - lost))


def _sentence(end: _End, best: _End, pays: Fraction | None, objective: str) -> str:
    word = _word(end.bid).capitalize()
    if end.auction.passed_out:
        said = f"{word} ends in four passes: nobody scores and the same hand size is dealt again"
    else:
        own, other = (_fate(end, side) for side in (end.side, end.side.other))
        said = f"{word}{_lead(end, best)}: {own}, {other}"
    if end.bid.is_board:
        said += f"; it pays from a chance of {float(pays):.0%} for all the tricks" if pays else ""
    return f"{said}{_compared(end, best, objective)}."


def _lead(end: _End, best: _End) -> str:
    """What the bid does to the first lead, or to who may lead trumps at once (R10, R12), against the best one."""
    leader = end.auction.leader
    if leader is None or best.auction.leader is None or end is best:
        return ""
    more = end.tricks[leader.side] - best.tricks[leader.side]
    trick = f"a {_ORDINALS[end.tricks[leader.side]]} trick"
    cost = f", which costs {leader.side} {_count(-more, 'trick')}" if more < 0 else ""
    if leader is best.auction.leader:
        # The same leader, other tricks: then the claims differ, and with them the exempt seats.
        gain = f", which brings {leader.side} {trick}" if more > 0 else cost
        return f" changes who may lead trumps at once{gain}" if gain else ""
    if leader is end.seat:
        gain = f", and with it {trick} for {leader.side}" if more > 0 else cost
        return f" takes the lead{gain}"
    gain = f", who then takes {trick} for {leader.side}" if more > 0 else cost
    return f" hands the lead to {leader.full_name}{gain}"


def _fate(end: _End, side: Side) -> str:
    """What becomes of a side's contract."""
    contract, taken = end.auction.contracts()[side], end.tricks[side]
    points, cards = end.points[side], end.auction.cards
    got = "none" if taken == 0 else f"all {cards}" if taken == cards else str(taken)
    if contract.total is None:
        level = f"level {contract.claim}" + ("" if contract.level == contract.claim else f", times {contract.level}")
        return f"{side} in {contract} ({level}) take {got} ({points:+d})"
    if contract.total == 0:
        return f"{side} without a bid take {got} ({points:+d})"
    bids = end.auction.by_seat()
    numbers = [bids[seat].number for seat in end.auction.order if seat.side is side]
    parts = f" ({numbers[0]} and {numbers[1]})" if all(numbers) else ""
    if taken < contract.total:
        return f"{side} need {contract.total}{parts} and take {got if taken == 0 else f'only {got}'} ({points:+d})"
    over = taken - contract.total
    surplus = "exactly" if over == 0 else f"{_count(over, 'trick')} more than"
    return f"{side} take {surplus} their {contract.total}{parts} ({points:+d})"


def _compared(end: _End, best: _End, objective: str) -> str:
    """How the bid falls short of the best one, by what decides between them."""
    rival = _word(best.bid)
    if end is best:
        return ""
    less = best.value - end.value
    if less and objective == "win":
        return f"; wins {end.value:.1%} of the games, {rival} {best.value:.1%}"
    if less:
        worse = f"; {_count(round(less), 'point')} worse than {rival}"
        return worse + {"own": " for the own score", "safe": " if a trick goes astray"}.get(objective, "")
    if best.margin > end.margin:
        return f"; {_count(best.margin - end.margin, 'point')} worse than {rival}"
    if end.points[end.side] != best.points[end.side]:
        return f"; the margin of {rival}, with fewer points for both sides"
    return f"; as good as {rival}, which is the smaller bid"


def _word(bid: Bid) -> str:
    return "pass" if bid.is_pass else str(bid)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
