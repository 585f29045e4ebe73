#!/usr/bin/env python3
"""Check reviews of played hands against independent solves and against DDS, and time them.

    scripts/check/review.py numbers [--count 300]   every number, by solves of each position from nothing
    scripts/check/review.py illegal [--count 20]    spoilt plays: each found, the first fault named
    scripts/check/review.py words [--count 1000]    every claim of the sentences, read back into numbers
    scripts/check/review.py dds [--count 100]       whist hands: values and time beside DDS's analyse-play
    scripts/check/review.py time [--count 50]       full reviews of 13 cards beside a single solve

Closes with the number of differences; exit status 1 if there are any. ``--seed`` chooses other hands.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import geometric_mean, median

from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "oracles"))
from bridge import CARDS_OF_A_PLAY, STRAINS, WHIST, Dds, in_strain
from corrupted_plays import KINDS, spoil
from random_reviews import random_review
from review_cases import faults, illegal_faults, random_hand, random_play
from review_sentences import differences, game_differences

from solver.deal import Deal
from solver.dealing import deals
from solver.game.cards import Card, Seat
from solver.game.play import Position
from solver.game.rules import PRESETS
from solver.requests.review import review
from solver.reviewing.card_play import review_plays
from solver.reviewing.game import GameReview
from solver.reviewing.record import Record
from solver.reviewing.replay import replay_record
from solver.reviewing.result import Review
from solver.search import Engine, Limits, trick_table


def tell(text: str) -> None:
    tqdm.write(text, file=sys.stdout)


def numbers(count: int, seed: str) -> int:
    """Legally played hands of 1 to 13 cards over random knobs."""
    wrong = cards = bids = 0
    sizes: Counter[int] = Counter()
    for number in tqdm(range(count), unit=" hands", disable=None):
        rng = Random(f"{seed}/{number}")
        deal = random_hand(rng, number % 13 + 1)
        reviewed = review(deal)
        sizes[deal.cards] += 1
        cards += len(reviewed.plays)
        bids += len(reviewed.bids)
        for text in faults(deal, reviewed):
            wrong += 1
            tell(f"hand {number}, {deal}: {text}")
    print(f"{count} hands of {min(sizes)} to {max(sizes)} cards, {bids} bids and {cards} cards: {wrong} differences,")
    print("the account's residual among them")
    return wrong


def illegal(count: int, seed: str) -> int:
    """Spoilt plays of all kinds in turn."""
    wrong = 0
    named: Counter[str] = Counter()
    rng = Random(seed)
    for kind in islice(cycle(KINDS), count):
        spoilt = None
        while spoilt is None:
            deal = random_hand(rng, rng.randint(3, 13), PRESETS["standard"], whole=1)
            spoilt = None if deal.auction.leader is None else spoil(deal, kind, rng)
        bare = deal.with_play(())
        reviewed = review(bare, play=spoilt.play, on_illegal="report")
        first = reviewed.errors[0]
        named_as = (first.kind, first.index, first.seat, first.card, first.fault.rule)
        named[kind] += 1
        if named_as != (kind, spoilt.index, spoilt.seat, spoilt.card, spoilt.rule):
            mended = [*spoilt.play[: first.index], first.card, *spoilt.play[first.index :]]
            if kind != "missing" or first.kind != kind or review(bare, play=[c for c in mended if c]).errors:
                wrong += 1
                tell(f"{deal}: {spoilt} named as {named_as}")
        for text in illegal_faults(bare, reviewed):
            wrong += 1
            tell(f"{deal}, {spoilt}: {text}")
        print(f"{first.fault}  [{'went on' if first.went_on else 'stopped'}]")
    print(f"{count} spoilt plays, {', '.join(f'{times} {kind}' for kind, times in named.items())}: {wrong} wrong")
    return wrong


def words(count: int, seed: str) -> int:
    """Hands of 1 to 9 cards, finished and not, under every preset and random knobs; each five make a game."""
    wrong = games = 0
    statuses: Counter[str] = Counter()
    presets: Counter[str] = Counter()
    hands: list[Review] = []
    for number in tqdm(range(count), unit=" reviews", disable=None):
        reviewed = random_review(number, seed, largest=9)
        statuses[reviewed.status] += 1
        rules = reviewed.rules.to_value()
        presets[rules if isinstance(rules, str) else "own rules"] += 1
        hands.append(reviewed)
        texts = list(differences(reviewed))
        if len(hands) == 5:
            games += 1
            texts += game_differences(GameReview(tuple(hands)))
            hands = []
        for text in texts:
            wrong += 1
            tell(f"review {number}, {reviewed.deal}: {text}")
    for counted in (statuses, presets):
        print(", ".join(f"{times} {name}" for name, times in counted.most_common()))
    print(f"the sentences of {count} reviews and {games} games: {wrong} differences")
    return wrong


def dds(count: int, seed: str) -> int:
    """Whist hands of 13 cards, careful and random play in turn: values and CPU time, the two interleaved."""
    if find_spec("endplay") is None:
        print("endplay is not installed, so nothing was compared: pip install endplay")
        return 0
    theirs, wrong = Dds(), 0
    other = in_strain(next(deals(13, 1, f"{seed}/first", WHIST)), None)
    theirs.play_values(other, Seat.N, tuple(random_play(other.start(Seat.N), Random(seed), 52)))  # sets up
    rng = Random(seed)
    alone: list[float] = []
    whole: list[float] = []
    for number, dealt in enumerate(tqdm(deals(13, count, seed, WHIST), total=count, unit=" hands", disable=None)):
        deal, leader = in_strain(dealt, rng.choice(STRAINS)), rng.choice(list(Seat))
        play = tuple(random_play(deal.start(leader), rng, 52, care=0.9 * (number % 2)))
        replay = replay_record(deal, Record(play), leader, ())
        their_values, their_time = _timed(lambda: theirs.play_values(deal, leader, play))  # noqa: B023
        values, values_time = _timed(lambda: _values(replay.steps[0].position, play))  # noqa: B023
        reviewed, review_time = _timed(lambda: review_plays(replay, None, Engine(WHIST), Limits()))  # noqa: B023
        ours = [play.ns_before for play in reviewed[0]] + [reviewed[1]]
        if not ours[: CARDS_OF_A_PLAY + 1] == values == their_values:
            wrong += 1
            tell(f"{deal.with_play(play)} led by {leader}: {ours}, alone {values}, DDS {their_values}")
        alone.append(values_time / their_time)
        whole.append(review_time / their_time)
    print(f"{count} whist hands, {CARDS_OF_A_PLAY + 1} values each: {wrong} hands differ")
    print(f"CPU time / DDS analyse-play, the values alone:                {_spread(alone)}")
    print(f"CPU time / DDS analyse-play, with all alternatives of a review: {_spread(whole)}")
    return wrong


def _values(position: Position, play: tuple[Card, ...]) -> list[int]:
    """The 49 values that DDS gives."""
    return Engine(WHIST).played_values(position, play[:CARDS_OF_A_PLAY])


def _timed(work: Callable[[], object]) -> tuple[object, float]:
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def _spread(values: list[float]) -> str:
    ordered = sorted(values)
    return (
        f"median {median(ordered):.2f}, p90 {ordered[int(0.9 * (len(ordered) - 1))]:.2f},"
        f" geometric mean {geometric_mean(ordered):.2f}"
    )


def timing(count: int, seed: str) -> int:
    """Full reviews of 13 cards by the standard rules."""
    rows: dict[str, list[float]] = {"one value": [], "table of 4 + 15": [], "review": []}
    for deal in tqdm(_careful(count, seed), total=count, unit=" hands", disable=None):
        auction, bare = deal.auction, deal.with_play(())
        assert auction.leader is not None
        start = deal.start(auction.leader, auction.exempt)
        works: dict[str, Callable[[], object]] = {
            "one value": lambda: Engine(deal.rules).value(start),  # noqa: B023
            "table of 4 + 15": lambda: trick_table(bare),  # noqa: B023
            "review": lambda: review(deal),  # noqa: B023
        }
        for name, work in works.items():
            rows[name].append(1000 * _timed(work)[1])
    for name, times in rows.items():
        ordered = sorted(times)
        print(f"{name:>16}: median {median(ordered):7.1f} ms, p90 {ordered[int(0.9 * (count - 1))]:7.1f} ms")
    ratio = sorted(review / one for review, one in zip(rows["review"], rows["one value"], strict=True))
    print(f"review / one value: {_spread(ratio)}")
    return 0


def _careful(count: int, seed: str) -> Iterator[Deal]:
    """Complete hands as good players play them, with a slip here and there."""
    rng = Random(seed)
    complete = 0
    while complete < count:
        deal = random_hand(rng, 13, PRESETS["standard"], whole=0)
        auction = deal.auction
        if auction.leader is not None:
            complete += 1
            yield deal.with_play(random_play(deal.start(auction.leader, auction.exempt), rng, 52, care=0.9))


CHECKS: dict[str, tuple[int, Callable[[int, str], int]]] = {
    "numbers": (300, numbers),
    "words": (1000, words),
    "illegal": (20, illegal),
    "dds": (100, dds),
    "time": (50, timing),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Check and time reviews of played hands.")
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    usual, check = CHECKS[options.check]
    return min(1, check(options.count or usual, options.seed))


if __name__ == "__main__":
    sys.exit(main())
