#!/usr/bin/env python3
"""Write docs/bidding_facts.md: what the scoring and the deals say about bidding, as tables to learn from.

    scripts/generate/bidding_facts.py [--check]

How often the best auction has a board, by hand size, from solver/data/par_margins.json, which
scripts/generate/par_margins.py makes; the chances from which one more trick or a board pays; and what a single card is
worth on the one-card deal.
--check compares the file with what would be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from pathlib import Path

from solver.bidding.break_even import board_break_even, one_card_sweep, raise_break_even
from solver.bidding.par_margins import measured
from solver.game.cards import RANKS
from solver.game.rules import PRESETS, Rules

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "bidding_facts.md"


def percent(chance: float | Fraction) -> str:
    return f"{100 * float(chance):.1f} %"


def table(head: list[str], rows: list[list[object]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---:|" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"
    yield ""


def par_section() -> Iterator[str]:
    yield "## How deals end when all bid and play their best"
    yield ""
    yield "Deals by the book, all four hands open to all four players. A board is in the best auction far more often"
    yield "than at a table, where hands are closed: with open cards a side knows that it takes everything, and the"
    yield "other side that it does not. The margin is that of the dealer's side, which bids last."
    yield ""
    for preset, sizes in measured().items():
        rows: list[list[object]] = []
        for size, margins in sizes.items():
            deals, boards = margins.deals, margins.boards / margins.deals
            error = 1.96 * sqrt(boards * (1 - boards) / deals)
            share = f"{percent(boards)} ± {100 * error:.1f}"
            rows.append([size, deals, share, f"{margins.mean:+.1f}", f"{sqrt(margins.variance):.0f}"])
        yield f"Rules `{preset}`:"
        yield ""
        yield from table(["cards", "deals", "par has a board", "mean margin", "spread"], rows)


def raise_section() -> Iterator[str]:
    yield "## One more trick"
    yield ""
    yield "Your side bids b and is sure of b tricks. Raising to b + 1 pays when P(at least b + 1 | at least b) is above"
    yield "(10b + 5) / (10b + 9): success brings 4 points (a trick bid, 5, in place of an overtrick, 1), failure costs"
    yield "5b + 5(b + 1). The larger the total, the surer the trick has to be."
    yield ""
    online = PRESETS["bab_online"]
    rows = [
        [b, raise_break_even(b), percent(raise_break_even(b)), percent(raise_break_even(b, online))] for b in range(13)
    ]
    yield from table(["b", "standard", "standard", "`bab_online`"], rows)


def board_section() -> Iterator[str]:
    yield "## Board against n − 1"
    yield ""
    yield "With at least n − 1 of n tricks sure: board pays when P(all) is above this. At level 1 it is"
    yield "(15n − 5) / (20n − 1), close to three quarters for long hands; at higher levels both sides of the bet grow"
    yield "and the chance falls towards one half. What the other side scores is left out: there the trick counts too."
    yield ""
    yield "The sentence of a board in `backalley bids` says another chance, since other things are fixed there: the"
    yield "rival is the best bid without board with all that it brings in this deal; what both sides score counts; and"
    yield "the board fails by one trick. Beside 11 bid and taken, against 2 bid and taken, a board of 13 cards pays"
    yield "from 63 % on, (45 + 120) / (140 + 120): the others' 2 fail in either case. This table has 73.4 % for 12 bid"
    yield "and taken."
    yield ""
    rows = [[n, *(percent(board_break_even(n, level)) for level in (1, 2, 3, 4))] for n in range(1, 14)]
    yield from table(["n", "board", "double", "triple", "quadruple"], rows)


def one_card_section() -> Iterator[str]:
    yield "## One card a hand"
    yield ""
    yield "You claim board and lead (R10). A card wins alone, or partner's beats it and the others'. Against a pass,"
    yield f"board pays from {percent(board_break_even(1))} on (10 / 19). The upcard is a dead trump, lower or higher"
    yield "than yours; in no-trump neither blooper is in play (R4)."
    yield ""
    rows: list[list[object]] = []
    for name, beaters in (("BB", 0), ("LB", 1)):
        rows.append([f"{name}", beaters, *map(percent, one_card_sweep(beaters))])
    for rank in reversed(range(13)):
        over = 12 - rank
        if rank:
            rows.append([f"trump {RANKS[rank]}, lower upcard", over + 2, *map(percent, one_card_sweep(over + 2))])
        if over:
            rows.append([f"trump {RANKS[rank]}, higher upcard", over + 1, *map(percent, one_card_sweep(over + 1))])
    for rank in reversed(range(13)):
        beaters = 12 - rank + 14
        rows.append([f"plain {RANKS[rank]}", beaters, *map(percent, one_card_sweep(beaters))])
    bare = reversed(range(13))
    rows += [[f"no-trump {RANKS[rank]}", 12 - rank, *map(percent, one_card_sweep(12 - rank, 51))] for rank in bare]
    yield from table(["card", "cards that beat it", "wins alone", "side sweeps"], rows)


def document() -> str:
    lines = [
        "# Facts about bidding",
        "",
        "Made by `scripts/generate/bidding_facts.py`; standard rules unless said otherwise.",
        "",
    ]
    for section in (par_section, raise_section, board_section, one_card_section):
        lines += section()
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Write docs/bidding_facts.md.")
    parser.add_argument("--check", action="store_true", help="only compare the file with what would be written")
    options = parser.parse_args()
    assert Rules() == PRESETS["standard"]
    text = document()
    if options.check:
        same = DOCUMENT.exists() and DOCUMENT.read_text(encoding="utf-8") == text
        print(f"{DOCUMENT.name} is {'up to date' if same else 'not what scripts/generate/bidding_facts.py writes'}")
        return 0 if same else 1
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(text, encoding="utf-8")
    print(f"wrote {DOCUMENT.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
