"""HTML documents written to a file or printed."""

from __future__ import annotations

from pathlib import Path

import click

from solver.cli.common import BadInput
from solver.cli.output import echo, echo_page

__all__ = ["html_option", "write_page"]

html_option = click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page to this file; - prints it."
)


def write_page(page: str, file: Path) -> None:
    """To the file, telling so on standard error; ``-`` prints it."""
    if file == Path("-"):
        echo_page(page)
        return
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    echo(f"wrote {file}", err=True)
