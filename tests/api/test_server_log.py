"""gunicorn's log lines."""

from __future__ import annotations

import json
import logging
import sys

from api.server.log import JsonLines


def test_a_record_is_a_line_of_json() -> None:
    try:
        raise ValueError("broken\nin two")
    except ValueError:
        record = logging.LogRecord("x", logging.WARNING, "", 0, "is %s", ("here\n",), sys.exc_info())
    record.fields = {"refused": {"408": 2}}
    (line,) = JsonLines().format(record).splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"], told["refused"]) == ("is here\n", "warning", {"408": 2})
    assert told["timestamp"].endswith("Z")
    assert "ValueError: broken" in told["exception"]
