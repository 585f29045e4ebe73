"""Best bidding by plain backward induction: recursion over the auction, one bid at a time.

Written from the rules with numbers and tuples only, apart from the values of ``Rules``; it shares no
code with ``solver.bidding``, ``solver.game.auction`` or ``solver.game.scoring``.  A bid is 0 … 13 or "board",
seats are 0 … 3 for N E S W, sides 0 for NS and 1 for EW.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Bid = int | str
Line = tuple[Bid, ...]


@dataclass
class Oracle:
    """One deal's auction.  ``ns`` and ``boards`` are the NS tricks by leader and by set of claimants."""

    cards: int
    dealer: int
    rules: Any
    ns: tuple[int, ...]
    boards: tuple[int, ...]
    rainbows: tuple[int, int] = (0, 0)
    objective: str = "margin"
    allowed: Callable[[Line], bool] | None = None
    known: dict[Line, tuple[int, int, int, int]] = field(default_factory=dict)

    def seat(self, place: int) -> int:
        return (self.dealer + 1 + place) % 4

    def legal(self, bids: Line) -> Iterator[Bid]:
        """The bids that may follow ``bids``, the smallest first."""
        top = self.cards if self.rules.max_bid == "n" else self.cards - 1
        partner = bids[-2] if len(bids) >= 2 else 0
        for number in range(top + 1):
            if self.rules.side_total_cap == "hand_size" and partner != "board" and number + int(partner) > self.cards:
                break
            yield number
        if sum(bid == "board" for bid in bids) < len(self.rules.board_levels):
            yield "board"

    def leader(self, bids: Line) -> int:
        """Who leads after four bids that are not all passes."""
        boards = [place for place in range(4) if bids[place] == "board"]
        if boards:
            return self.seat(boards[-1])
        numbers = [int(bid) for bid in bids]
        return self.seat(numbers.index(max(numbers)))

    def ns_tricks(self, bids: Line) -> int:
        mask = 0
        for place in range(4):
            if bids[place] == "board":
                mask += 2 ** self.seat(place)
        return self.boards[mask] if mask else self.ns[self.leader(bids)]

    def points(self, bids: Line, side: int, own_tricks: int) -> int:
        """The side's score when it takes ``own_tricks``."""
        rules = self.rules
        bonus = int(rules.rainbow_bonus) * self.rainbows[side]
        boards_bid, highest = 0, 0
        total = 0
        for place in range(4):
            mine = self.seat(place) % 2 == side
            if bids[place] == "board":
                boards_bid += 1
                if mine:
                    highest = boards_bid
            elif mine:
                total += int(bids[place])
        if highest:
            if rules.board_multiplier == "deal_highest":
                highest = boards_bid
            worth = int(rules.board_points) * self.cards * int(rules.board_levels[highest - 1])
            return bonus + (worth if own_tricks == self.cards else -worth)
        if own_tricks < total:
            return bonus - int(rules.fail_points) * total
        return bonus + int(rules.trick_points) * total + own_tricks - total

    def result(self, bids: Line) -> tuple[int, int, int, int]:
        """NS points, EW points, and the margins of NS and EW when that side takes one trick fewer."""
        if bids not in self.known:
            if all(bid == 0 for bid in bids):
                self.known[bids] = (0, 0, 0, 0)
            else:
                ns = self.ns_tricks(bids)
                ew = self.cards - ns
                less_ns, less_ew = max(0, ns - 1), max(0, ew - 1)
                safe_ns = safe_ew = 0
                if self.objective == "safe":
                    safe_ns = self.points(bids, 0, less_ns) - self.points(bids, 1, self.cards - less_ns)
                    safe_ew = self.points(bids, 1, less_ew) - self.points(bids, 0, self.cards - less_ew)
                self.known[bids] = (self.points(bids, 0, ns), self.points(bids, 1, ew), safe_ns, safe_ew)
        return self.known[bids]

    def keys(self, bids: Line, side: int) -> tuple[int, ...]:
        """What the side compares, the first first."""
        scores = self.result(bids)
        own, other = scores[side], scores[1 - side]
        if self.objective == "margin":
            return (own - other, own)
        if self.objective == "own":
            return (own, own - other)
        return (scores[2 + side], own - other, own)

    def best_line(self, bids: Line) -> Line | None:
        """How the auction ends with best bidding after ``bids``; None if no end is allowed."""
        if len(bids) == 4:
            return bids if self.allowed is None or self.allowed(bids) else None
        side = self.seat(len(bids)) % 2
        best: Line | None = None
        for bid in self.legal(bids):
            line = self.best_line((*bids, bid))
            if line is not None and (best is None or self.keys(line, side) > self.keys(best, side)):
                best = line
        return best

    def options(self, bids: Line) -> dict[str, Line]:
        """The line after every bid that the next seat may make."""
        lines = {str(bid): self.best_line((*bids, bid)) for bid in self.legal(bids)}
        return {bid: line for bid, line in lines.items() if line is not None}

    def margin(self, line: Line, side: int = 0) -> int:
        scores = self.result(line)
        return scores[side] - scores[1 - side]
