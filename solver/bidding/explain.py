"""Each bid's consequences and a plain sentence that says them (R8, R10, R15, R16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from solver.bidding.result import Option
from solver.formats.words import bids_text
from solver.game.auction import Auction, Bid
from solver.game.cards import Seat, Side
from solver.game.scoring import deal_score

__all__ = ["Ending", "explain", "told_together"]

_ORDINALS: Final = (
    *("no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A finished auction as ``seat`` sees it, who was to bid: what it brings with best play.

    ``value`` is what the objective looks at first, in its unit.
    """

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


def explain(
    endings: Sequence[Ending], best: Ending, rainbows: Mapping[Side, int], objective: str
) -> tuple[Option, ...]:
    """An Option for each of the seat's bids, told by what it leads to; ``best`` is one of ``endings``.

    ``rainbows`` counts rainbow hands by side; ``objective`` is the name of what all bid for.
    """
    without_board = [ending for ending in endings if not ending.bid.is_board]
    rival = max(without_board, key=lambda ending: ending.margin, default=None)
    return tuple(_option(ending, best, rival, rainbows, objective) for ending in endings)


def told_together(options: Sequence[Option], best: Bid, bare: Auction, seat: Seat, objective: str) -> tuple[str, ...]:
    """The options' sentences, one for all neighbours that lead to the same lead, contracts, tricks and points.

    ``bare`` is the deal's auction before any bid; ``best`` is the bid of one of the options.
    """
    endings = {option.bid: _ending(option, bare, seat) for option in options}
    texts = []
    for _, same in groupby(options, key=lambda option: _outcome(endings[option.bid])):
        group = list(same)
        if len(group) == 1:
            texts.append(group[0].text)
            continue
        bids = [option.bid for option in group]
        ending = endings[best] if best in bids else endings[bids[0]]
        texts.append(_sentence(ending, endings[best], objective, bids))
    return tuple(texts)


def _ending(option: Option, bare: Auction, seat: Seat) -> Ending:
    auction = Auction(bare.dealer, bare.cards, bare.rules, tuple(option.line.values()))
    return Ending(auction, seat, option.tricks or dict.fromkeys(Side, 0), option.score, option.value)


def _outcome(ending: Ending) -> tuple[object, ...]:
    auction = ending.auction
    contracts, tricks, points = auction.contracts(), ending.tricks, ending.points
    return (auction.leader, auction.exempt, ending.value, *((contracts[s], tricks[s], points[s]) for s in Side))


def _option(ending: Ending, best: Ending, rival: Ending | None, rainbows: Mapping[Side, int], objective: str) -> Option:
    auction = ending.auction
    is_board = ending.bid.is_board
    pays = _break_even(ending, rival, rainbows) if is_board and rival is not None else None
    return Option(
        bid=ending.bid,
        line=auction.by_seat(),
        contracts=auction.contracts(),
        leader=auction.leader,
        tricks=None if auction.passed_out else ending.tricks,
        score=ending.points,
        margin=ending.margin,
        value=ending.value,
        level=auction.level(ending.side) if is_board else None,
        break_even=None if pays is None else float(pays),
        text=_sentence(ending, best, objective, pays=pays, rival=rival),
    )


def _break_even(ending: Ending, rival: Ending, rainbows: Mapping[Side, int]) -> Fraction | None:
    """How likely all the tricks must be for this board to beat the best bid without board; None if never."""
    cards = ending.auction.cards

    def margin(own: int) -> int:
        points = deal_score(ending.auction, own if ending.side is Side.NS else cards - own, rainbows)
        return points[ending.side] - points[ending.side.other]

    won, lost = margin(cards), margin(cards - 1)
    if won <= max(lost, rival.margin):
        return None
    return max(Fraction(0), Fraction(rival.margin - lost, won - lost))


def _sentence(
    ending: Ending,
    best: Ending,
    objective: str,
    bids: Sequence[Bid] | None = None,
    *,
    pays: Fraction | None = None,
    rival: Ending | None = None,
) -> str:
    """Of one bid, or of several ``bids`` that all lead to what ``ending`` is.

    ``pays`` is the chance from which a board beats the ``rival`` bid: what that one brings stays as it is, all tricks
    or all but one are taken, and the other side's points count.
    """
    several = bids is not None
    word = bids_text(bids or [ending.bid], "and").capitalize()
    if ending.auction.passed_out:
        sentence = f"{word} ends in four passes: nobody scores and the same hand size is dealt again"
    else:
        own, other = (_fate(ending, side, several) for side in (ending.side, ending.side.other))
        sentence = f"{word}{_lead(ending, best, several)}: {own}, {other}"
    if pays and rival is not None:
        chance = f"it pays from a chance of {float(pays):.0%} for all the tricks"
        sentence += f"; {chance}, against what {rival.bid.word} brings here"
    return f"{sentence}{_compared(ending, best, objective)}."


def _lead(ending: Ending, best: Ending, several: bool) -> str:
    """What the bid does to the first lead, or to who may lead trumps at once (R10, R12), against the best one."""
    leader = ending.auction.leader
    if leader is None or best.auction.leader is None or ending is best:
        return ""
    s = "" if several else "s"
    more = ending.tricks[leader.side] - best.tricks[leader.side]
    trick = f"a {_ORDINALS[ending.tricks[leader.side]]} trick"
    cost = f", which costs {leader.side} {_count(-more, 'trick')}" if more < 0 else ""
    if leader is best.auction.leader:
        # The same leader, other tricks: then the boards differ, and with them the exempt seats.
        gain = f", which brings {leader.side} {trick}" if more > 0 else cost
        return f" change{s} who may lead trumps at once{gain}" if gain else ""
    if leader is ending.seat:
        gain = f", and with it {trick} for {leader.side}" if more > 0 else cost
        return f" take{s} the lead{gain}"
    gain = f", who then takes {trick} for {leader.side}" if more > 0 else cost
    return f" hand{s} the lead to {leader.full_name}{gain}"


def _fate(ending: Ending, side: Side, several: bool) -> str:
    """What becomes of a side's contract; its two numbers differ between ``several`` bids."""
    contract, taken = ending.auction.contracts()[side], ending.tricks[side]
    points, cards = ending.points[side], ending.auction.cards
    got = "none" if taken == 0 else f"all {cards}" if taken == cards else str(taken)
    if contract.total is None:
        level = f"level {contract.board_number}" + (
            "" if contract.level == contract.board_number else f", times {contract.level}"
        )
        return f"{side} in {contract} ({level}) take {got} ({points:+d})"
    if contract.total == 0:
        return f"{side} without a bid take {got} ({points:+d})"
    bids = ending.auction.by_seat()
    numbers = [bids[seat].number for seat in ending.auction.order if seat.side is side]
    apart = all(numbers) and not (several and side is ending.side)
    parts = f" ({numbers[0]} and {numbers[1]})" if apart else ""
    if taken < contract.total:
        return f"{side} need {contract.total}{parts} and take {got if taken == 0 else f'only {got}'} ({points:+d})"
    over = taken - contract.total
    surplus = "exactly" if over == 0 else f"{_count(over, 'trick')} more than"
    return f"{side} take {surplus} their {contract.total}{parts} ({points:+d})"


def _compared(ending: Ending, best: Ending, objective: str) -> str:
    """How the bid falls short of the best one, by what decides between them."""
    rival = best.bid.word
    if ending is best:
        return ""
    less = best.value - ending.value
    if less and objective == "win":
        return f"; wins {ending.value:.1%} of the games, {rival} {best.value:.1%}"
    if less:
        worse = f"; {_count(round(less), 'point')} worse than {rival}"
        return worse + {"own": " for the own score", "safe": " if a trick goes astray"}.get(objective, "")
    if best.margin > ending.margin:
        return f"; {_count(best.margin - ending.margin, 'point')} worse than {rival}"
    if ending.points[ending.side] != best.points[ending.side]:
        return f"; the margin of {rival}, with fewer points for both sides"
    return f"; as good as {rival}, which is the smaller bid"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
