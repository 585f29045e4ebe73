"""Line charts of docs/numbers.md as SVG: points with their 95 % intervals, a legend above."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, BOTTOM = 64, 20, 46
ROW = 18
"""Of the legend."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points (x, y, half of the interval) under a name; ``marks`` draws the points and their intervals."""

    name: str
    colour: str
    points: Sequence[tuple[float, float, float]]
    dashed: bool = False
    marks: bool = True


def chart(title: str, x_label: str, lines: Sequence[Line], *, percent: bool = False, columns: int = 2) -> str:
    """The chart as SVG; ``percent`` shows shares as such, and the legend has so many ``columns``."""
    xs = [x for line in lines for x, _, _ in line.points]
    highs = [y + error for line in lines for _, y, error in line.points]
    lows = [y - error for line in lines for _, y, error in line.points]
    low, high, step = _scale(min(0.0, *lows), max(highs))
    least, most = min(xs), max(xs)
    top = 34 + ROW * math.ceil(len(lines) / columns)

    def x_at(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (x - least) / (most - least)

    def y_at(y: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - top) * (y - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"',
        ' font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20" fill="#111" font-size="14">{escape(title)}</text>',
    ]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        label = f"{100 * value:.3g} %" if percent else f"{value:.3g}"
        strong = "#888" if abs(value) < step / 1000 else "#ddd"
        parts.append(f'<path d="M{LEFT} {y_at(value):.1f}H{WIDTH - RIGHT}" stroke="{strong}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y_at(value) + 4:.1f}" text-anchor="end" fill="#333">{label}</text>')
    parts += [
        f'<text x="{x_at(x):.1f}" y="{HEIGHT - BOTTOM + 19}" text-anchor="middle" fill="#333">{x:g}</text>'
        for x in _ticks(least, most)
    ]
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle:g}" y="{HEIGHT - 8}" text-anchor="middle" fill="#333">{escape(x_label)}</text>')
    for index, line in enumerate(lines):
        column, row = index % columns, index // columns
        parts += _legend(line, LEFT + column * (WIDTH - LEFT - RIGHT) / columns, 40 + ROW * row)
        parts += _drawn(line, x_at, y_at)
    return "\n".join([*parts, "</svg>", ""])


def _legend(line: Line, x: float, y: float) -> Iterator[str]:
    yield f'<path d="M{x:.0f} {y - 4:.0f}h22" {_stroke(line)}/>'
    yield f'<text x="{x + 28:.0f}" y="{y:.0f}" fill="#333">{escape(line.name)}</text>'


def _stroke(line: Line) -> str:
    dashes = ' stroke-dasharray="5 4"' if line.dashed else ""
    return f'stroke="{line.colour}" stroke-width="2" fill="none"{dashes}'


def _drawn(line: Line, x_at: Callable[[float], float], y_at: Callable[[float], float]) -> Iterator[str]:
    points = " ".join(f"{x_at(x):.1f},{y_at(y):.1f}" for x, y, _ in line.points)
    yield f'<polyline points="{points}" {_stroke(line)}/>'
    if line.marks:
        for x, y, error in line.points:
            yield f'<circle cx="{x_at(x):.1f}" cy="{y_at(y):.1f}" r="3" fill="{line.colour}"/>'
            if y_at(y - error) - y_at(y + error) > 7:  # else the point hides it
                ends = f"M{x_at(x):.1f} {y_at(y - error):.1f}V{y_at(y + error):.1f}"
                yield f'<path d="{ends}" stroke="{line.colour}" stroke-width="1.5"/>'


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Ends and step of an axis with round numbers that holds both."""
    rough = (high - low or 1) / 6
    power = 10 ** math.floor(math.log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step, step


def _ticks(least: float, most: float) -> Iterator[float]:
    if most - least <= 14:
        yield from (least + number for number in range(int(most - least) + 1))
    else:
        low, high, step = _scale(least, most)
        yield from (
            low + number * step
            for number in range(round((high - low) / step) + 1)
            if least <= low + number * step <= most
        )
