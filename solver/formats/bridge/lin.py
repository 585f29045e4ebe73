"""LIN, the notation of online bridge clubs: one board, a file of boards, or a match in two rooms.

``md|3SAKQ…,…,…,|`` are dealer (1 to 4 for S W N E) and hands from S, the fourth left out; ``mb|1N|`` calls, ``pc|HQ|``
cards in the order played, ``mc|9|`` the tricks that declarer claims in all.  In a match ``vg|…|`` names the boards,
``rs|4HW=,…|`` the results of both rooms, and ``qx|o7|`` begins board 7 in the open room, ``qx|c7|`` in the closed one.
All deals are of bridge: the rules are ``whist``, trump is the contract's, and declarer's left leads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from solver.errors import BackAlleyError, DealError, json_pointer, shorten
from solver.formats.bridge.contract import BridgeContract, contract_of_calls, read_calls, read_contract, trump_field
from solver.formats.holding import fourth_hand, hands_not_known, without_suit_letters
from solver.formats.place import Place, Scanned
from solver.game.cards import Seat
from solver.game.rules import Rules

__all__ = ["LinBoard", "fields_of_board", "scan_lin"]

T = TypeVar("T")
_SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
"""In the order of names and hands."""
_CARD: Final = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_RESULT: Final = re.compile(r"\s*([1-7].*?)\s*(=|[-+][0-9]{1,2})\s*")
_CLAIM: Final = re.compile(r"[0-9]|1[0-3]")
_MOST_CHARACTERS: Final = 1_000_000
"""Of one board, the talk of its spectators included."""


@dataclass(slots=True)
class LinBoard:
    """What one board says: each command's values in order, as they stand there."""

    line: int
    room: str = ""
    board: str = ""
    names: tuple[str, ...] = ()
    deal: str = ""
    vulnerable: str = ""
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claim: str = ""
    result: str = ""
    title: str = ""

    @property
    def dealer(self) -> Seat | None:
        return _SEATS[int(self.deal[0]) - 1] if self.deal[:1] in ("1", "2", "3", "4") else None

    @property
    def auction(self) -> tuple[str, ...] | None:
        """The calls from the dealer on; None where one of them cannot be read."""
        return read_calls(self.calls)

    @property
    def contract(self) -> BridgeContract | None:
        """What the auction ends in, else what the list of results says; None where neither tells."""
        calls = self.auction
        contract = None if calls is None else contract_of_calls(calls, self.dealer)
        if contract is None and self.result:
            match = _RESULT.fullmatch(self.result)
            try:
                contract = read_contract(match[1] if match else self.result)
            except DealError:
                contract = None
        return contract

    @property
    def tricks_told(self) -> dict[str, int]:
        """Declarer's tricks, by side, as the claim tells them or else the list of results; empty if neither does.

        DealError for a claim that is no number of tricks.
        """
        if self.claim and not _CLAIM.fullmatch(self.claim):
            text = f"the claim '{shorten(self.claim)}' is no number of tricks from 0 to 13"
            raise DealError(text, "R14", pointer="/tricks")
        contract = self.contract
        if contract is None or contract.declarer is None or not contract.level:
            return {}
        side = str(contract.declarer.side)
        if self.claim:
            return {side: int(self.claim)}
        match = _RESULT.fullmatch(self.result)
        return {side: 6 + contract.level + (0 if match[2] == "=" else int(match[2]))} if match else {}


def scan_lin(numbered: Iterable[tuple[int, str]], read: Callable[[LinBoard], T]) -> Iterator[Scanned[T]]:
    """What ``read`` makes of each board, or what is wrong with it, each with its place."""
    for board in _boards(numbered):
        place = Place(board.line, f"{board.board} {board.room}".strip())
        try:
            yield Scanned(place, read(board))
        except BackAlleyError as error:
            yield Scanned(place, DealError.of(error.faults, str(place)))


def fields_of_board(
    board: LinBoard, rules: Rules | None = None, *, trump: str | None = None, also: Collection[str] = ()
) -> dict[str, Any]:
    """The board as the deal's JSON form, its play not checked; arguments and errors as in ``fields_of_record``."""
    data: dict[str, Any] = {"dealer": None if board.dealer is None else str(board.dealer)}
    data["hands"] = _hands(board)
    if rules is None:
        data["rules"] = "whist"
    try:
        data |= _trump(board, rules, trump)
    except DealError as error:
        if "untold" not in also:
            raise
        data |= {"trump": None, "untold": error}
    if board.cards:
        data["play"] = _play(board)
    contract = board.contract
    declarer = None if contract is None else contract.declarer
    if "leader" in also and not board.cards and declarer is not None:
        data["leader"] = str(declarer.next)
    if "tricks" in also and len(data.get("play", ())) < 52 and (told := board.tricks_told):
        data["tricks"] = told
    if "record" in also:
        data["record"] = board
    return data


def _trump(board: LinBoard, rules: Rules | None, trump: str | None) -> dict[str, str | None]:
    """The field ``trump``, as far as it is told and not the rules'."""
    if rules is not None and rules.trump_source is not None:
        return {}
    return trump_field(board.contract, board.auction, trump, "no complete auction tells the trump suit")


def _hands(board: LinBoard) -> Mapping[str, str]:
    words = [word.strip() for word in board.deal.lstrip("01234 ").upper().split(",")]
    words += [""] * (4 - len(words))
    if len(words) > 4:
        raise DealError(f"{len(words)} hands are dealt, and there are four seats", "R1", pointer="/hands")
    plain = (without_suit_letters(_every_suit(word.replace("10", "T"))) for word in words)
    hands = dict(zip(_SEATS, plain, strict=True))
    unknown = [seat for seat in _SEATS if not hands[seat].strip(".")]
    if len(unknown) == 1:
        hands[unknown[0]] = fourth_hand({seat: hand for seat, hand in hands.items() if seat not in unknown})
    elif unknown:
        raise hands_not_known(unknown)
    return {str(seat): hand for seat, hand in hands.items()}


def _every_suit(hand: str) -> str:
    """The hand with the letters of all four suits, of which void ones may be left out."""
    suits = dict.fromkeys("SHDC", "")
    suit = ""
    for letter in hand:
        if letter in suits:
            suit = letter
        elif suit:
            suits[suit] += letter
        else:
            return hand
    return "".join(suit + ranks for suit, ranks in suits.items())


def _play(board: LinBoard) -> list[str]:
    cards: list[str] = []
    for word in board.cards:
        plain = word.strip().upper().rstrip("!?")
        parts = _CARD.findall(plain)
        if "".join(suit + rank for suit, rank in parts) != plain:
            raise DealError(f"'{shorten(word)}' is no card", "R1", pointer=json_pointer("play", len(cards)))
        cards += [rank.replace("10", "T") + suit for suit, rank in parts]
    return cards


# --- Boards -----------------------------------------------------------------------------------------


def _boards(numbered: Iterable[tuple[int, str]]) -> Iterator[LinBoard]:
    """The boards in order; commands before the first are the match's own."""
    match = _Match()
    board: LinBoard | None = None
    names: tuple[str, ...] = ()
    deals: dict[str, str] = {}
    for line, command, value in _commands(numbered):
        if command == "vg":
            match.title = value
        elif command == "rs":
            match.results = value.split(",")
        elif command == "pn":
            names = tuple(name.strip() for name in value.split(","))
            if board is not None and board.deal:
                yield board
                board = None
            elif board is not None:
                board.names = match.names_of(names, board.room)
        elif command == "qx":
            if board is not None and board.deal:
                yield board
            board = match.board(line, value, names)
            board.deal = deals.get(board.board, "")
        elif command == "md":
            if (
                board is not None
                and board.deal
                and (board.calls or board.cards or not board.room)
                and (board.deal.upper() != value.upper())
            ):
                yield board
                board = None
            board = board or LinBoard(line, names=match.names_of(names, ""), title=match.title)
            board.deal = value.strip()
            deals[board.board] = board.deal
        elif board is not None:
            _add(board, command, value)
    if board is not None and board.deal:
        yield board


def _add(board: LinBoard, command: str, value: str) -> None:
    if command == "mb":
        board.calls.append(value)
    elif command == "pc":
        board.cards.append(value)
    elif command == "mc":
        board.claim = value.strip()
    elif command == "sv":
        board.vulnerable = value.strip().lower()
    elif command == "ah" and not board.board and (number := re.search(r"\d+", value)):
        board.board = number[0]


def _commands(numbered: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """Each command with its value and the line it begins in; a value may go over several lines."""
    command = ""
    value: list[str] = []
    began = 0
    in_value = False
    for number, line in numbered:
        parts = line.rstrip("\r\n").split("|")
        for place, part in enumerate(parts):
            last = place == len(parts) - 1
            if in_value:
                value.append(part)
                if not last:
                    yield began, command, "\n".join(value)
                    in_value = False
                elif sum(map(len, value)) > _MOST_CHARACTERS:
                    value = value[:1]
            elif not last:
                command = part.strip().lower()[-2:]
                began, value, in_value = number, [], True
    if in_value and "".join(value).strip():  # the last value's bar is missing
        yield began, command, "\n".join(value)


@dataclass(slots=True)
class _Match:
    """What the head of a match says."""

    title: str = ""
    results: list[str] = field(default_factory=list)

    def names_of(self, names: tuple[str, ...], room: str) -> tuple[str, ...]:
        return names[4:8] if room == "closed" and len(names) >= 8 else names[:4]

    def board(self, line: int, value: str, names: tuple[str, ...]) -> LinBoard:
        """The board that ``qx|o7|`` begins."""
        room = {"o": "open", "c": "closed"}.get(value.strip()[:1].lower(), "")
        number = match[0] if (match := re.search(r"\d+", value)) else ""
        board = LinBoard(line, room, number, self.names_of(names, room), title=self.title)
        first = self.title.split(",")[3:4]
        if self.results and number and first and first[0].strip().isdecimal():
            place = 2 * (int(number[:6]) - int(first[0])) + (room == "closed")
            board.result = self.results[place].strip() if 0 <= place < len(self.results) else ""
        return board
