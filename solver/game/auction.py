"""The bidding: what each seat may bid, who leads, and what the two sides must make (R6 to R10, R12 a)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from solver.errors import BidError, check_kind, json_pointer, shorten
from solver.game.cards import Seat, Side
from solver.game.rules import STANDARD, BoardExemption, BoardMultiplier, Rules, SideTotalCap

__all__ = ["Auction", "Bid", "Contract", "exempt_seats"]

_LEVEL_NAMES: Final = ("", "board", "double board", "triple board", "quadruple board")


@dataclass(frozen=True, order=True, slots=True)
class Bid:
    """Pass, a number of tricks, or board, ordered in that way; ``number`` is 0 for pass and for board.

    A bid equals its JSON form and prints as it: ``Bid.of(3) == 3``, ``Bid.BOARD == "board"``.
    """

    is_board: bool
    number: int

    PASS: ClassVar[Bid]
    BOARD: ClassVar[Bid]

    @classmethod
    def of(cls, number: int) -> Bid:
        """The bid of ``number`` tricks, 0 … 13; 0 is pass.  BidError otherwise."""
        if not 0 <= number <= 13:
            raise BidError("a bid is pass, a number up to 13, or board", "R7")
        return _NUMBERS[number]

    @classmethod
    def parse(cls, value: object) -> Bid:
        """A number or its digits, ``pass``, ``P``, ``board`` or ``B`` in any case; BidError otherwise."""
        if isinstance(value, str):
            word = value.strip().upper()
            if word in ("PASS", "P"):
                return cls.PASS
            if word in ("BOARD", "B"):
                return cls.BOARD
            if word.isascii() and word.isdigit() and len(word) <= 2:
                return cls.of(int(word))
            raise BidError(f"'{shorten(value)}' is no bid: use pass, a number or board", "R7")
        if isinstance(value, Bid):
            return value
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value in range(14):
            return cls.of(int(value))  # 9.0 is 9 in JSON
        raise BidError("a bid is pass, a number up to 13, or board", "R7")

    @property
    def is_pass(self) -> bool:
        return self == Bid.PASS

    @property
    def word(self) -> str:
        """``pass``, the number, or ``board``, as people say it."""
        return "pass" if self.is_pass else str(self)

    def to_json(self) -> int | str:
        """0 for pass, the number, or ``"board"``."""
        return "board" if self.is_board else self.number

    def __eq__(self, other: object) -> bool:
        return self is other or self.to_json() == (other.to_json() if isinstance(other, Bid) else other)

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __str__(self) -> str:
        return str(self.to_json())

    def __repr__(self) -> str:
        return repr(self.to_json())


_NUMBERS: Final = tuple(Bid(False, number) for number in range(14))
Bid.PASS = _NUMBERS[0]
Bid.BOARD = Bid(True, 0)


@dataclass(frozen=True, slots=True)
class Contract:
    """What a side must make: ``total`` tricks, or all of them at multiplier ``level``.

    ``total`` is None and ``level`` at least 1 for a side in board; ``board_number`` is then 1 … 4, which
    board of the deal the level comes from (R8, R16).  A contract equals its JSON form and prints as it.
    """

    side: Side
    total: int | None
    level: int = 0
    board_number: int = 0

    @property
    def is_board(self) -> bool:
        return self.level > 0

    def made(self, tricks: int, cards: int) -> bool:
        """Whether ``tricks`` of ``cards`` are enough (R15, R16)."""
        return tricks == cards if self.total is None else tricks >= self.total

    def to_json(self) -> int | str:
        """The total as a number, or ``"board"``, ``"double board"`` …"""
        return _LEVEL_NAMES[self.board_number] if self.total is None else self.total

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Contract):
            return (self.side, self.total, self.level, self.board_number) == (
                other.side,
                other.total,
                other.level,
                other.board_number,
            )
        return self.to_json() == other

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __str__(self) -> str:
        return str(self.to_json())

    def __repr__(self) -> str:
        return repr(self.to_json())


def exempt_seats(claimants: Collection[Seat], rules: Rules) -> frozenset[Seat]:
    """Who may lead trump at any time when these seats claimed board (R12 a)."""
    claimants = frozenset(claimants)
    match rules.board_lead_exemption:
        case BoardExemption.CLAIMANT:
            return claimants
        case BoardExemption.SIDE:
            return claimants | {seat.partner for seat in claimants}
        case BoardExemption.ANYONE:
            return frozenset(Seat) if claimants else claimants
        case BoardExemption.NONE:
            return frozenset()


@dataclass(frozen=True, slots=True)
class Auction:
    """The bids so far, in bidding order from the dealer's left (R6), and all that follows from them.

    ``cards`` is the hand size, 1 … 13.  BidError, pointing to ``/bids/<seat>``, if a bid is not allowed.
    Only as many boards may be claimed as ``rules.board_levels`` has levels.
    """

    dealer: Seat
    cards: int
    rules: Rules = STANDARD
    bids: tuple[Bid, ...] = ()

    def __post_init__(self) -> None:
        check_kind("dealer", self.dealer, Seat)
        check_kind("cards", self.cards, int)
        check_kind("rules", self.rules, Rules)
        for bid in self.bids:
            check_kind("bids", bid, Bid)
        if not 1 <= self.cards <= 13:
            raise BidError("a hand has 1 to 13 cards", "R2")
        for index, bid in enumerate(self.bids):
            self._check(self.bids[:index], bid)

    @property
    def order(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The seats as they bid, the dealer last (R6)."""
        return self.dealer.next.clockwise()

    @property
    def next(self) -> Seat | None:
        """Who bids next; None when all four have."""
        return None if self.complete else self.order[len(self.bids)]

    @property
    def complete(self) -> bool:
        return len(self.bids) >= 4

    def by_seat(self) -> dict[Seat, Bid]:
        """The bids made, by seat, in bidding order."""
        return dict(zip(self.order, self.bids, strict=False))

    def legal(self) -> tuple[Bid, ...]:
        """What the next seat may bid, ascending, board last; empty when the auction is complete (R7)."""
        if self.complete:
            return ()
        top = min(self.rules.top_bid(self.cards), self._room(self.bids))
        boards = (Bid.BOARD,) if self._may_bid_board(self.bids) else ()
        return _NUMBERS[: top + 1] + boards

    def bid(self, bid: Bid) -> Auction:
        """The auction after the next seat's ``bid``; BidError if it is not legal."""
        return Auction(self.dealer, self.cards, self.rules, (*self.bids, bid))

    @property
    def passed_out(self) -> bool:
        """All four passed: no score, the same hand size is dealt again (R9)."""
        return self.complete and all(bid == Bid.PASS for bid in self.bids)

    @property
    def claimants(self) -> tuple[Seat, ...]:
        """Who claimed board, in the order of the bids (R8)."""
        return tuple(seat for seat, bid in zip(self.order, self.bids, strict=False) if bid.is_board)

    @property
    def board_mask(self) -> int:
        """The claimants as a set, bit Seat."""
        return sum(1 << seat for seat in self.claimants)

    @property
    def leader(self) -> Seat | None:
        """Who leads to the first trick (R10); None when nobody does or not all have bid."""
        if not self.complete or self.passed_out:
            return None
        if claimants := self.claimants:
            return claimants[-1]
        return self.order[self.bids.index(max(self.bids))]  # index: the first of equal numbers

    @property
    def exempt(self) -> frozenset[Seat]:
        """Who may lead trump at any time thanks to a board (R12 a)."""
        return exempt_seats(self.claimants, self.rules)

    def level(self, side: Side) -> int:
        """The multiplier of the side's board; 0 if the side is not in board (R8, R16)."""
        number = self._board_number(side)
        return self.rules.board_levels[number - 1] if number else 0

    def total(self, side: Side) -> int | None:
        """The side's numbers added up; None if it is in board (R7, R8)."""
        if self._board_number(side):
            return None
        return sum(bid.number for seat, bid in zip(self.order, self.bids, strict=False) if seat.side is side)

    def contracts(self) -> dict[Side, Contract]:
        """What each side must make, as far as has been bid."""
        return {side: Contract(side, self.total(side), self.level(side), self._board_number(side)) for side in Side}

    def _board_number(self, side: Side) -> int:
        """Which board of the deal, 1 … 4, sets the side's level; 0 for none."""
        sides = [seat.side for seat in self.claimants]
        if side not in sides:
            return 0
        if self.rules.board_multiplier is BoardMultiplier.DEAL_HIGHEST:
            return len(sides)
        return max(number for number, bid_by in enumerate(sides, 1) if bid_by is side)

    def _room(self, before: tuple[Bid, ...]) -> int:
        """The highest number that the cap on a side's total leaves to whoever bids after ``before`` (R7)."""
        if self.rules.side_total_cap is SideTotalCap.NONE or len(before) < 2:
            return 13
        return self.cards - before[-2].number  # a partner's board counts 0

    def _may_bid_board(self, before: tuple[Bid, ...]) -> bool:
        return sum(bid.is_board for bid in before) < len(self.rules.board_levels)

    def _check(self, before: tuple[Bid, ...], bid: Bid) -> None:
        if len(before) >= 4:
            raise BidError("more than four bids: each seat bids once", "R6", pointer="/bids")
        seat = self.order[len(before)]
        if bid.is_board:
            if self._may_bid_board(before):
                return
            if not self.rules.has_boards:
                text, rule = f"{seat} may not claim board: these rules have none", "R8"
            else:
                text, rule = f"{seat} may not claim board: all levels of these rules are taken", "R8"
        elif bid.number > (top := self.rules.top_bid(self.cards)):
            text, rule = f"{seat}'s {bid} is above the highest bid, {top} with {self.cards} in hand", "R7"
        elif bid.number > self._room(before):
            partner = before[-2]
            text, rule = f"{seat}'s {bid} and partner's {partner} exceed the {self.cards} cards in hand", "R7"
        else:
            return
        raise BidError(text, rule, pointer=json_pointer("bids", seat))
