"""What the table shows is what the engine says: values, the rules that forbid a card, boards and bloopers at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hand_page import SEATS, HandPage
from page_hands import BOARD, PLAYED, until, with_play

from solver import score, solve

if TYPE_CHECKING:
    from solver import Deal

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")


def engines_values(deal: Deal) -> tuple[str, dict[str, int], set[str]]:
    """Who is to play, the tricks of that side after each legal card, and the cards that lose nothing."""
    answer = (solve(deal) if deal.play else solve(deal, leader="W")).to_dict()
    side = "NS" if answer["turn"] in "NS" else "EW"
    return answer["turn"], {card: tricks[side] for card, tricks in answer["cards"].items()}, set(answer["best"])


@pytest.mark.parametrize("place", [0, 6, 16, 19, 30])
def test_every_legal_card_has_the_engines_tricks(hand_page: HandPage, place: int) -> None:
    turn, tricks, best = engines_values(until(PLAYED, place))
    hand_page.open().paste(str(until(PLAYED, place))).to_end(place)
    hand_page.button("Tricks").click()
    shown = hand_page.values()
    assert hand_page.turn() == turn
    assert {card: int(text) for card, (text, _) in shown.items()} == tricks
    assert {card for card, (_, tone) in shown.items() if tone == "best"} == best


def test_points_stand_for_tricks_where_the_bids_tell(hand_page: HandPage) -> None:
    place = 19
    turn, tricks, _ = engines_values(until(PLAYED, place))
    hand_page.open().paste(str(until(PLAYED, place))).to_end(place)
    shown = hand_page.values()
    sign = 1 if turn in "NS" else -1
    for card, own in tricks.items():
        ns = own if turn in "NS" else 9 - own
        points = score(with_play(PLAYED, []), {"NS": ns, "EW": 9 - ns}).to_dict()["score"]
        margin = sign * (points["NS"] - points["EW"])
        assert int(shown[card][0].replace("−", "-")) == margin


def test_a_card_that_may_not_be_played_says_its_rule(hand_page: HandPage) -> None:
    hand_page.open().paste(str(until(PLAYED, 1))).to_end(1)
    assert hand_page.turn() == "N"
    hand_page.card("KS").click()
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("North must follow hearts")
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("R11")
    hand_page.at(1)
    hand_page.card("5H").click()
    hand_page.at(2)
    playwright.expect(hand_page.page.locator(".why")).to_have_count(0)


def test_before_trumps_are_broken_the_leader_hears_why_not(hand_page: HandPage) -> None:
    hand_page.open().paste(str(with_play(PLAYED, [])))
    hand_page.wait_for_values()
    hand_page.card("AC").click()
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("may not lead the trump A♣")
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("R12")


def test_board_and_bloopers_are_seen_at_work(hand_page: HandPage) -> None:
    hand_page.open().paste(str(BOARD))
    hand_page.wait_for_values()
    assert hand_page.turn() == "S"
    south = hand_page.page.get_by_role("region", name="South's hand")
    playwright.expect(south).to_contain_text("may lead trumps")
    playwright.expect(south).to_contain_text("bid board")
    hand_page.card("BB").click()
    hand_page.at(1)
    west = hand_page.page.get_by_role("region", name="West's hand")
    playwright.expect(west).to_contain_text("must play the highest trump")
    hand_page.card("9S").click()
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("must play the highest trump, LB")


def test_the_table_says_what_there_is_to_know(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED))
    hand_page.wait_for_values()
    state = hand_page.page.locator(".state")
    playwright.expect(state).to_contain_text("clubs")
    playwright.expect(state).to_contain_text("upcard 5♣")
    playwright.expect(state).to_contain_text("North–South: 5")
    playwright.expect(state).to_contain_text("East–West: 8")
    for seat, cards in PLAYED.to_dict()["hands"].items():
        playwright.expect(hand_page.tiles(seat)).to_have_count(len(cards))
        playwright.expect(hand_page.page.get_by_role("region", name=f"{SEATS[seat]}'s hand")).to_be_visible()


def test_the_best_line_is_a_play_that_keeps_the_value(hand_page: HandPage) -> None:
    expected = solve(until(PLAYED, 1)).to_dict()["tricks"]
    hand_page.open().paste(str(until(PLAYED, 1))).to_end(1)
    hand_page.wait_for_values()
    line = hand_page.page.get_by_role("region", name="Best line").get_by_role("button")
    playwright.expect(line).to_have_count(35)
    line.last.click()
    hand_page.at(36)
    playwright.expect(hand_page.page.locator("#table")).to_contain_text("Play is over")
    state = hand_page.page.locator('.state [data-side="NS"] dd').first
    playwright.expect(state).to_contain_text(f"{expected['NS']} of 5")
    points = score(with_play(PLAYED, []), expected).to_dict()["score"]["NS"]
    told = hand_page.page.locator('.state [data-side="NS"] dd').last
    playwright.expect(told).to_have_text(f"{points:+d} points".replace("-", "−"))


def test_on_a_phone_each_view_begins_at_what_it_is_for(hand_page: HandPage) -> None:
    hand_page.page.set_viewport_size({"width": 390, "height": 800})
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.view("Enter")
    hand_page.button("To the table").scroll_into_view_if_needed()
    assert hand_page.page.evaluate("scrollY") > 0
    hand_page.button("To the table").click()
    hand_page.at(0)
    hand_page.page.wait_for_function("scrollY === 0")
    hand_page.view("Review")
    playwright.expect(hand_page.page.locator(".review")).to_be_in_viewport()
    hand_page.view("Hand")
    hand_page.page.wait_for_function("scrollY === 0")


@pytest.mark.parametrize("width", [390, 1280])
def test_points_are_not_wider_than_their_cards(hand_page: HandPage, width: int) -> None:
    hand_page.page.set_viewport_size({"width": width, "height": 900})
    hand_page.open().paste(str(PLAYED)).at(0)
    assert max(len(shown) for shown, _ in hand_page.values().values()) > 2
    wide = hand_page.page.locator(".hand .worth").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"
    )
    assert wide == []
