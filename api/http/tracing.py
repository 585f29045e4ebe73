"""The trace that a request belongs to, from its ``traceparent`` (W3C Trace Context), for the lines of the log."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["trace_of"]

_PARENT: Final = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?")


def trace_of(header: str) -> dict[str, str]:
    """``trace_id`` and ``parent_id``; nothing where the header is none that the standard allows."""
    found = _PARENT.fullmatch(header.strip())
    if found is None:
        return {}
    version, trace, parent, more = found.groups()
    if version == "ff" or (version == "00" and more) or not trace.strip("0") or not parent.strip("0"):
        return {}
    return {"trace_id": trace, "parent_id": parent}
