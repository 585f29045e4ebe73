"""``seer``: what it bids and plays is best with open cards; without a look it gives no answer."""

from __future__ import annotations

import pytest

from solver.bidding import optimal_bids
from solver.dealing import deals
from solver.game.auction import Bid
from solver.game.cards import Side
from solver.players.bots.bot import BotError, Chair, OpenBot
from solver.players.bots.seer import SeerBot
from solver.search.engine import Engine


def test_its_bids_are_best_bids_and_its_cards_lose_nothing() -> None:
    for deal in deals(4, 6, seed="seer"):
        auction = deal.auction
        while (seat := auction.next) is not None:
            shown = deal.with_bids(auction.bids)
            bot = SeerBot(Chair(seat, deal.rules))
            bot.look(shown)
            bid = bot.bid(shown.seen_by(seat))
            assert bid == optimal_bids(shown).best
            auction = auction.bid(bid)
        shown = deal.with_bids(auction.bids)
        if auction.leader is None:
            continue
        position = deal.start(auction.leader, auction.exempt)
        engine = Engine(deal.rules, 16)
        value = engine.value(position)
        play = []
        while not position.finished:
            bot = SeerBot(Chair(position.turn, deal.rules))
            bot.look(shown.with_play(play))
            play.append(bot.play(shown.with_play(play).seen_by(position.turn)))
            position = position.play(play[-1])
        assert position.ns_tricks == value


def test_it_needs_a_look() -> None:
    deal = next(iter(deals(3, 1, seed=2)))
    seat = deal.auction.next
    assert seat is not None
    bot = SeerBot(Chair(seat, deal.rules))
    assert isinstance(bot, OpenBot)
    with pytest.raises(BotError, match="shown no hands"):
        bot.bid(deal.seen_by(seat))


def test_a_board_that_is_sure_is_claimed() -> None:
    """Its partner holds what it lacks, which no closed hand could know."""
    deal = next(
        deal for deal in deals(1, 200, seed=5) if deal.dealer is not None and optimal_bids(deal).best == Bid.BOARD
    )
    seat = deal.auction.next
    assert seat is not None
    bot = SeerBot(Chair(seat, deal.rules))
    bot.look(deal)
    assert bot.bid(deal.seen_by(seat)) == Bid.BOARD
    assert seat.side in Side
