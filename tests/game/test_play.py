"""The play: what may be played, who wins, when trump is broken (R10 to R14)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import strategies as own
from hypothesis import given
from hypothesis import strategies as st
from reference import Puzzle, Referee, without
from strategies import dealt, legal_play, seats, seeds

from solver.deal import Deal
from solver.errors import PlayError
from solver.game.cards import BIG, LITTLE, PACK, Card, Seat, Suit, to_mask
from solver.game.play import Position, trick_winner
from solver.game.rules import PRESETS, Rules

FIXTURES = Path(__file__).parents[2] / "fixtures/real"
ONLINE = json.loads((FIXTURES / "records/bab_online.json").read_text())


def hand(words: str) -> int:
    return to_mask(map(Card.parse, words.split()))


def position(*hands: str, trump: str | None = "H", leader: str = "N", **knobs: Any) -> Position:
    """Hands N E S W as words; ``exempt`` and ``broken`` as of Position, the rest are knobs."""
    exempt = frozenset(map(Seat.parse, knobs.pop("exempt", "")))
    broken = knobs.pop("broken", False)
    suit = None if trump is None else Suit.parse(trump)
    n, e, s, w = map(hand, hands)
    rules = Rules.from_value(knobs)
    return Position((n, e, s, w), suit, Seat.parse(leader), broken=broken, exempt=exempt, rules=rules)


def after(start: Position, words: str) -> Position:
    for card in map(Card.parse, words.split()):
        start = start.play(card)
    return start


def legal(at: Position) -> str:
    return " ".join(map(str, at.legal()))


def why(at: Position, card: str) -> str:
    return at.why_illegal(Card.parse(card)) or ""


@given(own.dealt(), st.sets(own.seats), own.seats, own.seeds)
def test_a_whole_random_play_as_the_referee_sees_it(deal: Deal, exempt: set[Seat], leader: Seat, seed: int) -> None:
    knobs = deal.rules.to_dict()
    trump = None if deal.trump is None else str(deal.trump)
    hands = {str(seat): [card.name for card in deal.hand(seat)] for seat in Seat}
    referee = Referee(Puzzle(hands, trump, str(leader), exempt=[str(seat) for seat in exempt], rules=knobs))
    left, led_by, broken, tricks = referee.hands, leader.place, False, [0, 0]
    trick: tuple[int, ...] = ()
    rng = Random(seed)
    here = deal.start(leader, exempt)
    for count in range(4 * deal.cards):
        seat = (led_by + len(trick)) % 4
        assert (here.turn.place, here.leader.place, here.cards_left) == (seat, led_by, 4 * deal.cards - count)
        assert not here.finished
        allowed = {referee.write(card) for card in referee.legal_cards(seat, left[seat], trick, led_by, broken)}
        assert {str(card) for card in here.legal()} == allowed
        assert list(here.legal()) == sorted(here.legal(), reverse=True)
        card = rng.choice(here.legal())
        here = here.play(card)
        number = referee.read(str(card))
        left, trick = without(left, seat, number), (*trick, number)
        if len(trick) == 4:
            led_by = referee.winner(trick, led_by)
            broken = broken or referee.breaks(trick)
            tricks[led_by % 2] += 1
            trick = ()
        assert [here.ns_tricks, here.ew_tricks] == tricks
    assert here.finished
    assert here.legal() == ()
    assert sum(tricks) == deal.cards


@given(own.dealt(), own.seats, own.seeds, st.integers(0, 51))
def test_every_card_is_legal_or_refused_with_a_rule(deal: Deal, leader: Seat, seed: int, count: int) -> None:
    here = deal.start(leader)
    for card in own.legal_play(here, Random(seed), min(count, 4 * deal.cards)):
        here = here.play(card)
    for card in PACK:
        if card in here.legal():
            assert here.why_illegal(card) is None
            continue
        with pytest.raises(PlayError, match=r"\(R1[1-4]\)$") as error:
            here.play(card)
        assert error.value.message == here.why_illegal(card)


@given(own.dealt(), own.seats, own.seeds)
def test_playing_takes_a_card_from_its_holder_and_leaves_the_position_alone(
    deal: Deal, leader: Seat, seed: int
) -> None:
    before = deal.start(leader)
    for card in own.legal_play(before, Random(seed), 4 * deal.cards):
        turn, hands = before.turn, before.hands
        now = before.play(card)
        assert before.hands == hands
        assert [a ^ b for a, b in zip(hands, now.hands, strict=True)] == [
            1 << card.index if seat is turn else 0 for seat in Seat
        ]
        before = now


@given(st.lists(own.cards, min_size=1, max_size=4, unique=True), own.seats, own.trumps)
def test_the_winner_is_the_top_trump_or_the_top_card_of_the_suit_led(
    cards: list[Card], leader: Seat, trump: Suit | None
) -> None:
    trumps = [card for card in cards if card.is_trump(trump)]
    followers = [card for card in cards if card.suit is cards[0].suit]
    best = max(trumps or followers, key=lambda card: card.rank)
    assert trick_winner(cards, leader, trump) is leader.clockwise()[cards.index(best)]


@pytest.mark.parametrize("case", ONLINE["trick_winner"], ids=lambda case: " ".join(case["cards"].values()))
def test_the_online_house_rules_trick_winners(case: dict[str, Any]) -> None:
    leader = Seat.parse(case["leader"])
    cards = [Card.parse(case["cards"][str(seat)]) for seat in leader.clockwise()]
    assert trick_winner(cards, leader, Suit.parse(case["trump"])) is Seat.parse(case["winner"])


@pytest.mark.parametrize("case", ONLINE["legality"], ids=lambda case: f"{case['hand']} {case['play']}")
def test_the_online_house_rules_legality(case: dict[str, Any]) -> None:
    rules = PRESETS["bab_online"]
    hands = (hand(" ".join(case["hand"])), 0, 0, 0)
    trump = Suit.parse(case["trump"])
    here = Position(hands, trump, Seat.N, broken=case["broken"], rules=rules)
    if not case["leading"]:
        here = Position(hands, trump, Seat.W, (Card.parse(case["lead"]),), rules=rules)
    assert (Card.parse(case["play"]) in here.legal()) == case["legal"]


@pytest.mark.parametrize("case", ONLINE["all_trump_hand"], ids=lambda case: " ".join(case["hand"]))
def test_a_hand_of_trumps_alone_may_lead_them(case: dict[str, Any]) -> None:
    held = [Card.parse(word) for word in case["hand"]]
    here = Position((to_mask(held), 0, 0, 0), Suit.parse(case["trump"]), Seat.N)
    assert (len(here.legal()) == len(held)) == case["is"]


def test_trump_may_not_be_led_before_it_is_broken() -> None:
    here = position("AH BB 2S", "3S 4S 5S", "6S 7S 8S", "9S TS JS")
    assert legal(here) == "2S"
    for trump in ("AH", "BB"):
        assert why(here, trump) == f"N may not lead the trump {trump}: trump is not broken (R12)"


@pytest.mark.parametrize("knob", ["any_trump", "ruff_only", "never", "unrestricted"])
def test_what_breaks_trump(knob: str) -> None:
    led = after(position("2H 3H", "AH KH 4S", "6S 8S", "9S TS", break_on=knob), "2H AH 6S 9S")
    assert ("KH" in legal(led)) == (knob in ("any_trump", "unrestricted"))
    hands = ("2D 3D", "3H 4H 4S", "8D 6D", "9D TD")
    ruffed = after(position(*hands, break_on=knob), "2D 3H 8D 9D")
    assert ("4H" in legal(ruffed)) == (knob != "never")
    thrown = after(position("2D 3D", "BB 4H 4S", "8D 6D", "9D TD", break_on=knob), "2D BB 8D 9D")
    assert ("4H" in legal(thrown)) == (knob != "never")
    plain = after(position("2D 3D", "KD 4H 4S", "8D 6D", "9D TD", break_on=knob), "2D KD 8D 9D")
    assert ("4H" in legal(plain)) == (knob == "unrestricted")


def test_a_trump_in_the_current_trick_breaks_only_later_ones() -> None:
    here = after(position("2S 3H", "4H 5H", "6S 8S", "9S TS"), "2S 4H")
    assert not here.broken
    assert after(here, "6S 9S").broken


def test_who_claimed_may_lead_trump_at_any_time_and_nobody_else() -> None:
    for seat in Seat:
        here = position("AH 2S", "AH 2S", "AH 2S", "AH 2S", leader=str(seat), exempt="E")
        assert legal(here) == ("AH 2S" if seat is Seat.E else "2S")


def test_a_live_blooper_in_no_trump_is_the_only_trump() -> None:
    here = position("BB 2S", "AS 3S", "4S 5S", "6S 7S", trump=None, joker_upcard="no_trump_live")
    assert legal(here) == "2S"
    assert legal(after(position("BB 2S", "AS 3S", "4S 5S", "6S 7S", trump=None, leader="E"), "AS 4S 6S")) == "2S"
    won = after(position("BB 2D", "AS 3S", "4S 5S", "6S 7S", trump=None, leader="E"), "AS 4S 6S BB")
    assert (won.turn, won.broken, won.ns_tricks) == (Seat.N, True, 1)


LED = ("{} 2C", "AH 3H 4D", "KH 5H 6D", "QH 7H 8D")


@pytest.mark.parametrize(
    ("blooper", "knob", "value", "opponent", "partner"),
    [
        ("BB", "big_led", "all_highest", "AH", "KH"),
        ("BB", "big_led", "opponents_highest", "AH", "KH 5H"),
        ("BB", "big_led", "none", "AH 3H", "KH 5H"),
        ("LB", "little_led", "all_lowest", "3H", "5H"),
        ("LB", "little_led", "opponents_lowest", "3H", "KH 5H"),
        ("LB", "little_led", "none", "AH 3H", "KH 5H"),
    ],
)
def test_whom_a_led_blooper_forces(blooper: str, knob: str, value: str, opponent: str, partner: str) -> None:
    here = position(LED[0].format(blooper), *LED[1:], exempt="N", **{knob: value})
    here = after(here, blooper)
    assert legal(here) == opponent
    here = here.play(here.legal()[0])
    assert legal(here) == partner
    here = here.play(here.legal()[0])
    assert set(legal(here).split()) == {word.replace("A", "Q").replace("3", "7") for word in opponent.split()}


def test_wrong_cards_under_a_led_blooper_are_named() -> None:
    big = after(position(LED[0].format("BB"), *LED[1:], exempt="N"), "BB")
    assert why(big, "3H") == "E must play the highest trump AH on a led BB, not 3H (R13)"
    assert why(big, "4D") == "E must follow trump with AH, not 4D (R11)"
    little = after(position(LED[0].format("LB"), *LED[1:], exempt="N"), "LB")
    assert why(little, "AH") == "E must play the lowest trump 3H on a led LB, not AH (R13)"


def test_the_big_blooper_falls_to_the_little_only_as_its_holders_sole_trump() -> None:
    sole = after(position("LB 2C", "BB 4D", "KH 5H", "QH 7H", exempt="N"), "LB")
    assert legal(sole) == "BB"
    assert after(sole, "BB 5H 7H").turn is Seat.E
    guarded = after(position("LB 2C", "BB 3H", "KH 5H", "QH 7H", exempt="N"), "LB")
    assert legal(guarded) == "3H"


def test_a_led_blooper_leaves_those_without_trumps_free_and_other_bloopers_force_nothing() -> None:
    void = after(position("BB 2C", "4C 4D", "KH 5H", "QH 7H", exempt="N"), "BB")
    assert legal(void) == "4C 4D"
    ruffed = after(position("2C 3C", "BB 4D", "KH 5H", "QH 7H"), "2C BB")
    assert legal(ruffed) == "KH 5H"
    followed = after(position("2H 3C", "BB 4D", "KH 5H", "QH 7H", exempt="N"), "2H BB")
    assert legal(followed) == "KH 5H"


def test_following_suit() -> None:
    here = after(position("2S 3C", "4S 5S 6H", "KH 5H", "QH 7S"), "2S")
    assert legal(here) == "5S 4S"
    assert why(here, "6H") == "E must follow S and may not play 6H (R11)"
    assert why(here, "KH") == "E is to play and does not hold KH (R11)"
    assert why(after(here, "4S KH"), "QH") == "W must follow S with 7S, not QH (R11)"


def test_bloopers_are_told_apart_by_value_not_identity() -> None:
    # After pickling, as in a batch of processes, BB is another object.
    big, little = (Card(card.index, card.name) for card in (BIG, LITTLE))
    here = position(LED[0].format("BB"), *LED[1:], exempt="N").play(big)
    assert legal(here) == "AH"
    here = position(LED[0].format("LB"), *LED[1:], exempt="N").play(little)
    assert legal(here) == "3H"


@given(dealt(), seats, seeds, st.integers(0, 52))
def test_every_position_of_a_play_is_sound(deal: Deal, leader: Seat, seed: int, plays: int) -> None:
    rng = Random(seed)
    position = deal.start(leader, rng.sample(list(Seat), rng.randrange(5)))
    for card in legal_play(position, rng, min(plays, 4 * deal.cards)):
        position.check()
        position = position.play(card)
    position.check()
