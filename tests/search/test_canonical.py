"""Questions that are alike have one key, and those with one key have one answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from random_positions import puzzle, to_position
from renamed import renamed_deal, renamed_position

from solver.deal import Deal
from solver.game.cards import Seat, from_mask
from solver.game.play import Position
from solver.game.rules import KNOBS, BigLed, BreakOn, LittleLed, Rules
from solver.search import Engine, best_line, card_values, exempt_that_matters
from solver.search.canonical import CanonicalDeal, CanonicalPosition


def a_deal(rng: Random, largest: int) -> Deal:
    """A deal under any rules of play, as it may be before its first lead."""
    while True:
        position = to_position(puzzle(rng, largest))
        if not position.trick:
            return Deal(position.hands, position.trump, rules=position.rules)


@given(st.integers(0, 2**48))
@settings(max_examples=300)
def test_a_deal_under_other_names_has_the_same_key_and_table(seed: int) -> None:
    rng = Random(seed)
    deal = a_deal(rng, 5)
    other, renaming = renamed_deal(rng, deal)
    one, two = CanonicalDeal.of(deal), CanonicalDeal.of(other)
    assert one.key == two.key
    exempt = exempt_that_matters(deal, [seat for seat in Seat if rng.random() < 0.5])
    turned = frozenset(map(renaming.seat, exempt))
    there = Engine(other.rules).table(other, [(seat, turned) for seat in Seat])
    by_case = {two.case(seat, turned): two.ns_tricks(tricks) for seat, tricks in zip(Seat, there, strict=True)}
    here = Engine(deal.rules).table(deal, [(seat, exempt) for seat in Seat])
    if one.case(Seat.N, exempt) in by_case:  # else the deal is alike from several seats, and another was taken
        assert [one.ns_tricks(by_case[one.case(seat, exempt)]) for seat in Seat] == here


def test_deals_with_one_key_have_one_table() -> None:
    rng = Random(5)
    tables: dict[tuple[bytes, int], set[int]] = defaultdict(set)
    asked = 4000
    for _ in range(asked):
        deal = a_deal(rng, 2)
        form = CanonicalDeal.of(deal)
        exempt = exempt_that_matters(deal, [seat for seat in Seat if rng.random() < 0.3])
        for leader, tricks in zip(Seat, Engine(deal.rules).table(deal, [(seat, exempt) for seat in Seat]), strict=True):
            tables[form.key, form.case(leader, exempt)].add(form.ns_tricks(tricks))
    assert all(len(tricks) == 1 for tricks in tables.values())
    assert len(tables) < 3 * asked  # many were alike


def test_positions_with_one_key_have_one_answer() -> None:
    rng = Random(6)
    alike = 0
    for _ in range(6000):
        position = to_position(puzzle(rng, 3))
        other = spoilt(rng, position)
        one, two = CanonicalPosition.of(position), CanonicalPosition.of(other)
        if one.key == two.key and not position.finished:
            alike += 1
            assert placed(one, position) == placed(two, other)
    assert 500 < alike < 5000


def spoilt(rng: Random, position: Position) -> Position:
    """The same position with another rule, another exempt seat, trumps broken or not, or two cards exchanged."""
    match rng.randrange(5):
        case 0:
            knob, values = rng.choice([("break_on", BreakOn), ("big_led", BigLed), ("little_led", LittleLed)])
            return replace(position, rules=replace(position.rules, **{knob: rng.choice(list(values))}))
        case 1:
            return replace(position, exempt=position.exempt ^ {rng.choice(list(Seat))})
        case 2:
            return replace(position, broken=not position.broken)
        case 3:
            return replace(position, ns_tricks=position.ns_tricks + 1)
    hands = list(position.hands)
    one, two = rng.sample(range(4), 2)
    if not hands[one] or not hands[two]:
        return position
    given, taken = (1 << rng.choice(list(from_mask(hands[seat]))).index for seat in (one, two))
    hands[one] ^= given | taken
    hands[two] ^= given | taken
    return replace(position, hands=(hands[0], hands[1], hands[2], hands[3]))


def placed(form: CanonicalPosition, position: Position) -> tuple[object, ...]:
    """Tricks to come of each card, and the line, in the names of the canonical form."""
    values = {
        form.cards.index(card): form.ns_tricks(tricks - position.ns_tricks)
        for card, tricks in card_values(position).items()
    }
    return values, [form.cards.index(card) for card in best_line(position)]


@given(st.integers(0, 2**48))
@settings(max_examples=300)
def test_a_position_under_other_names_has_the_same_key_and_answer(seed: int) -> None:
    rng = Random(seed)
    position = to_position(puzzle(rng, 5))
    other, renaming = renamed_position(rng, position)
    one, two = CanonicalPosition.of(position), CanonicalPosition.of(other)
    assert one.key == two.key
    assert tuple(renaming.cards[card] for card in one.cards) == two.cards
    assert tuple(renaming.cards[card] for card in best_line(position)) == best_line(other)


def test_what_changes_the_play_changes_the_key() -> None:
    deal = _with_both()
    keys = {
        CanonicalDeal.of(deal).key,
        CanonicalDeal.of(replace(deal, rules=Rules.from_value({"big_led": "none"}))).key,
        CanonicalDeal.of(replace(deal, rules=Rules.from_value({"little_led": "none"}))).key,
        CanonicalDeal.of(replace(deal, rules=Rules.from_value({"break_on": "never"}))).key,
        CanonicalDeal.of(Deal.parse("- H N:A.K...L Q.J...B .A.43. .Q.2.2")).key,
    }
    assert len(keys) == 5


def test_every_rule_of_play_is_told_apart() -> None:
    deal = _with_both()
    keys = {
        CanonicalDeal.of(replace(deal, rules=Rules(break_on=on, big_led=big, little_led=little))).key
        for on in BreakOn
        for big in BigLed
        for little in LittleLed
    }
    assert len(keys) == len(BreakOn) * len(BigLed) * len(LittleLed)
    # Who adds a knob decides here whether it changes the play: then it belongs into the key.
    of_play = {"break_on", "big_led", "little_led"}
    seen_in_the_deal = {"bloopers", "joker_upcard", "trump_source"}
    of_bids_and_scores = {
        *("hand_sizes", "max_bid", "side_total_cap", "redeal_dealer", "board_lead_exemption", "board_levels"),
        *("trick_points", "fail_points", "board_points", "board_multiplier", "rainbow_bonus"),
    }
    assert set(KNOBS) == of_play | seen_in_the_deal | of_bids_and_scores


def test_what_does_not_change_the_play_does_not_change_the_key() -> None:
    deal = _with_both()
    others = [{"trick_points": 10}, {"board_levels": "none"}, {"board_lead_exemption": "side"}]
    assert {CanonicalDeal.of(replace(deal, rules=Rules.from_value(other))).key for other in others} == {
        CanonicalDeal.of(deal).key
    }
    plain = Deal.parse("- H N:AK.K.. QJ.J.. 3.A.4. 2.Q.2.")
    without = Rules.from_value({"big_led": "none", "little_led": "none"})
    assert CanonicalDeal.of(replace(plain, rules=without)).key == CanonicalDeal.of(plain).key


def _with_both() -> Deal:
    return Deal.parse("- H N:A.K...B Q.J...L .A.43. .Q.2.2")
