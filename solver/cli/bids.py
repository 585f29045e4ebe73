"""``backalley bids``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from solver.cli.common import (
    JSON_OR_NAME,
    DealCommand,
    answer,
    change_deal,
    deal_options,
    json_option,
    limit_options,
    print_json,
    read_source,
    source_argument,
)
from solver.cli.records import Records, keep_going_option, scan_tasks
from solver.cli.text import bid_words, seat_name, signed, table, wrapped
from solver.game.cards import Seat, Suit
from solver.game.rules import Rules
from solver.requests.bids import OBJECTIVES, BidsTask

__all__ = ["command"]


@click.command("bids", cls=DealCommand)
@source_argument
@click.option(
    "--objective",
    type=JSON_OR_NAME,
    metavar="NAME",
    help=f"What each side maximises: {', '.join(OBJECTIVES)} or JSON.",
)
@click.option(
    "--constraints", type=JSON_OR_NAME, metavar="JSON", help='What is asked of the bids: {"fixed": {"S": "pass"}} …'
)
@deal_options
@limit_options
@keep_going_option
@click.option("--symbols", is_flag=True, help="Suit symbols in the diagram.")
@json_option
def command(
    source: tuple[str, ...],
    objective: Any,
    constraints: Any,
    rules: Rules | None,
    trump: Suit | str | None,
    dealer: Seat | None,
    time_limit: float | None,
    node_limit: int | None,
    memory_mb: int,
    keep_going: bool | None,
    symbols: bool,
    as_json: bool,
) -> None:
    """Best bids of each deal, which needs its dealer; bids already made are taken as given.

    The margin of a bid is the bidder's side's points less the other side's, when all bid their best
    after it and play their best.
    """
    wished = BidsTask.wishes(objective, constraints)
    records = Records(read_source(source), scan_tasks(BidsTask, rules, trump), keep_going)
    shown = 0
    for task in records:
        with records.going_on():
            deal = change_deal(task.deal, trump, dealer)
            asked = replace(
                task,
                **wished,
                deal=deal,
                time_limit=time_limit or task.time_limit,
                node_limit=node_limit or task.node_limit,
            )
            found = answer(asked, memory_mb, records.place).to_dict()
            if as_json:
                print_json(found)
                continue
            click.echo(("\n" if shown else "") + deal.diagram(symbols) + "\n")
            click.echo(_text(found))
            shown += 1
    records.finish()


def _text(found: dict[str, Any]) -> str:
    parts = []
    if found["next"] is not None:
        rows = [
            (bid_words(bid), signed(margin), "best" if str(found["best"]) == bid else "")
            for bid, margin in found["options"].items()
        ]
        parts.append(table([f"{seat_name(found['next'])} bids", "margin", ""], rows) + "\n")
        parts.append("\n".join(wrapped(shown["text"]) for shown in found["explanations"]) + "\n")
        parts.append(_plan(found["plan"]) + "\n")
    bids = ", ".join(f"{seat_name(seat)} {bid_words(bid)}" for seat, bid in found["line"].items())
    parts.append(f"{'Bids' if found['next'] is None else 'Best bidding'}: {bids}.")
    parts.append(_outcome(found))
    return "\n".join(parts)


def _plan(plan: dict[str, Any]) -> str:
    """The plan as sentences: what to bid, partner's reply to each bid in between, and what that gives at least."""
    seat = seat_name(plan["seat"])
    said = f"{seat} {_acts(plan['bid'])}."
    replies: dict[object, list[str]] = {}
    for between, reply in plan["replies"].items():
        replies.setdefault(reply, []).append(bid_words(between))
    if replies:
        after, partner = seat_name(plan["after"]), seat_name(plan["partner"])
        each = "; ".join(f"{bid_words(reply)} after {', '.join(bids)}" for reply, bids in replies.items())
        if len(replies) == 1:
            said += f" {partner} then {_acts(next(iter(replies)))}, whatever {after} bids."
        else:
            said += f" {partner} then goes by what {after} bids: {each}."
    return f"{said} That gives {seat}'s side at least {signed(plan['margin'])}, whatever the others bid."


def _acts(bid: object) -> str:
    words = bid_words(bid)
    return "passes" if words == "pass" else f"bids {words}"


def _outcome(found: dict[str, Any]) -> str:
    if found["leader"] is None:
        return "All pass: nobody scores, and the same hand size is dealt again."
    sides = []
    for side in ("NS", "EW"):
        contract = found["contracts"][side]
        sides.append(f"{side} ({contract}) takes {found['tricks'][side]} and scores {found['score'][side]}")
    margin = found["margin"]
    ahead = "level" if margin == 0 else f"{'NS' if margin > 0 else 'EW'} ahead by {abs(margin)}"
    return f"{seat_name(found['leader'])} leads; {', '.join(sides)}: {ahead}."
