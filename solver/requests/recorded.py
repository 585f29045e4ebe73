"""Deals with the records of bridge that they come from, to be written in another notation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solver.deal import Deal
from solver.errors import DealError
from solver.formats.bridge.lin import LinBoard
from solver.formats.bridge.lin_writing import deal_to_lin
from solver.formats.bridge.pbn_records import PbnRecord
from solver.formats.bridge.pbn_tags import is_bridge
from solver.formats.bridge.record import BridgeRecord
from solver.formats.files import scan_records
from solver.formats.pbn_writing import bridge_to_pbn, deal_to_pbn, record_to_pbn
from solver.formats.place import Scanned
from solver.game.rules import Rules

__all__ = ["NOTATIONS", "RecordedDeal", "scan_recorded", "write_recorded"]

NOTATIONS: Final = ("pbn", "lin", "json", "jsonl", "lines")
"""What deals are written as: JSON is one list, JSON lines and deal lines have a deal a line."""


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal with the record of bridge that it comes from, if it does.

    ``untold`` is the error of a trump suit that the record does not tell, where the deal says no-trump.
    """

    deal: Deal
    source: PbnRecord | LinBoard | None = None
    untold: DealError | None = None

    @classmethod
    def from_dict(cls, data: Any, rules: Rules | None = None) -> RecordedDeal:
        """From the JSON form with ``record`` and ``untold`` beside it; DealError."""
        if not isinstance(data, dict):
            return cls(Deal.from_dict(data, rules))
        fields = {name: value for name, value in data.items() if name not in ("record", "untold")}
        if isinstance(line := fields.get("deal"), str) and len(fields) == 1:
            return cls(Deal.parse(line, rules))
        return cls(Deal.from_dict(fields, rules), data.get("record"), data.get("untold"))

    def text(self, notation: str, number: int) -> str:
        """The deal, the ``number``-th of its file, in one of NOTATIONS; DealError for what that cannot hold."""
        if notation == "pbn":
            return self._pbn(number)
        if notation == "lin":
            return deal_to_lin(self.deal, BridgeRecord.of(self.source), number, trump_told=self.untold is None)
        if self.untold is not None:
            raise self.untold
        return str(self.deal) if notation == "lines" else json.dumps(self.deal.to_dict(), separators=(",", ":"))

    def _pbn(self, number: int) -> str:
        if isinstance(self.source, PbnRecord) and is_bridge(self.source):
            return record_to_pbn(self.source, self.deal, number, trump_told=self.untold is None)
        if isinstance(self.source, LinBoard):
            told = BridgeRecord.of(self.source)
            return bridge_to_pbn(self.deal, told, number, trump_told=self.untold is None)
        return deal_to_pbn(self.deal, number)


def scan_recorded(
    text: str | Iterable[str], rules: Rules | None = None, trump: str | None = None
) -> Iterator[Scanned[RecordedDeal]]:
    """Like ``scan_deals``, with the records that the deals come from; a bridge record may leave its trump untold."""
    return scan_records(text, rules, RecordedDeal.from_dict, trump=trump, also=("record", "untold"))


def write_recorded(texts: Sequence[str], notation: str) -> str:
    """A file of deals in one notation, each as ``RecordedDeal.text`` gives it."""
    if notation == "pbn":
        return "% PBN 2.1\n" + "\n".join(texts)
    if notation == "json":
        return "[" + ",\n ".join(texts) + "]\n"
    return "".join(text if text.endswith("\n") else text + "\n" for text in texts)
