"""What became of contracts: made or failed, and which card changed that."""

from __future__ import annotations

from collections.abc import Mapping

from solver.formats.words import count, joined
from solver.game.auction import Contract
from solver.game.cards import Side
from solver.reviewing.words.phrases import contract_text

__all__ = ["change_text", "result_text"]


def result_text(
    side: Side,
    contract: Contract,
    tricks: int,
    cards: int,
    score: int,
    over: bool = True,
    rainbow: tuple[int, int] = (0, 0),
) -> str:
    """``North-South bid 5 and took 6: made, 26 points.``

    Before the hand is ``over``: ``North-South bid 5 and would take 6 with best play: it would make, 26 points.``
    ``rainbow`` are the side's rainbow hands, and the points among its score that they brought (R15).
    """
    number = "all" if contract.is_board and tricks == cards else str(tricks)
    took = f"took {number}" if over else f"would take {number} with best play"
    said = f"{side.full_name} bid {'nothing' if contract.total == 0 else contract} and {took}: "
    if contract.total != 0:
        past, yet = ("made", "make") if contract.made(tricks, cards) else ("failed", "fail")
        said += f"{past}, " if over else f"it would {yet}, "
    hands, points = rainbow
    bonus = f", with {points} for {'a rainbow hand' if hands == 1 else f'{hands} rainbow hands'}" if points else ""
    return f"{said}{count(score, 'point')}{bonus}."


def change_text(side: Side, before: int, after: int, cards: int, contracts: Mapping[Side, Contract]) -> str:
    """Which contracts stand or fall when the tricks of ``side`` go from ``before`` to ``after``; may be empty."""
    own, others = contracts[side], contracts[side.other]
    told = []
    if own.made(before, cards) and not own.made(after, cards):
        told.append(f"their {contract_text(own)} now fails")
    if not others.made(cards - before, cards) and others.made(cards - after, cards):
        told.append(f"{side.other.full_name} can now make their {contract_text(others)}")
    return joined(told, "and")
