"""What became of contracts: made or failed, and which card changed that."""

from __future__ import annotations

from collections.abc import Mapping

from solver.formats.words import count, joined
from solver.game.auction import Contract
from solver.game.cards import Side
from solver.reviewing.words.phrases import contract_text

__all__ = ["change_text", "result_text"]


def _made(contract: Contract, tricks: int, cards: int) -> bool:
    return tricks == cards if contract.total is None else tricks >= contract.total


def result_text(side: Side, contract: Contract, tricks: int, cards: int, score: int) -> str:
    """``North-South bid 5 and took 6: made, 26 points.``"""
    took = "all" if contract.is_board and tricks == cards else str(tricks)
    if contract.total == 0:
        return f"{side.full_name} bid nothing and took {took}: {count(score, 'point')}."
    made = "made" if _made(contract, tricks, cards) else "failed"
    return f"{side.full_name} bid {contract} and took {took}: {made}, {count(score, 'point')}."


def change_text(side: Side, before: int, after: int, cards: int, contracts: Mapping[Side, Contract]) -> str:
    """Which contracts stand or fall when the tricks of ``side`` go from ``before`` to ``after``; may be empty."""
    own, others = contracts[side], contracts[side.other]
    told = []
    if _made(own, before, cards) and not _made(own, after, cards):
        told.append(f"their {contract_text(own)} now fails")
    if not _made(others, cards - before, cards) and _made(others, cards - after, cards):
        told.append(f"{side.other.full_name} can now make their {contract_text(others)}")
    return joined(told, "and")
