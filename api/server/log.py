"""gunicorn's own log lines, as JSON like those of the service."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped]

__all__ = ["JsonLines", "ServerLog"]


class JsonLines(logging.Formatter):
    """A record as one line: event, level, time, process, and the fields it was given."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "event": record.getMessage(),
            "level": record.levelname.lower(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
            "process": record.process,
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


class ServerLog(Logger):  # type: ignore[misc]
    """gunicorn's logger."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())
