"""A room plays by the rules: redeals, dealers, forfeits, what bots are told of a game."""

from __future__ import annotations

import pytest
from odd_bots import Raising, Saying

from solver.deal import Deal, replay
from solver.dealing import deal_shown
from solver.game.auction import Bid
from solver.game.cards import Seat, Side
from solver.game.rules import PRESETS, RedealDealer, Rules
from solver.game.scoring import deal_score
from solver.players.bots.bot import Bot, Chair, Standing
from solver.players.bots.roster import Entry
from solver.seen_deal import SeenDeal
from solver.tournament.clock import Clock
from solver.tournament.match import MOST_REDEALS, Board
from solver.tournament.room import PlayedDeal, Room


class Seated:
    """A player of one bot, which keeps the chairs it was given and what it heard."""

    def __init__(self, bot: Bot | None = None) -> None:
        self.bot = bot
        self.chairs: list[Chair] = []
        self.heard: list[tuple[Deal, dict[str, int]]] = []

    def sit(self, chair: Chair) -> Bot:
        self.chairs.append(chair)
        return self.bot or Entry.parse("random").player().sit(chair)

    def rise(self, deal: Deal, points: dict[str, int]) -> None:
        self.heard.append((deal, points))

    def close(self) -> None:
        pass


class Passing(Saying):
    """Passes."""

    def __init__(self) -> None:
        super().__init__(Bid.PASS, None)


def room(rules: Rules, players: dict[Seat, Seated]) -> Room:
    return Room(rules, players, {side: Clock() for side in Side}, None, "room 0")


@pytest.mark.parametrize("rules", PRESETS)
def test_a_deal_is_the_one_of_the_seed_and_scored_by_the_rules(rules: str) -> None:
    table = PRESETS[rules]
    for number in range(15):
        players = {seat: Seated() for seat in Seat}
        board = Board(1 + number % 5, f"room/{number}")
        *redeals, last = room(table, players).play(board, None)
        for attempt, played in enumerate([*redeals, last]):
            dealt, _ = deal_shown(board.cards, table, f"{board.seed}/{attempt}", played.deal.dealer)
            assert played.deal.hands == dealt.hands
        assert all(each.passed_out and each.points == {Side.NS: 0, Side.EW: 0} for each in redeals)
        position = replay(last.deal)
        assert position.finished
        assert last.points == deal_score(last.deal.auction, position.ns_tricks, last.deal.rainbows())
        assert last.tricks == {Side.NS: position.ns_tricks, Side.EW: position.ew_tricks}
        for seat, player in players.items():
            assert [chair.seat for chair in player.chairs] == [seat] * (len(redeals) + 1)
            assert len({chair.seed for chair in player.chairs}) == len(redeals) + 1
            assert not any(board.seed in chair.seed for chair in player.chairs)  # with it a bot could deal all hands
            assert [deal for deal, _ in player.heard] == [each.deal for each in (*redeals, last)]
            assert player.heard[-1][1] == {str(side): points for side, points in last.points.items()}


@pytest.mark.parametrize("who", RedealDealer)
def test_if_nobody_ever_bids_it_ends(who: RedealDealer) -> None:
    players = {seat: Seated(Passing()) for seat in Seat}
    played = list(room(Rules(redeal_dealer=who), players).play(Board(3, "x"), Seat.E))
    assert len(played) == MOST_REDEALS + 1
    assert all(each.passed_out for each in played)
    dealers = [each.deal.dealer for each in played]
    assert dealers[:3] == ([Seat.E] * 3 if who is RedealDealer.SAME else [Seat.E, Seat.S, Seat.W])
    assert len({each.deal.hands for each in played}) == len(played)


def test_who_fails_in_the_bidding_loses_the_deal() -> None:
    players = {seat: Seated(Raising() if seat is Seat.S else None) for seat in Seat}
    (played,) = room(Rules(), players).play(Board(4, "y"), Seat.E)
    assert played.lapse is not None
    assert (played.lapse.seat, played.lapse.doing) == (Seat.S, "bid")
    assert played.points[Side.NS] - played.points[Side.EW] < 0
    assert len(played.deal.bids) == 0  # S bids first
    assert played.tricks is None
    assert not played.passed_out


def test_who_fails_in_the_play_takes_no_trick_more() -> None:
    class Failing(Saying):
        """Bids 2, and plays nothing."""

        def __init__(self) -> None:
            super().__init__(Bid.of(2), None)

    players = {seat: Seated(Failing() if seat is Seat.W else Passing()) for seat in Seat}
    for each in (Seat.N, Seat.E, Seat.S):
        players[each].bot = Legal()
    (played,) = room(Rules(), players).play(Board(4, "z"), Seat.E)
    assert played.lapse is not None
    assert (played.lapse.seat, played.lapse.doing) == (Seat.W, "card")
    assert len(played.deal.bids) == 4
    assert played.points[Side.EW] == -5 * 2


class Legal:
    """Passes, and plays the first legal card."""

    def bid(self, seen: SeenDeal) -> Bid:  # noqa: ARG002
        return Bid.PASS

    def play(self, seen: SeenDeal) -> object:
        return seen.legal_cards[0]


def test_who_cannot_sit_down_loses_the_deal() -> None:
    class Gone(Seated):
        def sit(self, chair: Chair) -> Bot:
            raise OSError(f"{chair.seat} is gone")

    players = {seat: Gone() if seat.side is Side.EW else Seated() for seat in Seat}
    (played,) = room(Rules(), players).play(Board(2, "s"), Seat.S)  # W bids first
    assert played.lapse is not None
    assert (played.lapse.seat, played.lapse.doing, played.lapse.reason) == (Seat.W, "sit", "OSError: W is gone")


def test_in_a_game_bots_are_told_the_points_of_their_side() -> None:
    players = {seat: Seated() for seat in Seat}
    board = Board(2, "g", None, 3, 25)
    list(room(Rules(), players).play(board, Seat.N, {Side.NS: 7, Side.EW: -2}))
    assert players[Seat.S].chairs[0].standing == Standing(3, 25, 7, -2)
    assert players[Seat.E].chairs[0].standing == Standing(3, 25, -2, 7)


def test_a_deal_played_says_what_there_is() -> None:
    deal, _ = deal_shown(2, Rules(), 1)
    assert PlayedDeal(deal, {Side.NS: 0, Side.EW: 0}).passed_out
