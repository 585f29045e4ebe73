"""Slots, their queue, and what is turned away."""

from __future__ import annotations

import threading

from api.slots import BusyError, Slots


def test_slots_are_never_more_than_their_number() -> None:
    slots = Slots(2, 100)
    most = 0
    seen = threading.Lock()

    def work() -> None:
        nonlocal most
        for _ in range(50):
            with slots.hold(10.0) as left:
                assert 0 < left <= 10.0
                with seen:
                    most = max(most, slots.held)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most <= 2
    assert (slots.held, slots.waiting) == (0, 0)


def test_a_full_queue_turns_away_at_once() -> None:
    slots = Slots(1, 1)
    turned_away: list[BusyError] = []

    def wait() -> None:
        with slots.hold(10.0):
            pass

    with slots.hold(1.0):
        waiting = threading.Thread(target=wait)
        waiting.start()
        while not slots.waiting:
            pass
        try:
            with slots.hold(10.0):
                pass
        except BusyError as error:
            turned_away.append(error)
    waiting.join()
    assert len(turned_away) == 1
