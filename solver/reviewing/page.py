"""A review as one HTML page that needs nothing else: no script, no other file; light, dark and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from solver.reviewing.drawings import accuracy_bars, card_text, hands_drawing, margin_chart
from solver.reviewing.game import GameReview
from solver.reviewing.plays import PlayReview
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

__all__ = ["game_as_page", "review_as_page"]

_LIGHT: Final = (
    "--paper:#fff;--ink:#1b1f24;--soft:#58616c;--line:#d8dde3;--panel:#f5f7f9;--ns:#1f5fae;--ew:#a8480f;"
    "--red:#c02626;--bad:#c02626;--warn:#8a5a00"
)
_DARK: Final = (
    "--paper:#15181c;--ink:#e7e9ec;--soft:#a3acb7;--line:#3a424c;--panel:#1e2329;--ns:#7fb6f7;--ew:#f0a169;"
    "--red:#ff8f85;--bad:#ff8f85;--warn:#e8b44c"
)
_STYLE: Final = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}
@media print{{:root{{{_LIGHT}}}body{{max-width:none;margin:0}}section{{break-inside:avoid}}}}
*{{box-sizing:border-box}}
body{{max-width:46rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}}
h1{{font-size:1.6rem;margin:0 0 .5rem}}h2{{font-size:1.15rem;margin:2rem 0 .5rem}}
p{{margin:.4rem 0}}.lead{{font-size:1.1rem}}.soft,figcaption{{color:var(--soft)}}figcaption{{font-size:.85rem}}
figure{{margin:1rem 0}}svg{{width:100%;height:auto;display:block;font:15px system-ui,"DejaVu Sans",sans-serif}}
svg text{{fill:var(--ink)}}svg .soft,svg .small{{fill:var(--soft)}}svg .small{{font-size:12.5px}}
svg .name{{font-weight:600}}svg .big{{font-size:19px;font-weight:600}}svg .red{{fill:var(--red)}}
svg .name.ns{{fill:var(--ns)}}svg .name.ew{{fill:var(--ew)}}svg .felt{{fill:var(--panel);stroke:var(--line)}}
.grid{{stroke:var(--line);stroke-width:1;fill:none}}.zero{{stroke:var(--soft);stroke-width:1.2}}
.curve{{stroke:var(--ns);stroke-width:2.5;fill:none}}.dot{{fill:var(--bad);stroke:var(--paper);stroke-width:1.5}}
.track{{fill:var(--panel);stroke:var(--line)}}.bar.ns{{fill:var(--ns)}}.bar.ew{{fill:var(--ew)}}
.wide{{overflow-x:auto}}table{{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}}
th,td{{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}}
th:first-child,td:first-child,.left td{{text-align:left}}
th{{white-space:normal;color:var(--soft);font-weight:600;font-size:.85rem}}
.left th{{text-align:left}}tr.sum td{{font-weight:600;border-top:2px solid var(--line)}}
.red{{color:var(--red)}}.bad{{color:var(--bad);font-weight:700}}.warn{{color:var(--warn);font-weight:700}}
.only{{color:var(--soft)}}.won{{font-weight:700;text-decoration:underline;text-underline-offset:3px}}
ul{{padding-left:1.2rem}}li{{margin:.35rem 0}}summary{{cursor:pointer;color:var(--soft)}}
"""
_CLASSES: Final = {"??": "bad", "!": "bad", "?": "warn", "=": "only", "": ""}


def review_as_page(found: Review) -> str:
    """The hand as an HTML document."""
    return _document("A Back Alley hand reviewed", _hand(found))


def game_as_page(found: GameReview) -> str:
    """Sums of all hands first, then each hand."""
    title = f"{len(found.hands)} Back Alley hands reviewed"
    body = [f'<p class="lead">{_words(" ".join(found.summary))}</p>']
    body += _listed("The costliest moments", [f"Hand {deal}: {text}" for deal, text, _ in found.turning_points])
    body += _sums(found)
    for at, hand in enumerate(found.hands, 1):
        body += [f"<hr><h1>Hand {at}</h1>", *_hand(hand)]
    return _document(title, body)


def _document(title: str, body: Sequence[str] | Iterator[str]) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _hand(found: Review) -> Iterator[str]:
    yield f'<p class="lead">{_words(" ".join(found.summary))}</p>'
    yield f"<figure>{hands_drawing(found.deal, found.leader)}</figure>"
    yield f'<p class="soft">{escape(_facts(found))}</p>'
    yield from _listed("What was not allowed", error_lines(found))
    yield from _listed("What it cost", [point.text for point in found.turning_points if point.kind != "illegal"])
    yield from _listed("Tricks that cost no points", found.notes)
    if chart := margin_chart(found):
        yield _chart(found, chart)
    if found.plays:
        yield _tricks(found)
    if found.bids:
        yield f"<section><h2>Bids</h2>{_table(BID_HEAD, bid_rows(found))}</section>"
    if found.claim is not None and found.claim.side is None:
        yield f"<p>{_words(claim_text(found.claim))}</p>"
    if found.lead is not None:
        yield f"<p>{_words(lead_text(found.lead))}</p>"
    yield from _sums(found)
    if found.plays:
        yield _alternatives(found)


def _words(text: str) -> str:
    return escape(with_symbols(text))


def _facts(found: Review) -> str:
    rules = found.deal.rules.to_value()
    facts = [f"{found.deal.cards} cards a hand", f"{rules if isinstance(rules, str) else 'own'} rules"]
    if found.contracts is not None:
        facts.append("contracts: " + ", ".join(f"{side} {contract}" for side, contract in found.contracts.items()))
    return "; ".join(facts)


def _chart(found: Review, chart: str) -> str:
    if found.account is None:
        what = "North-South's tricks with best play from each card on. A step is a card that lost tricks."
    else:
        what = (
            "How many points North-South come out ahead (below 0: behind) with best play from each moment on. It"
            " moves only when somebody gives something away: up for East-West's losses, down for North-South's."
        )
    title = "The margin, bid by bid and card by card" if found.account is not None else "The tricks, card by card"
    return f"<section><h2>{title}</h2><figure>{chart}<figcaption>{what}</figcaption></figure></section>"


def _tricks(found: Review) -> str:
    rows = []
    for trick in tricks_of(found):
        cells = "".join(f"<td>{_play(play, play.seat is trick.winner)}</td>" for play in trick.plays)
        cells += "<td></td>" * (4 - len(trick.plays))
        rows.append(
            f"<tr><td>{trick.number}</td>{cells}<td>{trick.ns}\u2013{trick.ew}</td><td>{trick.best_ns}</td></tr>"
        )
    names = ("Trick", "Lead", "2nd", "3rd", "4th", "Tricks NS\u2013EW", "NS in the end, with best play")
    head = "".join(f"<th>{name}</th>" for name in names)
    signs = [f'<span class="{_CLASSES[sign]}">{escape(sign)}</span> {what}' for sign, what in legend(found)]
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
    text = escape(card_text(play.card))
    return f'<span class="red">{text}</span>' if play.card.suit is not None and play.card.suit in (1, 2) else text


def _alternatives(found: Review) -> str:
    """Every card with what each other choice was worth, folded away."""
    rows = []
    for play in found.plays:
        options = " \u00b7 ".join(
            f"{' '.join(card_text(card) for card in option.cards)} <b>{option.ns}</b>" for option in play.options
        )
        rows.append(f"<tr><td>{play.trick}</td><td>{play.seat} {_card(play)}</td><td>{options}</td></tr>")
    head = "<tr><th>Trick</th><th>Played</th><th>North-South's tricks in the end after each choice</th></tr>"
    return (
        "<section><h2>Every choice</h2><details><summary>What each legal card was worth; neighbours in rank stand"
        f' together</summary><div class="wide"><table class="left">{head}{"".join(rows)}</table></div></details>'
        "</section>"
    )


def _sums(found: Review | GameReview) -> Iterator[str]:
    yield (
        f"<section><h2>Accuracy</h2><figure>{accuracy_bars(found.players)}</figure>"
        f"{_table(PLAYER_HEAD, player_rows(found))}</section>"
    )
    if rows := account_rows(found):
        table = _table(("", "points for North-South"), rows, summed=True)
        yield f"<section><h2>How it came about</h2>{table}<p>{escape(luck_text(found))}</p></section>"
    yield f'<p class="soft">{escape(closing(found))}</p>'


def _listed(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"<section><h2>{title}</h2><ul>{''.join(f'<li>{_words(line)}</li>' for line in lines)}</ul></section>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], summed: bool = False) -> str:
    def row(cells: Sequence[str], tag: str, kind: str = "") -> str:
        return f"<tr{kind}>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    last = len(rows) - 1
    body = "".join(row(cells, "td", ' class="sum"' if summed and at == last else "") for at, cells in enumerate(rows))
    return f'<div class="wide"><table>{row(head, "th")}{body}</table></div>'
