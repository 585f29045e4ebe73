"""Requests with their answers, shown in the OpenAPI document and compared with the real ones by a test.

One JSON file a resource: name → ``summary``, ``request``, ``response``.  ``scripts/generate/update_examples.py`` renews
the answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

__all__ = ["FOLDER", "examples", "load"]

FOLDER: Final = Path(__file__).parent


def load(resource: str) -> dict[str, dict[str, Any]]:
    """The examples of a resource, or of ``problems``; none where it has no file."""
    path = FOLDER / f"{resource}.json"
    shown: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return shown


def examples(resource: str, side: str) -> dict[str, Any]:
    """The ``request`` or ``response`` side of a resource's examples, as OpenAPI has it."""
    return {
        name: {"summary": shown["summary"], "value": shown[side]}
        for name, shown in load(resource).items()
        if side in shown
    }
