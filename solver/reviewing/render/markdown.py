"""A review as Markdown, for a forum, an issue or a message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
)
from solver.reviewing.result import Review

__all__ = ["game_as_markdown", "review_as_markdown"]


def review_as_markdown(review: Review, level: int = 1, symbols: bool = True) -> str:
    """The review under a heading of ``level``; suit symbols or letters."""
    return "\n\n".join(_blocks(review, "#" * level, _style(symbols))) + "\n"


def game_as_markdown(game: GameReview, symbols: bool = True) -> str:
    """The sums of all hands first, then each hand."""
    style = _style(symbols)
    blocks = [f"# {len(game.hands)} hands reviewed", _plain(" ".join(game.summary))]
    if moments := moment_sentences(game, style):
        blocks.append("## The costliest moments")
        blocks.append("\n".join(f"- {_plain(hand)}: {_plain(text)}" for hand, text in moments))
    blocks += _sums(game, "##")
    for number, hand in enumerate(game.hands, 1):
        blocks += [f"## {_plain(game.title(number))}", *_blocks(hand, "###", style, named=False)]
    return "\n\n".join(blocks) + "\n"


def _style(symbols: bool) -> CardStyle:
    return CardStyle.SYMBOLS if symbols else CardStyle.LETTERS


def _blocks(review: Review, heading: str, style: CardStyle, named: bool = True) -> Iterator[str]:
    if named:
        yield f"{heading} A Back Alley hand reviewed"
        heading += "#"
    said = HandSentences.of(review, style)
    yield _plain(" ".join(said.summary))
    yield f"```text\n{review.deal.diagram(style is CardStyle.SYMBOLS)}\n```"
    if review.plays:
        yield f"{heading} Trick by trick"
        yield _tricks(review, style)
        if meant := legend(review):
            yield ", ".join(f"`{sign}` {what}" for sign, what in meant)
    if review.bids:
        yield f"{heading} Bids"
        yield _table(BID_HEAD, bid_rows(review))
    yield from _listed(f"{heading} What was not allowed", said.illegal)
    yield from _listed(f"{heading} What it cost", said.costly)
    yield from _listed(f"{heading} Tricks that cost no points", said.notes)
    yield from filter(None, (said.claim, said.lead))
    yield from _sums(review, heading)


def _sums(review: Review | GameReview, heading: str) -> Iterator[str]:
    yield f"{heading} Players"
    yield _table(PLAYER_HEAD, player_rows(review))
    if rows := account_rows(review):
        yield f"{heading} How it came about"
        yield _table(("", "points for North-South"), rows)
    said = SumSentences.of(review)
    if said.luck:
        yield said.luck
    yield f"*{said.closing}*"


def _tricks(review: Review, style: CardStyle) -> str:
    rows = []
    for trick in tricks_of(review):
        cells = [f"{play.seat} {card_text(play.card, style)}{_mark(mark(play))}" for play in trick.plays]
        winner = "" if trick.winner is None else str(trick.winner)
        rows.append((str(trick.number), *cells, *[""] * (4 - len(cells)), winner, f"{trick.ns}-{trick.ew}"))
    return _table(("Trick", "Lead", "2nd", "3rd", "4th", "Won by", "NS-EW"), rows)


def _mark(sign: str) -> str:
    return f" **{sign}**" if sign in ("??", "!") else f" {sign}" if sign else ""


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield title
        yield "\n".join(f"- {_plain(line)}" for line in lines)


def _plain(text: str) -> str:
    """Text of which nothing reads as Markdown."""
    return "".join("\\" + letter if letter in "\\`*_[]<>#|" else letter for letter in text)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
