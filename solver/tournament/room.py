"""One room: four bots at a table, who bid and play what is dealt until somebody does not pass (R6 to R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from solver.deal import Deal
from solver.dealing import deal_shown
from solver.game.auction import Contract
from solver.game.cards import Card, Seat, Side
from solver.game.play import Position, tricks_by_side
from solver.game.rules import RedealDealer, Rules
from solver.game.scoring import deal_score
from solver.players.bots.bot import Bot, Chair, Standing
from solver.players.bots.roster import Player
from solver.seen_deal import SeenDeal
from solver.tournament.clock import Clock
from solver.tournament.match import MOST_REDEALS, Board
from solver.tournament.referee import Lapse, LapseError, Referee, forfeit, raised

__all__ = ["PlayedDeal", "Room"]


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal as far as it was bid and played, and its points.

    ``position`` is the end of the play, None where nothing was played; ``lapse`` says who lost the deal by an error.
    """

    deal: Deal
    points: dict[Side, int]
    position: Position | None = None
    lapse: Lapse | None = None

    @property
    def passed_out(self) -> bool:
        """Whether all passed (R9)."""
        return self.lapse is None and self.position is None

    @property
    def contracts(self) -> dict[Side, Contract]:
        """What each side had to make, as far as was bid."""
        return self.deal.auction.contracts()

    @property
    def tricks(self) -> dict[Side, int] | None:
        """The tricks of a deal that was played to its end."""
        if self.position is None or self.lapse is not None:
            return None
        return tricks_by_side(self.position.ns_tricks, self.deal.cards)


class Room:
    """Players by seat under one set of rules; ``clocks`` are those of the two sides."""

    def __init__(
        self, rules: Rules, players: Mapping[Seat, Player], clocks: Mapping[Side, Clock], limit: float | None, name: str
    ) -> None:
        self._rules = rules
        self._players = players
        self._clocks = clocks
        self._limit = limit
        self._referee = Referee(limit)
        self._name = name

    def play(self, board: Board, dealer: Seat | None, totals: Mapping[Side, int] | None = None) -> Iterator[PlayedDeal]:
        """The deals of a board, of which the last one counts: those before it all passed (R9).

        ``dealer`` deals first, whoever the seed draws where it is None; ``totals`` are the points of a game so far.
        """
        for redeal in range(MOST_REDEALS + 1):
            deal, exchanged = deal_shown(board.cards, self._rules, f"{board.seed}/{redeal}", dealer)
            chairs = {}
            for seat in Seat:
                standing = None
                if totals is not None:
                    standing = Standing(board.number, board.of, totals[seat.side], totals[seat.side.other])
                seed = _chance(f"{board.seed}/{redeal}/{self._name}/{seat}")
                chairs[seat] = Chair(seat, self._rules, seed, self._limit, standing)
            played = self._deal(deal, exchanged, chairs)
            points = {str(side): points for side, points in played.points.items()}
            for player in self._players.values():
                player.rise(played.deal, points)
            yield played
            if not played.passed_out:
                return
            assert deal.dealer is not None
            dealer = deal.dealer if self._rules.redeal_dealer is RedealDealer.SAME else deal.dealer.next

    def _deal(self, deal: Deal, exchanged: Seat | None, chairs: Mapping[Seat, Chair]) -> PlayedDeal:
        """One deal, bid and played."""
        auction, play = deal.auction, list[Card]()
        position: Position | None = None

        def so_far() -> Deal:
            return replace(deal, bids=auction.bids, play=tuple(play))

        def seen_by(seat: Seat) -> SeenDeal:
            hand = deal.hands[seat]
            bids = auction.bids
            return SeenDeal(seat, hand, deal.trump, deal.upcard, deal.dealer, exchanged, bids, tuple(play), self._rules)

        try:
            bots = self._seated(deal, chairs)
            while (seat := auction.next) is not None:
                clock = self._clocks[seat.side]
                auction = auction.bid(self._referee.bid(bots[seat], seen_by(seat), auction, so_far, clock))
            if auction.leader is None:
                return PlayedDeal(so_far(), dict.fromkeys(Side, 0))
            position = deal.start(auction.leader, auction.exempt)
            views = {seat: seen_by(seat) for seat in Seat}
            with_bids = so_far()
            while not position.finished:
                seat = position.turn
                card = self._referee.card(bots[seat], views[seat], position, lambda: with_bids, self._clocks[seat.side])
                position = position.after(card)
                play.append(card)
                views = {each: view.after(card) for each, view in views.items()}
        except LapseError as error:
            points = forfeit(auction, position, error.lapse.seat.side, deal.rainbows())
            return PlayedDeal(so_far(), points, position, error.lapse)
        return PlayedDeal(so_far(), deal_score(auction, position.ns_tricks, deal.rainbows()), position)

    def _seated(self, deal: Deal, chairs: Mapping[Seat, Chair]) -> dict[Seat, Bot]:
        """The bots that have sat down."""
        bots: dict[Seat, Bot] = {}
        for seat in deal.auction.order:
            try:
                bots[seat] = self._players[seat].sit(chairs[seat])
            except Exception as error:  # as in the play, it loses the deal and never the match
                raise LapseError(Lapse(seat, "sit", raised(error))) from error
        return bots


def _chance(text: str) -> str:
    """A seed for a bot, from which that of the deal cannot be read: with it the bot could deal all hands itself."""
    return sha256(f"back-alley/chair/{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
