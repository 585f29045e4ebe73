"""The line in which every client has its turn."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.fair import FairQueue, client_of

pushes = st.lists(st.sampled_from("abcd"), max_size=40)


@given(pushes)
def test_each_client_has_a_turn_before_one_has_a_second(clients: list[str]) -> None:
    line: FairQueue[tuple[str, int]] = FairQueue(1000)
    for number, client in enumerate(clients):
        assert line.push(client, (client, number)) is None
    assert len(line) == len(clients)
    rest = Counter(clients)
    taken: Counter[str] = Counter()
    last = dict.fromkeys(clients, -1)
    while (item := line.pop()) is not None:
        client, number = item
        assert number > last[client]  # oldest first
        assert taken[client] == min(taken[other] for other in rest if rest[other])
        last[client] = number
        taken[client] += 1
        rest[client] -= 1
    assert taken == Counter(clients)


@given(pushes, st.integers(1, 8))
def test_a_full_line_takes_from_who_has_most(clients: list[str], most: int) -> None:
    line: FairQueue[tuple[str, int]] = FairQueue(most)
    here: Counter[str] = Counter()
    for number, client in enumerate(clients):
        richest = max(here.values(), default=0)
        full = here.total() == most
        dropped = line.push(client, (client, number))
        here[client] += 1
        if dropped is None:
            assert not full
            continue
        assert full
        here[dropped[0]] -= 1
        if dropped == (client, number):
            assert here[client] + 1 >= richest
        else:
            assert here[dropped[0]] + 1 == richest > here[client]
    assert len(line) == here.total() <= most


@given(pushes, st.sampled_from("abcde"))
def test_ahead_counts_those_whose_turn_comes_first(clients: list[str], newcomer: str) -> None:
    line: FairQueue[str] = FairQueue(1000)
    for client in clients:
        line.push(client, client)
    ahead = line.ahead(newcomer)
    line.push(newcomer, "me")
    before = 0
    while line.pop() != "me":
        before += 1
    assert before <= ahead + len(set(clients))  # those who come later in the same turn are not counted
    assert ahead <= len(clients)


def test_who_holds_least_is_next() -> None:
    line: FairQueue[str] = FairQueue(9)
    for client in "aab":
        line.push(client, client)
    assert line.pop({"a": 1, "b": 0}.__getitem__) == "b"
    assert line.remove("a", "a")
    assert not line.remove("b", "b")
    assert line.drop(lambda item: item == "a") == ["a"]
    assert (len(line), line.pop()) == (0, None)


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a:b", "a:b"),
        ("10.0.0.1:4711", "10.0.0.1"),
        ("[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::/64"),
        ("[2001:DB8:1:2:0::]", "2001:db8:1:2::/64"),
        ("[::ffff:10.0.0.1]:1", "10.0.0.1"),
    ],
)
def test_a_host_with_many_addresses_is_one_client(address: str, client: str) -> None:
    assert client_of(address) == client


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.booleans()), max_size=30),
    st.dictionaries(st.sampled_from("abcde"), st.integers(1, 6)),
    st.integers(0, 30),
)
def test_trim_takes_the_newest_of_who_has_most(items: list[tuple[str, bool]], also: dict[str, int], most: int) -> None:
    queue: FairQueue[tuple[int, bool]] = FairQueue(100)
    lines: dict[str, list[tuple[int, bool]]] = {}
    for number, (client, counts) in enumerate(items):
        queue.push(client, (number, counts))
        lines.setdefault(client, []).append((number, counts))
    dropped = queue.trim(most, also, lambda item: item[1])

    def having(client: str) -> int:
        return sum(counts for _, counts in lines.get(client, ())) + also.get(client, 0)

    for item in dropped:  # one after another, each as it must be
        (client,) = (client for client, line in lines.items() if item in line)
        with_any = [each for each, line in lines.items() if any(counts for _, counts in line)]
        assert sum(map(having, {*lines, *also})) > most
        assert having(client) == max(map(having, with_any))
        assert item == max(each for each in lines[client] if each[1])
        lines[client].remove(item)
    left = [item for line in lines.values() for item in line]
    assert sum(map(having, {*lines, *also})) <= most or not any(counts for _, counts in left)
    assert sorted(queue.pop() or (0, False) for _ in range(len(queue))) == sorted(left)
    assert queue.pop() is None
    assert queue.counts() == {}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=20), st.integers(0, 9))
def test_drop_takes_out_all_of_which_it_is_true_and_leaves_the_rest_in_order(
    items: list[tuple[str, int]], least: int
) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue(100)
    for item in items:
        queue.push(item[0], item)
    assert sorted(queue.drop(lambda item: item[1] >= least)) == sorted(item for item in items if item[1] >= least)
    left = [queue.pop() for _ in range(len(queue))]
    for client in "abc":
        mine = [item for item in items if item[0] == client and item[1] < least]
        assert [item for item in left if item and item[0] == client] == mine
