"""Legal cards, trick winners and broken trumps of ``solver.game.play`` against the referee, card by card to the end."""

from __future__ import annotations

from random import Random

from random_positions import puzzles, to_position
from reference import SEATS, Referee, without

from solver.game.cards import Card


def test_random_play_to_the_end() -> None:
    rng = Random("play")
    for puzzle in puzzles("play", 1500, largest=8):
        referee, position = Referee(puzzle), to_position(puzzle)
        hands, trick, leader, broken = referee.hands, referee.trick, referee.leader, puzzle.broken
        ns_tricks = 0
        while any(hands):
            seat = (leader + len(trick)) % 4
            legal = referee.legal_cards(seat, hands[seat], trick, leader, broken)
            assert {str(card) for card in position.legal()} == set(map(referee.write, legal)), position
            for card in hands[seat]:
                name = referee.write(card)
                assert (position.why_illegal(Card.parse(name)) is None) == (card in legal), position
            card = rng.choice(list(legal))
            hands, trick = without(hands, seat, card), (*trick, card)
            position = position.play(Card.parse(referee.write(card)))
            if len(trick) == 4:
                leader, broken, trick = referee.winner(trick, leader), broken or referee.breaks(trick), ()
                ns_tricks += leader % 2 == 0
                assert str(position.leader) == SEATS[leader]
                assert position.ns_tricks == ns_tricks
        assert position.finished
