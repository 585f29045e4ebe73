"""The score sheet of a game as rows, as CSV and as a page that prints on one sheet of paper."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from html import escape
from io import StringIO
from typing import Final

from solver.formats.words import signed
from solver.game.cards import Side
from solver.game.score_sheet import GameScore, SheetRow

__all__ = ["SHEET_HEAD", "result_word", "sheet_as_csv", "sheet_as_page", "sheet_rows", "standing_text"]

SHEET_HEAD: Final = (
    *("Deal", "cards", "dealer"),
    *("N+S bid", "took", "result", "points", "NS total"),
    *("E+W bid", "took", "result", "points", "EW total"),
)
_CSV_HEAD: Final = (
    *("deal", "cards", "dealer", "N", "E", "S", "W", "contract_NS", "contract_EW", "leader", "tricks_NS", "tricks_EW"),
    *("result_NS", "result_EW", "rainbow_NS", "rainbow_EW", "points_NS", "points_EW", "total_NS", "total_EW"),
)
_STYLE: Final = """
@page{size:A4;margin:12mm}
body{max-width:60rem;margin:1.5rem auto;padding:0 1rem;background:#fff;color:#1b1f24;
font:15px/1.35 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
h1{font-size:1.4rem;margin:0 0 .3rem}p{margin:.3rem 0}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.16rem .4rem;border-bottom:1px solid #d8dde3;text-align:right;white-space:nowrap}
th{color:#58616c;font-weight:600;font-size:.85em}thead tr:first-child th{text-align:center;border:0}
td:nth-child(8),td:nth-child(13){font-weight:600}th:nth-child(4),td:nth-child(9){padding-left:1rem}
tr.again td{color:#58616c;font-style:italic}.set{color:#c02626}
@media screen and (max-width:56rem){
body{padding:0 .6rem;font-size:14px}table,thead,tbody{display:block}thead tr:first-child{display:none}
tr{display:grid;grid-template-columns:minmax(0,22fr) minmax(0,8fr) minmax(0,11fr) minmax(0,11fr) minmax(0,14fr);
padding:.3rem 0;border-bottom:1px solid #d8dde3}
th,td{border:0;padding:.1rem .15rem}th{font-size:.78em}th:nth-child(4),td:nth-child(9){padding-left:.2rem}
th:nth-child(-n+3),td:nth-child(-n+3){text-align:left;color:#58616c}
th:nth-child(2),td:nth-child(2){grid-column:2/4}th:nth-child(3),td:nth-child(3){grid-column:4/6}
th:nth-child(4),td:nth-child(4),th:nth-child(9),td:nth-child(9){grid-column:1;text-align:left;white-space:normal}
tbody td:nth-child(2)::after{content:" cards"}tbody td:nth-child(3)::before{content:"dealer "}}
@media print{body{max-width:none;margin:0;padding:0;font-size:11px}.wide{overflow:visible}tr{break-inside:avoid}}
"""


def result_word(row: SheetRow, side: Side) -> str:
    """``made``, ``set``, or ``-`` where nothing was bid."""
    made = row.made(side)
    return "-" if made is None else "made" if made else "set"


def sheet_rows(game: GameScore) -> Iterator[tuple[str, ...]]:
    """The columns of SHEET_HEAD; a deal that all passed has the number of the deal that is dealt again (R9)."""
    for number, row in _numbered(game):
        cells = [str(number), str(row.cards), str(row.dealer)]
        for side in Side:
            if row.tricks is None:
                cells += ["pass", "-", "redeal", "0", str(row.totals[side])]
                continue
            bids = "+".join(row.bids[seat].word for seat in side.seats)
            cells += [bids, str(row.tricks[side]), result_word(row, side), signed(row.score[side])]
            cells.append(str(row.totals[side]))
        yield tuple(cells)


def _numbered(game: GameScore) -> Iterator[tuple[int, SheetRow]]:
    """Each row with the number of its deal among those that count, from 1."""
    number = 1
    for row in game.deals:
        yield number, row
        number += not row.passed_out


def sheet_as_csv(game: GameScore) -> str:
    """A line a deal, with a head; numbers are plain, bids as in JSON, and what a redeal has not is empty."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_CSV_HEAD)
    for number, row in _numbered(game):
        tricks = {side: "" if row.tricks is None else str(row.tricks[side]) for side in Side}
        results = {side: "redeal" if row.passed_out else result_word(row, side) for side in Side}
        bids = [row.bids[seat] for seat in sorted(row.bids)]
        line: list[object] = [number, row.cards, row.dealer, *bids]
        pairs = (row.contracts, tricks, results, row.rainbow, row.score, row.totals)
        cells = [[pair[side] for side in Side] for pair in pairs]
        line += [*cells[0], row.leader or "", *(cell for pair in cells[1:] for cell in pair)]
        writer.writerow(line)
    return out.getvalue()


def standing_text(game: GameScore) -> str:
    """Who won or leads, and what comes next."""
    ns, ew = game.totals[Side.NS], game.totals[Side.EW]
    if game.next is None:
        return "A draw" if game.winner == "draw" else f"{game.winner} win by {abs(ns - ew)}"
    ahead = "level" if ns == ew else f"{'NS' if ns > ew else 'EW'} ahead by {abs(ns - ew)}"
    dealer = "" if game.next.dealer is None else f", dealt by {game.next.dealer.full_name}"
    return f"So far {ahead}; next {game.next.cards} cards{dealer}"


def sheet_as_page(game: GameScore) -> str:
    """An HTML document that needs nothing else."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = "".join(f"<th>{escape(name)}</th>" for name in SHEET_HEAD)
    rows = []
    for cells in sheet_rows(game):
        kind = ' class="again"' if "redeal" in cells else ""
        body = "".join(f"<td{_class(cell)}>{escape(cell)}</td>" for cell in cells)
        rows.append(f"<tr{kind}>{body}</tr>")
    rules = game.rules.to_value()
    redeals = f", {game.redeals} of them dealt again" if game.redeals else ""
    facts = f"{len(game.deals)} deals{redeals}; {rules if isinstance(rules, str) else 'own'} rules"
    totals = ", ".join(f"{side.full_name} {game.totals[side]}" for side in Side)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>Back Alley score sheet</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Back Alley score sheet</h1>\n<p>{escape(totals)}. {escape(standing_text(game))}.</p>\n"
        f"<p>{escape(facts)}</p>\n"
        '<div class="wide"><table><thead><tr><th colspan="3"></th><th colspan="5">North-South</th>'
        f'<th colspan="5">East-West</th></tr>\n<tr>{head}</tr></thead>\n<tbody>\n'
        + "\n".join(rows)
        + "\n</tbody></table></div>\n</body>\n</html>\n"
    )


def _class(cell: str) -> str:
    return ' class="set"' if cell == "set" else ""
