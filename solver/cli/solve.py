"""``backalley solve``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from solver.cli.common import (
    SEAT,
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
@keep_going_option
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
    keep_going: bool | None,
    symbols: bool,
    as_json: bool,
) -> None:
    """Exact tricks of each deal with best play by all four.

    Before the first lead: tricks for every first leader, and for every seat that alone claims board and
    leads. With --leader, or cards played in the deal: what every card is worth that may be played next.
    """
    records = Records(read_source(source), scan_tasks(SolveTask, rules, trump), keep_going)
    shown = 0
    for task in records:
        with records.going_on():
            deal = change_deal(task.deal, trump, dealer)
            asked = replace(
                task,
                deal=deal,
                leader=task.leader if leader is None else leader,
                exempt=exempt or task.exempt,
                time_limit=time_limit or task.time_limit,
                node_limit=node_limit or task.node_limit,
            )
            found = answer(asked, memory_mb, records.place).to_dict()
            if as_json:
                print_json(found)
                continue
            click.echo(("\n" if shown else "") + deal.diagram(symbols) + "\n")
            click.echo(_position(found) if "cards" in found else _leaders(found))
            click.echo(f"\n{found['nodes']:,} positions searched in {found['ms']:,.1f} ms")
            shown += 1
    records.finish()


def _leaders(found: dict[str, Any]) -> str:
    boards = found["board"]
    head = ["First leader", "NS", "EW"] + (["  NS", "EW if it alone claims board"] if boards else [])
    rows = []
    for seat, tricks in found["tricks"].items():
        row: list[object] = [seat_name(seat), tricks["NS"], tricks["EW"]]
        if boards:
            row += [boards[seat]["NS"], str(boards[seat]["EW"]).rjust(2).ljust(len(head[-1]))]
        rows.append(row)
    most = found["max_tricks"]
    return f"Tricks with best play\n{table(head, rows)}\nAt most NS {most['NS']}, EW {most['EW']}"


def _position(found: dict[str, Any]) -> str:
    if found["turn"] is None:
        return f"The play is over: NS {found['tricks']['NS']}, EW {found['tricks']['EW']} tricks"
    rows = [
        (card, tricks["NS"], tricks["EW"], "best" if card in found["best"] else "")
        for card, tricks in found["cards"].items()
    ]
    head = f"{seat_name(found['turn'])} to play"
    return f"Final tricks after each card\n{table([head, 'NS', 'EW', ''], rows)}\nBest play: {' '.join(found['line'])}"
