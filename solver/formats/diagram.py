"""A deal as a text diagram: the four hands around a compass, and what is known of it (R1 to R10)."""

from __future__ import annotations

from collections.abc import Sequence

from solver.formats.words import CardStyle, card_text, count, rank_text, suit_text
from solver.game.auction import Auction
from solver.game.cards import BLOOPERS, SUIT_MASKS, Card, Seat, Suit, from_mask
from solver.game.deal_values import DealValues

__all__ = ["diagram"]

_GAP = 4


def diagram(deal: DealValues, symbols: bool = False) -> str:
    """North above, West and East beside, South below; one row a suit, the bloopers in the row of trumps.

    A live blooper in no-trump has a row of its own.  Below stand trump, upcard, dealer, bids,
    leader and contracts, as far as they are known.  ``symbols`` prints ♠♥♦♣ for S H D C.
    """
    style = CardStyle.SYMBOLS if symbols else CardStyle.LETTERS
    blocks = [_block(deal, seat, style) for seat in Seat]
    west = max(map(len, blocks[Seat.W]))
    middle = max(map(len, (*blocks[Seat.N], *blocks[Seat.S])))
    indent = " " * (west + _GAP)
    beside = [
        f"{left:{west + _GAP}}{'':{middle + _GAP}}{right}"
        for left, right in zip(blocks[Seat.W], blocks[Seat.E], strict=True)
    ]
    north = [indent + row for row in blocks[Seat.N]]
    south = [indent + row for row in blocks[Seat.S]]
    return "\n".join(row.rstrip() for row in (*north, *beside, *south, "", *_notes(deal, style)))


def _block(deal: DealValues, seat: Seat, style: CardStyle) -> list[str]:
    """One hand: the seat's name and a row a suit."""
    hand = deal.hands[seat]
    rows = [seat.full_name + (" (dealer)" if seat is deal.dealer else "")]
    for suit in Suit:
        cards = list(from_mask(hand & SUIT_MASKS[suit]))
        if suit is deal.trump:
            cards += from_mask(hand & BLOOPERS)
        rows.append(f"{suit_text(suit, style)} {_ranks(cards)}")
    if deal.trump is None and any(hand & BLOOPERS for hand in deal.hands):
        rows.append(f"* {_ranks(list(from_mask(hand & BLOOPERS)))}")
    return rows


def _ranks(cards: Sequence[Card]) -> str:
    """High to low, ``10`` for T; ``-`` for a void."""
    return " ".join(rank_text(card) for card in reversed(cards)) or "-"


def _notes(deal: DealValues, style: CardStyle) -> list[str]:
    trump = "No-trump" if deal.trump is None else f"Trump {suit_text(deal.trump, style)}"
    first = [trump]
    if deal.upcard is not None:
        first.append(f"upcard {card_text(deal.upcard, style)}")
    cards = deal.hands[0].bit_count()
    first.append(f"{count(cards, 'card')} a hand")
    name = deal.rules.to_value()
    first.append(f"{name if isinstance(name, str) else 'own'} rules")
    notes = [", ".join(first)]
    if deal.bids and deal.dealer is not None:
        auction = Auction(deal.dealer, cards, deal.rules, deal.bids)
        notes.append("Bids " + ", ".join(f"{seat} {bid.word}" for seat, bid in auction.by_seat().items()))
        if auction.passed_out:
            notes.append("All pass: the same hand size is dealt again")
        elif auction.leader is not None:
            contracts = ", ".join(f"{side} {contract}" for side, contract in auction.contracts().items())
            notes.append(f"{auction.leader} leads; contracts {contracts}")
    if deal.play:
        notes.append("Play")
        for start in range(0, len(deal.play), 4):
            trick = " ".join(card_text(card, style) for card in deal.play[start : start + 4])
            notes.append(f"{start // 4 + 1:4}  {trick}")
    return notes
