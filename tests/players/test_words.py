"""What is known of each hand, in words."""

from __future__ import annotations

import pytest

from solver.players.knowledge import Knowledge
from solver.players.words import known_of, sentences
from solver.seen_deal import SeenDeal


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "W H N:? ? A2.53.. ? 2 0 0 0 KS.3D.2S.4S.QS.4D.AS.5S.3H.QH.KH.9C up=7H",
            (
                "West has 1 card of which nothing is known.",
                "North has 1 card of which nothing is known.",
                "East, with 1 card left, has no spades (it did not follow suit in trick 1, R11) and has no trumps"
                " (it did not follow suit in trick 3, R11).",
                "37 unseen cards were not dealt.",
            ),
        ),
        (
            "W N N:? ? A2.3.. ? exchanged=E up=BB",
            (
                "West has 3 cards of which nothing is known.",
                "North has 3 cards of which nothing is known.",
                "East, with 3 cards left, showed the other blooper and drew a card for it (R4).",
                "No hand has a blooper in a no-trump deal (R4).",
                "40 unseen cards were not dealt.",
            ),
        ),
        (
            "W H N:? ? A... ? 0 0 0 B 2S.AH",
            (
                "West has no cards left.",
                "North has no cards left.",
                "East has 1 card of which nothing is known.",
                "The upcard is not known: it is a card of the trump suit, H (R3).",
                "49 unseen cards were not dealt.",
            ),
        ),
    ],
)
def test_a_sentence_for_each_hand_and_for_the_deal(line: str, told: tuple[str, ...]) -> None:
    knowledge = Knowledge.of(SeenDeal.parse(line))
    assert sentences(knowledge) == told
    assert tuple(known_of(knowledge, seat) for seat in knowledge.hidden) == told[:3]
