"""A review as Markdown, for a forum, an issue or a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
)
from solver.reviewing.sentences import claim_text, lead_text, with_symbols

__all__ = ["game_as_markdown", "review_as_markdown"]


def review_as_markdown(found: Review, level: int = 1) -> str:
    """The review under a heading of ``level``."""
    return "\n\n".join(_blocks(found, "#" * level)) + "\n"


def game_as_markdown(found: GameReview) -> str:
    """The sums of all hands first, then each hand."""
    blocks = [f"# {len(found.hands)} hands reviewed", _plain(" ".join(found.summary))]
    if found.turning_points:
        blocks.append("## The costliest moments")
        blocks.append("\n".join(f"- Hand {deal}: {_plain(text)}" for deal, text, _ in found.turning_points))
    blocks += _sums(found, "##")
    for at, hand in enumerate(found.hands, 1):
        blocks += [f"## Hand {at}", *_blocks(hand, "###", named=False)]
    return "\n\n".join(blocks) + "\n"


def _blocks(found: Review, heading: str, named: bool = True) -> Iterator[str]:
    if named:
        yield f"{heading} A Back Alley hand reviewed"
        heading += "#"
    yield _plain(" ".join(found.summary))
    yield f"```text\n{found.deal.diagram(symbols=True)}\n```"
    if found.plays:
        yield f"{heading} Trick by trick"
        yield _tricks(found)
        if meant := legend(found):
            yield ", ".join(f"`{sign}` {what}" for sign, what in meant)
    if found.bids:
        yield f"{heading} Bids"
        yield _table(BID_HEAD, bid_rows(found))
    yield from _listed(f"{heading} What was not allowed", error_lines(found))
    yield from _listed(
        f"{heading} What it cost", [point.text for point in found.turning_points if point.kind != "illegal"]
    )
    yield from _listed(f"{heading} Tricks that cost no points", found.notes)
    if found.claim is not None and found.claim.side is None:
        yield claim_text(found.claim)
    if found.lead is not None:
        yield lead_text(found.lead)
    yield from _sums(found, heading)


def _sums(found: Review | GameReview, heading: str) -> Iterator[str]:
    yield f"{heading} Players"
    yield _table(PLAYER_HEAD, player_rows(found))
    if rows := account_rows(found):
        yield f"{heading} How it came about"
        yield _table(("", "points for North-South"), rows)
        yield luck_text(found)
    yield f"*{closing(found)}*"


def _tricks(found: Review) -> str:
    rows = []
    for trick in tricks_of(found):
        cells = [f"{play.seat} {_card(play.card)}{_mark(mark(play))}" for play in trick.plays]
        winner = "" if trick.winner is None else str(trick.winner)
        rows.append((str(trick.number), *cells, *[""] * (4 - len(cells)), winner, f"{trick.ns}-{trick.ew}"))
    return _table(("Trick", "Lead", "2nd", "3rd", "4th", "Won by", "NS-EW"), rows)


def _card(card: Card) -> str:
    return card.name if card.suit is None else card.name[0].replace("T", "10") + card.suit.symbol


def _mark(sign: str) -> str:
    return f" **{sign}**" if sign in ("??", "!") else f" {sign}" if sign else ""


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield title
        yield "\n".join(f"- {_plain(line)}" for line in lines)


def _plain(text: str) -> str:
    """Text of which nothing reads as Markdown."""
    return "".join("\\" + letter if letter in "\\`*_[]<>#|" else letter for letter in with_symbols(text))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
