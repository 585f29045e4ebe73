"""Pages written to a file or printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.cli.common import BadInput
from solver.cli.page import write_page


def test_a_page_goes_to_its_file_or_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    write_page("<p>\u2665</p>", file)
    assert file.read_text(encoding="utf-8") == "<p>\u2665</p>"
    assert capsys.readouterr() == ("", f"wrote {file}\n")
    write_page("<p>\u2665</p>", Path("-"))
    assert capsys.readouterr() == ("<p>\u2665</p>", "")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        write_page("", tmp_path / "none" / "page.html")
