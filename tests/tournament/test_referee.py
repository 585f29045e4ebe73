"""What the referee lets pass, what loses a deal, and that nobody can gain by losing one so."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from odd_bots import Raising, Saying, Slow

from solver.dealing import deals
from solver.game.auction import Auction, Bid
from solver.game.cards import Card, Seat, Side
from solver.game.play import Position
from solver.game.rules import PRESETS, Rules
from solver.game.scoring import deal_score
from solver.players.bots.bot import Bot, Chair
from solver.players.bots.seer import SeerBot
from solver.tournament.clock import Clock
from solver.tournament.referee import LapseError, Referee, forfeit

DEAL = next(iter(deals(3, 1, seed="referee", rules=PRESETS["bab_online"])))
ORDER = DEAL.auction.order
PLAYED = DEAL.with_bids(map(Bid.of, (1, 0, 0, 0)))


def bid(bot: Bot, limit: float | None = None) -> Bid:
    return Referee(limit).bid(bot, DEAL.seen_by(ORDER[0]), DEAL.auction, lambda: DEAL, Clock())


def card(bot: Bot) -> Card:
    position = DEAL.start(ORDER[0])
    return Referee().card(bot, PLAYED.seen_by(ORDER[0]), position, lambda: PLAYED, Clock())


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Bid.of(9), r"9 is not legal \(R7\)"),
        (None, "None is no bid"),
        (2, "2 is no bid"),
        ("board", "'board' is no bid"),
    ],
)
def test_no_bid_but_a_legal_one_passes(said: object, reason: str) -> None:
    with pytest.raises(LapseError, match=reason) as caught:
        bid(Saying(said, None))
    assert (caught.value.lapse.seat, caught.value.lapse.doing) == (ORDER[0], "bid")


def test_no_card_but_a_legal_one_passes() -> None:
    legal = DEAL.start(ORDER[0]).legal()[0]
    assert card(Saying(None, legal)) is legal
    other = next(each for each in map(Card.parse, ("AS", "AH", "AD", "AC")) if DEAL.holder(each) is not ORDER[0])
    with pytest.raises(LapseError, match="does not hold") as caught:
        card(Saying(None, other))
    assert caught.value.lapse.doing == "card"
    with pytest.raises(LapseError, match="'AS' is no card"):
        card(Saying(None, "AS"))


def test_one_that_fails_or_is_late_loses() -> None:
    with pytest.raises(LapseError, match=f"ZeroDivisionError: no bid of {ORDER[0]}"):
        bid(Raising())
    with pytest.raises(LapseError, match=f"ZeroDivisionError: no card of {ORDER[0]}"):
        card(Raising())
    with pytest.raises(LapseError, match=r"no answer within 0\.01 s"):
        bid(Slow(0.05), 0.01)
    assert bid(Slow(0.0)) == Bid.PASS


def test_a_bot_that_looks_is_shown_the_deal_and_others_are_not() -> None:
    def never() -> None:
        raise AssertionError("a closed hand was shown the deal")

    assert bid(SeerBot(Chair(ORDER[0], DEAL.rules))) in DEAL.auction.legal()
    Referee().bid(Slow(0.0), DEAL.seen_by(ORDER[0]), DEAL.auction, never, Clock())  # type: ignore[arg-type]


def endings(auction: Auction) -> list[Auction]:
    """Every way in which the bidding may end."""
    if auction.complete:
        return [auction]
    return [end for bid in auction.legal() for end in endings(auction.bid(bid))]


def ends_with_passes(auction: Auction, side: Side) -> list[Auction]:
    """Those in which ``side`` passes from here on."""
    before = len(auction.bids)
    return [
        end
        for end in endings(auction)
        if all(bid == Bid.PASS for seat, bid in list(end.by_seat().items())[before:] if seat.side is side)
    ]


@pytest.mark.parametrize("rules", PRESETS)
def test_no_error_gains_in_the_bidding(rules: str) -> None:
    """The bot could pass and lose all tricks: whatever the others then bid, that is no worse than the error."""
    table = PRESETS[rules]
    rng = Random(rules)
    for _ in range(12):
        cards = rng.randint(1, 3)
        auction = Auction(rng.choice(list(Seat)), cards, table)
        for _ in range(rng.randint(0, 3)):
            auction = auction.bid(rng.choice(auction.legal()))
        if auction.complete:
            continue
        side = (auction.next or Seat.N).side
        points = forfeit(auction, None, side, dict.fromkeys(Side, 0))
        lost = points[side] - points[side.other]
        passed = ends_with_passes(auction, side)
        if any(end.passed_out for end in passed):  # and all is dealt again
            passed += ends_with_passes(Auction(Seat.N, cards, table), side)
        worst = min(
            score[side] - score[side.other]
            for end, taken in product(passed, range(cards + 1))
            for score in [deal_score(end, taken)]
        )
        assert lost == worst


def test_no_error_gains_in_the_play() -> None:
    rng = Random(2)
    for deal in deals(4, 20, seed=9, rules=PRESETS["bab_online"]):
        auction = deal.auction
        while not auction.complete:
            auction = auction.bid(rng.choice(auction.legal()))
        if auction.leader is None:
            continue
        position = deal.start(auction.leader, auction.exempt)
        for _ in range(rng.randint(0, 15)):
            position = position.play(rng.choice(position.legal()))
        for side in Side:
            lost = forfeit(auction, position, side, deal.rainbows())
            assert all(
                lost[side] - lost[side.other] <= end[side] - end[side.other]
                for end in (ends(auction, position, deal.rainbows()))
            )


def ends(auction: Auction, position: Position, rainbows: dict[Side, int]) -> list[dict[Side, int]]:
    """The points of every number of tricks that may still come."""
    left = auction.cards - position.ns_tricks - position.ew_tricks
    return [deal_score(auction, position.ns_tricks + more, rainbows) for more in range(left + 1)]


def test_where_nobody_may_claim_board_the_others_bid_all_tricks() -> None:
    auction = Auction(Seat.W, 3, Rules(board_levels=()), ())
    assert forfeit(auction, None, Side.NS, dict.fromkeys(Side, 0)) == {Side.NS: 0, Side.EW: 15}


def test_an_error_does_not_save_a_side_from_the_deal_that_would_follow() -> None:
    """Nobody having bid, the last to bid could pass and lose the next deal; an error was without cost there."""
    rules = Rules(rainbow_bonus=10)
    for cards, rainbows in ((3, 0), (4, 20)):
        auction = Auction(Seat.W, cards, rules, (Bid.PASS,) * 3)
        points = forfeit(auction, None, Side.EW, dict.fromkeys(Side, 0))
        assert points == {Side.NS: rules.board_points * cards * rules.board_levels[1] + rainbows, Side.EW: 0}
