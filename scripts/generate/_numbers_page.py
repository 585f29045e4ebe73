"""docs/numbers.md and its charts, written from the counts of a run: every figure in it is read from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from textwrap import wrap
from typing import Any, Final

from _numbers_charts import Line, chart

COLOURS: Final = {"standard": "#1f6fb4", "bab_online": "#c2571a"}
SHADES: Final = ("#7fc8f8", "#4aa3df", "#2b7fc0", "#5b5bb5", "#8b3fa0", "#b8306f", "#c2271a")
CHARTED: Final = (1, 3, 5, 7, 9, 11, 13)
"""Sizes whose distributions are drawn."""
_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a share, and half of its 95 % interval."""

    value: float
    error: float

    @classmethod
    def mean(cls, counts: Counter[int], divisor: float = 1.0) -> Estimate:
        """The mean of the values over ``divisor``; there must be one."""
        number = counts.total()
        mean = sum(value * times for value, times in counts.items()) / number
        square = sum(times * (value - mean) ** 2 for value, times in counts.items()) / max(1, number - 1)
        return cls(mean / divisor, _Z * sqrt(square / number) / divisor)

    @classmethod
    def share(cls, counts: Counter[int], chosen: Callable[[int], bool] = bool) -> Estimate:
        """The share of the values that are ``chosen``, with the half width of Wilson's interval."""
        number = counts.total()
        share = sum(times for value, times in counts.items() if chosen(value)) / number
        width = _Z * sqrt(share * (1 - share) / number + _Z**2 / (4 * number**2)) / (1 + _Z**2 / number)
        return cls(share, width)

    def plain(self, digits: int = 2) -> str:
        return f"{self.value:.{digits}f} ± {self.error:.{digits}f}"

    def signed(self, digits: int = 2) -> str:
        text = f"{self.value:+.{digits}f} ± {self.error:.{digits}f}"
        return text[1:] if float(text.split()[0]) == 0 else text  # zero has no sign

    def percent(self) -> str:
        digits = 1 if 0.02 <= self.value <= 0.98 else 2
        return f"{100 * self.value:.{digits}f} ± {max(100 * self.error, 10**-digits):.{digits}f} %"


class Numbers:
    """The counts of a run: by preset and hand size, what was counted by name."""

    def __init__(self, summary: Mapping[str, Any]) -> None:
        self.seed: str = summary["seed"]
        self.deals: dict[str, dict[int, int]] = {}
        self._counts: dict[tuple[str, int, str], Counter[int]] = {}
        for preset, sizes in summary["presets"].items():
            self.deals[preset] = {int(cards): size["deals"] for cards, size in sizes.items()}
            for cards, size in sizes.items():
                for name, counts in size["counts"].items():
                    counted = Counter({int(value): times for value, times in counts.items()})
                    self._counts[preset, int(cards), name] = counted

    def of(self, preset: str, cards: int, name: str) -> Counter[int]:
        """How often each value came; empty where it never was asked."""
        return self._counts.get((preset, cards, name), Counter())

    def sizes(self, preset: str, *names: str) -> list[int]:
        """The hand sizes of which all these were counted."""
        return [cards for cards in self.deals[preset] if all(self.of(preset, cards, name) for name in names)]

    def par_margins(self) -> dict[str, dict[str, dict[str, Any]]]:
        """How deals end, in the form of solver/data/par_margins.json."""
        return {
            preset: {
                str(cards): {
                    "deals": deals,
                    "passed_out": self.of(preset, cards, "passed_out")[1],
                    "boards": sum(times for claims, times in self.of(preset, cards, "par_claims").items() if claims),
                    "margins": {str(margin): n for margin, n in sorted(self.of(preset, cards, "par_margin").items())},
                }
                for cards, deals in sizes.items()
            }
            for preset, sizes in self.deals.items()
        }


Measure = Callable[[str, int], Estimate]


def _lines(numbers: Numbers, name: str, measure: Measure, needs: str, dashed: bool = False) -> Iterator[Line]:
    """A line of a measure over hand sizes for each preset."""
    for preset in numbers.deals:
        points = []
        for cards in numbers.sizes(preset, needs):
            estimate = measure(preset, cards)
            points.append((cards, estimate.value, estimate.error))
        yield Line(f"{name}, {preset}" if name else preset, COLOURS[preset], points, dashed)


def _prose(text: str) -> Iterator[str]:
    """A paragraph, or an item of a list, in lines; an empty one after a paragraph."""
    item = text.startswith("- ")
    yield from wrap(text, 118, subsequent_indent="  " if item else "", break_on_hyphens=False, break_long_words=False)
    if not item:
        yield ""


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---:|" * len(head)
    yield from ("| " + " | ".join(map(str, row)) + " |" for row in rows)
    yield ""


def _by_preset(
    numbers: Numbers, head: Sequence[str], row: Callable[[str, int], Sequence[object]], needs: str
) -> Iterator[str]:
    for preset in numbers.deals:
        yield f"Rules `{preset}`:"
        yield ""
        yield from _table(["cards", *head], [[cards, *row(preset, cards)] for cards in numbers.sizes(preset, needs)])


# --- Measures ---------------------------------------------------------------------------------------


def lead_value(numbers: Numbers) -> Measure:
    """Tricks a side has more when one of its players leads than when one of the others' does."""
    return lambda preset, cards: Estimate.mean(numbers.of(preset, cards, "lead_halves"), 2)


def share(numbers: Numbers, name: str, chosen: Callable[[int], bool] = bool) -> Measure:
    return lambda preset, cards: Estimate.share(numbers.of(preset, cards, name), chosen)


def over_leaders(numbers: Numbers, name: str) -> Measure:
    """The mean of a sum over the four leaders, for one leader."""
    return lambda preset, cards: Estimate.mean(numbers.of(preset, cards, name), 4)


# --- Sections ---------------------------------------------------------------------------------------


def _head(numbers: Numbers) -> Iterator[str]:
    yield "# What deals are like, in numbers"
    yield ""
    yield from _prose(
        "Deals by the book with all four hands open and best play and best bids by everybody: how the tricks "
        "fall, what the lead, a blooper and the limits of play are worth, and how deals end. Written by "
        "`scripts/generate/deal_numbers.py` from the counts of its run, "
        "[numbers/counts.json](numbers/counts.json); nothing here is typed in by hand."
    )
    yield from _prose(
        f"Deal *i* of a size is number *i* of `solver.deals` with the seed `{numbers.seed}`, so that the same "
        "command deals, and counts, the same again. After ± stands half of the 95 % interval: of a mean by the "
        "spread of the deals, of a share by Wilson. Figures of several leaders are averaged by deal first, since "
        "leaders of one deal are not independent."
    )
    sizes = sorted({cards for deals in numbers.deals.values() for cards in deals})
    rows = [[preset, *(f"{deals.get(cards, 0):,}" for cards in sizes)] for preset, deals in numbers.deals.items()]
    yield from _table(["deals of", *(str(cards) for cards in sizes)], rows)


def _short(numbers: Numbers) -> Iterator[str]:
    """The most telling figures of the standard rules, at five cards and at the largest hands."""
    preset, small = "standard", 5
    large = max(numbers.deals[preset])
    lead, board = lead_value(numbers), share(numbers, "par_claims")
    top = max(numbers.deals[preset], key=lambda cards: lead(preset, cards).value)

    def both(measure: Measure, show: Callable[[Estimate], str]) -> str:
        return f"{show(measure(preset, small))} at {small} cards, {show(measure(preset, large))} at {large}"

    def blooper(name: str) -> str:
        return both(over_leaders(numbers, f"{name}_drawn"), told)

    def changed(name: str) -> str:
        return both(lambda preset, cards: _of_four(numbers.of(preset, cards, f"{name}_leaders")), Estimate.percent)

    told = Estimate.signed
    yield "In short, under `standard` rules:"
    yield ""
    yield from _prose(
        f"- The lead, in tricks of the side that has it: {both(lead, told)}; most at {top} cards,"
        f" {told(lead(preset, top))}."
    )
    yield from _prose(f"- Deals whose best auction has a board: {both(board, Estimate.percent)}.")
    yield from _prose(f"- The Big Blooper in place of an average card, in tricks: {blooper('BB')}.")
    yield from _prose(f"- The Little Blooper likewise: {blooper('LB')}.")
    yield from _prose(f"- Leads that would end otherwise without the lead limit: {changed('lead_limit')}.")
    yield from _prose(f"- Leads that would end otherwise without the forced plays: {changed('forced')}.")
    yield ""


def _tricks(numbers: Numbers) -> Iterator[str]:
    yield "## Tricks by leader"
    yield ""
    yield from _prose(
        "The tricks of the side that leads to the first trick, each of the four seats leading in turn. The other "
        "side has the rest; by symmetry nothing else matters of who leads. *5 %* is what so many of the leads "
        "take at most."
    )
    yield "![Tricks of the side that leads](numbers/tricks.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        tricks = numbers.of(preset, cards, "lead_tricks")
        halves = Estimate.mean(numbers.of(preset, cards, "lead_halves"), 4)
        mean = Estimate(cards / 2 + halves.value, halves.error)
        ends = [f"{100 * tricks[end] / tricks.total():.2f} %" for end in (0, cards)]
        quarters = [_quantile(tricks, part) for part in (0.05, 0.25, 0.5, 0.75, 0.95)]
        return [mean.plain(3), f"{_deviation(tricks):.2f}", *ends, *quarters]

    head = ["mean", "spread", "none", "all", "5 %", "25 %", "half", "75 %", "95 %"]
    yield from _by_preset(numbers, head, row, "lead_tricks")


def _deviation(counts: Counter[int]) -> float:
    mean = sum(value * times for value, times in counts.items()) / counts.total()
    return sqrt(sum(times * (value - mean) ** 2 for value, times in counts.items()) / counts.total())


def _lead(numbers: Numbers) -> Iterator[str]:
    yield "## What the lead is worth"
    yield ""
    yield from _prose(
        "The value of the lead is what a side takes on average over its two leaders, less what it takes over the "
        "other side's two: the bid that wins the lead (R10) wins that much."
    )
    yield "![The value of the lead](numbers/lead.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        halves, spread = numbers.of(preset, cards, "lead_halves"), numbers.of(preset, cards, "lead_spread")
        return [
            Estimate.mean(halves, 2).signed(3),
            Estimate.share(halves, lambda value: value > 0).percent(),
            Estimate.share(halves, lambda value: value < 0).percent(),
            Estimate.share(spread).percent(),
            Estimate.share(spread, lambda value: value > 1).percent(),
            Estimate.share(numbers.of(preset, cards, "lead_partners")).percent(),
        ]

    head = ["value of the lead", "it helps", "it hurts", "results differ by leader", "by 2 tricks or more"]
    yield from _by_preset(numbers, [*head, "between partners"], row, "lead_halves")


def _par(numbers: Numbers) -> Iterator[str]:
    yield "## How deals end"
    yield ""
    yield from _prose(
        "Best bids by all four, from the first to the last, and best play after them. The margin is that of the "
        "dealer's side, which bids last; deals that all pass (R9) have none. `solver/data/par_margins.json` holds "
        "the same counts, and the objective `win` and the reviews' expected margins stand on it."
    )
    yield "![How large par margins are](numbers/par.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        margins = numbers.of(preset, cards, "par_margin")
        quarters = [_signed(_quantile(margins, part)) for part in (0.05, 0.25, 0.5, 0.75, 0.95)]
        passed = numbers.of(preset, cards, "passed_out")[1]
        return [Estimate.mean(margins).signed(1), f"{_deviation(margins):.0f}", *quarters, f"{passed:,}"]

    yield from _by_preset(
        numbers, ["mean margin", "spread", "5 %", "25 %", "half", "75 %", "95 %", "passed out"], row, "par_margin"
    )


def _quantile(counts: Counter[int], part: float) -> int:
    """The least value that at least this part of the counts does not exceed."""
    left = part * counts.total()
    for value, times in sorted(counts.items()):
        left -= times
        if left <= 0:
            return value
    return max(counts)


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _boards(numbers: Numbers) -> Iterator[str]:
    yield "## How often a board is right"
    yield ""
    yield from _prose(
        "*Par has a board*: somebody claims one in the best auction. *A lone board makes*: some seat takes every "
        "trick if it alone claims board, and so leads. The two hardly differ: where all the tricks are there, "
        "somebody says so. Two claims are nearly always those of partners, since the second is worth twice as "
        "much (R16). Partners who both claim are both free of the lead limit (R12 a), and now and then make what "
        "neither makes alone."
    )
    yield "![How often a board is right](numbers/boards.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        claims, lone = numbers.of(preset, cards, "par_claims"), numbers.of(preset, cards, "lone_boards")
        levels = [f"{100 * claims[level] / claims.total():.2f} %" for level in range(1, 5)]
        return [Estimate.share(claims).percent(), *levels, Estimate.share(lone).percent()]

    head = ["par has a board", "one claim", "two", "three", "four", "a lone board makes"]
    yield from _by_preset(numbers, head, row, "par_claims")


def _bloopers(numbers: Numbers) -> Iterator[str]:
    yield "## What a blooper is worth"
    yield ""
    yield from _prose(
        "In tricks of its holder's side, averaged over the four leaders, in deals with a trump suit. Three ways to ask:"
    )
    yield from _prose(
        "- *drawn*: the same deal again, but the holder drew another card of the stock in its place, any but a "
        "blooper: what it adds to an average card."
    )
    yield from _prose(
        "- *moved*: the same deal, but the blooper and the lowest card of the opponent on the left (no trump, "
        "where there is one) change places: what it means to hold it and not to meet it."
    )
    yield from _prose(
        "- *held*: no card is moved: how much more than half of the tricks its side takes. The hands that hold it "
        "are otherwise like any, so this is near *drawn*, with a larger error."
    )
    yield ""
    yield "![What a blooper is worth](numbers/bloopers.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        cells = []
        for name in ("BB_drawn", "LB_drawn", "BB_moved", "LB_moved", "BB_held", "LB_held", "both_held"):
            counts = numbers.of(preset, cards, name)
            cells.append(Estimate.mean(counts, 4).signed() if counts.total() > 1 else "–")
        return cells

    head = ["BB drawn", "LB drawn", "BB moved", "LB moved", "BB held", "LB held", "both held"]
    yield from _by_preset(numbers, head, row, "BB_moved")


def _limits(numbers: Numbers) -> Iterator[str]:
    yield "## What the lead limit and the forced plays change"
    yield ""
    yield from _prose(
        "The same deals once more, without the lead limit of R12 (`break_on: unrestricted`), and without the "
        "forced plays of R13 (`big_led` and `little_led: none`; `bab_online` forces only the opponents of BB). *A "
        "lead's result*: the tricks with one of the four leaders. *For the leader*: what the rule adds to the "
        "tricks of the side that leads. *Par*: the margin of best bids and play; *by*: how much, on average over "
        "all deals, whichever way."
    )
    yield "![How often a limit changes the result](numbers/limits.svg)"
    yield ""

    def row(preset: str, cards: int) -> Sequence[object]:
        cells: list[object] = []
        for name in ("lead_limit", "forced"):
            leaders = numbers.of(preset, cards, f"{name}_leaders")
            cells += [
                _of_four(leaders).percent(),
                over_leaders(numbers, f"{name}_gain")(preset, cards).signed(3),
                Estimate.share(numbers.of(preset, cards, f"{name}_par")).percent(),
                Estimate.mean(numbers.of(preset, cards, f"{name}_swing")).plain(1),
            ]
        return cells

    head = [f"{rule}: {what}" for rule in ("R12", "R13") for what in ("a lead's result", "for the leader", "par", "by")]
    yield from _by_preset(numbers, head, row, "forced_par")


def _of_four(leaders: Counter[int]) -> Estimate:
    """The share of the leaders, from how many of four it was."""
    return Estimate.mean(leaders, 4)


# --- The whole --------------------------------------------------------------------------------------


def page(numbers: Numbers) -> str:
    """The document."""
    lines: list[str] = []
    for section in (_head, _short, _tricks, _lead, _par, _boards, _bloopers, _limits):
        lines += section(numbers)
    return "\n".join(lines).rstrip() + "\n"


def charts(numbers: Numbers) -> dict[str, str]:
    """The charts by file name."""

    def four(name: str) -> Measure:
        return lambda preset, cards: _of_four(numbers.of(preset, cards, name))

    lead = list(_lines(numbers, "", lead_value(numbers), "lead_halves"))
    boards = [
        *_lines(numbers, "par has a board", share(numbers, "par_claims"), "par_claims"),
        *_lines(numbers, "a lone board makes", share(numbers, "lone_boards"), "lone_boards", dashed=True),
    ]
    bloopers = [
        Line(f"{name} {how}, standard", colour, points, name == "LB")
        for how, colour in (("drawn", COLOURS["standard"]), ("moved", "#2a8a4a"))
        for name in ("BB", "LB")
        if (points := _points(numbers, over_leaders(numbers, f"{name}_{how}"), f"{name}_{how}"))
    ]
    limits = [
        *_lines(numbers, "lead limit (R12)", four("lead_limit_leaders"), "lead_limit_leaders"),
        *_lines(numbers, "forced plays (R13)", four("forced_leaders"), "forced_leaders", dashed=True),
    ]
    size = "cards a hand"
    return {
        "tricks.svg": chart(
            "Share of the deals by tricks of the side that leads, standard",
            "tricks",
            list(_tricks_by_size(numbers)),
            percent=True,
            columns=4,
        ),
        "lead.svg": chart("Value of the lead, in tricks", size, lead),
        "par.svg": chart(
            "Share of the deals whose par margin is at least so large, standard",
            "points, whichever side",
            list(_margins_by_size(numbers)),
            percent=True,
            columns=4,
        ),
        "boards.svg": chart("How often a board is right", size, boards, percent=True),
        "bloopers.svg": chart("What a blooper is worth, in tricks", size, bloopers),
        "limits.svg": chart("How often a limit changes the result of a lead", size, limits, percent=True),
    }


def _points(numbers: Numbers, measure: Measure, needs: str) -> list[tuple[float, float, float]]:
    found = ((cards, measure("standard", cards)) for cards in numbers.sizes("standard", needs))
    return [(cards, estimate.value, estimate.error) for cards, estimate in found]


def _charted(numbers: Numbers) -> Iterator[tuple[int, str]]:
    sizes = [cards for cards in CHARTED if cards in numbers.deals["standard"]]
    return ((cards, SHADES[CHARTED.index(cards)]) for cards in sizes)


def _tricks_by_size(numbers: Numbers) -> Iterator[Line]:
    for cards, colour in _charted(numbers):
        tricks = numbers.of("standard", cards, "lead_tricks")
        points = [(value, tricks[value] / tricks.total(), 0.0) for value in range(cards + 1)]
        yield Line(f"{cards} card{'s' * (cards > 1)}", colour, points, marks=False)


def _margins_by_size(numbers: Numbers) -> Iterator[Line]:
    for cards, colour in _charted(numbers):
        margins = numbers.of("standard", cards, "par_margin")
        left, low = margins.total(), 0
        points = []
        for size in sorted({abs(margin) for margin in margins}):
            share = left / margins.total()
            points += [(low, share, 0.0), (size, share, 0.0)]
            left -= margins[size] + (margins[-size] if size else 0)
            low = size
        points.append((low, 0.0, 0.0))
        yield Line(f"{cards} card{'s' * (cards > 1)}", colour, points, marks=False)
