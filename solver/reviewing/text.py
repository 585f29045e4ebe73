"""A review as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import TextWrapper
from typing import Final

from solver.game.cards import Card
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review
from solver.reviewing.rows import (
    BID_HEAD,
    PLAYER_HEAD,
    account_rows,
    bid_rows,
    closing,
    error_lines,
    legend,
    luck_text,
    mark,
    player_rows,
    tricks_of,
    widths,
)
from solver.reviewing.sentences import claim_text, lead_text, with_symbols

__all__ = ["game_as_text", "review_as_text"]

_PROSE: Final = TextWrapper(100, break_on_hyphens=False)
_ITEM: Final = TextWrapper(100, break_on_hyphens=False, initial_indent="  ", subsequent_indent="    ")


def review_as_text(found: Review, symbols: bool = False) -> str:
    """Diagram, summary, tricks with marks, what it cost, players and account; suit letters or symbols."""
    parts = "\n\n".join(_parts(found, symbols))
    return f"{found.deal.diagram(symbols)}\n\n{with_symbols(parts) if symbols else parts}"


def game_as_text(found: GameReview, symbols: bool = False) -> str:
    """Every hand, then the sums."""
    hands = [
        f"Hand {at} of {len(found.hands)}\n\n{review_as_text(hand, symbols)}" for at, hand in enumerate(found.hands, 1)
    ]
    worst = [f"Hand {deal}: {text}" for deal, text, _ in found.turning_points]
    parts = [
        "All hands together",
        "\n".join(_PROSE.fill(line) for line in found.summary),
        *_listed("The costliest moments", worst),
        *_sums(found),
    ]
    return "\n\n\n".join([*hands, "\n\n".join(parts)])


def _parts(found: Review, symbols: bool) -> Iterator[str]:
    yield "\n".join(_PROSE.fill(line) for line in found.summary)
    if found.plays:
        yield _tricks(found, symbols)
    if found.bids:
        yield _columns(BID_HEAD, bid_rows(found))
    yield from _listed("What was not allowed", error_lines(found))
    yield from _listed("What it cost", [point.text for point in found.turning_points if point.kind != "illegal"])
    yield from _listed("Tricks that cost no points", found.notes)
    if found.claim is not None and found.claim.side is None:
        yield claim_text(found.claim)
    if found.lead is not None:
        yield lead_text(found.lead)
    yield from _sums(found)


def _sums(found: Review | GameReview) -> Iterator[str]:
    yield _columns(PLAYER_HEAD, player_rows(found))
    rows = account_rows(found)
    if rows:
        yield "How it came about, in points for North-South\n" + _columns(("", ""), rows, head_shown=False)
        yield _PROSE.fill(luck_text(found))
    yield _PROSE.fill(closing(found))


def _tricks(found: Review, symbols: bool) -> str:
    rows = []
    for trick in tricks_of(found):
        cells = [f"{play.seat} {_card(play.card, symbols)}{mark(play)}" for play in trick.plays]
        cells += [""] * (4 - len(cells))
        winner = "" if trick.winner is None else f"{trick.winner.full_name} wins"
        rows.append((f"{trick.number:2}", *cells, winner, f"{trick.ns}-{trick.ew}", f"{trick.best_ns}"))
    head = ("", "", "", "", "", "", "NS-EW", "NS in the end, with best play")
    meant = ", ".join(f"{sign} {what}" for sign, what in legend(found))
    return "Trick by trick\n" + _columns(head, rows, left=6) + (f"\n   {meant}" if meant else "")


def _card(card: Card, symbols: bool) -> str:
    return card.name[0] + card.suit.symbol if symbols and card.suit is not None else card.name


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
            cell.ljust(w) if at < left else cell.rjust(w) for at, (cell, w) in enumerate(zip(row, wide, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return "\n".join(lines)
