"""The HTTP service: Flask over the engine, which knows nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.settings import Settings

if TYPE_CHECKING:
    from api.app import create_app

__all__ = ["Settings", "create_app"]


def __getattr__(name: str) -> Any:
    if name == "create_app":  # brings Flask, which job workers do without
        from api.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
