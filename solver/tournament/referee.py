"""The referee of a room: asks the bots, holds their answers to the rules, and scores a deal that a bot has lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from solver.deal import Deal
from solver.errors import shorten, shown
from solver.game.auction import Auction, Bid
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.play import Position
from solver.game.scoring import deal_score
from solver.players.bots.bot import Bot, BotError
from solver.players.bots.process import ProgramBot
from solver.seen_deal import SeenDeal
from solver.tournament.clock import Clock

__all__ = ["Lapse", "LapseError", "Referee", "forfeit", "raised"]

Doing = Literal["sit", "bid", "card"]
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Lapse:
    """Why a bot lost a deal: who, asked for what, and what went wrong."""

    seat: Seat
    doing: Doing
    reason: str


class LapseError(Exception):
    """A bot has lost the deal."""

    def __init__(self, lapse: Lapse) -> None:
        super().__init__(lapse.reason)
        self.lapse = lapse


class Referee:
    """Asks bots for bids and cards; LapseError where one gives none that is legal, in its time.

    ``limit`` is the seconds of a decision, None for no limit; programs keep their time themselves.  A bot that looks
    is shown what ``deal`` gives, and no other is.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._limit = limit

    def bid(self, bot: Bot, seen: SeenDeal, auction: Auction, deal: Callable[[], Deal], clock: Clock) -> Bid:
        """The bot's bid, which is legal."""
        bid = self._asked(bot, seen, deal, clock, "bid")
        if not isinstance(bid, Bid):
            raise LapseError(Lapse(seen.seat, "bid", f"{shown(bid)} is no bid"))
        if bid not in auction.legal():
            raise LapseError(Lapse(seen.seat, "bid", f"{bid.word} is not legal (R7)"))
        return bid

    def card(self, bot: Bot, seen: SeenDeal, position: Position, deal: Callable[[], Deal], clock: Clock) -> Card:
        """The bot's card, which is legal."""
        card = self._asked(bot, seen, deal, clock, "card")
        if not isinstance(card, Card):
            raise LapseError(Lapse(seen.seat, "card", f"{shown(card)} is no card"))
        if (fault := position.fault(card)) is not None:
            raise LapseError(Lapse(seen.seat, "card", fault.message))
        return card

    def _asked(
        self, bot: Bot, seen: SeenDeal, deal: Callable[[], Deal], clock: Clock, doing: Literal["bid", "card"]
    ) -> object:
        began = time.perf_counter()
        try:
            look = getattr(bot, "look", None)  # an OpenBot; to ask its protocol takes longer than most answers
            if look is not None:
                look(deal())
            answer: object = bot.bid(seen) if doing == "bid" else bot.play(seen)
        except Exception as error:  # whatever a bot does wrong loses a deal, never the match
            raise LapseError(Lapse(seen.seat, doing, raised(error))) from error
        took = time.perf_counter() - began
        clock.add(doing, took)
        if self._limit is not None and took > self._limit and not isinstance(bot, ProgramBot):
            raise LapseError(Lapse(seen.seat, doing, f"no answer within {self._limit:g} s"))
        return answer


def raised(error: Exception) -> str:
    """What a bot raised, as a reason."""
    return str(error) if isinstance(error, BotError) else shorten(f"{type(error).__name__}: {error}", _LONGEST)


def forfeit(auction: Auction, position: Position | None, side: Side, rainbows: Mapping[Side, int]) -> dict[Side, int]:
    """Both sides' points of a deal that ``side`` has lost by an error: no legal way of going on could end worse for it.

    In the play the side takes no trick more.  In the bidding it passes from here on, and the other side bids what
    costs it most and takes all tricks; where nobody would then have bid (R9), it does so in the deal that follows.
    A bot that passes and plays anything legal has at least that, so that no error can gain.
    """
    if position is not None:
        left = auction.cards - position.ns_tricks - position.ew_tricks
        ns_tricks = position.ns_tricks + (left if side is Side.EW else 0)
        return deal_score(auction, ns_tricks, rainbows)
    ns_tricks = 0 if side is Side.NS else auction.cards
    ends = [
        _dealt_again(auction, side) if end.passed_out else deal_score(end, ns_tricks, rainbows)
        for end in _endings(auction, side)
    ]
    return min(ends, key=lambda points: points[side] - points[side.other])


def _dealt_again(auction: Auction, side: Side) -> dict[Side, int]:
    """The worst for ``side`` of the same size dealt again, be the others' hands rainbows both."""
    ns_tricks = 0 if side is Side.NS else auction.cards
    rainbows = {side: 0, side.other: 2 if auction.cards == len(Suit) else 0}
    fresh = Auction(auction.dealer, auction.cards, auction.rules)
    ends = [deal_score(end, ns_tricks, rainbows) for end in _endings(fresh, side) if not end.passed_out]
    return min(ends, key=lambda points: points[side] - points[side.other])


def _endings(auction: Auction, side: Side) -> list[Auction]:
    """The auctions in which ``side`` passes from here on."""
    left = auction.order[len(auction.bids) :]
    numbers = [Bid.of(number) for number in range(auction.rules.top_bid(auction.cards) + 1)]
    every = [*numbers, *((Bid.BOARD,) if auction.rules.has_boards else ())]
    endings = []
    for bids in product(*([Bid.PASS] if seat.side is side else every for seat in left)):
        end = auction
        for bid in bids:
            if bid not in end.legal():
                break
            end = end.bid(bid)
        else:
            endings.append(end)
    return endings
