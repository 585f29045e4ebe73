"""What a seat may face, found out slowly: every way to lay out the unseen cards, each replayed card by card.

It shares with ``solver.players`` the rules of legal play (``Position``, by way of ``Deal``) and nothing else: no void,
no forced play and no group of cards is known here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.errors import DealError
from solver.game.cards import BLOOPERS, FULL_PACK, PACK, Card, Seat, Suit, from_mask, to_mask, trump_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, BigLed, BoardExemption, BreakOn, JokerUpcard, LittleLed, MaxBid, Rules
from solver.seen_deal import SeenDeal

__all__ = ["Hands", "likelihoods", "moment", "played_deal", "random_rules", "small_case", "upper_bound"]

Hands = tuple[int, int, int, int]


def random_rules(rng: Random) -> Rules:
    """A preset, or any mixture of the knobs that say what a play tells or what is in the pack."""
    if rng.random() < 0.4:
        return rng.choice(list(PRESETS.values()))
    return Rules(
        joker_upcard=rng.choice(list(JokerUpcard)),
        trump_source=rng.choice([None] * 4 + list(Suit)),
        max_bid=rng.choice(list(MaxBid)),
        break_on=rng.choice(list(BreakOn)),
        board_lead_exemption=rng.choice(list(BoardExemption)),
        big_led=rng.choice(list(BigLed)),
        little_led=rng.choice(list(LittleLed)),
        bloopers=rng.random() < 0.9,
    )


def small_case(rng: Random, most: int) -> tuple[SeenDeal, Deal]:
    """What a seat saw at some moment of a played deal with at most ``most`` fillings of hidden hands, and the deal.

    Few are left early in deals of one or two cards, and late in any other.
    """
    while True:
        cards = rng.choice([1, 2, 2, 3, 5, 8, 10, 11, 12, 13, 13, 13])
        deal, exchanged = played_deal(cards, random_rules(rng), rng)
        if not deal.play:
            continue
        end = rng.randint(max(0, 4 * cards - 11), 4 * cards)
        seen = moment(deal, exchanged, rng.choice(list(Seat)), end, rng.random() < 0.7)
        if 1 < upper_bound(seen) <= most:
            return seen, deal


def played_deal(cards: int, rules: Rules, rng: Random) -> tuple[Deal, Seat | None]:
    """A deal by the book with random bids and all cards played, and who exchanged a blooper, where somebody did.

    Plays of trumps and bloopers are liked, for they tell most.
    """
    deal = deal_hands(cards, rules, rng)
    exchanged = None
    bloopers = rules.bloopers and rules.joker_upcard is JokerUpcard.NO_TRUMP_EXCHANGE
    if deal.trump is None and bloopers and rng.random() < 0.5:
        exchanged = rng.choice(list(Seat))  # a deal does not say who; to the layouts it is all the same
    auction = deal.auction
    while not auction.complete:
        legal = auction.legal()
        auction = auction.bid(rng.choice([*legal, legal[-1]]))
    deal = deal.with_bids(auction.bids)
    if auction.leader is None:
        return deal, exchanged
    return deal.with_play(_cards(deal.start(auction.leader, auction.exempt), rng)), exchanged


def _cards(now: Position, rng: Random) -> Iterator[Card]:
    trumps = trump_mask(now.trump)
    likes = rng.random()
    while not now.finished:
        legal = now.legal()
        liked = [card for card in legal if trumps >> card.index & 1]
        card = rng.choice(liked if liked and rng.random() < likes else legal)
        yield card
        now = now.after(card)


def moment(deal: Deal, exchanged: Seat | None, seat: Seat, end: int, upcard: bool = True) -> SeenDeal:
    """What the seat saw when ``end`` cards were played; without ``upcard`` it has forgotten which one that was."""
    seen = deal.with_play(deal.play[:end]).seen_by(seat, exchanged)
    if upcard:
        return seen
    return SeenDeal(seat, seen.hand, seen.trump, None, seen.dealer, exchanged, seen.bids, seen.play, seen.rules)


def _rooms(seen: SeenDeal) -> tuple[list[Card], list[tuple[Seat, int]], list[int]]:
    """The cards not seen, the hidden hands with the number of cards that each still has, and what each has played."""
    played = [seen.played(seat) for seat in Seat]
    pack = FULL_PACK if seen.rules.bloopers else FULL_PACK & ~BLOOPERS
    gone = seen.hand | to_mask(seen.play) | (0 if seen.upcard is None else 1 << seen.upcard.index)
    hidden = [(seat, seen.cards - played[seat].bit_count()) for seat in Seat if seat is not seen.seat]
    return list(from_mask(pack & ~gone)), hidden, played


def upper_bound(seen: SeenDeal) -> int:
    """How many ways there are to fill the hidden hands if nothing at all is told."""
    cards, hidden, _ = _rooms(seen)
    left, ways = len(cards), 1
    for _, size in hidden:
        ways *= comb(left, size)
        left -= size
    return ways


def likelihoods(seen: SeenDeal) -> Counter[Hands]:
    """Every possible four hands as dealt, with how likely they are against the others, as numbers of any scale."""
    cards, hidden, played = _rooms(seen)
    found: Counter[Hands] = Counter()

    def fill(rest: list[Card], seats: list[tuple[Seat, int]], hands: list[int]) -> None:
        if not seats:
            if weight := _weight(seen, hands):
                found[hands[0], hands[1], hands[2], hands[3]] += weight  # type: ignore[assignment]
            return
        (seat, size), *more = seats
        for some in combinations(rest, size):
            hands[seat] = played[seat] | to_mask(some)
            fill([card for card in rest if card not in some], more, hands)

    hands = list(played)
    hands[seen.seat] = seen.hand
    fill(cards, hidden, hands)
    return found


def _weight(seen: SeenDeal, hands: list[int]) -> Fraction:
    """How likely the rest of the pack makes it that this trump was turned; 0 where the play was not legal."""
    dealt = hands[0], hands[1], hands[2], hands[3]
    turned = list(_turned(seen, hands))
    if turned:
        try:
            Deal(dealt, seen.trump, turned[0][0], seen.dealer, seen.bids, seen.play, seen.rules)
        except DealError:
            return Fraction(0)
    return sum((chance for _, chance in turned), Fraction(0))


def _turned(seen: SeenDeal, hands: list[int]) -> Iterator[tuple[Card | None, Fraction]]:
    """Each card that may have been turned, with its chance given the hands."""
    rules = seen.rules
    pack = FULL_PACK if rules.bloopers else FULL_PACK & ~BLOOPERS
    stock = [card for card in PACK if (pack & ~sum(hands)) >> card.index & 1]
    if rules.trump_source is not None or not stock:
        yield None, Fraction(1)
        return
    if seen.trump is None and rules.joker_upcard is not JokerUpcard.NO_TRUMP_LIVE:
        yield seen.upcard, Fraction(1)  # bloopers are in no hand, whichever was turned
        return
    if rules.joker_upcard is JokerUpcard.REFLIP:
        stock = [card for card in stock if not card.is_blooper]
    for card in stock:
        if seen.upcard in (None, card) and card.suit is seen.trump:
            yield card, Fraction(1, len(stock))
