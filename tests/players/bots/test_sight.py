"""What a seat goes by in the play, against a plain account of the tricks."""

from __future__ import annotations

from random import Random

from solver.dealing import deal_shown
from solver.game.auction import Bid
from solver.game.cards import Card, Seat, Suit, from_mask, to_mask
from solver.game.play import trick_winner
from solver.game.rules import PRESETS
from solver.players.bots.sight import Sight


def test_hand_trick_voids_and_winners_are_those_of_the_tricks() -> None:
    rng = Random(7)
    moments = 0
    for number in range(60):
        rules = PRESETS[rng.choice(list(PRESETS))]
        deal, exchanged = deal_shown(rng.randint(1, 9), rules, number)
        auction = deal.auction
        while not auction.complete:
            auction = auction.bid(rng.choice(auction.legal()))
        if auction.leader is None:
            continue
        deal = deal.with_bids(auction.bids)
        position, play = deal.start(auction.leader, auction.exempt), list[Card]()
        tricks: list[list[tuple[Seat, Card]]] = []
        while not position.finished:
            seat = position.turn
            sight = Sight.of(deal.with_play(play).seen_by(seat, exchanged))
            check(sight, deal.hands[seat], position.hands[seat], position.legal_mask, tricks, deal.trump)
            moments += 1
            card = rng.choice(position.legal())
            if not position.trick:
                tricks.append([])
            tricks[-1].append((seat, card))
            play.append(card)
            position = position.after(card)
    assert moments > 300


def check(
    sight: Sight, dealt: int, left: int, legal: int, tricks: list[list[tuple[Seat, Card]]], trump: Suit | None
) -> None:
    assert (sight.hand, sight.legal) == (left, legal)
    played = [card for trick in tricks for _, card in trick]
    beside = sight.seen & ~(dealt | to_mask(played))
    assert sight.seen == dealt | to_mask(played) | beside
    assert beside.bit_count() <= 1  # the upcard
    voids = {
        (seat, trick[0][1].belongs_to(trump))
        for trick in tricks
        for seat, card in trick
        if card.belongs_to(trump) is not trick[0][1].belongs_to(trump)
    }
    assert sight.voids == voids
    now = tricks[-1] if tricks and len(tricks[-1]) < 4 else []
    assert sight.trick == tuple(card for _, card in now)
    if not now:
        assert not sight.follows
        return
    leader = now[0][0]
    assert sight.winner is trick_winner(sight.trick, leader, trump)
    assert sight.winning_card == dict(now)[sight.winner]
    led = now[0][1].belongs_to(trump)
    assert sight.follows == any(card.belongs_to(trump) is led for card in from_mask(left))
    beats = {card for card in sight.choices if trick_winner((*sight.trick, card), leader, trump) is sight.seat}
    assert set(sight.winners()) == beats
    assert sight.opponent_to_play == (sight.seat.next if len(now) < 3 else None)


def test_an_ace_is_seen_in_the_own_hand_played_or_turned() -> None:
    deal, _ = deal_shown(4, seed=11, dealer=Seat.W)
    deal = deal.with_bids(map(Bid.of, (1, 0, 0, 0)))
    sight = Sight.of(deal.seen_by(Seat.N))
    for suit in Suit:
        ace = Card.parse(f"A{suit}")
        known = deal.hands[Seat.N] >> ace.index & 1 or deal.upcard == ace
        assert sight.ace_unseen(suit) == (not known)
