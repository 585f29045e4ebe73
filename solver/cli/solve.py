"""``backalley solve``."""

from __future__ import annotations

from typing import Any

import click

from solver.cli.common import (
    SEAT,
    DealCommand,
    answer,
    deal_options,
    json_option,
    limit_options,
    override,
    print_json,
    source_argument,
    tasks_of,
)
from solver.cli.text import seat_name, table
from solver.game.cards import Seat, Suit
from solver.game.rules import Rules
from solver.requests.solve import SolveTask

__all__ = ["command"]


@click.command("solve", cls=DealCommand)
@source_argument
@click.option("--leader", type=SEAT, help="Who leads: values every card of that seat, not the table of leaders.")
@click.option("--exempt", type=SEAT, multiple=True, help="A seat that may lead trump at any time (R12); repeatable.")
@deal_options
@limit_options
@click.option("--symbols", is_flag=True, help="Suit symbols in the diagram.")
@json_option
def command(
    source: tuple[str, ...],
    leader: Seat | None,
    exempt: tuple[Seat, ...],
    rules: Rules | None,
    trump: Suit | str | None,
    dealer: Seat | None,
    time_limit: float | None,
    node_limit: int | None,
    memory_mb: int,
    symbols: bool,
    as_json: bool,
) -> None:
    """Exact tricks of each deal with best play by all four.

    Before the first lead: tricks for every first leader, and for every seat that alone claims board and
    leads. With --leader, or cards played in the deal: what every card is worth that may be played next.
    """
    options = {"leader": leader, "exempt": frozenset(exempt), "time_limit": time_limit, "node_limit": node_limit}
    for index, given in enumerate(tasks_of(source, SolveTask, rules)):
        task = override(given, trump, dealer, **options)
        result = answer(task, memory_mb).to_dict()
        if as_json:
            print_json(result)
            continue
        click.echo(("\n" if index else "") + task.deal.diagram(symbols) + "\n")
        click.echo(_position(result) if "cards" in result else _leaders(result))
        click.echo(f"\n{result['nodes']:,} positions searched in {result['ms']:,.1f} ms")


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
