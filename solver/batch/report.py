"""A run as one HTML page of charts, which needs nothing else; also of a run in progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from solver.batch.part import read_head
from solver.batch.run import RunError, State, read_manifest, read_state
from solver.batch.summary import TITLES, Spread, Summary, Tally

__all__ = ["page", "read_run"]

_WIDTH: Final = 320
_HEIGHT: Final = 130
_BARS: Final = 40
"""Bars of one chart; more values share one."""
_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2733; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
section { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .8rem; color: #5b6875; }
svg { display: block; background: #f6f8fa; border-radius: 4px; }
rect { fill: #2f6f9f; } text { font: 10px system-ui, sans-serif; fill: #44515e; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; }
@media (prefers-color-scheme: dark) {
  body { background: #12181e; color: #dde5ec; } svg { background: #1b242d; } rect { fill: #6db3e8; }
  text, figcaption { color: #9fb0bf; fill: #9fb0bf; }
}
"""


def read_run(path: Path) -> tuple[Mapping[str, Any], Summary]:
    """The manifest of a run and what is counted in it so far; nothing is changed, whoever works on it now."""
    manifest = read_manifest(path)
    if manifest is None:
        raise RunError(f"{path} is no folder of a run: it has no manifest.json")
    state = read_state(path) or State()
    tally = Tally()
    tally.merge(state.tally)
    size = state.size
    for part in sorted((path / "parts").glob("*.part")):
        try:
            head = read_head(part)
        except FileNotFoundError:  # it went into the output meanwhile
            continue
        if head is not None and head.index >= state.parts:
            tally.merge(head.tally)
            size += head.size
    status = "done" if state.status == "done" else "running"
    try:
        task = manifest["question"]["task"]
    except (LookupError, TypeError):
        raise RunError(f"{path / 'manifest.json'} is damaged") from None
    total = manifest.get("total")
    return manifest, Summary.of(task, tally, status=status, total=total, seconds=state.seconds, size=size)


def page(manifest: Mapping[str, Any], summary: Summary) -> str:
    """The page."""
    title = f"{summary.records:,} records of {summary.task}"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width">',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{escape(title)}</h1>",
            _facts(manifest, summary),
            *_charts(summary),
            "</body></html>",
            "",
        ]
    )


def _facts(manifest: Mapping[str, Any], summary: Summary) -> str:
    source = manifest["source"]
    if "generate" in source:
        sizes = ", ".join(map(str, source["cards"]))
        what = f"{source['generate']:,} deals of {sizes} cards a hand, seed {source['seed']}"
    else:
        what = str(manifest.get("input") or "a stream")
    rows = {
        "Input": what,
        "Status": summary.status,
        "So far": summary.text().split("\n")[0],
        "Errors by rule": ", ".join(f"{rule}: {number:,}" for rule, number in summary.faults.items()),
        "Time of a record": ", ".join(f"{share} within {ms:,.2f} ms" for share, ms in summary.times.items()),
        "Solver": manifest["version"],
    }
    cells = (f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows.items() if text)
    return f"<table>{''.join(cells)}</table>"


def _charts(summary: Summary) -> Iterator[str]:
    for name, sizes in summary.counts.items():
        yield f"<h2>{escape(TITLES[name])}</h2><section>"
        for cards, spread in sizes.items():
            said = f"{cards} card{'s' * (cards > 1)}: {spread.count:,} values, mean {spread.mean:,.2f}"
            yield f"<figure>{_bars(spread)}<figcaption>{escape(said)}</figcaption></figure>"
        yield "</section>"


def _bars(spread: Spread) -> str:
    """How often each value came, as bars of equal width."""
    width = max(1, -(-(spread.most - spread.least + 1) // _BARS))
    heights: dict[int, int] = {}
    for value, number in spread.values.items():
        heights[(value - spread.least) // width] = heights.get((value - spread.least) // width, 0) + number
    count = (spread.most - spread.least) // width + 1
    step, base, top = (_WIDTH - 20) / count, _HEIGHT - 18, max(heights.values())
    drawn = []
    for place, number in sorted(heights.items()):
        low = spread.least + place * width
        label = str(low) if width == 1 else f"{low} to {low + width - 1}"
        height = max(1.0, (base - 12) * number / top)
        drawn.append(
            f'<rect x="{10 + place * step:.1f}" y="{base - height:.1f}" width="{max(1.0, step - 1):.1f}"'
            f' height="{height:.1f}"><title>{label}: {number:,} ({number / spread.count:.2%})</title></rect>'
        )
        if place in (0, count - 1) or (count <= 14 and width == 1):
            x = 10 + (place + 0.5) * step
            drawn.append(f'<text x="{x:.1f}" y="{_HEIGHT - 5}" text-anchor="middle">{low}</text>')
    share = f"{top / spread.count:.0%}"
    head = f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img">'
    return f'{head}<text x="10" y="10">{share}</text>{"".join(drawn)}</svg>'
