"""The package's front door: what ``from solver import …`` gives, and that it opens fast."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import solver


@pytest.mark.parametrize("name", solver.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(solver, name) is not None
    assert name in dir(solver)


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'slove'"):
        solver.slove  # noqa: B018


def test_the_session_in_the_docstring_runs() -> None:
    result = doctest.testmod(solver)
    assert result.attempted > 0
    assert result.failed == 0


def test_importing_it_loads_neither_search_nor_optimiser_nor_service() -> None:
    code = "import sys, solver; print(*sorted(sys.modules))"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "solver.deal" in loaded
    assert not loaded & {"solver._core", "solver.search.engine", "solver.bidding", "ortools", "numpy", "flask", "click"}
