"""Break-even chances in closed form: when one more trick, or a board, is worth bidding (R15, R16)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from solver.game.rules import STANDARD, Rules

__all__ = ["board_break_even", "one_card_sweep", "raise_break_even"]


def raise_break_even(total: int, rules: Rules = STANDARD) -> Fraction:
    """Raising a side's total b to b + 1 pays when P(at least b + 1 | at least b) is above this.

    Success gains the points of a bid trick over an overtrick's one; failing turns the points of b
    into a loss for b + 1.  Standard: (10b + 5) / (10b + 9), so 5/9 at 0, 15/19 at 1, 55/59 at 5.
    Fewer than b tricks are left out: there the raise only costs more.  1 where success gains nothing.
    """
    gain = rules.trick_points - 1
    loss = rules.trick_points * total + rules.fail_points * (total + 1)
    return Fraction(loss, gain + loss) if gain > 0 else Fraction(1)


def board_break_even(cards: int, level: int = 1, total: int | None = None, rules: Rules = STANDARD) -> Fraction:
    """Board at this multiplier beats a total (n − 1 unless told) when P(all | at least the total) is above this.

    With n − 1 taken, or the total exactly, the total scores and the board fails; with all tricks both
    make.  Standard, against n − 1: (15n − 5) / (20n − 1).  Capped to 0 … 1.
    """
    total = cards - 1 if total is None else total
    worth = rules.board_points * cards * level
    kept = rules.trick_points * total
    gain = worth - kept - (cards - total)
    loss = worth + kept
    if gain + loss <= 0:
        return Fraction(1)
    return min(Fraction(1), max(Fraction(0), Fraction(loss, gain + loss)))


def one_card_sweep(beaters: int, unseen: int = 52) -> tuple[Fraction, Fraction]:
    """With one card a hand, and leading: the chances that my card wins, and that my side does.

    ``beaters`` are the cards that beat mine of the ``unseen`` ones, of which the other three hold one each:
    52 beside mine and the upcard, or 51 in no-trump, where both bloopers are out of play (R4).  The best of
    any beaters dealt is as likely partner's as either opponent's.
    """
    alone = Fraction(comb(unseen - beaters, 3), comb(unseen, 3))
    return alone, alone + (1 - alone) / 3
