"""The HTTP service: Flask over the engine, which knows nothing of it."""

from api.app import create_app
from api.settings import Settings

__all__ = ["Settings", "create_app"]
