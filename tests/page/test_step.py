"""Stepping and trying, by mouse and again by the keyboard alone."""

from __future__ import annotations

import pytest
from hand_page import HandPage
from page_hands import PLAYED, until

from solver import review

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
ALL = 36
COSTLY = [play.index for play in review(PLAYED).plays if play.loss_points]
WAYS = pytest.mark.parametrize("way", ["mouse", "keys"])
STEPS = {
    "start": ("To the start", "Home"),
    "previous": ("Back one card", "ArrowLeft"),
    "next": ("Forward one card", "ArrowRight"),
    "end": ("To the end", "End"),
    "mistake": ("Next mistake", "m"),
    "best": ("Play the best card", " "),
    "auto": ("Play on with best cards", "a"),
    "undo": ("Undo", "Control+z"),
    "redo": ("Redo", "Control+y"),
}


def press(page: HandPage, way: str, what: str) -> None:
    button, key = STEPS[what]
    if way == "mouse":
        page.button(button).click()
    else:
        page.page.keyboard.press("Space" if key == " " else key)


def opened(page: HandPage, way: str, place: int = 0) -> HandPage:
    """The played hand at a place; with the keyboard the focus is on the table."""
    page.open().paste(str(PLAYED))
    page.at(0)
    page.wait_for_values()
    page.page.wait_for_selector(".record .badge")
    if way == "keys":
        page.page.keyboard.press("Escape")
    for _ in range(place):
        press(page, way, "next")
    page.at(place)
    return page


@WAYS
def test_one_card_and_all_the_way(hand_page: HandPage, way: str) -> None:
    opened(hand_page, way)
    for what, place in [("next", 1), ("next", 2), ("previous", 1), ("end", ALL), ("previous", ALL - 1), ("start", 0)]:
        press(hand_page, way, what)
        hand_page.at(place)
    assert hand_page.record() == [card.name for card in PLAYED.play]


def test_a_trick_by_the_arrows_up_and_down(hand_page: HandPage) -> None:
    opened(hand_page, "keys", 5)
    for key, place in [("ArrowDown", 8), ("ArrowDown", 12), ("ArrowUp", 8), ("ArrowUp", 4)]:
        hand_page.page.keyboard.press(key)
        hand_page.at(place)


@WAYS
def test_the_next_mistake(hand_page: HandPage, way: str) -> None:
    opened(hand_page, way)
    press(hand_page, way, "mistake")
    hand_page.at(COSTLY[0])
    if way == "keys":
        press(hand_page, way, "end")
        hand_page.page.keyboard.press("Shift+M")
        hand_page.at(COSTLY[-1])


def test_a_card_of_the_record_leads_to_it(hand_page: HandPage) -> None:
    opened(hand_page, "mouse")
    hand_page.page.locator('.record button[data-card="QC"]').click()
    hand_page.at([card.name for card in PLAYED.play].index("QC") + 1)


def test_the_record_is_one_stop_of_the_tab_key(hand_page: HandPage) -> None:
    opened(hand_page, "keys", 3)
    stops = hand_page.page.locator(".record button[tabindex='0']")
    playwright.expect(stops).to_have_count(1)
    stops.focus()
    hand_page.page.keyboard.press("ArrowRight")
    hand_page.at(4)


@WAYS
def test_another_card_opens_a_variation_that_is_kept_and_named(hand_page: HandPage, way: str) -> None:
    place = 17
    opened(hand_page, way, place)
    own = PLAYED.play[place].name
    hand_page.wait_for_values()
    other = next(card for card in hand_page.values() if card != own)
    if way == "mouse":
        hand_page.card(other).click()
    else:
        hand_page.page.keyboard.press("c")
        for _ in range(13):
            if hand_page.page.evaluate("document.activeElement.dataset.card") == other:
                break
            hand_page.page.keyboard.press("ArrowRight")
        hand_page.page.keyboard.press("Enter")
    hand_page.at(place + 1)
    assert hand_page.record()[place] == other
    variations = hand_page.page.get_by_role("list", name="Variations").get_by_role("button")
    playwright.expect(variations).to_have_text(["The play", "Variation A"])
    rename = hand_page.button("Rename")
    rename.click() if way == "mouse" else rename.press("Enter")
    field = hand_page.page.get_by_label("Name of the variation")
    field.fill("Keep the king")
    field.press("Enter")
    playwright.expect(variations).to_have_text(["The play", "Keep the king"])
    # The play is as it was, and the variation beside it.
    back = variations.first
    back.click() if way == "mouse" else back.press("Enter")
    hand_page.at(place)
    assert hand_page.record() == [card.name for card in PLAYED.play]
    variations.last.click()
    hand_page.at(place + 1)
    assert hand_page.record()[place] == other


@WAYS
def test_undo_and_redo(hand_page: HandPage, way: str) -> None:
    hand_page.open().paste(str(until(PLAYED, 4))).to_end(4)
    hand_page.wait_for_values()
    if way == "keys":
        hand_page.page.keyboard.press("Escape")
    for _ in range(3):
        before = hand_page.place()
        hand_page.wait_for_values()
        press(hand_page, way, "best")
        hand_page.at(before + 1)
    for place in (6, 5, 4):
        press(hand_page, way, "undo")
        hand_page.at(place)
    for place in (5, 6, 7):
        press(hand_page, way, "redo")
        hand_page.at(place)


@WAYS
def test_best_cards_play_on_to_the_end_and_can_be_stopped(hand_page: HandPage, way: str) -> None:
    hand_page.open().paste(str(until(PLAYED, 28))).to_end(28)
    hand_page.wait_for_values()
    if way == "keys":
        hand_page.page.keyboard.press("Escape")
    press(hand_page, way, "auto")
    hand_page.at(29)
    hand_page.button("Stop").click() if way == "mouse" else hand_page.page.keyboard.press("a")
    playwright.expect(hand_page.button("Stop")).to_have_count(0)
    press(hand_page, way, "auto")
    hand_page.at(ALL)
    playwright.expect(hand_page.page.locator("#table")).to_contain_text("Play is over")


def test_the_focus_goes_on_with_the_turn(hand_page: HandPage) -> None:
    """Whoever plays by the keyboard alone plays card after card."""
    hand_page.open().paste(str(until(PLAYED, 4))).to_end(4)
    hand_page.wait_for_values()
    hand_page.page.keyboard.press("Escape")
    hand_page.page.keyboard.press("c")
    for place in range(5, 13):
        seat = hand_page.page.evaluate("document.activeElement.closest('.hand')?.dataset.seat")
        assert seat == hand_page.turn()
        hand_page.page.keyboard.press("Enter")
        hand_page.at(place)


def test_the_cursor_of_the_chart_follows_and_leads(hand_page: HandPage) -> None:
    opened(hand_page, "mouse", 9)
    slider = hand_page.page.get_by_role("slider", name="Place in the play")
    playwright.expect(slider).to_have_value("9")
    slider.focus()
    hand_page.page.keyboard.press("ArrowRight")
    hand_page.at(10)
    hand_page.page.locator("svg.chart").click(position={"x": 1, "y": 40})
    hand_page.at(0)


@pytest.mark.parametrize("preset", ["standard", "bab_online", "spades_26", "seven_card", "whist"])
@pytest.mark.parametrize(("size", "seed"), [(1, "3"), (4, "11")])
def test_deals_of_every_preset_play_to_the_end_with_best_cards(
    hand_page: HandPage, preset: str, size: int, seed: str
) -> None:
    hand_page.open()
    hand_page.page.locator("#rules-preset").select_option(preset)
    hand_page.page.locator("#random-size").fill(str(size))
    hand_page.page.locator("#random-seed").fill(seed)
    hand_page.button("Deal").click()
    hand_page.page.locator(".no-play").get_by_role("button", name="West").click()
    hand_page.wait_for_values()
    worth = {text for text, tone in hand_page.values().values() if tone == "best"}
    assert len(worth) == 1
    side, tricks = "EW", int(worth.pop())
    for place in range(4 * size):
        hand_page.at(place)
        hand_page.wait_for_values()
        hand_page.button("Play the best card").click()
    hand_page.at(4 * size)
    playwright.expect(hand_page.page.locator("#table")).to_contain_text("Play is over")
    taken = hand_page.page.locator(f'.state [data-side="{side}"] dd').first
    playwright.expect(taken).to_have_text(f"{tricks} trick{'' if tricks == 1 else 's'}")


def with_inner_variation(page: HandPage, place: int) -> tuple[str, str]:
    """A variation before this card and one that leaves it later: the cards that open them."""
    opened(page, "mouse", place)
    own = PLAYED.play[place].name
    first = next(card for card in page.values() if card != own)
    page.card(first).click()
    page.at(place + 1)
    for step in range(place + 1, place + 13):
        page.wait_for_values()
        page.button("Play the best card").click()
        page.at(step + 1)
    line = page.record()
    for step in range(place + 12, place, -1):
        page.button("Back one card").click()
        page.at(step)
        others = [card for card in page.values() if card != line[step]]
        if others:
            page.card(others[0]).click()
            page.at(step + 1)
            return first, others[0]
    raise AssertionError("no other card could be played")


def test_one_press_makes_a_variation_of_a_variation_the_play(hand_page: HandPage) -> None:
    cards = with_inner_variation(hand_page, 17)
    line = hand_page.record()
    assert set(cards) <= set(line)
    hand_page.button("Make it the play").click()
    variations = hand_page.page.get_by_role("list", name="Variations").get_by_role("button")
    playwright.expect(variations.first).to_have_attribute("aria-pressed", "true")
    assert hand_page.record() == line
    playwright.expect(hand_page.button("Make it the play")).to_have_count(0)


def test_stepping_stays_in_the_chosen_line(hand_page: HandPage) -> None:
    with_inner_variation(hand_page, 17)
    line = hand_page.record()
    hand_page.page.keyboard.press("Escape")
    hand_page.page.keyboard.press("Home")
    hand_page.at(0)
    for place in (1, 2):
        hand_page.page.keyboard.press("ArrowRight")
        hand_page.at(place)
    assert hand_page.record() == line
    hand_page.page.keyboard.press("End")
    hand_page.at(len(line))
    assert hand_page.record() == line
    hand_page.page.keyboard.press("Home")
    hand_page.page.get_by_role("list", name="Variations").get_by_role("button", name="The play").click()
    playwright.expect(hand_page.page.locator(".record button")).to_have_count(ALL)
    assert hand_page.record() == [card.name for card in PLAYED.play]


@pytest.mark.parametrize("own", ["step", "card", "tab", "dialog"])
def test_whatever_a_person_does_ends_the_playing_on(hand_page: HandPage, own: str) -> None:
    hand_page.open().paste(str(until(PLAYED, 4))).to_end(4)
    hand_page.wait_for_values()
    hand_page.page.keyboard.press("Escape")
    hand_page.page.keyboard.press("a")
    hand_page.at(5)
    if own == "step":
        hand_page.page.keyboard.press("Home")
    elif own == "card":
        hand_page.wait_for_values()
        hand_page.page.locator(".hand.turn .tile.valued").first.click()
    elif own == "tab":
        hand_page.page.keyboard.press("r")
    else:
        hand_page.page.keyboard.press("s")
        hand_page.page.keyboard.press("Escape")
    playwright.expect(hand_page.button("Stop")).to_have_count(0)
    playwright.expect(hand_page.button("Play on with best cards")).to_be_visible()


def test_that_no_mistake_is_left_is_seen(hand_page: HandPage) -> None:
    opened(hand_page, "keys")
    mistake = hand_page.button("Next mistake")
    playwright.expect(mistake).to_have_attribute("aria-disabled", "false")
    hand_page.page.keyboard.press("End")
    hand_page.at(ALL)
    playwright.expect(mistake).to_have_attribute("aria-disabled", "true")
    hand_page.page.keyboard.press("m")
    playwright.expect(hand_page.page.locator(".board").get_by_text("No mistake further on.")).to_be_visible()
