"""``backalley deal``."""

from __future__ import annotations

import click

from solver.cli.common import json_option, print_json, rules_option
from solver.cli.output import echo, writes_symbols
from solver.dealing import deals
from solver.game.rules import STANDARD, Rules
from solver.requests.deals import deal_many, draw_seed

__all__ = ["command"]


@click.command("deal")
@click.option("--cards", type=click.IntRange(1, 13), default=13, show_default=True, help="Cards a hand.")
@click.option("--count", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="How many deals.")
@click.option("--seed", help="The same seed, the same deals; one is drawn and told otherwise.")
@rules_option
@click.option("--lines", is_flag=True, help="Deal lines only, one a deal.")
@click.option("--symbols", is_flag=True, help="Suit symbols in the diagram.")
@json_option
def command(
    cards: int, count: int, seed: str | None, rules: Rules | None, lines: bool, symbols: bool, as_json: bool
) -> None:
    """Random deals as the rules say: the upcard turned, the bloopers exchanged (R3, R4).

    What it prints with --lines or --json the other commands read.
    """
    table = rules or STANDARD
    chosen = draw_seed() if seed is None else seed
    if as_json:
        print_json(deal_many(cards, count, chosen, table).to_dict())
        return
    for index, deal in enumerate(deals(cards, count, chosen, table)):
        if lines:
            echo(str(deal))
        else:
            echo(("\n" if index else "") + f"{deal.diagram(symbols and writes_symbols())}\nLine {deal}")
    if seed is None:
        echo(f"seed {chosen}", err=True)
