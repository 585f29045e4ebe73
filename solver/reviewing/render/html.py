"""A review as one HTML page that needs nothing else: no script, no other file; light, dark and on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final

from solver.formats.words import CardStyle, card_text
from solver.game.cards import Suit
from solver.reviewing.card_play import PlayReview
from solver.reviewing.game import GameReview
from solver.reviewing.render.sentences import HandSentences, SumSentences, moment_sentences
from solver.reviewing.render.stylesheet import STYLESHEET
from solver.reviewing.render.svg import NARROW, WIDE, accuracy_bars, hands_drawing, margin_chart
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

__all__ = ["game_as_page", "review_as_page"]

_CARDS: Final = CardStyle.SYMBOLS
_CLASSES: Final = {"??": "bad", "!": "bad", "?": "warn", "=": "only", "": ""}


def review_as_page(review: Review) -> str:
    """The hand as an HTML document."""
    return _document("A Back Alley hand reviewed", _hand(review))


def game_as_page(game: GameReview) -> str:
    """Sums of all hands first, then each hand."""
    title = f"{len(game.hands)} Back Alley hands reviewed"
    body = [f'<p class="lead">{escape(" ".join(game.summary))}</p>']
    body += _listed("The costliest moments", [f"{hand}: {text}" for hand, text in moment_sentences(game, _CARDS)])
    body += _sums(game)
    for number, hand in enumerate(game.hands, 1):
        body += [f"<hr><h1>{escape(game.title(number))}</h1>", *_hand(hand)]
    return _document(title, body)


def _document(title: str, body: Sequence[str] | Iterator[str]) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLESHEET}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _hand(review: Review) -> Iterator[str]:
    said = HandSentences.of(review, _CARDS)
    yield f'<p class="lead">{escape(" ".join(said.summary))}</p>'
    yield f"<figure>{_both(lambda width: hands_drawing(review.deal, review.leader, width))}</figure>"
    yield f'<p class="soft">{escape(_facts(review))}</p>'
    yield from _listed("What was not allowed", said.illegal)
    yield from _listed("What it cost", said.costly)
    yield from _listed("Tricks that cost no points", said.notes)
    if margin_chart(review):
        yield _chart(review, _both(lambda width: margin_chart(review, width)))
    if review.plays:
        yield _tricks(review)
    if review.bids:
        yield f"<section><h2>Bids</h2>{_table(BID_HEAD, bid_rows(review))}</section>"
    yield from (f"<p>{escape(text)}</p>" for text in (said.claim, said.lead) if text)
    yield from _sums(review)
    if review.plays:
        yield _alternatives(review)


def _both(drawing: Callable[[int], str]) -> str:
    """The wide and the narrow drawing, of which the stylesheet shows the one that fits."""
    return f'<div class="for-wide">{drawing(WIDE)}</div><div class="for-narrow">{drawing(NARROW)}</div>'


def _facts(review: Review) -> str:
    rules = review.deal.rules.to_value()
    facts = [f"{review.deal.cards} cards a hand", f"{rules if isinstance(rules, str) else 'own'} rules"]
    if review.contracts is not None:
        facts.append("contracts: " + ", ".join(f"{side} {contract}" for side, contract in review.contracts.items()))
    return "; ".join(facts)


def _chart(review: Review, chart: str) -> str:
    if review.account is None:
        what = "North-South's tricks with best play from each card on. A step is a card that lost tricks."
    else:
        what = (
            "How many points North-South come out ahead (below 0: behind) with best play from each moment on. It"
            " moves only when somebody gives something away: up for East-West's losses, down for North-South's."
        )
    title = "The margin, bid by bid and card by card" if review.account is not None else "The tricks, card by card"
    return f"<section><h2>{title}</h2><figure>{chart}<figcaption>{what}</figcaption></figure></section>"


def _tricks(review: Review) -> str:
    rows = []
    for trick in tricks_of(review):
        cells = "".join(f"<td>{_play(play, play.seat is trick.winner)}</td>" for play in trick.plays)
        cells += "<td></td>" * (4 - len(trick.plays))
        rows.append(
            f"<tr><td>{trick.number}</td>{cells}<td>{trick.ns}\u2013{trick.ew}</td><td>{trick.best_ns}</td></tr>"
        )
    names = ("Trick", "Lead", "2nd", "3rd", "4th", "Tricks NS\u2013EW", "NS in the end, with best play")
    head = "".join(f"<th>{name}</th>" for name in names)
    signs = [f'<span class="{_CLASSES[sign]}">{escape(sign)}</span> {what}' for sign, what in legend(review)]
    meant = ", ".join([*signs, '<span class="won">underlined</span> won the trick'])
    return (
        f'<section><h2>Trick by trick</h2><div class="wide"><table class="left"><tr>{head}</tr>{"".join(rows)}</table>'
        f'</div><p class="soft">{meant}</p></section>'
    )


def _play(play: PlayReview, won: bool) -> str:
    sign = mark(play)
    name = f'<span class="won">{_card(play)}</span>' if won else _card(play)
    return f'{play.seat} {name}<span class="{_CLASSES[sign]}">{escape(sign)}</span>'


def _card(play: PlayReview) -> str:
    text = escape(card_text(play.card, _CARDS))
    return f'<span class="red">{text}</span>' if play.card.suit in (Suit.H, Suit.D) else text


def _alternatives(review: Review) -> str:
    """Every card with what each other choice was worth, folded away."""
    rows = []
    for play in review.plays:
        options = " \u00b7 ".join(
            f"{' '.join(card_text(card, _CARDS) for card in option.cards)} <b>{option.ns}</b>"
            for option in play.options
        )
        rows.append(f"<tr><td>{play.trick}</td><td>{play.seat} {_card(play)}</td><td>{options}</td></tr>")
    head = "<tr><th>Trick</th><th>Played</th><th>North-South's tricks in the end after each choice</th></tr>"
    return (
        "<section><h2>Every choice</h2><details><summary>What each legal card was worth; neighbours in rank"
        f' stand together</summary><div class="wide"><table class="left choices">{head}{"".join(rows)}</table></div>'
        "</details></section>"
    )


def _sums(review: Review | GameReview) -> Iterator[str]:
    yield (
        f"<section><h2>Accuracy</h2><figure>{_both(lambda width: accuracy_bars(review.players, width))}</figure>"
        f'<div class="players">{_table(PLAYER_HEAD, player_rows(review))}</div></section>'
    )
    said = SumSentences.of(review)
    if rows := account_rows(review):
        table = _table(("", "points for North-South"), rows, summed=True)
        yield f"<section><h2>How it came about</h2>{table}<p>{escape(said.luck)}</p></section>"
    yield f'<p class="soft">{escape(said.closing)}</p>'


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"<section><h2>{title}</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul></section>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], summed: bool = False) -> str:
    def row(cells: Sequence[str], tag: str, kind: str = "") -> str:
        return f"<tr{kind}>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    sums = len(rows) - 1 if summed else len(rows)
    body = "".join(row(cells, "td") for cells in rows[:sums])
    body += "".join(row(cells, "td", ' class="sum"') for cells in rows[sums:])
    return f'<div class="wide"><table>{row(head, "th")}{body}</table></div>'
