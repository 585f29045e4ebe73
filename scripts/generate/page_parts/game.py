"""What the page's own rules are held against: plays, bids, scores and deals, as the house makes them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from solver.dealing import deal_hands
from solver.errors import BackAlleyError
from solver.game.auction import Auction, Bid
from solver.game.cards import PACK, Card, Seat, Side, Suit, from_mask
from solver.game.play import Position
from solver.game.rules import PRESETS, STANDARD, Rules
from solver.game.scoring import deal_score

__all__ = ["auctions", "deals", "plays", "rules_of_all_sorts", "some_rules", "words"]

_VALUES: Final[dict[str, list[Any]]] = {
    "joker_upcard": ["no_trump_exchange", "reflip", "no_trump_live"],
    "trump_source": ["upcard", "S", "H", "D", "C"],
    "max_bid": ["n_minus_1", "n"],
    "side_total_cap": ["none", "hand_size"],
    "break_on": ["any_trump", "ruff_only", "never", "unrestricted"],
    "board_lead_exemption": ["claimant", "side", "anyone", "none"],
    "big_led": ["all_highest", "opponents_highest", "none"],
    "little_led": ["all_lowest", "opponents_lowest", "none"],
    "trick_points": [5, 10, 4, 3],
    "fail_points": [5, 10, 4, 3],
    "board_points": [10, 20, 6],
    "board_levels": [[1, 2, 3, 4], [1, 2, 4, 8], [2, 3], "none"],
    "board_multiplier": ["side_highest", "deal_highest"],
    "rainbow_bonus": [0, 10, 8],
    "bloopers": [True, False],
}


def rules_of_all_sorts() -> Iterator[Rules]:
    """Every preset, and every value of every knob alone."""
    yield from PRESETS.values()
    for knob, values in _VALUES.items():
        for value in values[1:]:
            yield Rules.from_value({knob: value})


def some_rules(rng: Random) -> Rules:
    """A preset, or each knob at random."""
    if rng.random() < 0.3:
        return rng.choice(list(PRESETS.values()))
    return Rules.from_value({knob: rng.choice(values) for knob, values in _VALUES.items()})


def _names(mask: int) -> str:
    return " ".join(card.name for card in reversed(list(from_mask(mask))))


def plays(count: int = 56) -> Iterator[dict[str, Any]]:
    """Random legal plays; at each card who is to play, what is legal, and the sentence for every other card held.

    A step is the seat, whether trump is broken, the legal cards, sentences with the cards that they are about, for
    which ``%`` stands, and the card played.
    """
    kinds = list(rules_of_all_sorts())
    for number in range(count):
        rng = Random(f"plays/{number}")
        rules = kinds[number] if number < len(kinds) else some_rules(rng)
        cards = 13 if number == 40 else rng.choice([2, 2, 3, 3, 3, 4, 5])
        hands, trump = _hands(rng, cards, rules)
        exempt = [seat for seat in Seat if rng.random() < 0.3] if rng.random() < 0.4 else []
        position = Position.start(hands, trump, rng.choice(list(Seat)), exempt, rules)
        record: dict[str, Any] = {
            "rules": rules.to_value(),
            "hands": {str(seat): _names(hands[seat]) for seat in Seat},
            "trump": None if trump is None else trump.name,
            "leader": str(position.leader),
            "exempt": list(map(str, exempt)),
        }
        steps = []
        while not position.finished:
            steps.append(_step(rng, position))
            position = position.play(Card.parse(steps[-1][-1]))
        over = position.why_illegal(PACK[0])
        yield record | {"steps": steps, "tricks": [position.ns_tricks, position.ew_tricks], "over": over}


def _hands(rng: Random, cards: int, rules: Rules) -> tuple[tuple[int, int, int, int], Suit | None]:
    """Hands with many trumps and bloopers in them, so that all rules of leads and of bloopers meet."""
    trump = rng.choice([*Suit, *Suit, None])
    bloopers = [card for card in PACK[52:] if rules.bloopers and rng.random() < 0.8]
    if trump is None:
        bloopers = bloopers[:1]
    rest = [card for card in PACK[:52] if cards == 13 or card.suit is trump or rng.random() < 0.45]
    if len(rest) + len(bloopers) < 4 * cards:
        rest = list(PACK[:52])
    dealt = bloopers + rng.sample(rest, 4 * cards - len(bloopers))
    rng.shuffle(dealt)
    n, e, s, w = (sum(1 << card.index for card in dealt[place::4]) for place in range(4))
    return (n, e, s, w), trump


def _step(rng: Random, position: Position) -> list[Any]:
    legal = position.legal()
    why: dict[str, list[str]] = {}
    asked = list(reversed(list(from_mask(position.hands[position.turn]))))
    if rng.random() < 0.1:
        asked.append(rng.choice([card for card in PACK if card not in asked]))
    for card in asked:
        text = position.why_illegal(card)
        if text is not None:
            why.setdefault(text.replace(card.name, "%"), []).append(card.name)
    card = rng.choice([*legal, *(card for card in legal if card.is_blooper)])
    return [
        str(position.turn),
        int(position.broken),
        " ".join(each.name for each in legal),
        {text: " ".join(names) for text, names in why.items()},
        card.name,
    ]


def auctions(count: int = 60) -> Iterator[dict[str, Any]]:
    """Random auctions: what each seat may bid, why not another bid, and the score for every number of tricks.

    A step is the seat, how many numbers from 0 on it may bid, whether board, refusals by bid, and the bid.
    """
    kinds = list(rules_of_all_sorts())
    for number in range(count):
        rng = Random(f"auctions/{number}")
        rules = kinds[number] if number < len(kinds) else some_rules(rng)
        cards = rng.choice([1, 1, 2, 3, 4, 4, 6, 6, 13])
        auction = Auction(rng.choice(list(Seat)), cards, rules)
        rainbows = {side: rng.choice([0, 0, 1, 2]) if cards == 4 else 0 for side in Side}
        record: dict[str, Any] = {
            "rules": rules.to_value(),
            "dealer": str(auction.dealer),
            "cards": cards,
            "rainbows": [rainbows[side] for side in Side],
        }
        steps = []
        boardish, timid = rng.random() < 0.5, rng.random() < 0.2
        for _ in range(4):
            legal = auction.legal()
            refused = {str(bid): why for bid in (*map(Bid.of, {cards, min(cards + 1, 13)}), Bid.BOARD)
                       if (why := _refusal(auction, bid)) is not None}  # fmt: skip
            bid = rng.choice([*legal, *([legal[-1]] * 8 if boardish else []), *([legal[0]] * 60 if timid else [])])
            numbers = sum(not each.is_board for each in legal)
            steps.append([str(auction.next), numbers, int(legal[-1].is_board), refused, bid.to_json()])
            auction = auction.bid(bid)
        contracts = auction.contracts()
        yield record | {
            "steps": steps,
            "contracts": [
                [each.to_json(), each.total, each.level, each.board_number] for each in map(contracts.get, Side) if each
            ],
            "leader": None if auction.leader is None else str(auction.leader),
            "exempt": [str(seat) for seat in Seat if seat in auction.exempt],
            "passed_out": auction.passed_out,
            "scores": [list(deal_score(auction, ns, rainbows).values()) for ns in range(cards + 1)],
            "too_many": _refusal(auction, Bid.PASS),
        }


def _refusal(auction: Auction, bid: Bid) -> str | None:
    try:
        auction.bid(bid)
    except BackAlleyError as error:
        return str(error)
    return None


def deals(count: int = 64) -> Iterator[dict[str, Any]]:
    """Deals by the book, by size, seed and rules, with the rainbow hands of each side."""
    kinds = list(rules_of_all_sorts())
    for number in range(count):
        rng = Random(f"deals/{number}")
        rules = kinds[number] if number < len(kinds) else some_rules(rng)
        seed: Any = rng.choice([number, f"friday {number}", f"{number}/0", "ä♠", 2**40 + number])
        cards = rng.choice([1, 2, 4, 4, 13, rng.randint(1, 12)])
        dealer = rng.choice([None, None, *Seat])
        deal = deal_hands(cards, rules, seed, dealer)
        yield {
            "cards": cards,
            "rules": rules.to_value(),
            "seed": seed,
            "asked": None if dealer is None else str(dealer),
            "dealer": str(deal.dealer),
            "hands": {str(seat): _names(deal.hands[seat]) for seat in Seat},
            "trump": None if deal.trump is None else deal.trump.name,
            "upcard": None if deal.upcard is None else deal.upcard.name,
            "rainbows": list(deal.rainbows().values()),
        }
    for seed in range(5):  # deals in which a blooper is turned, of which there are two in 54
        deal = deal_hands(13, STANDARD, f"turned/{_with_a_blooper_up(seed)}")
        yield {
            "cards": 13,
            "rules": "standard",
            "seed": f"turned/{_with_a_blooper_up(seed)}",
            "asked": None,
            "dealer": str(deal.dealer),
            "hands": {str(seat): _names(deal.hands[seat]) for seat in Seat},
            "trump": None,
            "upcard": None if deal.upcard is None else deal.upcard.name,
            "rainbows": [0, 0],
        }


def _with_a_blooper_up(number: int) -> int:
    """The first seed from 1,000 times this on in which the card turned is a blooper."""
    seed = 1000 * number
    while (up := deal_hands(13, STANDARD, f"turned/{seed}").upcard) is None or not up.is_blooper:
        seed += 1
    return seed


def words() -> Iterator[dict[str, Any]]:
    """Cards, suits, seats, bids and rules as people write them: the value, or the sentence of the refusal."""
    texts = ["AS", "sa", "10D", "d10", "♥K", "k♥️", "tc", "bb", "Lb", "BL", "1S", "", " qh ", "ASD", "S", "♠", "♧", "s",
             "n", "North", "EAST", "X", "north\n", "P", "pass", "Board", "b", "13", "14", "007", "7", "-1", "1.5", "٣",
             "double", "a very long word that goes on and on", "\x07", "it's", 'say "it"', "♥", "ﬁ"]  # fmt: skip
    for text in texts:
        readers = {"card": Card.parse, "suit": Suit.parse, "seat": Seat.parse, "bid": Bid.parse}
        yield {"text": text} | {name: _told(read, text) for name, read in readers.items()}
    values: list[Any] = [
        "standard", "whist", "nope", 7, None, [], {}, {"preset": "bab_online"}, {"preset": 3}, {"preset": "x"},
        {"preset": "seven_card", "max_bid": "n"}, {"max_bid": "m"}, {"max_bid": None}, {"max_bid": True}, {"knob": 1},
        {"hand_sizes": []}, {"hand_sizes": [0]}, {"hand_sizes": [1, 14]}, {"hand_sizes": [1, 13]}, {"hand_sizes": 3},
        {"hand_sizes": ["a"]}, {"hand_sizes": [1] * 201}, {"hand_sizes": [1.5]}, {"hand_sizes": None},
        {"board_levels": "none"}, {"board_levels": None}, {"board_levels": []}, {"board_levels": [2, 1]},
        {"board_levels": [1, 2, 3, 4, 5]}, {"board_levels": [0]}, {"board_levels": [101]}, {"board_levels": "all"},
        {"trump_source": "♥"}, {"trump_source": "h"}, {"trump_source": "N"}, {"trump_source": None},
        {"trick_points": -1}, {"trick_points": 1001}, {"trick_points": "5"}, {"trick_points": 1000},
        {"bloopers": 1}, {"bloopers": "yes"}, {"bloopers": False}, {"a/b~c": 1}, {"max_bid": {"a": [1, None, "x"]}},
        {"max_bid": "it's a very long name of a knob that must be cut somewhere"}, {"rainbow_bonus": False},
    ]  # fmt: skip
    for value in values:
        yield {"rules": value, "told": _told(lambda given: Rules.from_value(given).to_value(), value)}
    for name, rules in PRESETS.items():
        yield {"preset": name, "knobs": rules.to_dict()}


def _told(read: Any, given: Any) -> Any:
    try:
        value = read(given)
    except BackAlleyError as error:
        return {"refused": str(error)}
    return value.to_json() if hasattr(value, "to_json") else value.name if isinstance(value, Suit) else value
