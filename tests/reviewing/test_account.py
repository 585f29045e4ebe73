"""Accounts and luck, added up."""

from __future__ import annotations

from random import Random

import pytest
from review_cases import random_hand

from solver import review
from solver.reviewing.account import Account, Luck


def test_sums_leave_nothing_over() -> None:
    hands = [review(random_hand(Random(f"account/{size}"), size)) for size in range(1, 6)]
    account = Account.sum(hand.account for hand in hands if hand.account)
    luck = Luck.sum(hand.luck for hand in hands if hand.luck)
    assert account.residual == 0
    assert account.final_margin == sum(hand.account.final_margin for hand in hands if hand.account)
    assert luck.expected + luck.cards + luck.skill == pytest.approx(account.final_margin)
