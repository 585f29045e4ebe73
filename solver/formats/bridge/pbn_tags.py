"""What the tags of a PBN record tell of bridge: contract, auction, declarer and result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from solver.errors import DealError, shorten
from solver.formats.bridge.contract import BridgeContract, contract_of_calls, read_calls, read_contract
from solver.formats.bridge.pbn_records import PbnRecord
from solver.game.cards import Seat, Side

__all__ = [
    "OUR_TAGS",
    "auction_of",
    "bridge_contract",
    "declarer_of",
    "is_bridge",
    "tricks_told",
    "until_end",
    "without_annotation",
]

OUR_TAGS: Final = ("Trump", "Upcard", "Bids", "Rules")
"""Tags that tell a deal of Back Alley."""
_BRIDGE_TAGS: Final = ("Contract", "Declarer", "Result")
_ANNOTATION: Final = re.compile(r"\$\d+|=\d+=|[!?]+|\^[A-KM-Z]")
_SIDE_RESULT: Final = re.compile(r"(NS|EW) ?([0-9]{1,2})")


def is_bridge(record: PbnRecord) -> bool:
    """Whether it tells of bridge, a contract, calls or play, and has no tag of ours, and no hand a fifth group."""
    deal = record.value("Deal") or ""
    if any(record.value(name) for name in OUR_TAGS) or any(hand.count(".") > 3 for hand in deal.split()):
        return False
    sections = (record.tag("Auction"), record.tag("Play"))
    told = any(set(section.words) - {"*"} for section in sections if section is not None)
    return told or any(record.value(name) is not None for name in _BRIDGE_TAGS)


def bridge_contract(record: PbnRecord) -> BridgeContract | None:
    """What the Contract tag says, or a complete auction ends in; None where neither tells.

    DealError where the tag says something that cannot be read.
    """
    contract = read_contract(record.value("Contract") or "")
    if contract is None:
        first, calls = auction_of(record)
        contract = None if calls is None else contract_of_calls(calls, first)
    return contract


def auction_of(record: PbnRecord) -> tuple[Seat | None, tuple[str, ...] | None]:
    """Who makes the first call of the Auction section, and the calls as ``read_calls`` gives them.

    None are calls where there is no section, or a word of it is no call.
    """
    section = record.tag("Auction")
    if section is None:
        return None, None
    first = record.value("Auction") or record.value("Dealer") or ""
    words = ("-" if word == "^S" else without_annotation(word) for word in until_end(section.words))
    calls = read_calls(word for word in words if word not in ("", "+"))
    return Seat(first) if first in tuple(Seat) else None, calls


def declarer_of(record: PbnRecord) -> Seat | None:
    """As the tag says, else as the contract or the auction does."""
    named = (record.value("Declarer") or "").removeprefix("^")
    if named in tuple(Seat):
        return Seat(named)
    try:
        contract = bridge_contract(record)
    except DealError:
        return None
    return None if contract is None else contract.declarer


def tricks_told(record: PbnRecord) -> dict[str, int]:
    """Tricks by side, as the tag Result tells them; empty where it does not.

    DealError where its digits are not 0 to 9.
    """
    declarer = declarer_of(record)
    text = (record.value("Result") or "").removeprefix("^").upper()
    if not text.isascii() and any(letter.isdigit() for letter in text):
        raise DealError(f"the result '{shorten(text)}' is no number of tricks from 0 to 13", "R14", pointer="/tricks")
    if re.fullmatch(r"[0-9]{1,2}", text):
        return {} if declarer is None else {str(declarer.side): int(text)}
    if re.fullmatch(rf"{_SIDE_RESULT.pattern}(?: {_SIDE_RESULT.pattern})?", text):
        return {side: int(tricks) for side, tricks in _SIDE_RESULT.findall(text) if side in tuple(Side)}
    return {}


def until_end(words: Sequence[str]) -> Sequence[str]:
    """The words of a section before its ``*``."""
    return words[: words.index("*")] if "*" in words else words


def without_annotation(text: str) -> str:
    """The words of a section without suffixes, notes, glyphs, and marks of irregularities but a lead out of turn."""
    return _ANNOTATION.sub("", text)
