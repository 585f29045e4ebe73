"""All of the page by the keyboard alone: no test here presses anything with a mouse or a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hand_page import HandPage
from page_hands import GAME, PLAYED, with_play

from solver import Deal, review

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
MOST_TABS = 120


def tab_to(page: HandPage, target: Locator, key: str = "Tab") -> None:
    """Presses the key until the target has the focus, as somebody does who cannot point."""
    target.wait_for()
    for _ in range(MOST_TABS):
        if target.evaluate("each => each === document.activeElement"):
            return
        page.page.keyboard.press(key)
    pytest.fail(f"{target} is not to be reached by {key}")


def entered(page: HandPage, text: str) -> HandPage:
    page.open()
    tab_to(page, page.page.locator("#paste-text"))
    page.page.keyboard.insert_text(text)
    page.page.keyboard.press("Control+Enter")
    return page


def test_a_hand_is_pasted_played_and_reviewed(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, str(PLAYED)).at(0)
    hand_page.wait_for_values()
    tab_to(hand_page, hand_page.button("Review"), "Shift+Tab")
    keyboard.press("Enter")
    points = hand_page.page.locator(".review .points button")
    tab_to(hand_page, points.first)
    keyboard.press("Enter")
    hand_page.at(next(play.index for play in review(PLAYED).plays if play.loss_points))
    tab_to(hand_page, hand_page.page.locator(".record button[aria-current]"))
    keyboard.press("ArrowLeft")
    place = next(play.index for play in review(PLAYED).plays if play.loss_points)
    hand_page.at(place - 1)


def test_units_values_and_the_best_line(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, str(PLAYED)).at(0)
    hand_page.wait_for_values()
    playwright.expect(hand_page.button("Points")).to_have_attribute("aria-pressed", "true")
    keyboard.press("v")
    playwright.expect(hand_page.button("Tricks")).to_have_attribute("aria-pressed", "true")
    tab_to(hand_page, hand_page.button("Show values"))
    keyboard.press("Enter")
    playwright.expect(hand_page.page.locator(".hand .worth")).to_have_count(0)
    keyboard.press("Enter")
    line = hand_page.page.get_by_role("region", name="Best line").get_by_role("button")
    tab_to(hand_page, line.first)
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    hand_page.at(3)


def test_a_card_that_may_not_be_played_says_its_rule(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, str(with_play(PLAYED, ["AH"]))).at(0)
    keyboard.press("End")
    hand_page.at(1)
    keyboard.press("c")
    tab_to(hand_page, hand_page.card("6S"), "ArrowLeft")
    keyboard.press("Enter")
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("North must follow hearts")


def test_a_deal_at_random_under_other_rules(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    hand_page.open()
    tab_to(hand_page, hand_page.page.locator("#rules-preset"))
    keyboard.type("Seven")
    playwright.expect(hand_page.page.locator("#rules-preset")).to_have_value("seven_card")
    tab_to(hand_page, hand_page.page.locator("#random-size"), "Shift+Tab")
    keyboard.press("Control+a")
    keyboard.type("7")
    keyboard.press("Enter")
    playwright.expect(hand_page.tiles()).to_have_count(28)
    tab_to(hand_page, hand_page.page.locator(".no-play").get_by_role("button", name="South"))
    keyboard.press("Enter")
    hand_page.wait_for_values()
    assert hand_page.turn() == "S"


def test_bids_are_made_and_taken_back(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, str(with_play(PLAYED, [])).replace(" 0 1 5 7", " 0 1 5")).at(0)
    bids = hand_page.page.get_by_role("region", name="Bids").last
    tab_to(hand_page, bids.get_by_role("button", name="7", exact=True))
    keyboard.press("Enter")
    hand_page.wait_for_values()
    tab_to(hand_page, hand_page.button("Take the last bid back"))
    keyboard.press("Enter")
    playwright.expect(hand_page.page.locator("#table")).to_contain_text("Who leads?")


def test_a_hand_of_a_list_is_chosen(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, "\n".join(map(str, GAME[10:14])))
    rows = hand_page.page.locator(".list tbody button")
    tab_to(hand_page, rows.nth(2), "Shift+Tab")
    keyboard.press("Enter")
    hand_page.at(0)
    assert hand_page.record() == [card.name for card in GAME[12].play]
    tab_to(hand_page, hand_page.button("Close the list"), "Shift+Tab")
    keyboard.press("Enter")
    playwright.expect(rows).to_have_count(0)


def test_variations_are_made_the_play_and_deleted(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    entered(hand_page, str(with_play(PLAYED, ["AH", "5H"]))).at(0)
    keyboard.press("ArrowRight")
    hand_page.at(1)
    hand_page.wait_for_values()
    keyboard.press("c")
    tab_to(hand_page, hand_page.card("6H"), "ArrowRight")
    keyboard.press("Enter")
    hand_page.at(2)
    tab_to(hand_page, hand_page.button("Make it the play"))
    keyboard.press("Enter")
    variations = hand_page.page.get_by_role("list", name="Variations").get_by_role("button")
    playwright.expect(variations.first).to_have_attribute("aria-pressed", "true")
    assert hand_page.record()[1] == "6H"
    tab_to(hand_page, variations.last)
    keyboard.press("Enter")
    playwright.expect(variations.last).to_have_attribute("aria-pressed", "true")
    tab_to(hand_page, hand_page.button("Delete this variation"))
    keyboard.press("Enter")
    playwright.expect(variations).to_have_count(0)
    assert hand_page.record() == ["AH", "6H"]


def test_look_and_help_are_dialogs_of_the_keyboard(hand_page: HandPage) -> None:
    keyboard = hand_page.page.keyboard
    hand_page.open()
    keyboard.press("?")
    hand_page.page.get_by_role("dialog", name="Keys and help").wait_for()
    keyboard.press("Escape")
    tab_to(hand_page, hand_page.button("Look"))
    keyboard.press("Enter")
    tab_to(hand_page, hand_page.page.locator("#look-theme"))
    keyboard.press("d")
    hand_page.page.wait_for_selector("html[data-theme=dark]")


def test_the_services_bids_are_asked_and_bid(served_page: HandPage) -> None:
    keyboard = served_page.page.keyboard
    deal = Deal.parse(str(with_play(PLAYED, [])).replace(" 0 1 5 7", " 0 1 5"))
    entered(served_page, str(deal)).at(0)
    keyboard.press("d")
    options = served_page.page.get_by_role("dialog").locator(".options button")
    tab_to(served_page, options.nth(2))
    keyboard.press("Enter")
    keyboard.press("Escape")
    playwright.expect(served_page.page.locator(".auction .chip dd").nth(3)).to_have_text("2")
