"""``backalley solve``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from solver.cli.common import (
    SEAT,
    BadInput,
    DealCommand,
    answer,
    json_option,
    source_argument,
)
from solver.cli.records import Asked, asked_options
from solver.cli.text import seat_name, table
from solver.formats.words import joined
from solver.game.auction import exempt_seats
from solver.game.cards import Seat
from solver.requests.solve import SolveTask

if TYPE_CHECKING:
    from solver.answer import Answer

__all__ = ["command"]


@click.command("solve", cls=DealCommand)
@source_argument
@click.option("--leader", type=SEAT, help="Who leads: values every card of that seat, not the table of leaders.")
@click.option("--exempt", type=SEAT, multiple=True, help="A seat that may lead trump at any time (R12); repeatable.")
@click.option("--anyway", is_flag=True, help="Solve for --leader though the bids give the lead to somebody else.")
@asked_options
@click.option("--symbols", is_flag=True, help="Suit symbols in the diagram.")
@json_option
def command(
    source: tuple[str, ...],
    leader: Seat | None,
    exempt: tuple[Seat, ...],
    anyway: bool,
    asked: Asked,
    symbols: bool,
    as_json: bool,
) -> None:
    """Exact tricks of each deal with best play by all four.

    Before the first lead: tricks for every first leader, and for every seat that alone claims board and
    leads; where all have bid, which of it applies. With --leader, or cards played in the deal: what every card
    is worth that may be played next.
    """
    asked.answer_each(
        source,
        SolveTask,
        partial(_told, asked.memory_mb),
        as_json=as_json,
        symbols=symbols,
        check=partial(_check_leader, anyway),
        leader=leader,
        exempt=frozenset(exempt),
    )


def _told(memory_mb: int, task: SolveTask, answered: Answer) -> str:
    result = answered.to_dict()
    told = _position(result) if "cards" in result else f"{_leaders(result)}{_by_the_bids(task, memory_mb)}"
    return f"{told}\n\n{result['nodes']:,} positions searched in {result['ms']:,.1f} ms"


def _check_leader(anyway: bool, task: SolveTask, whose: str) -> None:
    """BadInput where the bids say that somebody else leads, or nobody, and it is not to be solved ``anyway``."""
    deal = task.deal
    if (
        anyway
        or task.leader is None
        or not deal.bids
        or not deal.auction.complete
        or deal.auction.leader is task.leader
    ):
        return
    leads = (
        "all four passed, so nobody leads" if deal.auction.passed_out else f"the bids have {deal.auction.leader} lead"
    )
    rule = "R9" if deal.auction.passed_out else "R10"
    place = f"{whose}: " if whose else ""
    raise BadInput(f"{place}--leader {task.leader}: {leads} ({rule}); --anyway solves it all the same")


def _by_the_bids(task: SolveTask, memory_mb: int) -> str:
    """Which row the bids make the one that counts, where all have bid."""
    deal = task.deal
    if not deal.bids or not deal.auction.complete:
        return ""
    auction = deal.auction
    leader = auction.leader
    if leader is None:
        return "\nAll four passed, so nobody leads (R9): no row applies"
    exempt = auction.exempt if task.exempt is None else task.exempt
    tricks = answer(replace(task, leader=leader, exempt=exempt), memory_mb).to_dict()["tricks"]
    taken = f"NS {tricks['NS']}, EW {tricks['EW']}"
    said = f"\nBy the bids {leader.full_name} leads (R10)"
    if not exempt:
        return f"{said}: {leader.full_name}'s row applies, {taken}"
    if task.exempt is None and exempt == exempt_seats([leader], deal.rules):
        return f"{said}, alone in board: {leader.full_name}'s row applies, on the right, {taken}"
    free = joined([seat.full_name for seat in sorted(exempt)], "and")
    return f"{said}, and {free} may lead trump at once (R12): {taken}"


def _leaders(result: dict[str, Any]) -> str:
    boards = result["board"]
    head = ["First leader", "NS", "EW"] + (["  NS", "EW if it alone claims board"] if boards else [])
    rows = []
    for seat, tricks in result["tricks"].items():
        row: list[object] = [seat_name(seat), tricks["NS"], tricks["EW"]]
        if boards:
            row += [boards[seat]["NS"], str(boards[seat]["EW"]).rjust(2).ljust(len(head[-1]))]
        rows.append(row)
    most = result["max_tricks"]
    return f"Tricks with best play\n{table(head, rows)}\nAt most NS {most['NS']}, EW {most['EW']}"


def _position(result: dict[str, Any]) -> str:
    if result["turn"] is None:
        return f"The play is over: NS {result['tricks']['NS']}, EW {result['tricks']['EW']} tricks"
    rows = [
        (card, tricks["NS"], tricks["EW"], "best" if card in result["best"] else "")
        for card, tricks in result["cards"].items()
    ]
    head = f"{seat_name(result['turn'])} to play"
    return f"Final tricks after each card\n{table([head, 'NS', 'EW', ''], rows)}\nBest play: {' '.join(result['line'])}"
