"""Cores by affinity and by a container's quota."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from api.cores import cores

MANY = 8


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(MANY)), raising=False)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("max 100000", MANY),
        ("200000 100000", 2),
        ("250000 100000", 2),
        ("50000 100000", 1),
        ("9999999 100000", MANY),
        ("100000 0", MANY),
        ("", MANY),
        ("what", MANY),
    ],
)
def test_a_quota_of_the_newer_kind(tmp_path: Path, text: str, wanted: int) -> None:
    (tmp_path / "cpu.max").write_text(f"{text}\n")
    assert cores(tmp_path) == wanted


@pytest.mark.parametrize(("quota", "wanted"), [("-1", MANY), ("300000", 3), ("1000", 1)])
def test_a_quota_of_the_older_kind(tmp_path: Path, quota: str, wanted: int) -> None:
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert cores(tmp_path) == wanted


def test_no_group_at_all(tmp_path: Path) -> None:
    assert cores(tmp_path) == MANY
