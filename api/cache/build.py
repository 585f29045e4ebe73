"""What tells the answers of one build of the engine from those of another."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import solver
from solver import _core

__all__ = ["fingerprint"]


@functools.cache
def fingerprint() -> bytes:
    """Eight bytes that change with any file of the engine: answers kept by another build are not for this one."""
    digest = hashlib.sha256()
    sources = sorted(Path(solver.__file__).parent.rglob("*.py"))
    for path in (*sources, Path(str(_core.__file__))):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()[:8]
