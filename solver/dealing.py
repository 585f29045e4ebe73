"""Dealing by the book: shuffle, hands, upcard, and what a turned blooper means (R1 to R4).

The same cards, seed and rules give the same deals on every platform and Python version: the shuffle
is our own and draws on ``random.Random(text).random()`` alone, which Python keeps stable.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from types import NoneType
from typing import Final, NamedTuple

from solver.deal import Deal
from solver.errors import DealError, check_kind
from solver.game.cards import BIG, BLOOPERS, LITTLE, PACK, Card, Seat, Suit
from solver.game.rules import STANDARD, JokerUpcard, Rules

__all__ = ["Drawn", "DrawnMany", "deal_hands", "deal_shown", "deals", "draw", "draw_many"]

_BITS: Final = tuple(1 << card.index for card in PACK)
_PLAIN: Final = _BITS[:52]
_SEATS: Final = tuple(Seat)


def deals(cards: int, count: int, seed: int | str = 0, rules: Rules = STANDARD) -> Iterator[Deal]:
    """``count`` random deals of ``cards`` a hand (1 … 13), each with a random dealer.

    Deal i depends on ``seed``, ``cards``, ``rules`` and i alone, so any part of the sequence can be made again:
    it is ``deal_hands(cards, rules, f"{seed}/{i}")``.
    """
    check_kind("cards", cards, int)
    check_kind("count", count, int)
    check_kind("rules", rules, Rules)
    return (deal_hands(cards, rules, f"{seed}/{index}") for index in range(count))


def deal_hands(
    cards: int,
    rules: Rules = STANDARD,
    seed: int | str | Random = 0,
    dealer: Seat | None = None,
) -> Deal:
    """One deal of ``cards`` a hand (1 … 13); DealError for other sizes (R2).

    ``seed`` is a number, a text that UTF-8 can hold, or a generator of the caller's to draw from.  The dealer is drawn
    at random unless given.  Cards go round one at a time from the dealer's left; the next one is
    the upcard (R3), unless ``trump_source`` fixes the suit.
    """
    check_kind("cards", cards, int)
    check_kind("rules", rules, Rules)
    check_kind("seed", seed, int, str, Random)
    check_kind("dealer", dealer, Seat, NoneType)
    if not 1 <= cards <= 13:
        raise DealError("a hand has 1 to 13 cards", "R2", pointer="/cards")
    hands, trump, upcard, drawn = draw(cards, rules, seed, dealer)
    return Deal(hands, trump, upcard, drawn, rules=rules)


def deal_shown(
    cards: int,
    rules: Rules = STANDARD,
    seed: int | str | Random = 0,
    dealer: Seat | None = None,
) -> tuple[Deal, Seat | None]:
    """``deal_hands``, and who showed the other blooper in no-trump and drew for it (R4): None if nobody."""
    (hands, trump, upcard, drawn), exchanged = _draw(cards, rules, seed, dealer)
    return Deal(hands, trump, upcard, drawn, rules=rules), exchanged


class Drawn(NamedTuple):
    """What a deal holds before anybody bids, as in ``Deal``."""

    hands: tuple[int, int, int, int]
    trump: Suit | None
    upcard: Card | None
    dealer: Seat


def draw(cards: int, rules: Rules = STANDARD, seed: int | str | Random = 0, dealer: Seat | None = None) -> Drawn:
    """The parts of ``deal_hands``, for who makes millions and needs no Deal checked for what is so by making."""
    return _draw(cards, rules, seed, dealer)[0]


def _draw(cards: int, rules: Rules, seed: int | str | Random, dealer: Seat | None) -> tuple[Drawn, Seat | None]:
    """``draw``, and who exchanged a blooper (R4)."""
    rng = seed if isinstance(seed, Random) else _generator(f"back-alley/{cards}/{seed}")
    place = _below(rng, 4)
    dealer = _SEATS[place] if dealer is None else dealer
    pack = list(_BITS if rules.bloopers else _PLAIN)
    random = rng.random
    for last in range(len(pack) - 1, 0, -1):
        other = int(random() * (last + 1))  # as even as 53 bits allow
        pack[last], pack[other] = pack[other], pack[last]
    hands = [0, 0, 0, 0]
    first, end = dealer.place + 1, 4 * cards
    for step in range(4):
        hands[(first + step) % 4] = sum(pack[step:end:4])
    trump: Suit | None
    exchanged = None
    if rules.trump_source is not None:
        trump, upcard = rules.trump_source, None
    elif end == len(pack):
        # Whist with 13 cards: the last card dealt, the dealer's, names trump and stays in the hand.
        trump, upcard = _card(pack[-1]).suit, None
    else:
        stock = pack[end:]
        upcard = _turn(stock, rules)
        trump = upcard.suit
        if upcard.is_blooper and rules.joker_upcard is JokerUpcard.NO_TRUMP_EXCHANGE:
            exchanged = _exchange(hands, LITTLE if upcard == BIG else BIG, stock)
    return Drawn((hands[0], hands[1], hands[2], hands[3]), trump, upcard, dealer), exchanged


@dataclass(frozen=True, slots=True)
class DrawnMany:
    """What many deals of one size hold before anybody bids, deal after deal.

    ``hands`` (``array('Q')``) are four a deal, N E S W; ``trumps`` (``array('b')``) a suit or -1 for no-trump.
    """

    hands: array[int]
    trumps: array[int]
    upcards: list[Card | None]
    dealers: list[Seat]


def draw_many(cards: int, rules: Rules, seeds: Sequence[str]) -> DrawnMany:
    """``draw`` with each of the seeds, in less than half of the time: all packs are shuffled side by side.

    Each generator is read as the words that ``Random.random`` makes its numbers from, two a number.
    """
    import numpy as np

    packs = len(_BITS if rules.bloopers else _PLAIN)
    number, generator, words = len(seeds), Random(), bytearray()
    for seed in seeds:
        generator.seed(f"back-alley/{cards}/{seed}")
        words += generator.getrandbits(64 * packs).to_bytes(8 * packs, "little")
    pairs = np.frombuffer(words, "<u4").reshape(number, packs, 2).transpose(1, 2, 0)
    randoms = ((pairs[:, 0] >> 5) * 67108864.0 + (pairs[:, 1] >> 6)) * (1.0 / 9007199254740992.0)
    all_of_them = np.arange(number)
    dealers = (randoms[0] * 4).astype(np.intp)
    pack = np.repeat(np.arange(packs, dtype=np.uint8)[:, None], number, axis=1)
    for last in range(packs - 1, 0, -1):
        other = (randoms[packs - last] * (last + 1)).astype(np.intp)
        taken = pack[other, all_of_them]
        pack[other, all_of_them] = pack[last]
        pack[last] = taken
    end = 4 * cards
    bits = np.left_shift(np.uint64(1), pack[:end].astype(np.uint64))
    hands = np.empty((number, 4), np.uint64)
    for step in range(4):
        hands[all_of_them, (dealers + 1 + step) % 4] = bits[step::4].sum(axis=0)
    turned = pack[end] if end < packs and rules.trump_source is None else None
    if rules.trump_source is not None:
        trumps = np.full(number, int(rules.trump_source), np.int8)
    else:
        trumps = ((pack[-1] if turned is None else turned) // 13).astype(np.int8)
    found = DrawnMany(
        array("Q", hands.tobytes()),
        array("b", trumps.tobytes()),
        [None] * number if turned is None else [PACK[card] for card in turned.tolist()],
        [_SEATS[place] for place in dealers.tolist()],
    )
    if turned is not None:
        for index in np.flatnonzero(turned >= len(_PLAIN)).tolist():  # a blooper: what it means is the rules' matter
            parts = draw(cards, rules, seeds[index])
            found.hands[4 * index : 4 * index + 4] = array("Q", parts.hands)
            found.trumps[index] = -1 if parts.trump is None else int(parts.trump)
            found.upcards[index] = parts.upcard
    return found


def _generator(text: str) -> Random:
    try:
        return Random(text)
    except UnicodeEncodeError:  # half a surrogate pair, from JSON or from bytes on the command line
        raise DealError("a seed is a number or a text that UTF-8 can hold", pointer="/seed") from None


def _below(rng: Random, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, as even as 53 bits allow."""
    return int(rng.random() * limit)


def _card(bit: int) -> Card:
    return PACK[bit.bit_length() - 1]


def _turn(stock: list[int], rules: Rules) -> Card:
    """Take the upcard off the stock; under ``reflip`` a blooper goes back and the next card is turned (R3, R4)."""
    if rules.joker_upcard is JokerUpcard.REFLIP:
        for place, bit in enumerate(stock):
            if not bit & BLOOPERS:
                return _card(stock.pop(place))
    # Under ``reflip`` too if nothing but bloopers is left: then it is no-trump, and no hand has one.
    return _card(stock.pop(0))


def _exchange(hands: list[int], blooper: Card, stock: list[int]) -> Seat | None:
    """Whoever holds the other blooper discards it and draws the top card of the stock (R4): who that is."""
    for place, hand in enumerate(hands):
        if hand >> blooper.index & 1:
            hands[place] ^= 1 << blooper.index | stock.pop(0)
            return _SEATS[place]
    return None
