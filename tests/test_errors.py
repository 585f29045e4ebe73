"""Errors: their faults survive pickling, their text names the place."""

from __future__ import annotations

import pickle

import pytest

from solver.deal import Deal
from solver.errors import BackAlleyError, DealError, Fault


def test_errors_keep_their_faults_when_pickled_and_name_their_place() -> None:
    faults = [Fault.of("/a", "one", "R1"), Fault("/b", "two")]
    error = DealError.of(faults, "line 7")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is DealError
    assert (again.faults, str(again)) == (tuple(faults), "line 7: /a: one (R1)")
    assert isinstance(again, BackAlleyError)
    assert str(DealError("no deal", "R2", pointer="/x")) == "/x: no deal (R2)"


def test_an_error_shows_its_fault_in_its_repr() -> None:
    with pytest.raises(DealError) as caught:
        Deal.parse("W H N:A... A... Q... ..2.")
    assert repr(caught.value) == f"DealError({str(caught.value)!r})"
    assert "/hands/E" in repr(caught.value)
