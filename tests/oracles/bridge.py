"""Bridge deals played by the ``whist`` rules, and the same questions put to DDS through endplay.

Only ``Dds`` needs endplay; it is imported when one is made.  All answers are NS tricks of the whole deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from solver.deal import Deal, replay
from solver.game.cards import Card, Seat, Side, Suit
from solver.game.rules import PRESETS
from solver.requests.deals import read_deals
from solver.search import Engine

WHIST = PRESETS["whist"]
STRAINS: tuple[Suit | None, ...] = (*Suit, None)
PEERS = Path(__file__).resolve().parents[2] / "fixtures" / "peers"
CARDS_OF_A_PLAY = 48
"""The last trick plays itself, so a played hand has 49 values: before each of the first 48 cards and after them."""


def in_strain(deal: Deal, strain: Suit | None) -> Deal:
    """The hands alone, with this trump suit (None: no-trump)."""
    return Deal(deal.hands, strain, rules=WHIST)


def read_pbn(path: Path) -> list[Deal]:
    """The 52-card deals of a PBN file as no-trump deals."""
    return [in_strain(deal, None) for deal in read_deals(path.read_text(encoding="ascii"), WHIST)]


def read_plays(path: Path) -> list[tuple[Card, ...]]:
    """One play a line, two letters a card."""
    lines = path.read_text(encoding="ascii").split()
    return [tuple(Card.parse(line[start : start + 2]) for start in range(0, len(line), 2)) for line in lines]


def random_play(deal: Deal, leader: Seat, rng: Random, cards: int) -> tuple[Card, ...]:
    """``cards`` random legal cards from the first lead on."""
    position = deal.start(leader)
    played = []
    for _ in range(cards):
        played.append(rng.choice(position.legal()))
        position = position.play(played[-1])
    return tuple(played)


class Dds:
    """DDS by way of endplay, in this project's words; with one thread if ``single``."""

    def __init__(self, single: bool = False) -> None:
        from endplay import _dds, dds, types
        from endplay.dds.solve import SolveMode

        self.dds = dds
        self.types = types
        self.modes = SolveMode
        if single:
            _dds.SetMaxThreads(1)

    def deal(self, deal: Deal, leader: Seat = Seat.W) -> Any:
        """Endplay's form of a deal; seats and strains have the same numbers there."""
        hands = " ".join(
            ".".join("".join(c.name[0] for c in deal.hand(seat) if c.suit is suit) for suit in Suit) for seat in Seat
        )
        strain = self.types.Denom(4 if deal.trump is None else int(deal.trump))
        return self.types.Deal("N:" + hands, first=self.types.Player(int(leader)), trump=strain)

    def card(self, card: Card) -> Any:
        return self.types.Card(f"{card.suit}{card.name[0]}")

    def strains_but(self, strain: Suit | None) -> list[Any]:
        """The strains that calc_all_tables is to leave out so that this one is left."""
        wanted = 4 if strain is None else int(strain)
        return [self.types.Denom(other) for other in range(5) if other != wanted]

    def solve(self, theirs: Any, best_only: bool = False) -> Any:
        """Endplay's answer for the seat to play: all its cards, or one that is best."""
        return self.dds.solve_board(theirs, self.modes.OptimalOne if best_only else self.modes.Default)

    def read_table(self, raw: Any, strain: Suit | None) -> list[int]:
        """A table's NS tricks of 13 by first leader N E S W (its tables of fewer cards are not to be trusted)."""
        row = raw.to_list()[4 if strain is None else int(strain)]
        return [_ns(row[leader.after(3)], leader.after(3), 13) for leader in Seat]

    def read_cards(self, raw: Any, turn: Seat, left: int) -> dict[Card, int]:
        """NS tricks from here on after each card of a solved board, where ``left`` tricks are to come."""
        return {Card.parse(f"{card.rank.abbr}{card.suit.abbr}"): _ns(tricks, turn, left) for card, tricks in raw}

    def read_play(self, raw: Any, leader: Seat, cards: int) -> list[int]:
        """NS tricks before each card of an analysed play and after the last."""
        return [_ns(tricks, leader.after(3), cards) for tricks in raw]

    def table(self, deal: Deal) -> dict[Suit | None, list[int]]:
        """NS tricks of a 52-card deal by strain and first leader N E S W."""
        raw = self.dds.calc_dd_table(self.deal(deal))
        return {strain: self.read_table(raw, strain) for strain in STRAINS}

    def card_values(self, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> dict[Card, int]:
        """NS tricks of the whole deal after each legal card, once ``play`` has been played."""
        position = replay(deal.with_play(play), leader)
        theirs = self.deal(deal, leader)
        for card in play:
            theirs.play(self.card(card))
        left = deal.cards - position.ns_tricks - position.ew_tricks
        to_come = self.read_cards(self.solve(theirs), position.turn, left)
        return {card: position.ns_tricks + tricks for card, tricks in to_come.items()}

    def play_values(self, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> list[int]:
        """NS tricks before each card of ``play`` and after the last, the last trick left out."""
        raw = self.dds.analyse_play(self.deal(deal, leader), map(self.card, play[:CARDS_OF_A_PLAY]))
        return self.read_play(raw, leader, deal.cards)


def _ns(tricks: int, seat: Seat, cards: int) -> int:
    """A seat's side's tricks as NS tricks."""
    return tricks if seat.side is Side.NS else cards - tricks


def table_differences(dds: Dds, deal: Deal) -> Iterator[str]:
    """5 strains x 4 leaders: one sentence for each strain in which the search differs."""
    theirs = dds.table(deal)
    engine = Engine(WHIST)
    for strain in STRAINS:
        ours = engine.table(in_strain(deal, strain), [(leader, ()) for leader in Seat])
        if ours != theirs[strain]:
            yield f"{in_strain(deal, strain)}: NS by leader {ours}, DDS {theirs[strain]}"


def card_differences(dds: Dds, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> Iterator[str]:
    """Every card's value at one point of the play."""
    ours = Engine(WHIST).card_values(replay(deal.with_play(play), leader))
    theirs = dds.card_values(deal, leader, play)
    if ours != theirs:
        yield f"{deal.with_play(play)} led by {leader}: cards {ours}, DDS {theirs}"


def play_differences(dds: Dds, deal: Deal, leader: Seat, play: tuple[Card, ...]) -> Iterator[str]:
    """The values before each card of a play and after the last."""
    ours = play_values(deal, leader, play)
    theirs = dds.play_values(deal, leader, play)
    if ours != theirs:
        yield f"{deal.with_play(play)} led by {leader}: values {ours}, DDS {theirs}"


def play_values(deal: Deal, leader: Seat, play: tuple[Card, ...], engine: Engine | None = None) -> list[int]:
    """``Dds.play_values`` by the search, from the last card back so that the table is warm."""
    positions = [deal.start(leader)]
    for card in play[:CARDS_OF_A_PLAY]:
        positions.append(positions[-1].play(card))
    engine = engine or Engine(WHIST)
    values: list[int] = []
    for position in reversed(positions):
        values.append(engine.value(position, guess=values[-1] if values else None))
    return values[::-1]
