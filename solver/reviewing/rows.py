"""What every way of showing a review needs: tricks with marks, and rows of players, bids and the account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solver.game.cards import Seat, Side
from solver.game.play import trick_winner
from solver.reviewing.game import GameReview
from solver.reviewing.plays import PlayReview
from solver.reviewing.result import Review
from solver.reviewing.sentences import BEST_PLAY, bid_word, illegal_text, side_name

__all__ = [
    "BID_HEAD",
    "PLAYER_HEAD",
    "Trick",
    "account_rows",
    "bid_rows",
    "closing",
    "error_lines",
    "legend",
    "luck_text",
    "mark",
    "player_rows",
    "signed",
    "tricks_of",
    "widths",
]

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: the cards as played, who won it (None while it lasts), tricks of both sides after it.

    ``best_ns`` are NS tricks of the whole deal with best play from there.
    """

    number: int
    plays: tuple[PlayReview, ...]
    winner: Seat | None
    ns: int
    ew: int
    best_ns: int


def tricks_of(found: Review) -> list[Trick]:
    """The tricks as far as they were played."""
    tricks: list[Trick] = []
    ns = ew = 0
    for at in range(0, len(found.plays), 4):
        plays = found.plays[at : at + 4]
        winner = None
        if len(plays) == 4:
            winner = trick_winner([play.card for play in plays], plays[0].seat, found.deal.trump)
            ns += winner.side is Side.NS
            ew += winner.side is Side.EW
        tricks.append(Trick(plays[0].trick, plays, winner, ns, ew, plays[-1].ns_after))
    return tricks


def mark(play: PlayReview) -> str:
    """The sign behind a card, see ``legend``; empty for a card that lost nothing and had alternatives."""
    if not play.legal:
        return "!"
    if play.loss_points or (play.loss_points is None and play.loss_tricks):
        return "??"
    if play.loss_tricks:
        return "?"
    return "=" if play.forced else ""


def legend(found: Review) -> list[tuple[str, str]]:
    """The marks in use, and what they mean."""
    meant = {
        "??": "lost tricks" if found.account is None else "lost points",
        "?": "lost a trick, but no points",
        "!": "was not allowed",
        "=": "was the only card allowed",
    }
    used = {mark(play) for play in found.plays}
    return [(sign, what) for sign, what in meant.items() if sign in used]


def closing(found: Review | GameReview) -> str:
    """What the measures stand on."""
    what = "tricks" if found.account is None else "points"
    return f"{BEST_PLAY} Accuracy is the share kept of the {what} that were at stake."


def error_lines(found: Review) -> list[str]:
    """What was not allowed, and what it changed."""
    plays = {play.index: play for play in found.plays if not play.legal}
    return [illegal_text(error, plays.get(error.index)) for error in found.errors]


def signed(number: float) -> str:
    """With its sign, but for 0."""
    return f"{number:+g}" if number else "0"


BID_HEAD: Final = ("Bid by", "Bid", "Better", "Points lost")


def bid_rows(found: Review) -> list[Row]:
    """The columns of BID_HEAD, a row a bid."""
    return [
        (
            bid.seat.full_name,
            bid_word(bid.bid),
            bid_word(bid.best) if bid.loss_points else "-",
            str(bid.loss_points),
        )
        for bid in found.bids
    ]


PLAYER_HEAD: Final = ("Player", "Accuracy", "Bid", "Cards", "Real choices", "Tricks lost", "Points lost")


def player_rows(found: Review | GameReview) -> list[Row]:
    """The columns of PLAYER_HEAD, a row a player."""
    rows: list[Row] = []
    for seat, player in found.players.items():
        lost = "-" if player.loss_points is None else str(player.loss_points)
        bid = f"{player.bidding.accuracy:g} %" if player.in_points else "-"
        rows.append(
            (
                seat.full_name,
                f"{player.accuracy:g} %",
                bid,
                f"{player.play.accuracy:g} %",
                str(player.choices),
                str(player.loss_tricks),
                lost,
            )
        )
    return rows


def account_rows(found: Review | GameReview) -> list[tuple[str, str]]:
    """What led from par to the result, as points for North-South (minus: for East-West); empty without bids."""
    account = found.account
    if account is None:
        return []
    sign = {Side.NS: -1, Side.EW: 1}
    rows = [("Best bidding and best play by all four", signed(account.par_margin))]
    for what, lost in (("bids", account.bidding), ("cards", account.play)):
        rows += [(f"Lost by {side_name(side)}'s {what}", signed(sign[side] * lost[side])) for side in Side]
    over = not isinstance(found, Review) or found.status in ("complete", "claimed", "passed_out")
    end = "Result" if over else "Result, what is missing with best play"
    return [*rows, (end, signed(account.final_margin))]


def luck_text(found: Review | GameReview) -> str:
    """Luck and skill in one sentence; empty without bids."""
    luck = found.luck
    if luck is None:
        return ""
    before = f"{signed(luck.expected)} could be expected before the deal, " if luck.measured else ""
    return (
        f"As points for North-South: {before}{signed(luck.cards)} came by the luck of the cards, and"
        f" {signed(luck.skill)} by skill, that is by what both sides' bids and cards made of them."
    )


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column."""
    return [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
