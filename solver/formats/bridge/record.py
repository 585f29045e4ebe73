"""What records of bridge tell beside the deal and its play, whichever notation they are in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from solver.errors import DealError
from solver.formats.bridge.contract import BridgeContract
from solver.formats.bridge.lin import LinBoard
from solver.formats.bridge.pbn_records import PbnRecord
from solver.formats.bridge.pbn_tags import auction_of, bridge_contract, declarer_of, tricks_told
from solver.game.cards import Seat

__all__ = ["BridgeRecord"]

_FROM_LIN: Final = {"o": "None", "n": "NS", "e": "EW", "b": "All"}
_FROM_PBN: Final = {"none": "None", "love": "None", "ns": "NS", "ew": "EW", "all": "All", "both": "All"}


@dataclass(frozen=True, slots=True)
class BridgeRecord:
    """Names, board, calls from the dealer on, and the outcome; "" and None are what is not told.

    ``vulnerable`` is None, NS, EW or All, as in PBN.  ``calls`` are as ``read_calls`` gives them.  ``tricks`` are those
    of one side or both.
    """

    event: str = ""
    board: str = ""
    room: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerable: str = ""
    calls: tuple[str, ...] = ()
    contract: BridgeContract | None = None
    tricks: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, source: PbnRecord | LinBoard | None) -> BridgeRecord:
        """What a record tells; nothing of None."""
        if source is None:
            return cls()
        return cls._of_lin(source) if isinstance(source, LinBoard) else cls._of_pbn(source)

    @classmethod
    def _of_lin(cls, board: LinBoard) -> BridgeRecord:
        names = dict(zip((Seat.S, Seat.W, Seat.N, Seat.E), board.names, strict=False))
        calls = board.auction or ()
        vulnerable = _FROM_LIN.get(board.vulnerable[:1], "")
        event = board.title.split(",")[0].strip()
        return cls(
            event, board.board, board.room, names, board.dealer, vulnerable, calls, board.contract, board.tricks_told
        )

    @classmethod
    def _of_pbn(cls, record: PbnRecord) -> BridgeRecord:
        names = {seat: name for seat in Seat if (name := record.value(seat.full_name))}
        dealer = record.value("Dealer") or ""
        try:
            contract = bridge_contract(record)
        except DealError:
            contract = None
        if contract is not None and contract.declarer is None and (declarer := declarer_of(record)):
            contract = BridgeContract(contract.level, contract.trump, declarer, contract.risk)
        first, calls = auction_of(record)
        seat = Seat(dealer) if dealer in tuple(Seat) else None
        if seat is not None and first is not None and calls:  # dashes stand for the seats before the dealer
            calls = calls[first.steps_to(seat) :] if set(calls[: first.steps_to(seat)]) <= {"-"} else ()
        return cls(
            record.value("Event") or "",
            record.board,
            (record.value("Room") or "").lower(),
            names,
            seat,
            _FROM_PBN.get((record.value("Vulnerable") or "").lower(), ""),
            calls or (),
            contract,
            tricks_told(record),
        )

    @property
    def declarer_tricks(self) -> int | None:
        """Tricks of declarer's side; None where they are not told, or nobody declares."""
        declarer = None if self.contract is None else self.contract.declarer
        if declarer is None:
            return None
        side = str(declarer.side)
        other = str(declarer.side.other)
        return self.tricks.get(side, 13 - self.tricks[other] if other in self.tricks else None)
