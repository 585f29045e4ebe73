#!/usr/bin/env python3
"""Follow one request, one bid and one played card through the code: the rooms (files) entered, in order.

    scripts/measure/walks.py

A walk is the calls of an example run once before, so that what is kept is kept already.  A room is entered when a
function of its file is called; the way turns back where a call re-enters a room that is still being waited in, as
where a module calls one that calls it.  docs/architecture.md tells the walks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from api import Settings, create_app
from solver import Deal, optimal_bids, review

FOUR = {"hands": {"N": "7.7.J.7", "E": ".K4..A9", "S": "K8.Q5..", "W": "43...6.B"}, "upcard": "2D", "dealer": "S"}
PLAYED = "S D N:7.7.J.7 .K4..A9 K8.Q5.. 43...6.B 0 0 0 2 KS up=2D"


class Walk:
    """Watches calls between the files of solver and api."""

    def __init__(self) -> None:
        self.rooms: list[str] = []
        self.turns: list[tuple[str, str]] = []
        self._stack: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event not in ("call", "return"):
            return
        room = _room(frame)
        if not room:
            return
        if event == "return":
            self._stack.pop()
            return
        if room not in self.rooms:
            self.rooms.append(room)
        caller = self._stack[-1] if self._stack else room
        if caller != room and room in self._stack and (caller, room) not in self.turns:
            self.turns.append((caller, room))
        self._stack.append(room)

    @classmethod
    def of(cls, work: Callable[[], object]) -> Walk:
        """The walk of a second call; the first fills what is kept."""
        work()
        walk = cls()
        sys.setprofile(walk)
        try:
            work()
        finally:
            sys.setprofile(None)
        return walk


def _room(frame: FrameType) -> str:
    """The file of a frame from its package on; "" for other code and for what runs while a class is made."""
    parts = Path(frame.f_code.co_filename).parts
    for top in ("solver", "api"):
        if top in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(top) :])
    return ""


def main() -> None:
    """Prints the three walks."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    client = create_app(Settings(log_requests=False, slots=1, cache_from_ms=3_600_000)).test_client()
    deal = Deal.from_dict(FOUR)
    walks = {
        "one request, POST /v1/solve": lambda: client.post("/v1/solve", json={**FOUR, "leader": "W"}),
        "one bid, optimal_bids(deal)": lambda: optimal_bids(deal),
        "one played card, review(deal)": lambda: review(Deal.parse(PLAYED)),
    }
    for name, work in walks.items():
        walk = Walk.of(work)
        print(f"{name}: {len(walk.rooms)} rooms, {len(walk.turns)} turns back")
        print("  " + " > ".join(walk.rooms))
        for caller, room in walk.turns:
            print(f"  back from {caller} to {room}")


if __name__ == "__main__":
    main()
