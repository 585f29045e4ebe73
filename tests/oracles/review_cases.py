"""Random played hands, and what is wrong with a review of one: every number found again by other means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from random_positions import from_position
from reference import card_values

from solver.bidding import optimal_bids
from solver.deal import Deal
from solver.dealing import deal_hands
from solver.game.auction import Auction
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.play import Position
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


def faults(deal: Deal, found: Review) -> Iterator[str]:
    """Everything in the review of ``deal``, legally played and bid to the end, that other means contradict."""
    yield from _bid_faults(deal, found)
    yield from _play_faults(deal, found)
    yield from _sum_faults(found)


def _bid_faults(deal: Deal, found: Review) -> Iterator[str]:
    """Against optimal_bids, asked anew before and after each bid."""
    par = optimal_bids(deal.with_play(()).with_bids(()))
    told = found.par.to_dict() if found.par else None
    wanted = {name: par.to_dict()[name] for name in ("line", "leader", "contracts", "tricks", "score", "margin")}
    if told != wanted:
        yield f"par {told}, should be {wanted}"
    before = par
    for at, bid in enumerate(found.bids):
        after = optimal_bids(deal.with_play(()).with_bids(deal.bids[: at + 1]))
        sign = 1 if bid.seat.side is Side.NS else -1
        wanted_bid = (
            before.next,
            deal.bids[at],
            before.margin,
            after.margin,
            sign * (before.margin - after.margin),
            before.best,
            before.options,
        )
        told_bid = (
            str(bid.seat),
            bid.bid,
            bid.margin_before,
            bid.margin_after,
            bid.loss_points,
            bid.best.to_json(),
            dict(bid.options),
        )
        if told_bid != wanted_bid:
            yield f"bid {at}: {told_bid}, should be {wanted_bid}"
        before = after
    if len(found.bids) != len(deal.bids):
        yield f"{len(found.bids)} bids judged of {len(deal.bids)}"


def _play_faults(deal: Deal, found: Review) -> Iterator[str]:
    """Against a solve of each position from nothing: by the plain referee for few cards, else by a fresh search."""
    auction = deal.auction
    if auction.leader is None:
        if found.plays:
            yield "cards are judged in a deal that all passed"
        return
    position = deal.start(auction.leader, auction.exempt)
    if len(found.plays) != len(deal.play):
        yield f"{len(found.plays)} cards judged of {len(deal.play)}"
    for at, (card, play) in enumerate(zip(deal.play, found.plays, strict=False)):
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
        told = (
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
        if told != wanted:
            yield f"card {at}: {told}, should be {wanted}"
        options = {c: option.ns for option in play.options for c in option.cards}
        if options != values:
            yield f"card {at}: options {options}, should be {values}"
        if play.loss_tricks < 0 or (play.loss_points or 0) < 0:
            yield f"card {at}: a loss below 0"
        position = position.play(card)
    ns = _value(position)
    if found.tricks != {"NS": ns, "EW": deal.cards - ns}:
        yield f"tricks {found.tricks}, should be NS {ns}"
    if found.score != {str(side): points for side, points in deal_score(auction, ns, deal.rainbows()).items()}:
        yield f"score {found.score} of {ns} NS tricks"


def illegal_faults(deal: Deal, found: Review) -> Iterator[str]:
    """Everything wrong with a review that went on behind illegal cards, the positions being those of the real holdings.

    ``deal`` has the bids only.
    """
    auction = deal.auction
    assert auction.leader is not None
    position = deal.start(auction.leader, auction.exempt)
    for at, play in enumerate(found.plays):
        values = _values(position)
        before = (max if position.turn.side is Side.NS else min)(values.values())
        after = position if play.seat is position.turn else replace(position, leader=play.seat)
        after = after.after(play.card)
        value = _value(after)
        sign = 1 if play.seat.side is Side.NS else -1
        points = sign * (_margin(auction, deal, before) - _margin(auction, deal, value))
        wanted = (before, value, sign * (before - value), points, play.card not in values)
        told_loss = (play.loss_points or 0) - (play.gain_points or 0)
        told = (play.ns_before, play.ns_after, play.loss_tricks - play.gain_tricks, told_loss, not play.legal)
        if told != wanted:
            yield f"card {at}: {told}, should be {wanted}"
        if min(play.loss_tricks, play.loss_points or 0, play.gain_tricks, play.gain_points or 0) < 0:
            yield f"card {at}: a loss or gain below 0"
        if play.legal and (play.gain_tricks or play.gain_points):
            yield f"card {at}: a legal card won something"
        position = after
    account = found.account
    if account is None or account.residual:
        yield f"the account leaves something: {account}"
    elif found.score is not None and account.final_margin != found.score["NS"] - found.score["EW"]:
        yield f"final margin {account.final_margin}, score {found.score}"


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


def _sum_faults(found: Review) -> Iterator[str]:
    """Sums of players and sides, accuracy, the account and its residual."""
    account = found.account
    if account is None:
        yield "no account"
        return
    for side in ("NS", "EW"):
        bidding = sum(bid.loss_points for bid in found.bids if str(bid.seat) in side)
        play = sum(play.loss_points or 0 for play in found.plays if str(play.seat) in side)
        claim = found.claim.loss_points if found.claim and str(found.claim.side) == side else 0
        if (account.bidding[side], account.play[side]) != (bidding, play + (claim or 0)):
            yield f"{side}: account {account}, losses by hand {bidding} and {play}"
        parts = [found.players[seat] for seat in side]
        if found.sides[side].loss_points != sum(part.loss_points or 0 for part in parts) + (claim or 0):
            yield f"{side} is not the sum of its players"
    sign = {"NS": -1, "EW": 1}
    summed = account.par_margin + sum(sign[s] * (account.bidding[s] + account.play[s]) for s in sign)
    margin = 0 if found.score is None else found.score["NS"] - found.score["EW"]
    if not account.final_margin == summed == margin or account.residual:
        yield f"the account leaves {account.final_margin - summed}, final {account.final_margin}, score {margin}"
    for seat in Seat:
        player = found.players[str(seat)]
        lost = sum(p.loss_points or 0 for p in found.plays if p.seat is seat)
        lost += sum(bid.loss_points for bid in found.bids if bid.seat is seat)
        if player.loss_points != lost or player.loss_tricks != sum(
            p.loss_tricks for p in found.plays if p.seat is seat
        ):
            yield f"{seat}: {player}"
        if (player.accuracy == 100) != (lost == 0) or not 0 <= player.accuracy <= 100:
            yield f"{seat}: accuracy {player.accuracy} and {lost} points lost"
    if sum(abs(point.loss_points or 0) for point in found.turning_points) != sum(
        party.loss_points or 0 for party in found.sides.values()
    ):
        yield "the turning points are not all the losses"
