"""LIN, the notation of online bridge clubs: writing deals of bridge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from solver.errors import DealError
from solver.formats.bridge.contract import BridgeContract, contract_of_calls, with_every_pass
from solver.formats.bridge.record import BridgeRecord
from solver.formats.holding import hand_to_holding
from solver.game.cards import Seat
from solver.game.rules import PRESETS

if TYPE_CHECKING:
    from solver.deal import Deal

__all__ = ["deal_to_lin"]

_SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
_VULNERABLE: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
_SIGNS: Final = {"Pass": "p", "X": "d", "XX": "r"}


def deal_to_lin(deal: Deal, record: BridgeRecord, board: int, *, trump_told: bool = True) -> str:
    """One board on a line, numbered ``board`` where the record has no number; DealError for what LIN cannot hold.

    Trump stands in LIN only as what the calls end in: where those on record do not end in it, the contract or the
    lowest one tells it in their place, with a remark that it tells no more, unless nobody has ``trump_told`` or the
    play stops within a trick.
    """
    if deal.cards != 13 or deal.rules != PRESETS["whist"] or deal.bids:
        what = (
            "bids of Back Alley"
            if deal.bids
            else "bloopers"
            if deal.rules.bloopers
            else "fewer than 52 cards"
            if deal.cards != 13
            else "house rules"
        )
        raise DealError(f"LIN holds deals of bridge, and has no place for {what}")
    return "|".join(_words(deal, record, board, trump_told)) + "|\n"


def _words(deal: Deal, record: BridgeRecord, board: int, trump_told: bool) -> Iterator[str]:
    """Commands and values by turns."""
    dealer = record.dealer or deal.dealer
    calls = with_every_pass(record.calls)
    passed_out = record.contract is not None and record.contract.passed_out
    # endplay stumbles over a trick begun in a contract.
    made_up = trump_told and not passed_out and not _tell_trump(calls, deal) and len(deal.play) % 4 == 0
    if made_up:
        contract = record.contract
        if contract is None or contract.trump is not deal.trump:
            contract = BridgeContract(None, deal.trump, None if contract is None else contract.declarer)
        declarer = contract.declarer or _declarer(deal, dealer)
        dealer = dealer or declarer
        bid = f"{contract.level or 1}{'NT' if contract.trump is None else contract.trump}"
        risk = [[], ["X"], ["X", "XX"]][contract.risk]
        calls = (*["Pass"] * dealer.steps_to(declarer), bid, *risk, "Pass", "Pass", "Pass")
    yield from ("pn", ",".join(_plain(record.names.get(seat, seat.full_name)) for seat in _SEATS), "st", "")
    hands = ",".join(_hand(hand_to_holding(deal.hands[seat])) for seat in _SEATS)
    yield from ("md", f"{_SEATS.index(dealer) + 1 if dealer is not None else 0}{hands}")
    yield from ("rh", "", "ah", f"Board {_plain(record.board or str(board))}")
    yield from ("sv", _VULNERABLE.get(record.vulnerable, "o"))
    for call in calls:
        if call == "-":
            raise DealError("LIN has no place for a call that was passed over")
        yield from ("mb", call.replace("NT", "N") if call[0].isdigit() else _SIGNS[call])
    if made_up:
        known = "trump" if contract is None or contract.level is None else "the contract"
        why = "the calls recorded do not end in it" if record.calls else "no calls were recorded"
        yield from ("nt", f"{known} alone is known: {why}")
    yield from ("pg", "")
    for place, card in enumerate(deal.play, 1):
        yield from ("pc", card.name[::-1])
        if place % 4 == 0:
            yield from ("pg", "")
    tricks = record.declarer_tricks
    if tricks is not None and len(deal.play) < 52:
        yield from ("mc", str(tricks))


def _tell_trump(calls: Sequence[str], deal: Deal) -> bool:
    """Whether the calls are an auction that ends in the deal's trump suit, or in none since all pass."""
    contract = contract_of_calls(calls, None)
    return contract is not None and (contract.passed_out or contract.trump is deal.trump)


def _declarer(deal: Deal, dealer: Seat | None) -> Seat:
    """Who sits to the right of the first leader; the dealer, or North, where nothing was played."""
    leader = deal.holder(deal.play[0]) if deal.play else None
    return dealer or Seat.N if leader is None else leader.after(3)


def _hand(holding: str) -> str:
    return "".join(suit + ranks for suit, ranks in zip("SHDC", holding.split("."), strict=True))


def _plain(text: str) -> str:
    """A name without what parts LIN's words."""
    return " ".join(text.replace("|", " ").replace(",", " ").split())
