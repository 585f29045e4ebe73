"""``backalley bids``."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

import click

from solver.bidding.forms import OBJECTIVES
from solver.cli.common import JSON_OR_NAME, BadInput, DealCommand, json_option, source_argument
from solver.cli.records import Asked, asked_options
from solver.cli.text import signed, table, wrapped
from solver.formats.words import bid_spans, bids_text
from solver.game.auction import Bid
from solver.game.cards import Side
from solver.requests.bids import BidsTask

if TYPE_CHECKING:
    from solver.bidding import BidsResult, Plan
    from solver.deal import Deal

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
    "--constraints", type=JSON_OR_NAME, metavar="JSON", help='What is asked of the bids: {"fixed": {"S": "pass"}} ...'
)
@asked_options
@click.option("--symbols", is_flag=True, help="Suit symbols in the diagram.")
@json_option
def command(
    source: tuple[str, ...],
    objective: Any,
    constraints: Any,
    asked: Asked,
    symbols: bool,
    as_json: bool,
) -> None:
    """Best bids of each deal, which needs its dealer; bids already made are taken as given.

    The margin of a bid is the bidder's side's points less the other side's, when all bid their best
    after it and play their best.
    """
    asked.answer_each(
        source,
        BidsTask,
        lambda task, result: _text(cast("BidsResult", result), task.deal),
        as_json=as_json,
        symbols=symbols,
        check=_check_dealer,
        **BidsTask.wishes(objective, constraints),
    )


def _check_dealer(task: BidsTask, whose: str) -> None:
    """BadInput where nobody is the dealer."""
    if task.deal.dealer is None:
        place = f"{whose}: " if whose else ""
        raise BadInput(f"{place}/dealer: the deal names no dealer, who bids last (R6); --dealer names one")


def _text(result: BidsResult, deal: Deal) -> str:
    from solver.bidding.explain import told_together

    parts = []
    if result.next is not None and result.plan is not None and result.best is not None:
        parts.append(table([f"{result.next.full_name} bids", "margin", ""], _rows(result)) + "\n")
        bare = replace(deal, bids=()).auction
        texts = told_together(result.explanations, result.best, bare, result.next, result.objective)
        parts.append("\n".join(map(wrapped, texts)) + "\n")
        parts.append(_plan(result.plan) + "\n")
    bids = ", ".join(f"{seat.full_name} {bid.word}" for seat, bid in result.line.items())
    parts.append(f"{'Bids' if result.next is None else 'Best bidding'}: {bids}.")
    parts.append(_outcome(result))
    return "\n".join(parts)


def _rows(result: BidsResult) -> list[tuple[str, str, str]]:
    """A row for all neighbours that are equally good."""
    rows = []
    for _, same in groupby(result.explanations, key=lambda option: (option.margin, option.value, option.score)):
        group = list(same)
        bids = [option.bid for option in group]
        rows.append((", ".join(bid_spans(bids)), signed(group[0].margin), "best" if result.best in bids else ""))
    return rows


def _plan(plan: Plan) -> str:
    """The plan as sentences: what to bid, partner's reply to each bid in between, and what that gives at least."""
    seat = plan.seat.full_name
    text = f"{seat} {_acts(plan.bid)}."
    bids_before: dict[Bid, list[Bid]] = {}
    for between, reply in plan.replies.items():
        bids_before.setdefault(reply, []).append(between)
    if plan.after is not None and plan.partner is not None:
        after, partner = plan.after.full_name, plan.partner.full_name
        each = "; ".join(f"{reply.word} after {bids_text(bids)}" for reply, bids in bids_before.items())
        if len(bids_before) == 1:
            text += f" {partner} then {_acts(next(iter(bids_before)))}, whatever {after} bids."
        else:
            text += f" {partner} then goes by what {after} bids: {each}."
    return f"{text} That gives {seat}'s side at least {signed(plan.margin)}, whatever the others bid."


def _acts(bid: Bid) -> str:
    return "passes" if bid.is_pass else f"bids {bid.word}"


def _outcome(result: BidsResult) -> str:
    if result.leader is None or result.tricks is None:
        return "All pass: nobody scores, and the same hand size is dealt again."
    sides = [
        f"{side} ({result.contracts[side]}) takes {result.tricks[side]} and scores {result.score[side]}"
        for side in Side
    ]
    margin = result.margin
    ahead = "level" if margin == 0 else f"{Side.NS if margin > 0 else Side.EW} ahead by {abs(margin)}"
    return f"{result.leader.full_name} leads; {', '.join(sides)}: {ahead}."
