"""Random played hands, and what is wrong with a review of one: every number found again by other means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from random_positions import from_position
from reference import card_values

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.auction import Auction
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.play import Position, trick_winner
from solver.game.rules import (
    PRESETS,
    BigLed,
    BoardExemption,
    BoardMultiplier,
    BreakOn,
    JokerUpcard,
    LittleLed,
    MaxBid,
    Rules,
    SideTotalCap,
)
from solver.game.scoring import deal_score
from solver.reviewing.result import Review
from solver.search import Engine

PLAYED_LINE = "W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS.2H.3H.4H.5H.4C.BB.2C.3C up=7H"
PLAYED = Deal.parse(PLAYED_LINE)
"""A small hand: W leads, N overtakes its partner in trick 1 for nothing, E gives a trick up in trick 2."""
REFEREE_CARDS = 4
"""Up to so many cards the plain referee stands in for the search."""


def random_rules(rng: Random) -> Rules:
    """A preset, or knobs of all kinds that touch bids, play or score."""
    if rng.random() < 0.3:
        return rng.choice(list(PRESETS.values()))
    return Rules(
        joker_upcard=rng.choice(list(JokerUpcard)),
        trump_source=rng.choice([None, None, None, *Suit]),
        max_bid=rng.choice(list(MaxBid)),
        side_total_cap=rng.choice(list(SideTotalCap)),
        break_on=rng.choice(list(BreakOn)),
        board_lead_exemption=rng.choice(list(BoardExemption)),
        big_led=rng.choice(list(BigLed)),
        little_led=rng.choice(list(LittleLed)),
        trick_points=rng.choice([5, 10, 4, 3]),
        fail_points=rng.choice([5, 10, 4, 3]),
        board_points=rng.choice([10, 20, 6]),
        board_levels=rng.choice([(1, 2, 3, 4), (1, 2, 4, 8), (1, 2), ()]),
        board_multiplier=rng.choice(list(BoardMultiplier)),
        rainbow_bonus=rng.choice([0, 10, 8]),
        bloopers=rng.random() < 0.8,
    )


def random_hand(rng: Random, cards: int, rules: Rules | None = None, whole: float = 0.7) -> Deal:
    """A deal with all bids and some legal play, complete with chance ``whole``; players are often careful."""
    rules = random_rules(rng) if rules is None else rules
    deal = deal_hands(cards, rules, rng.getrandbits(48))
    auction = deal.auction
    for _ in range(4):
        legal = auction.legal()
        auction = auction.bid(rng.choice([*legal[: 1 + cards // 2], *legal[: 1 + cards // 2], legal[-1]]))
    deal = deal.with_bids(auction.bids)
    if auction.leader is None:
        return deal
    count = 4 * cards if rng.random() < whole else rng.randint(0, 4 * cards)
    return deal.with_play(random_play(deal.start(auction.leader, auction.exempt), rng, count))


def random_play(position: Position, rng: Random, count: int, care: float = 0.6) -> list[Card]:
    """``count`` legal cards, the best ones with chance ``care``."""
    engine = Engine(position.rules)
    play = []
    for _ in range(count):
        cards = position.legal()
        if len(cards) > 1 and rng.random() < care:
            values = engine.card_values(position)
            best = (max if position.turn.side is Side.NS else min)(values.values())
            cards = tuple(card for card, ns in values.items() if ns == best)
        play.append(rng.choice(cards))
        position = position.play(play[-1])
    return play


def by_tricks(deal: Deal, leaders: bool) -> list[Any]:
    """A play trick by trick as JSON, with who led if ``leaders``."""
    assert deal.auction.leader is not None
    leader, tricks = deal.auction.leader, []
    for first in range(0, len(deal.play), 4):
        cards = deal.play[first : first + 4]
        names = [card.name for card in cards]
        tricks.append({"leader": str(leader), "cards": names} if leaders else names)
        leader = trick_winner(cards, leader, deal.trump)
    return tricks


def timeless(review: Review) -> dict[str, Any]:
    """The review as JSON without the work that it took."""
    return {name: value for name, value in review.to_dict().items() if name not in ("ms", "nodes")}


def faults(deal: Deal, review: Review) -> Iterator[str]:
    """Everything in the review of ``deal``, legally played and bid to the end, that other means contradict."""
    yield from _bid_faults(deal, review)
    yield from _play_faults(deal, review)
    yield from _sum_faults(review)


def _bid_faults(deal: Deal, review: Review) -> Iterator[str]:
    """Against optimal_bids, asked anew before and after each bid."""
    par = optimal_bids(deal.with_play(()).with_bids(()))
    given = review.par.to_dict() if review.par else None
    wanted = {name: par.to_dict()[name] for name in ("line", "leader", "contracts", "tricks", "score", "margin")}
    if given != wanted:
        yield f"par {given}, should be {wanted}"
    before = par
    for number, bid in enumerate(review.bids):
        after = optimal_bids(deal.with_play(()).with_bids(deal.bids[: number + 1]))
        sign = 1 if bid.seat.side is Side.NS else -1
        wanted_bid = (
            before.next,
            deal.bids[number],
            before.margin,
            after.margin,
            sign * (before.margin - after.margin),
            before.best,
            _by_name(before.options),
        )
        given_bid = (
            bid.seat,
            bid.bid,
            bid.margin_before,
            bid.margin_after,
            bid.loss_points,
            bid.best,
            _by_name(bid.options),
        )
        if given_bid != wanted_bid:
            yield f"bid {number}: {given_bid}, should be {wanted_bid}"
        before = after
    if len(review.bids) != len(deal.bids):
        yield f"{len(review.bids)} bids judged of {len(deal.bids)}"


def _by_name(options: Mapping[Any, int]) -> dict[str, int]:
    return {str(bid): margin for bid, margin in options.items()}


def _play_faults(deal: Deal, review: Review) -> Iterator[str]:
    """Against a solve of each position from nothing: by the plain referee for few cards, else by a fresh search."""
    auction = deal.auction
    if auction.leader is None:
        if review.plays:
            yield "cards are judged in a deal that all passed"
        return
    position = deal.start(auction.leader, auction.exempt)
    if len(review.plays) != len(deal.play):
        yield f"{len(review.plays)} cards judged of {len(deal.play)}"
    for index, (card, play) in enumerate(zip(deal.play, review.plays, strict=False)):
        values = _values(position)
        side = position.turn.side
        best = (max if side is Side.NS else min)(values.values())
        sign = 1 if side is Side.NS else -1
        margins = [_margin(auction, deal, ns) for ns in (best, values[card])]
        wanted = (
            position.turn,
            card,
            best,
            values[card],
            sign * (best - values[card]),
            sign * (margins[0] - margins[1]),
            [c for c in position.legal() if values[c] == best],
            len(position.legal()) == 1,
            len(set(values.values())) > 1,
        )
        given = (
            play.seat,
            play.card,
            play.ns_before,
            play.ns_after,
            play.loss_tricks,
            play.loss_points,
            list(play.best),
            play.forced,
            play.choice,
        )
        if given != wanted:
            yield f"card {index}: {given}, should be {wanted}"
        options = {c: option.ns for option in play.options for c in option.cards}
        if options != values:
            yield f"card {index}: options {options}, should be {values}"
        if play.loss_tricks < 0 or (play.loss_points or 0) < 0:
            yield f"card {index}: a loss below 0"
        position = position.play(card)
    ns = _value(position)
    if review.tricks != {"NS": ns, "EW": deal.cards - ns}:
        yield f"tricks {review.tricks}, should be NS {ns}"
    if review.score != deal_score(auction, ns, deal.rainbows()):
        yield f"score {review.score} of {ns} NS tricks"


def illegal_faults(deal: Deal, review: Review) -> Iterator[str]:
    """Everything wrong with a review that went on behind illegal cards, the positions being those of the real holdings.

    ``deal`` has the bids only.
    """
    auction = deal.auction
    assert auction.leader is not None
    position = deal.start(auction.leader, auction.exempt)
    for index, play in enumerate(review.plays):
        values = _values(position)
        before = (max if position.turn.side is Side.NS else min)(values.values())
        after = position if play.seat is position.turn else replace(position, leader=play.seat)
        after = after.after(play.card)
        value = _value(after)
        sign = 1 if play.seat.side is Side.NS else -1
        points = sign * (_margin(auction, deal, before) - _margin(auction, deal, value))
        wanted = (before, value, sign * (before - value), points, play.card not in values)
        net_loss = (play.loss_points or 0) - (play.gain_points or 0)
        given = (play.ns_before, play.ns_after, play.loss_tricks - play.gain_tricks, net_loss, not play.legal)
        if given != wanted:
            yield f"card {index}: {given}, should be {wanted}"
        if min(play.loss_tricks, play.loss_points or 0, play.gain_tricks, play.gain_points or 0) < 0:
            yield f"card {index}: a loss or gain below 0"
        if play.legal and (play.gain_tricks or play.gain_points):
            yield f"card {index}: a legal card won something"
        position = after
    account = review.account
    if account is None or account.residual:
        yield f"the account leaves something: {account}"
    elif review.score is not None and account.final_margin != review.score["NS"] - review.score["EW"]:
        yield f"final margin {account.final_margin}, score {review.score}"


def _values(position: Position) -> dict[Card, int]:
    left = max(hand.bit_count() for hand in position.hands)
    if left <= REFEREE_CARDS:
        truth = card_values(from_position(position))
        return {card: position.ns_tricks + truth[card.name] for card in position.legal()}
    return {card: _value(position.play(card)) for card in position.legal()}


def _value(position: Position) -> int:
    return Engine(position.rules, 64).value(position)


def _margin(auction: Auction, deal: Deal, ns: int) -> int:
    points = deal_score(auction, ns, deal.rainbows())
    return points[Side.NS] - points[Side.EW]


def _sum_faults(review: Review) -> Iterator[str]:
    """Sums of players and sides, accuracy, the account and its residual."""
    account = review.account
    if account is None:
        yield "no account"
        return
    for side in Side:
        bidding = sum(bid.loss_points for bid in review.bids if bid.seat.side is side)
        play = sum(play.loss_points or 0 for play in review.plays if play.seat.side is side)
        claim = review.claim.loss_points if review.claim and review.claim.side is side else 0
        if (account.bidding[side], account.play[side]) != (bidding, play + (claim or 0)):
            yield f"{side}: account {account}, losses by hand {bidding} and {play}"
        parts = [review.players[seat] for seat in side.seats]
        if review.sides[side].loss_points != sum(part.loss_points or 0 for part in parts) + (claim or 0):
            yield f"{side} is not the sum of its players"
    sign = {Side.NS: -1, Side.EW: 1}
    summed = account.par_margin + sum(sign[s] * (account.bidding[s] + account.play[s]) for s in sign)
    margin = 0 if review.score is None else review.score["NS"] - review.score["EW"]
    if not account.final_margin == summed == margin or account.residual:
        yield f"the account leaves {account.final_margin - summed}, final {account.final_margin}, score {margin}"
    for seat in Seat:
        player = review.players[seat]
        lost = sum(p.loss_points or 0 for p in review.plays if p.seat is seat)
        lost += sum(bid.loss_points for bid in review.bids if bid.seat is seat)
        if player.loss_points != lost or player.loss_tricks != sum(
            p.loss_tricks for p in review.plays if p.seat is seat
        ):
            yield f"{seat}: {player}"
        if (player.accuracy == 100) != (lost == 0) or not 0 <= player.accuracy <= 100:
            yield f"{seat}: accuracy {player.accuracy} and {lost} points lost"
    if sum(abs(point.loss_points or 0) for point in review.turning_points) != sum(
        party.loss_points or 0 for party in review.sides.values()
    ):
        yield "the turning points are not all the losses"
