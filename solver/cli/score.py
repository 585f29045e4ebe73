"""``backalley score``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

from solver.cli.common import (
    SEAT,
    BadInput,
    DealCommand,
    bad_input,
    json_option,
    print_json,
    read_source,
    rules_option,
    source_argument,
)
from solver.cli.messages import complain
from solver.cli.output import echo
from solver.cli.page import html_option, write_page
from solver.cli.records import Records, keep_going_option
from solver.cli.text import seat_name, table
from solver.errors import BackAlleyError, JsonError
from solver.formats.files import scan_records
from solver.formats.score_sheet import SHEET_HEAD, sheet_as_csv, sheet_as_page, sheet_rows, standing_text
from solver.formats.strict_json import loads
from solver.game.cards import Seat
from solver.game.rules import STANDARD, Rules
from solver.game.score_sheet import GameScore
from solver.game.scoring import DealScore
from solver.requests.score import game_deal_from_dict, rainbows_untold, score

__all__ = ["command"]

_OPTIONS: Final = {name: f"--{name}" for name in ("cards", "dealer", "bids", "tricks")}
"""What says a field of a deal in short."""
_ROWS: Final = (("contract", "contracts"), ("tricks", "tricks"), ("rainbow points", "rainbow"), ("score", "score"))


@click.command("score", cls=DealCommand)
@source_argument
@click.option("--cards", type=click.IntRange(1, 13), help="Cards a hand, where no deal is given.")
@click.option("--dealer", type=SEAT, help="The dealer, where no deal is given.")
@click.option("--bids", help="Bids in bidding order, where no deal is given: 5,2,3,board.")
@click.option("--tricks", type=click.IntRange(0, 13), help="Tricks of NS, where the deal does not tell.")
@rules_option
@click.option("--csv", "as_csv", is_flag=True, help="The score sheet of a game as CSV.")
@html_option
@keep_going_option
@json_option
def command(
    source: tuple[str, ...],
    cards: int | None,
    dealer: Seat | None,
    bids: str | None,
    tricks: int | None,
    rules: Rules | None,
    as_csv: bool,
    html: Path | None,
    keep_going: bool | None,
    as_json: bool,
) -> None:
    """Points of a deal, or of a game given as several deals from the first one on.

    A deal needs all bids, and its tricks or its whole play. Without cards it may be told by options:

    \b
      backalley score --cards 13 --dealer W --bids 5,2,3,2 --tricks 8

    A game is a file of deals (lines, PBN, JSON lines), a JSON list of deals, or an object with deals and
    rules. A deal of a game may be in short; size and dealer follow from the deal before:

    \b
      {"rules": "standard", "deals": [
        {"dealer": "W", "bids": {"N": 5, "E": 2, "S": 3, "W": 2}, "tricks": {"NS": 8}},
        {"bids": {"E": "board", "S": 0, "W": 3, "N": "pass"}, "tricks": {"NS": 4}}]}

    It is printed as a table with running totals, or as --csv, --html or --json.
    """  # noqa: D301  (click reads the \b)
    if cards is None and dealer is None and bids is None:
        scores = _given(source, tricks, rules, keep_going)
    elif source:
        raise click.UsageError("give a deal, or --cards, --dealer and --bids, not both")
    else:
        scores = iter([_told(cards, dealer, bids, tricks, rules)])
    for index, result in enumerate(scores):
        if as_csv or html is not None:
            _sheet(result, as_csv, html, as_json)
        elif as_json:
            print_json(result.to_dict())
        elif isinstance(result, GameScore):
            echo(f"{table(SHEET_HEAD, list(sheet_rows(result)))}\n{standing_text(result)}")
        else:
            echo(("\n" if index else "") + _deal_text(result.to_dict()))


def _sheet(result: DealScore | GameScore, as_csv: bool, html: Path | None, as_json: bool) -> None:
    """The score sheet as CSV, or as a page."""
    if as_csv + (html is not None) + as_json > 1:
        raise click.UsageError("give one of --csv, --html and --json")
    if not isinstance(result, GameScore):
        raise BadInput("a score sheet is of a game: give its deals, from the first one on (R2)")
    if html is None:
        echo(sheet_as_csv(result), end="")
    else:
        write_page(sheet_as_page(result), html)


def _told(
    cards: int | None, dealer: Seat | None, bids: str | None, tricks: int | None, rules: Rules | None
) -> DealScore:
    data: dict[str, Any] = {"cards": cards, "dealer": dealer}
    told = bids or ""
    words = [word.strip() for word in told.split(",")] if told.count(",") == 3 else told.replace(",", " ").split()
    if dealer is not None:
        if len(words) != 4:
            raise BadInput(f"--bids: {len(words)} bids, and all four seats bid once, the dealer last (R6)")
        data["bids"] = dict(zip((str(seat) for seat in dealer.next.clockwise()), words, strict=True))
    if tricks is not None:
        data["tricks"] = {"NS": tricks}
    try:
        result = game_deal_from_dict(data, rules or STANDARD).score()
        _tell_rainbows({**data, "rules": (rules or STANDARD).to_value()}, result)
        return result
    except BackAlleyError as error:
        # There is no JSON to point into: what would lie there is an option.
        option = _OPTIONS.get(error.pointer.split("/")[1]) if error.pointer else None
        raise BadInput(f"{option}: {error.message}" if option else str(error), error.faults) from None


def _given(
    source: tuple[str, ...], tricks: int | None, rules: Rules | None, keep_going: bool | None
) -> Iterator[DealScore | GameScore]:
    """The score of the one deal or game, or of each deal where others of the game are refused."""
    texts = list(read_source(source))
    if len(texts) > 1:
        raise click.UsageError("give one file: a deal, or a game from its first deal on")
    name, text = texts[0]
    won = None if tricks is None else {"NS": tricks}
    try:
        if (data := _whole(text, rules)) is not None:
            if isinstance(data, Mapping) and won and "deals" not in data:
                data = {"tricks": won, **data}
            result = score(data)
            _tell_rainbows(data, result)
            yield result
            return
    except BackAlleyError as error:
        raise bad_input(error, name) from None
    records: Records[Any] = Records([(name, text)], lambda text: scan_records(text, rules, _with_rules), keep_going)
    items = [(records.label, {"tricks": won, **item} if won and not records.many else item) for item in records]
    try:
        if not records.refused:
            told = [item for _, item in items] if records.many else items[0][1]
            result = score(told)
            _tell_rainbows(told, result)
            yield result
            return
    except BackAlleyError as error:
        if error.pointer == "/tricks" and not records.many and won is None:
            raise BadInput(f"{bad_input(error, name).message}; --tricks gives those of NS", error.faults) from None
        full = records.many and all("hands" in item for _, item in items)
        if not (records.keep_going and full):
            raise bad_input(error, name) from None
        misfit = error
    for label, item in items:  # a game that lacks a deal has no totals
        try:
            yield game_deal_from_dict(item, rules or STANDARD).score()
        except BackAlleyError as error:
            records.refuse(label, str(error))
    if not records.refused:
        raise bad_input(misfit, name)
    records.finish()


def _tell_rainbows(data: object, result: DealScore | GameScore) -> None:
    """Says on standard error that rainbow hands count as none since nobody tells of any."""
    if rainbows_untold(data, result):
        complain(
            "rainbow hands of a deal of four cards are not told and count as none (R15); JSON tells them in rainbows"
        )


def _whole(text: str, rules: Rules | None) -> Any:
    """What a text that is JSON as a whole holds; None where it is lines, PBN or LIN."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return _with_rules(loads(text), rules)
    except JsonError:
        return None  # JSON lines or PBN; or broken, which the scan tells with its line


def _with_rules(data: Any, rules: Rules | None) -> Any:
    """JSON with ``rules`` where it names none."""
    if rules is None:
        return data
    if isinstance(data, list):
        data = {"deals": data}
    return {"rules": rules.to_value(), **data} if isinstance(data, Mapping) else data


def _deal_text(result: dict[str, Any]) -> str:
    if result["passed_out"]:
        return "All passed: nobody scores, and the same hand size is dealt again (R9)"
    rows = [
        (what, result[key]["NS"], result[key]["EW"])
        for what, key in _ROWS
        if key != "rainbow" or any(result[key].values())
    ]
    return f"{table(['', 'NS', 'EW'], rows)}\n{seat_name(result['leader'])} led, {result['cards']} cards a hand"
