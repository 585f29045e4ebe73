"""What every way of showing a review needs: tricks with marks, and rows of players, bids and the account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solver.formats.words import signed
from solver.game.cards import Seat, Side
from solver.game.play import trick_winner
from solver.reviewing.card_play import PlayReview
from solver.reviewing.game import GameReview
from solver.reviewing.result import HandReview
from solver.reviewing.words.account import account_steps

__all__ = [
    "BID_HEAD",
    "PLAYER_HEAD",
    "Trick",
    "account_rows",
    "bid_rows",
    "legend",
    "mark",
    "player_rows",
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


def tricks_of(review: HandReview) -> list[Trick]:
    """The tricks as far as they were played."""
    tricks: list[Trick] = []
    ns = ew = 0
    for first in range(0, len(review.plays), 4):
        plays = review.plays[first : first + 4]
        winner = None
        if len(plays) == 4:
            winner = trick_winner([play.card for play in plays], plays[0].seat, review.deal.trump)
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


def legend(review: HandReview) -> list[tuple[str, str]]:
    """The marks in use, and what they mean."""
    meant = {
        "??": "lost tricks" if review.account is None else "lost points",
        "?": "lost a trick, but no points",
        "!": "was not allowed",
        "=": "was the only card allowed",
    }
    used = {mark(play) for play in review.plays}
    return [(sign, what) for sign, what in meant.items() if sign in used]


BID_HEAD: Final = ("Bid by", "Bid", "Better", "Points lost")


def bid_rows(review: HandReview) -> list[Row]:
    """The columns of BID_HEAD, a row a bid."""
    return [
        (bid.seat.full_name, bid.bid.word, bid.best.word if bid.loss_points else "-", str(bid.loss_points))
        for bid in review.bids
    ]


PLAYER_HEAD: Final = ("Player", "Accuracy", "Bid", "Cards", "Real choices", "Tricks lost", "Points lost")


def player_rows(review: HandReview | GameReview) -> list[Row]:
    """The columns of PLAYER_HEAD, a row a player."""
    return [
        (
            seat.full_name,
            f"{player.accuracy:g} %",
            f"{player.bidding.accuracy:g} %" if player.in_points else "-",
            f"{player.play.accuracy:g} %",
            str(player.choices),
            str(player.loss_tricks),
            "-" if player.loss_points is None else str(player.loss_points),
        )
        for seat, player in review.players.items()
    ]


def account_rows(review: HandReview | GameReview) -> list[tuple[str, str]]:
    """What led from par to the result, as points for North-South (minus: for East-West); empty without bids."""
    if review.account is None:
        return []
    return [(what, signed(points)) for what, points in account_steps(review.account, review.over)]


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column."""
    return [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
