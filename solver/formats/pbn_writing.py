"""Portable Bridge Notation: writing deals, and records that were read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from solver.errors import DealError, json_pointer
from solver.formats.bridge.contract import BridgeContract
from solver.formats.bridge.pbn_records import PbnRecord
from solver.formats.bridge.pbn_tags import bridge_contract
from solver.formats.holding import hand_to_holding
from solver.game.cards import Seat
from solver.game.play import trick_winner

if TYPE_CHECKING:
    from solver.deal import Deal
    from solver.formats.bridge.record import BridgeRecord

__all__ = ["bridge_to_pbn", "deal_to_pbn", "deals_to_pbn", "pbn_tag", "record_to_pbn"]


def deals_to_pbn(deals: Iterable[Deal]) -> str:
    """A PBN file of the deals, numbered from board 1."""
    return "\n".join(deal_to_pbn(deal, board) for board, deal in enumerate(deals, 1))


def deal_to_pbn(deal: Deal, board: int = 1) -> str:
    """One PBN record; DealError if cards were played out of turn, which PBN cannot say."""
    rules = deal.rules.to_value()
    tags = {
        "Event": "Back Alley",
        "Board": str(board),
        "Dealer": "?" if deal.dealer is None else str(deal.dealer),
        "Vulnerable": "None",
        "Deal": "N:" + " ".join(map(hand_to_holding, deal.hands)),
        "Trump": "NT" if deal.trump is None else str(deal.trump),
        "Upcard": None if deal.upcard is None else str(deal.upcard),
        "Bids": " ".join("B" if bid.is_board else str(bid) for bid in deal.bids) or None,
        "Rules": rules if isinstance(rules, str) else json.dumps(rules, separators=(",", ":")),
    }
    rows = [pbn_tag(name, value) for name, value in tags.items() if value is not None]
    if not deal.rules.bloopers and deal.cards == 13:
        rows += _rows_for_others(deal)
    return "\n".join([*rows, *_play_rows(deal)]) + "\n"


def _rows_for_others(deal: Deal) -> Iterator[str]:
    """What other programs want: an auction to read the dealer, a contract to read the play.

    The auction has no calls, and the contract the lowest level, as its remark says.
    """
    leader = deal.holder(deal.play[0]) if deal.play else None
    if leader is None:
        if deal.dealer is not None:
            yield pbn_tag("Auction", str(deal.dealer)) + "\n*"
        return
    yield pbn_tag("Declarer", str(leader.after(3)))
    yield pbn_tag("Contract", f"1{'NT' if deal.trump is None else deal.trump}") + " { trump alone is known, no level }"


def _told_apart(deal: Deal, contract: BridgeContract | None, trump_told: bool) -> Iterator[str]:
    """Tags of ours for a trump that the contract does not tell, and for rules that are not those of bridge."""
    another = contract is None or contract.passed_out or contract.trump is not deal.trump
    rules = deal.rules.to_value()
    if (trump_told and another) or rules != "whist":
        yield pbn_tag("Trump", "NT" if deal.trump is None else str(deal.trump))
        yield pbn_tag("Rules", rules if isinstance(rules, str) else json.dumps(rules, separators=(",", ":")))


def record_to_pbn(record: PbnRecord, deal: Deal, board: int, *, trump_told: bool = True) -> str:
    """A record as it was read, with its tags, sections and remarks, inherited values written out; hands in order."""
    rows = [record.preamble] if record.preamble else []
    if record.tag("Board") is None:
        rows.append(pbn_tag("Board", str(board)))
    try:
        contract = bridge_contract(record)
    except DealError:
        contract = None
    for tag in record.tags:
        value = tag.value
        if tag.name == "Deal":
            rows += _told_apart(deal, contract, trump_told)
            first = Seat.parse(value.partition(":")[0])
            value = f"{first}:" + " ".join(hand_to_holding(deal.hands[seat]) for seat in first.clockwise())
        text = tag.text.lstrip()
        gap = "" if not text else " " if text.startswith(("{", ";")) else "\n"
        rows.append(pbn_tag(tag.name, value) + gap + text)
    return "\n".join(rows) + "\n"


def bridge_to_pbn(deal: Deal, told: BridgeRecord, board: int, *, trump_told: bool) -> str:
    """A deal of bridge with what its record in another notation tells."""
    contract = told.contract
    tricks = told.declarer_tricks
    tags = {
        "Event": told.event,
        "Site": "",
        "Date": "",
        "Board": told.board or str(board),
        **{seat.full_name: told.names.get(seat, "?") for seat in (Seat.W, Seat.N, Seat.E, Seat.S)},
        "Dealer": "?" if told.dealer is None else str(told.dealer),
        "Vulnerable": told.vulnerable or "None",
        "Deal": "N:" + " ".join(map(hand_to_holding, deal.hands)),
        "Scoring": "",
        "Declarer": "?" if contract is None else str(contract.declarer or ""),
        "Contract": "?" if contract is None else str(contract),
        "Result": "?" if tricks is None else str(tricks),
    }
    rows = [pbn_tag(name, value) for name, value in tags.items()]
    if told.room:
        rows.append(pbn_tag("Room", told.room.capitalize()))
    rows += _told_apart(deal, contract, trump_told)
    if told.calls and told.dealer is not None:
        rows.append(pbn_tag("Auction", str(told.dealer)))
        rows += [" ".join(told.calls[start : start + 4]) for start in range(0, len(told.calls), 4)]
    return "\n".join([*rows, *_play_rows(deal)]) + "\n"


def pbn_tag(name: str, value: str) -> str:
    """``[Name "value"]``, with what needs it escaped."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    if value.startswith("#"):  # else it would be a value that is inherited
        escaped = f"\\{escaped}"
    return f'[{name} "{escaped}"]'


def _play_rows(deal: Deal) -> Iterator[str]:
    """The Play section: a row a trick, its columns clockwise from the first leader."""
    if not deal.play:
        return
    owners = {card: seat for card in deal.play for seat in Seat if deal.hands[seat] >> card.index & 1}
    first = leader = owners[deal.play[0]]
    yield pbn_tag("Play", str(first))
    for start in range(0, len(deal.play), 4):
        trick = deal.play[start : start + 4]
        row = ["-"] * 4
        for order, (card, seat) in enumerate(zip(trick, leader.clockwise(), strict=False)):
            if owners[card] is not seat:
                raise DealError(f"{card} is played out of turn", "R11", pointer=json_pointer("play", start + order))
            row[first.steps_to(seat)] = card.name if card.suit is None else card.name[::-1]
        yield " ".join(row)
        leader = trick_winner(trick, leader, deal.trump)
    if len(deal.play) < 4 * deal.cards:
        yield "*"
