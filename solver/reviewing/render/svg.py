"""Inline SVG of a review: the four hands, the margin after each bid and card, and bars of accuracy.

Colours are the page's CSS variables, so that light, dark and print need no second drawing.  Each drawing comes
wide, and narrow for telephones, where letters of a wide one would be too small to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from solver.deal import Deal
from solver.formats.words import CardStyle, card_text, rank_text, signed
from solver.game.cards import BLOOPERS, SUIT_MASKS, Card, Seat, Side, Suit, from_mask
from solver.reviewing.accuracy import PartyReview
from solver.reviewing.result import HandReview

__all__ = ["NARROW", "WIDE", "accuracy_bars", "hands_drawing", "margin_chart"]

WIDE: Final = 680
NARROW: Final = 288
"""Units across a drawing; a narrow one is as many pixels on the smallest screen."""

_ROW = 22
_CARDS = CardStyle.SYMBOLS
_PLACES: Mapping[Seat, tuple[int, int]] = {Seat.N: (232, 8), Seat.W: (8, 128), Seat.E: (456, 128), Seat.S: (232, 248)}


def hands_drawing(deal: Deal, leader: Seat | None, width: int = WIDE) -> str:
    """The hands around a table that names trump, below it if narrow; the first leader is marked."""
    extra = _ROW * (deal.trump is None and any(hand & BLOOPERS for hand in deal.hands))
    if width == WIDE:
        rows = {Seat.N: 0, Seat.E: extra, Seat.S: 2 * extra, Seat.W: extra}
        places = {seat: (x, y + rows[seat]) for seat, (x, y) in _PLACES.items()}
        parts = _table(deal, 325, 136 + 1.5 * extra)
        height = 366 + 3 * extra
    else:
        step = 118 + extra
        places = {seat: (4, 104 + step * number) for number, seat in enumerate(Seat)}
        parts = _table(deal, width // 2, 4)
        height = 104 + 4 * step
    parts += [_hand(deal, seat, x, y, leader) for seat, (x, y) in places.items()]
    return _drawing(width, height, "The four hands as dealt", parts)


def _drawing(width: int, height: float, label: str, parts: Iterable[str]) -> str:
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _table(deal: Deal, middle: int, top: float) -> list[str]:
    """A table with trump and the card turned."""
    trump = "No-trump" if deal.trump is None else f"Trump {_symbol(deal.trump)}"
    parts = [
        f'<rect x="{middle - 75}" y="{top:g}" width="150" height="92" rx="10" class="felt"/>',
        f'<text x="{middle}" y="{top + 42:g}" text-anchor="middle" class="big">{trump}</text>',
    ]
    if deal.upcard is not None:
        turned = f"turned {card_text(deal.upcard, _CARDS)}"
        parts.append(f'<text x="{middle}" y="{top + 66:g}" text-anchor="middle" class="soft">{turned}</text>')
    return parts


def _symbol(suit: Suit) -> str:
    red = ' class="red"' if suit in (Suit.H, Suit.D) else ""
    return f"<tspan{red}>{suit.symbol}</tspan>"


def _hand(deal: Deal, seat: Seat, x: int, y: int, leader: Seat | None) -> str:
    roles = [word for word, is_so in (("dealer", seat is deal.dealer), ("leads", seat is leader)) if is_so]
    named = f' <tspan class="soft">{", ".join(roles)}</tspan>' if roles else ""
    side = str(seat.side).lower()
    rows = [f'<text x="{x}" y="{y + 14}" class="name {side}">{seat.full_name}{named}</text>']
    for line, (sign, cards) in enumerate(_suits(deal, seat), 1):
        ranks = " ".join(rank_text(card) for card in cards) or "\u2013"
        base = y + 14 + _ROW * line
        rows.append(f'<text x="{x}" y="{base}">{sign}</text><text x="{x + 22}" y="{base}">{ranks}</text>')
    return "".join(rows)


def _suits(deal: Deal, seat: Seat) -> Iterator[tuple[str, list[Card]]]:
    """A sign and the cards, high to low, for each row of a hand."""
    hand = deal.hands[seat]
    for suit in Suit:
        mask = SUIT_MASKS[suit] | (BLOOPERS if suit is deal.trump else 0)
        yield _symbol(suit), list(from_mask(hand & mask))[::-1]
    if deal.trump is None and any(other & BLOOPERS for other in deal.hands):
        yield "*", list(from_mask(hand & BLOOPERS))[::-1]


# --- The margin after each bid and card -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Moment:
    """One point of the curve: its value, and what happened there if something was lost or won."""

    value: int
    label: str
    lost: bool = False


def _moments(review: HandReview) -> list[_Moment]:
    """Margins (NS tricks where no bids are known) from par to the end."""
    moments = []
    if review.account is not None:
        moments.append(_Moment(review.account.par_margin, "before the bidding"))
    elif review.plays:
        moments.append(_Moment(review.plays[0].ns_before, "before the first card"))
    for bid in review.bids:
        label = f"{bid.seat.full_name} bids {bid.bid.word}"
        moments.append(_Moment(bid.margin_after, label, bid.loss_points > 0))
    for play in review.plays:
        label = f"trick {play.trick}, {play.seat.full_name} {card_text(play.card, _CARDS)}"
        value = play.ns_after if play.margin_after is None else play.margin_after
        moments.append(_Moment(value, label, bool(moments) and value != moments[-1].value))
    if review.claim is not None and review.score is not None and review.tricks is not None:
        end = review.score[Side.NS] - review.score[Side.EW] if review.account is not None else review.tricks[Side.NS]
        moments.append(_Moment(end, "the claim", end != moments[-1].value if moments else False))
    return moments


def margin_chart(review: HandReview, width: int = WIDE) -> str:
    """A step line of the margin with best play from each point on; empty with nothing bid or played."""
    moments = _moments(review)
    if len(moments) < 2:
        return ""
    points = review.account is not None
    values = [moment.value for moment in moments] + ([0] if points else [])
    low, high = min(values), max(values)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    left, right, top, bottom = (56 if width == WIDE else 40), width - 12, 14, 196
    step = (right - left) / (len(moments) - 1)

    def x(moment: float) -> float:
        return round(left + step * moment, 1)

    def y(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - top), 1)

    steps = "".join(f"H{x(number)}V{y(moment.value)}" for number, moment in enumerate(moments[1:], 1))
    path = f"M{x(0)} {y(moments[0].value)}{steps}"
    parts = [*_grid(review, x, len(moments), bottom)]
    for value in sorted({low, high, 0} if points else {low, high}):
        if low <= value <= high:
            line = "zero" if value == 0 and points else "grid"
            parts.append(f'<path d="M{left} {y(value)}H{right}" class="{line}"/>')
            shown = signed(value) if points else str(value)
            parts.append(f'<text x="{left - 8}" y="{y(value) + 4}" text-anchor="end" class="small">{shown}</text>')
    parts.append(f'<path d="{path}" class="curve"/>')
    for number, moment in enumerate(moments):
        if moment.lost:
            parts.append(_dot(x(number), y(moment.value), moments[number - 1].value, moment, (high - low) / 8, width))
    what = "North-South's margin in points" if points else "North-South's tricks"
    return _drawing(width, 224, f"{what} after each bid and card", parts)


def _dot(x: float, y: float, before: int, moment: _Moment, large: float, width: int) -> str:
    """A dot where something was lost, its size beside it if it is a ``large`` part of the scale."""
    change = moment.value - before
    told = escape(f"{moment.label}: {before} \u2192 {moment.value}")
    drawn = f'<circle cx="{x}" cy="{y}" r="5" class="dot"><title>{told}</title></circle>'
    if abs(change) >= large:
        beside = f'x="{x + 9}"' if x < width - 60 else f'x="{x - 9}" text-anchor="end"'
        drawn += f'<text {beside} y="{y + (17 if change > 0 else -9)}" class="small">{signed(change)}</text>'
    return drawn


def _grid(review: HandReview, x: Callable[[float], float], count: int, bottom: int) -> Iterator[str]:
    """Faint lines where tricks begin, and what stands below the axis."""
    before = count - len(review.plays) - (review.claim is not None)
    every = 4 * (x(1) - x(0)) > 20  # whether the numbers of all tricks have room
    if review.bids:
        middle = x((before - 1) / 2) - (0 if every else 8)
        yield f'<text x="{middle}" y="{bottom + 20}" text-anchor="middle" class="small">bids</text>'
    for first in range(0, len(review.plays), 4):
        yield f'<path d="M{x(before - 1 + first)} 14V{bottom}" class="grid"/>'
        middle = x(before - 1 + first + min(4, len(review.plays) - first) / 2)
        number = review.plays[first].trick
        if every or number % 2:
            yield f'<text x="{middle}" y="{bottom + 20}" text-anchor="middle" class="small">{number}</text>'


# --- Accuracy ---------------------------------------------------------------------------------------


def accuracy_bars(players: Mapping[Seat, PartyReview], width: int = WIDE) -> str:
    """Two bars a player: bid and cards, percent of the points at stake kept."""
    wide = width == WIDE
    left = 138 if wide else 52
    length = width - left - (102 if wide else 56)
    parts: list[str] = []
    row = 0
    for seat, player in players.items():
        name = seat.full_name
        bars = [("cards", player.play.accuracy)]
        if player.in_points:
            bars.insert(0, ("bid", player.bidding.accuracy))
        side = str(seat.side).lower()
        parts.append(f'<text x="{8 if wide else 0}" y="{row + 16}" class="name {side}">{name}</text>')
        row += 0 if wide else 22
        for word, percent in bars:
            parts.append(f'<text x="{left - 10}" y="{row + 16}" text-anchor="end" class="small">{word}</text>')
            bar = f'<rect x="{left}" y="{row + 4}" height="15" rx="4"'
            parts.append(f'{bar} width="{length}" class="track"/>')
            if percent:
                parts.append(f'{bar} width="{length * percent / 100:.1f}" class="bar {side}"/>')
            parts.append(f'<text x="{left + length + 8}" y="{row + 16}" class="small">{percent:g} %</text>')
            row += 24
        row += 8
    return _drawing(width, row, "Accuracy of each player", parts)
