"""Values that no field of a deal expects, and ways to put them anywhere into one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Change = Callable[[dict[str, Any]], Any]


def put(*path: Any) -> Change:
    """``put("hands", "N", 0, "KS")`` sets one place of the good deal."""

    def change(deal: dict[str, Any]) -> dict[str, Any]:
        node: Any = deal
        for step in path[:-2]:
            node = node[step]
        node[path[-2]] = path[-1]
        return deal

    return change


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 1.5, float("nan"), float("inf"), 10**400, 10**5000, "", "x", "N", "A" * 100_000,
    "\0", "\ud800", "…" * 50, "AS", [], [[]], [None], ["AS", "AS"], {}, {"N": {}}, {"": 1}, {1: 2}, deep(5000),
    {"x" * 100_000: 1}, b"AS", object(), ("AS",), {"preset": deep(5000)}, {"hand_sizes": deep(3000)},
    {"max_bid": 10**5000},
)  # fmt: skip


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value within a JSON value."""
    yield path
    if isinstance(node, dict | list):
        for key, item in node.items() if isinstance(node, dict) else enumerate(node):
            yield from places(item, (*path, key))
