#!/usr/bin/env python3
"""Writes the table of settings of api/settings.py into docs/deploy.md; with --check only says whether it is there."""

from __future__ import annotations

import json
import sys
from dataclasses import MISSING, fields
from pathlib import Path

from api.settings import Settings, variable

DOCUMENT = Path(__file__).parents[2] / "docs" / "deploy.md"
BEGIN = "<!-- settings: written by scripts/generate/settings_table.py -->\n"
END = "<!-- /settings -->"


def table() -> str:
    """A row for each setting: variable, default, bounds, and what it does."""
    rows = ["| variable | default | may be | what it is |", "|---|---|---|---|"]
    kinds = Settings.kinds()
    for field in fields(Settings):
        assert field.default is not MISSING
        kind = kinds[field.name]
        default = f"`{json.dumps(field.default)}`" if field.default != "" else "empty"
        rows.append(f"| `{variable(field.name)}` | {default} | {kind.bounds} | {kind.about} |")
    return "\n".join(rows) + "\n"


def main() -> int:
    text = DOCUMENT.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    written = f"{head}{BEGIN}{table()}{END}{rest.split(END)[1]}"
    if "--check" in sys.argv:
        if written != text:
            print("docs/deploy.md has other settings: run scripts/generate/settings_table.py", file=sys.stderr)
        return int(written != text)
    DOCUMENT.write_text(written, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
