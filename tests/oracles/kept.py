"""Where answers are kept in tests: a dictionary that counts."""

from __future__ import annotations


class Kept(dict[bytes, bytes]):
    """Keeps everything; ``found`` counts what was there when asked for."""

    found = 0

    def get(self, key: bytes, _: object = None) -> bytes | None:  # type: ignore[override]
        value = super().get(key)
        self.found += value is not None
        return value

    def put(self, key: bytes, value: bytes, seconds: float) -> None:
        assert seconds >= 0
        self[key] = value
