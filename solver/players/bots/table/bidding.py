"""What ``table`` bids: boards are asked for first, then a number."""

from __future__ import annotations

from typing import Final

from solver.game.auction import Auction, Bid
from solver.game.cards import BIG, BLOOPERS, LITTLE, SUIT_MASKS, Suit, trump_mask
from solver.players.bots.bot import Standing
from solver.players.bots.table.points import hand_points, has, plain_suits

__all__ = ["number", "table_bid", "wants_board"]

_LEAD_THAT_MATTERS: Final = 30
_LATE_SIZES: Final = (7, 9, 11, 13)


def table_bid(
    hand: int, trump: Suit | None, auction: Auction, standing: Standing | None = None, *, once: bool = False
) -> Bid:
    """The bid of the next seat, who holds ``hand``; it is legal.

    ``standing`` is that of a whole game.  ``once`` counts bloopers once in the limit on bids of 3 and 4 cards.
    """
    legal = auction.legal()
    claims = wants_board(hand, trump, auction)
    if claims and Bid.BOARD in legal:
        return Bid.BOARD
    wanted = number(hand, trump, auction, standing, once=once)
    return Bid.of(min(wanted, max(bid.number for bid in legal)))  # n becomes n - 1 where the rules have it so


def wants_board(hand: int, trump: Suit | None, auction: Auction) -> bool:
    """Whether the hand claims board, be it allowed or not."""
    cards = auction.cards
    trumps = hand & trump_mask(trump)
    length = trumps.bit_count()
    partner = _partners_bid(auction)
    if partner is not None and partner.is_board and cards <= 4 and length >= _half(cards):
        return True
    both = hand & BLOOPERS == BLOOPERS
    if cards >= 10:
        return both and length >= 7 and hand_points(hand, trump) >= 800
    if any(not bid.is_pass for bid in auction.bids):
        return False
    if cards == 1:
        return _is_big(hand, trump) or _ranks(hand, trump, 13)
    if cards == 2:
        high = trumps & BLOOPERS or any(_ranks(hand, trump, rank) for rank in range(7, 15))
        beside = any(has(hand, 13 * suit + rank - 2) for suit in plain_suits(trump) for rank in (13, 14))
        return (length == 2 and bool(high)) or (_is_big(hand, trump) and beside)
    if cards <= 5:
        return (has(hand, BIG.index) and length == cards) or (both and length >= cards - 1)
    return False


def number(
    hand: int, trump: Suit | None, auction: Auction, standing: Standing | None = None, *, once: bool = False
) -> int:
    """The tricks that the hand bids where it does not claim board, 0 to the hand size."""
    cards = auction.cards
    points = hand_points(hand, trump)
    bid = points // 100
    if not auction.bids and bid > 1:
        bid -= 1
    bid = _few_cards(hand, trump, min(bid, cards), once=once)
    bid = _beside_others(bid, auction)
    bid += _for_the_game(points - 100 * bid, cards, standing)
    return max(0, min(bid, cards))


def _few_cards(hand: int, trump: Suit | None, bid: int, *, once: bool) -> int:
    """The bid of one and two cards, and the limit of three and four."""
    cards = hand.bit_count()
    if cards == 1:
        return int(_is_big(hand, trump))
    if cards == 2:
        second = has(hand, LITTLE.index) or _ranks(hand, trump, 14)
        return (1 + second) if has(hand, BIG.index) else int(second)
    if cards > 4:
        return bid
    bloopers = (hand & BLOOPERS).bit_count()
    trumps = (hand & trump_mask(trump)).bit_count() - (bloopers if once else 0)
    return min(bid, -(-3 * trumps // 4) + bloopers)


def _beside_others(bid: int, auction: Auction) -> int:
    """The bid after a look at the numbers of the others, whose boards count 0."""
    cards, made = auction.cards, auction.bids
    partner = _partners_bid(auction)
    if partner is not None:
        bid = min(bid, cards - partner.number)
    if len(made) == 3 and 10 * (made[0].number + made[2].number) >= 6 * cards:
        bid -= 1
    if partner is not None and partner.number >= _half(cards):
        bid = min(bid, cards - partner.number - 1)
    return max(bid, 0)


def _for_the_game(rest: int, cards: int, standing: Standing | None) -> int:
    """One more or less late in a whole game; ``rest`` are the points above the bid, in hundredths."""
    if standing is None or not standing.second_half or cards not in _LATE_SIZES:
        return 0
    if standing.lead < -_LEAD_THAT_MATTERS and rest >= 40:
        return 1
    if standing.lead > _LEAD_THAT_MATTERS and rest < 30:
        return -1
    return 0


def _half(cards: int) -> int:
    """Half of the cards, rounded up."""
    return (cards + 1) // 2


def _partners_bid(auction: Auction) -> Bid | None:
    return auction.bids[-2] if len(auction.bids) >= 2 else None


def _is_big(hand: int, trump: Suit | None) -> bool:
    """Whether a blooper or the ace of trumps is there."""
    return bool(hand & BLOOPERS) or _ranks(hand, trump, 14)


def _ranks(hand: int, trump: Suit | None, rank: int) -> bool:
    """Whether the trump of that rank is there."""
    return trump is not None and has(hand & SUIT_MASKS[trump], 13 * trump + rank - 2)
