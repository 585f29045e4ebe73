"""A review as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import TextWrapper
from typing import Final

from solver.formats.words import CardStyle, card_text
from solver.reviewing.game import GameReview
from solver.reviewing.render.sentences import HandSentences, SumSentences, moment_sentences
from solver.reviewing.render.tables import (
    BID_HEAD,
    PLAYER_HEAD,
    account_rows,
    bid_rows,
    legend,
    mark,
    player_rows,
    tricks_of,
    widths,
)
from solver.reviewing.result import Review

__all__ = ["game_as_text", "review_as_text"]

_PROSE: Final = TextWrapper(100, break_on_hyphens=False)
_ITEM: Final = TextWrapper(100, break_on_hyphens=False, initial_indent="  ", subsequent_indent="    ")


def review_as_text(review: Review, symbols: bool = False) -> str:
    """Diagram, summary, tricks with marks, what it cost, players and account; suit letters or symbols."""
    return "\n\n".join([review.deal.diagram(symbols), *_parts(review, _style(symbols))])


def _style(symbols: bool) -> CardStyle:
    return CardStyle.SYMBOLS if symbols else CardStyle.LETTERS


def game_as_text(game: GameReview, symbols: bool = False) -> str:
    """Every hand, then the sums."""
    hands = [
        f"{game.title(number, many=True)}\n\n{review_as_text(hand, symbols)}"
        for number, hand in enumerate(game.hands, 1)
    ]
    worst = [f"{hand}: {text}" for hand, text in moment_sentences(game, _style(symbols))]
    parts = [
        "All hands together",
        "\n".join(_PROSE.fill(line) for line in game.summary),
        *_listed("The costliest moments", worst),
        *_sums(game),
    ]
    return "\n\n\n".join([*hands, "\n\n".join(parts)])


def _parts(review: Review, style: CardStyle) -> Iterator[str]:
    said = HandSentences.of(review, style)
    yield "\n".join(_PROSE.fill(line) for line in said.summary)
    if review.plays:
        yield _tricks(review, style)
    if review.bids:
        yield _columns(BID_HEAD, bid_rows(review))
    yield from _listed("What was not allowed", said.illegal)
    yield from _listed("What it cost", said.costly)
    yield from _listed("Tricks that cost no points", said.notes)
    yield from filter(None, (said.claim, said.lead))
    yield from _sums(review)


def _sums(review: Review | GameReview) -> Iterator[str]:
    yield _columns(PLAYER_HEAD, player_rows(review))
    if rows := account_rows(review):
        yield "How it came about, in points for North-South\n" + _columns(("", ""), rows, head_shown=False)
    said = SumSentences.of(review)
    yield from map(_PROSE.fill, filter(None, (said.luck, said.closing)))


def _tricks(review: Review, style: CardStyle) -> str:
    rows = []
    for trick in tricks_of(review):
        cells = [f"{play.seat} {card_text(play.card, style)}{mark(play)}" for play in trick.plays]
        cells += [""] * (4 - len(cells))
        winner = "" if trick.winner is None else f"{trick.winner.full_name} wins"
        rows.append((f"{trick.number:2}", *cells, winner, f"{trick.ns}-{trick.ew}", f"{trick.best_ns}"))
    head = ("", "", "", "", "", "", "NS-EW", "NS in the end, with best play")
    meant = ", ".join(f"{sign} {what}" for sign, what in legend(review))
    return "Trick by trick\n" + _columns(head, rows, left=6) + (f"\n   {meant}" if meant else "")


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield "\n".join([title, *(_ITEM.fill(line) for line in lines)])


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1, head_shown: bool = True) -> str:
    """Aligned columns, the first ``left`` ones to the left."""
    shown = [head, *rows] if head_shown else rows
    wide = widths(shown)
    lines = []
    for row in shown:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, wide, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return "\n".join(lines)
