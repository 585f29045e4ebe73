"""Deals as text diagrams."""

from __future__ import annotations

import strategies as own
from hypothesis import given

from solver.deal import Deal
from solver.formats.diagram import diagram
from solver.game.cards import Seat

DIAGRAM = """\
                 North
                 S A
                 H BB 2
                 D -
                 C -
West (dealer)              East
S J                        S K
H 5                        H 3
D -                        D -
C 4                        C 2
                 South
                 S Q
                 H 4
                 D -
                 C 3

Trump H, upcard 7H, 3 cards a hand, standard rules
Bids N 1, E pass, S pass, W 2
W leads; contracts NS 1, EW 2
Play
   1  JS AS KS QS"""


def test_the_diagram_of_a_deal() -> None:
    deal = Deal.parse("W H N:A.2...B K.3..2 Q.4..3 J.5..4 1 0 0 2 JS.AS.KS.QS up=7H")
    assert diagram(deal) == DIAGRAM
    symbols = diagram(deal, symbols=True)
    assert "♥ BB 2" in symbols
    assert "upcard 7♥" in symbols


@given(own.played())
def test_a_diagram_shows_every_card_once_in_lines_of_a_terminal(deal: Deal) -> None:
    rows = diagram(deal).split("\n")
    hands = " ".join(rows[: rows.index("")]).split()
    shown = [word.replace("10", "T") for word in hands if word in ("10", "BB", "LB", *"AKQJ98765432")]
    assert sorted(shown) == sorted(c.name if c.is_blooper else c.name[0] for seat in Seat for c in deal.hand(seat))
    assert max(map(len, rows)) <= 120
    assert not any(row != row.rstrip() for row in rows)
