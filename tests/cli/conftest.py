"""What the tests of all commands share."""

from __future__ import annotations

import pytest
from command_line import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line, called in this process."""
    return Run(capsys)
