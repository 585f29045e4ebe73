"""Sentences about where a result comes from: losses, luck and skill, and what the measures stand on."""

from __future__ import annotations

from solver.formats.words import count, signed
from solver.game.cards import Side
from solver.reviewing.account import Account, Luck
from solver.reviewing.words.phrases import margin_text

__all__ = ["account_steps", "closing_text", "luck_text", "sources_text"]


def account_steps(account: Account, over: bool) -> list[tuple[str, int]]:
    """What led from par to the result, as points for North-South; ``over``: nothing of the result is assumed."""
    sign = {Side.NS: -1, Side.EW: 1}
    steps = [("Best bidding and best play by all four", account.par_margin)]
    for what, lost in (("bids", account.bidding), ("cards", account.play)):
        steps += [(f"Lost by {side.full_name}'s {what}", sign[side] * lost[side]) for side in Side]
    end = "Result" if over else "Result, what is missing with best play"
    return [*steps, (end, account.final_margin)]


def luck_text(luck: Luck) -> str:
    """Luck and skill as parts that add up to the margin, and what of it was not measured."""
    none = luck.unmeasured == luck.hands
    before = "" if none else f"{signed(luck.expected)} could be expected before the deal, "
    said = (
        f"As points for North-South: {before}{signed(luck.cards)} came by the luck of the cards, and"
        f" {signed(luck.skill)} by skill, that is by what both sides' bids and cards made of them."
    )
    if luck.measured:
        return said
    whose = "by these rules" if none else f"in {luck.unmeasured} of the {luck.hands} hands"
    return f"{said} What could be expected {whose} was not measured, and counts as 0."


def sources_text(account: Account) -> str:
    """Where the margin of a game comes from."""
    lost = {side: account.bidding[side] + account.play[side] for side in Side}
    put = "put" if account.par_margin else "left"
    return (
        f"The cards alone, best bid and played, would have {put} {margin_text(account.par_margin)};"
        f" North-South gave away {count(lost[Side.NS], 'point')}, East-West {count(lost[Side.EW], 'point')}."
    )


def closing_text(in_points: bool) -> str:
    """What the measures stand on."""
    unit = "points" if in_points else "tricks"
    return (
        "Best play and best bidding are those of players who see all four hands."
        f" Accuracy is the share kept of the {unit} that were at stake."
    )
