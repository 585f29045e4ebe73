"""``scripts/generate/deal_numbers.py``: figures against the engine's answers, runs that go on, files that follow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

from solver.bidding import optimal_bids
from solver.bidding.par_margins import measured
from solver.dealing import deal_hands, deals
from solver.errors import DealError
from solver.game.cards import BIG, BLOOPERS, LITTLE, Seat, Side, from_mask
from solver.game.rules import Rules
from solver.search import solve, trick_table

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts" / "generate"
COUNTS = ROOT / "docs" / "numbers" / "counts.json"
sys.path.insert(0, str(SCRIPTS))

import _numbers_measured as measuring  # noqa: E402
from _numbers_page import Estimate, Numbers  # noqa: E402
from _numbers_run import Run, part_size  # noqa: E402

presets = st.sampled_from(("standard", "bab_online"))


@settings(max_examples=25)
@given(presets, st.integers(1, 7), seeds)
def test_tables_and_par_are_the_engines(preset: str, cards: int, seed: int) -> None:
    rules = Rules.preset(preset)
    dealt = list(deals(cards, 4, seed, rules))
    for lifted in (rules, *(lift(rules) for lift in measuring.LIFTED.values())):
        played = [replace(deal, rules=lifted) for deal in dealt]
        tables = measuring.trick_tables(dealt, lifted)
        for deal, table, par in zip(played, tables, measuring.par_of(dealt, tables, rules), strict=True):
            truth = trick_table(deal)
            assert table == [*truth.ns, *truth.boards[1:]]
            best = optimal_bids(deal, table=truth)
            assert deal.dealer is not None
            sign = 1 if deal.dealer.side is Side.NS else -1
            claims = sum(bid.is_board for bid in best.line.values())
            assert par == (sign * best.margin, claims, best.leader is None)


@settings(max_examples=15)
@given(presets, st.integers(1, 5), seeds)
def test_figures_are_what_they_say(preset: str, cards: int, seed: int) -> None:
    """Counted from the answers of ``solve``, one deal after another."""
    rules = Rules.preset(preset)
    counts = measuring.counted(measuring.Part(preset, cards, 3, 6), str(seed))
    dealt = [deal_hands(cards, rules, f"{seed}/{number}") for number in range(3, 9)]
    told: dict[str, Counter[int]] = {name: Counter() for name in ("lead_tricks", "lead_halves", "lone_boards")}
    told |= {f"{name}_held": Counter() for name in ("BB", "LB")}
    for deal in dealt:
        table = solve(deal)
        told["lead_tricks"].update(table.tricks[seat][seat.side] for seat in Seat)
        ns = {seat: table.tricks[seat][Side.NS] for seat in Seat}
        told["lead_halves"][ns[Seat.N] + ns[Seat.S] - ns[Seat.E] - ns[Seat.W]] += 1
        told["lone_boards"][sum(table.board[seat][seat.side] == cards for seat in Seat)] += 1
        for name, card in (("BB", BIG), ("LB", LITTLE)):
            holder = deal.holder(card)
            if holder is not None and deal.trump is not None:
                taken = sum(table.tricks[seat][holder.side] for seat in Seat)
                told[f"{name}_held"][taken - 2 * cards] += 1
    for name, counter in told.items():
        assert counts.get(name, Counter()) == counter
    assert counts["passed_out"].total() == counts["forced_par"].total() == len(dealt)


@given(st.integers(1, 13), seeds)
def test_a_blooper_changes_places_and_nothing_else(cards: int, seed: int) -> None:
    deal = deal_hands(cards, seed=seed)
    for card in (BIG, LITTLE):
        holder = deal.holder(card)
        if holder is None or deal.trump is None:
            continue
        hands = measuring.moved(deal, holder, 1 << card.index)
        assert replace(deal, hands=hands).holder(card) is holder.next
        given_up = hands[holder] & ~deal.hands[holder]
        (low,) = from_mask(given_up)
        assert deal.holder(low) is holder.next
        others = [other for other in from_mask(deal.hands[holder.next]) if not other.is_trump(deal.trump)]
        assert low.rank == min(other.rank for other in others or [low])
        again = measuring.drawn_again(deal, holder, 1 << card.index, str(seed))
        if again is not None:
            new = again[holder] & ~deal.hands[holder]
            (drawn,) = from_mask(new)
            assert not new & BLOOPERS
            assert deal.holder(drawn) is None
            assert drawn != deal.upcard
            assert [hand for place, hand in enumerate(again) if place != holder.place] == [
                hand for place, hand in enumerate(deal.hands) if place != holder.place
            ]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    sizes = {1: 30, 2: 20}
    whole = Run(tmp_path / "whole", "t", sizes)
    whole.work()
    stopped = Run(tmp_path / "stopped", "t", sizes)
    stopped.work()
    lost = sorted(stopped.folder.glob("*-*-*.json"))[1:3]
    for file in lost:
        file.unlink()
    assert stopped.summary() != whole.summary()
    stopped.work(jobs=2)
    assert stopped.summary() == whole.summary()
    assert whole.summary()["presets"]["standard"]["2"]["deals"] == 20
    with pytest.raises(DealError, match="another seed"):
        Run(tmp_path / "whole", "u", sizes)


def test_parts_cover_every_deal_once(tmp_path: Path) -> None:
    run = Run(tmp_path, "t", {2: 2500, 13: 60})
    for preset in run.presets:
        for cards, deals_wanted in run.deals.items():
            parts = [part for part in run.parts() if (part.preset, part.cards) == (preset, cards)]
            numbers = sorted(part.first + step for part in parts for step in range(part.count))
            assert numbers == list(range(deals_wanted))
            assert max(part.count for part in parts) <= part_size(cards)


def test_the_stored_files_follow_from_the_stored_counts() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPTS / "deal_numbers.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "all is up to date"), done.stderr


def test_the_stored_counts_are_those_of_their_seed() -> None:
    stored = json.loads(COUNTS.read_text(encoding="utf-8"))
    kept: Any = stored["presets"]["standard"]["1"]
    found = measuring.counted(measuring.Part("standard", 1, 0, kept["deals"]), stored["seed"])
    assert {name: {str(value): times for value, times in counts.items()} for name, counts in found.items()} == kept[
        "counts"
    ]


def test_the_stored_counts_are_whole() -> None:
    numbers = Numbers(json.loads(COUNTS.read_text(encoding="utf-8")))
    for preset, sizes in numbers.deals.items():
        assert list(sizes) == list(range(1, 14))
        for cards, count in sizes.items():
            assert numbers.of(preset, cards, "lead_tricks").total() == 4 * count
            for name in ("lead_halves", "par_claims", "passed_out", "lead_limit_par", "forced_board"):
                assert numbers.of(preset, cards, name).total() == count
            assert measured()[preset][cards].deals == count
            assert dict(measured()[preset][cards].counts) == numbers.of(preset, cards, "par_margin")


def test_estimates_of_means_and_shares() -> None:
    assert Estimate.mean(Counter({1: 50, 3: 50})).plain(3) == "2.000 ± 0.197"
    assert Estimate.mean(Counter({-1: 50, 1: 50}), 2).signed() == "0.00 ± 0.10"
    assert Estimate.share(Counter({0: 80, 1: 20})).percent() == "20.0 ± 7.8 %"
    assert Estimate.share(Counter({0: 100})).percent() == "0.00 ± 1.85 %"
