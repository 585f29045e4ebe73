"""Parts of sentences: tricks and points lost, who is ahead, contracts."""

from __future__ import annotations

from solver.formats.words import count
from solver.game.auction import Contract
from solver.game.cards import Side

__all__ = ["capital", "contract_text", "margin_text", "standing", "tricks_and_points"]


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[0].upper() + text[1:]


def tricks_and_points(tricks: int, points: int | None = None) -> str:
    """``a trick``, ``2 tricks and 12 points``; without points where no bids are known."""
    said = "a trick" if tricks == 1 else count(tricks, "trick")
    return said if points is None else f"{said} and {count(points, 'point')}"


def margin_text(margin: int, over: bool = True) -> str:
    """NS less EW as ``North-South ahead by 12 points``, ``would be ahead`` before it is ``over``."""
    yet = "" if over else " would be"
    if margin == 0:
        return f"both sides{yet} level"
    return f"{(Side.NS if margin > 0 else Side.EW).full_name}{yet} ahead by {count(abs(margin), 'point')}"


def standing(margin: int) -> str:
    """A side's own margin: ``12 points ahead``."""
    if margin == 0:
        return "level"
    return f"{count(abs(margin), 'point')} {'ahead' if margin > 0 else 'behind'}"


def contract_text(contract: Contract) -> str:
    """``bid of 5`` or ``double board``."""
    return str(contract) if contract.is_board else f"bid of {contract}"
