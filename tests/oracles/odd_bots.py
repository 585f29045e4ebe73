"""Bots that do wrong on purpose, as commands and in Python, and a roster's entry for each."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from solver.game.auction import Bid
from solver.game.cards import Card
from solver.seen_deal import SeenDeal

GOOD = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "bid":
        print(json.dumps({"bid": told["legal"][0]}), flush=True)
    elif told["type"] == "card":
        print(json.dumps({"card": told["legal"][0]}), flush=True)
"""
"""Passes where it may, and plays the first legal card."""

MAD = """
import json, random, sys, time
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "deal":
        rng = random.Random(told["seed"])
    elif told["type"] in ("bid", "card"):
        answer = json.dumps({told["type"]: rng.choice(told["legal"])})
        what = rng.randrange(WIDTH)
        if what == 0:
            answer = "garbage"
        elif what == 1:
            answer = json.dumps({told["type"]: 99 if told["type"] == "bid" else "7Z"})
        elif what == 2:
            card = "LB" if "BB" in told["legal"] else "BB"
            answer = json.dumps({told["type"]: 13 if told["type"] == "bid" else card})
        elif what == 3:
            sys.exit(3)
        elif what == 4:
            time.sleep(60)
        elif what == 5:
            answer = "[" * 100000
        elif what == 6:
            answer = '{"other": 1}'
        print(answer, flush=True)
"""
"""Does one of seven wrong things on many a move, by its seed."""


def command(folder: Path, source: str, name: str = "bot.py") -> str:
    """A command that runs this source."""
    file = folder / name
    file.write_text(source, encoding="utf-8")
    return f"{sys.executable} {file}"


class Raising:
    """Fails in the middle of a bid."""

    def bid(self, seen: SeenDeal) -> Bid:
        raise ZeroDivisionError(f"no bid of {seen.seat}")

    def play(self, seen: SeenDeal) -> Card:
        raise ZeroDivisionError(f"no card of {seen.seat}")


class Slow:
    """Legal, and late."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def bid(self, seen: SeenDeal) -> Bid:
        time.sleep(self._seconds)
        return seen.legal_bids[0]

    def play(self, seen: SeenDeal) -> Card:
        time.sleep(self._seconds)
        return seen.legal_cards[0]


class Saying:
    """Says what it is told to say, be it a bid or not."""

    def __init__(self, bid: object, card: object) -> None:
        self._bid, self._card = bid, card

    def bid(self, seen: SeenDeal) -> Bid:  # noqa: ARG002
        return self._bid  # type: ignore[return-value]

    def play(self, seen: SeenDeal) -> Card:  # noqa: ARG002
        return self._card  # type: ignore[return-value]
