"""Portable Bridge Notation: reading and writing what it can hold of a deal.

Deal, dealer and play stand in PBN's own tags; bloopers are a fifth group of a holding (``….BL``) and
BB, LB among the cards played.  Trump, upcard, bids and rules have supplemental tags of ours:
``[Trump "H"]`` (``NT`` for none), ``[Upcard "7H"]``, ``[Bids "5 2 0 B"]`` in bidding order, and
``[Rules "standard"]``, a preset or knobs as JSON.

Bridge files are read too.  Trump is then that of the contract, and no-trump where there is none but
all 52 plain cards are held, since only a blooper is left to turn (R4).  A bridge auction is not looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from solver.errors import BackAlleyError, CardError, DealError, JsonError, json_pointer, shorten
from solver.formats.deal_json import fields_from_dict
from solver.formats.holding import hand_to_holding
from solver.formats.strict_json import loads
from solver.game.cards import Card, Seat, Suit
from solver.game.play import trick_winner
from solver.game.rules import Rules

if TYPE_CHECKING:
    from solver.deal import Deal

__all__ = ["deal_to_pbn", "deals_to_pbn", "fields_from_pbn", "scan_pbn"]

T = TypeVar("T")
_TOKEN: Final = re.compile(
    r"""
    (?P<remark> \{[^}]*\} | ;[^\n]* | ^%[^\n]* )
    | (?P<open> \{ )
    | \[\s* (?P<tag>\w+) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s*\]
    | (?P<word> [^\s\[{;]+ | \S )
    """,
    re.MULTILINE | re.VERBOSE,
)
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_MARKS: Final = re.compile(r'[{;"]')
_MARKS_BUT_QUOTES: Final = re.compile(r"[{;]")
_CONTRACT: Final = re.compile(r"[1-7](S|H|D|C|NT)X{0,2}", re.IGNORECASE)
_REMARK: Final = re.compile(r"\$\d+|=\d+=|\^\w|[!?]+")
_OUR_TAGS: Final = ("Deal", "Dealer", "Trump", "Upcard", "Bids", "Rules", "Play")
_MAX_RECORD: Final = 100_000


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
    rows = [_tag(name, value) for name, value in tags.items() if value is not None]
    return "\n".join([*rows, *_play_rows(deal)]) + "\n"


def fields_from_pbn(text: str, rules: Rules | None = None, *, with_tricks: bool = False) -> dict[str, Any]:
    """The record as the deal's JSON form, its play put in order and not checked.

    Where the play is not complete and the record names Declarer and Result, ``with_tricks`` tells the tricks of
    declarer's side as ``tricks``.  DealError for anything unclear but an illegal play.
    """
    data, tags, played = _read(text, rules)
    deal = fields_from_dict(data, rules)
    order = _in_order(deal.trump, tags["Play"], played) if played else []
    if order:
        data["play"] = [card.name for card in order]
    declarer, result = tags.get("Declarer", "").strip(), tags.get("Result", "").strip()
    short = len(order) < 4 * deal.hands[0].bit_count()
    if with_tricks and short and declarer in ("N", "E", "S", "W") and re.fullmatch(r"\d{1,2}", result):
        data["tricks"] = {str(Seat(declarer).side): int(result)}
    return data


def _read(text: str, rules: Rules | None) -> tuple[dict[str, Any], dict[str, str], list[str]]:
    """The fields of the deal's JSON form but for ``play``, the tags, and the words of the Play section."""
    if len(text) > _MAX_RECORD:
        raise DealError(f"a PBN record of {len(text)} characters is no deal")
    tags: dict[str, str] = {}
    sections: dict[str, list[str]] = {}
    section: list[str] = []
    for token in _TOKEN.finditer(text):
        if token["open"]:
            raise DealError("a remark that begins with { is never closed")
        if token["word"]:
            section.append(token["word"])
        elif name := token["tag"]:
            if name in tags and name in _OUR_TAGS:
                raise DealError(f"the tag {name} stands twice in one record")
            tags[name] = re.sub(r"\\(.)", r"\1", token["value"])
            section = sections[name] = []
    played = _REMARK.sub(" ", " ".join(sections.get("Play", ()))).split()
    if "Deal" not in tags:
        raise DealError("the PBN record has no [Deal] tag", pointer="/hands")
    data: dict[str, Any] = {"dealer": _known(tags.get("Dealer")), "upcard": _known(tags.get("Upcard"))}
    if named := _known(tags.get("Rules")):
        data["rules"] = named if not named.startswith("{") else _json(named)
    data["hands"] = _hands(tags["Deal"])
    data |= _trump(tags, rules)
    if bids := tags.get("Bids", "").split():
        data["bids"] = _bids(bids, data["dealer"])
    return data, tags, played


def scan_pbn(
    numbered: Iterable[tuple[int, str]], rules: Rules | None, read: Callable[[str, Rules | None], T]
) -> Iterator[tuple[int, T | DealError]]:
    """What ``read`` makes of each record, or what is wrong with it, with its first line's number.

    Records end at blank lines.
    """
    record: list[str] = []
    first = 0
    inside = False  # of a comment in braces, where a blank line ends nothing
    for number, line in numbered:
        if line.strip() or inside:
            first = first if record else number
            record.append(line.rstrip("\r\n"))
            inside = _in_remark(line, inside)
        elif record:
            yield from _record(first, record, rules, read)
            record = []
    yield from _record(first, record, rules, read)


def _in_remark(line: str, inside: bool) -> bool:
    """Whether a comment in braces is open at the end of the line; found in one pass, whatever the line."""
    if line.startswith("%") and not inside:
        return False
    at = 0
    marks = _MARKS
    while True:
        if inside:
            at = line.find("}", at) + 1
            if not at:
                return True
        mark = marks.search(line, at)
        if mark is None or mark[0] == ";":
            return False
        inside = mark[0] == "{"
        if inside:
            at = mark.end()
        elif quoted := _QUOTED.match(line, mark.start()):
            at = quoted.end()
        else:
            marks = _MARKS_BUT_QUOTES  # no quote that comes later is closed either


def _record(
    first: int, rows: Sequence[str], rules: Rules | None, read: Callable[[str, Rules | None], T]
) -> Iterator[tuple[int, T | DealError]]:
    if not any(row.lstrip().startswith("[") for row in rows):
        return  # nothing but remarks
    try:
        yield first, read("\n".join(rows), rules)
    except BackAlleyError as error:
        yield first, DealError.of(error.faults, f"line {first}")


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _known(value: str | None) -> str | None:
    return None if value in (None, "", "?", "-") else value


def _json(text: str) -> Any:
    try:
        return loads(text)
    except JsonError as error:
        raise DealError(error.message, pointer="/rules") from None


def _hands(text: str) -> dict[str, str]:
    seat, colon, rest = text.partition(":")
    holdings = rest.split()
    if not colon or len(holdings) != 4:
        raise DealError("the tag Deal reads N:hand hand hand hand", pointer="/hands")
    hands = dict(zip(_seat(seat, "/hands").clockwise(), holdings, strict=True))
    for owner, holding in hands.items():
        if holding == "-":
            raise DealError(f"{owner}'s hand is not known", pointer=json_pointer("hands", owner))
    return {str(owner): holding for owner, holding in hands.items()}


def _seat(word: str, pointer: str) -> Seat:
    try:
        return Seat.parse(shorten(word, 20))
    except CardError as error:
        raise DealError(str(error), "R1", pointer=pointer) from None


def _trump(tags: dict[str, str], rules: Rules | None) -> dict[str, str | None]:
    """The field ``trump`` as far as the tags tell it."""
    if named := _known(tags.get("Trump")):
        return {"trump": named}
    if _known(tags.get("Upcard")) or (rules is not None and rules.trump_source is not None):
        return {}
    if contract := _CONTRACT.fullmatch(tags.get("Contract", "").strip()):
        return {"trump": contract[1].upper()}
    plain = re.findall(r"10|[2-9TJQKA]", tags["Deal"].partition(":")[2].upper())
    return {"trump": None} if len(plain) == 52 else {}


def _bids(bids: Sequence[str], dealer: str | None) -> dict[str, str]:
    if dealer is None:
        raise DealError("bids need the dealer, who fixes their order", "R6", pointer="/dealer")
    if len(bids) > 4:
        raise DealError("more than four bids: each seat bids once", "R6", pointer="/bids")
    order = _seat(dealer, "/dealer").next.clockwise()
    return {str(seat): bid for seat, bid in zip(order, bids, strict=False)}


def _play_rows(deal: Deal) -> Iterator[str]:
    """The Play section: a row a trick, its columns clockwise from the first leader."""
    if not deal.play:
        return
    owners = {card: seat for card in deal.play for seat in Seat if deal.hands[seat] >> card.index & 1}
    first = leader = owners[deal.play[0]]
    yield _tag("Play", str(first))
    for at in range(0, len(deal.play), 4):
        trick = deal.play[at : at + 4]
        row = ["-"] * 4
        for order, (card, seat) in enumerate(zip(trick, leader.clockwise(), strict=False)):
            if owners[card] is not seat:
                raise DealError(f"{card} is played out of turn", "R11", pointer=json_pointer("play", at + order))
            row[first.steps_to(seat)] = card.name if card.suit is None else card.name[::-1]
        yield " ".join(row)
        leader = trick_winner(trick, leader, deal.trump)
    if len(deal.play) < 4 * deal.cards:
        yield "*"


def _card(word: str) -> Card:
    try:
        return Card.parse(shorten(word, 20))
    except CardError as error:
        raise DealError(str(error), "R1", pointer="/play") from None


def _in_order(trump: Suit | None, player: str, words: Sequence[str]) -> list[Card]:
    """The cards of a Play section as they were played; each row but its first begins with the winner before."""
    leader = first = _seat(player, "/play")
    if "*" in words or "+" in words:
        words = words[: min(words.index(end) for end in "*+" if end in words)]
    order: list[Card] = []
    for at in range(0, len(words), 4):
        row = dict(zip(first.clockwise(), words[at : at + 4], strict=False))
        trick: list[Card] = []
        for seat in leader.clockwise():
            word = row.get(seat, "-")
            if word != "-":
                if len(trick) < leader.steps_to(seat) or len(order) % 4:
                    raise DealError(f"{seat} has played to trick {at // 4 + 1} out of turn", "R11", pointer="/play")
                trick.append(_card(word))
        order += trick
        if trick:
            leader = trick_winner(trick, leader, trump)
    return order
