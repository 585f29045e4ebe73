"""The page for everybody: nothing to axe in both themes, 320 px, the keyboard alone, and what ears are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hand_page import HandPage
from page_hands import BOARD, GAME, PLAYED, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="scripts/setup full brings it")

SHOWN = ["enter", "play", "why", "variation", "review", "quiz", "list", "help", "look", "share", "bids"]


def show(page: HandPage, what: str) -> None:
    """Brings one of the page's faces before the eyes."""
    if what == "enter":
        return
    if what == "list":
        page.paste("\n".join(map(str, GAME[10:14])))
        page.page.locator(".list").wait_for()
        return
    page.paste(str(PLAYED))
    page.at(0)
    page.wait_for_values()
    page.page.locator(".record .badge").first.wait_for()
    if what in ("why", "variation"):
        page.page.locator('.record button[data-card="QC"]').click()
        page.wait_for_values()
        page.page.locator(".hand.turn .tile.illegal, .hand.turn .tile.playable").last.click()
    elif what == "review":
        page.view("Review")
        page.page.locator(".review[aria-busy=false]").wait_for()
    elif what == "quiz":
        page.view("Quiz")
        page.page.locator(".quiz").wait_for()
    elif what in ("help", "look", "share", "bids"):
        name = {"help": "Keys and help", "look": "Look", "share": "Share", "bids": "Bids"}[what]
        page.button(name).click()
        page.page.get_by_role("dialog").wait_for()


@pytest.fixture(params=["light", "dark"])
def themed_page(request: pytest.FixtureRequest, chromium: Browser, static_site: str) -> Iterator[HandPage]:
    context = chromium.new_context(color_scheme=request.param, viewport={"width": 1280, "height": 900})
    yield HandPage(context.new_page(), static_site)
    context.close()


@pytest.fixture
def narrow_page(chromium: Browser, static_site: str) -> Iterator[HandPage]:
    """A small phone, without a mouse."""
    context = chromium.new_context(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    yield HandPage(context.new_page(), static_site)
    context.close()


def faults_of(results: Any) -> list[str]:
    """What axe finds, each with its place."""
    return [
        f"{each['impact']} {each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in results.response["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("what", SHOWN)
def test_axe_finds_nothing(themed_page: HandPage, what: str) -> None:
    themed_page.open()
    show(themed_page, what)
    assert faults_of(axe.Axe().run(themed_page.page)) == []


@pytest.mark.parametrize("what", SHOWN)
def test_nothing_goes_over_the_edge_of_320_px(narrow_page: HandPage, what: str) -> None:
    narrow_page.open()
    show(narrow_page, what)
    assert narrow_page.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_thirteen_cards_a_hand_fit_as_well(narrow_page: HandPage) -> None:
    narrow_page.open().paste(str(BOARD))
    narrow_page.wait_for_values()
    assert narrow_page.page.evaluate("document.documentElement.scrollWidth") <= 320
    box = narrow_page.tiles("S").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24, "large enough for a finger"


def test_a_finger_alone_plays(narrow_page: HandPage) -> None:
    narrow_page.open().paste(str(until(PLAYED, 4))).at(0)
    narrow_page.button("To the end").tap()
    narrow_page.at(4)
    narrow_page.wait_for_values()
    narrow_page.page.locator(".hand.turn .tile.playable").first.tap()
    narrow_page.at(5)
    narrow_page.page.locator(".hand.turn .tile.illegal").first.tap()
    playwright.expect(narrow_page.page.get_by_role("alert")).to_contain_text("Not allowed")
    playwright.expect(narrow_page.page.get_by_role("alert")).to_be_in_viewport()
    playwright.expect(narrow_page.button("Undo")).to_be_in_viewport()


def test_the_ear_hears_card_value_and_turn(hand_page: HandPage) -> None:
    hand_page.open().paste(str(until(PLAYED, 19))).to_end(19)
    hand_page.wait_for_values()
    playwright.expect(hand_page.live()).to_have_text(
        "South plays three of spades. West to play. Best: eight of spades, four of spades; "
        "East–West score 15 points less than the others."
    )
    playwright.expect(hand_page.card("QS")).to_have_accessible_name(
        "queen of spades, East–West score 66 points less than the others, loses 51 points"
    )
    hand_page.button("Tricks").click()
    playwright.expect(hand_page.live()).to_contain_text("four of spades; East–West end with 5 tricks.")
    playwright.expect(hand_page.card("QS")).to_have_accessible_name(
        "queen of spades, East–West end with 3 tricks, loses 2 tricks"
    )
    playwright.expect(hand_page.card("8S")).to_have_accessible_name(
        "eight of spades, East–West end with 5 tricks, loses nothing"
    )


def test_a_dialog_holds_the_focus_and_gives_it_back(hand_page: HandPage) -> None:
    hand_page.open()
    opener = hand_page.button("Keys and help")
    opener.focus()
    hand_page.page.keyboard.press("Enter")
    dialog = hand_page.page.get_by_role("dialog", name="Keys and help")
    dialog.wait_for()
    for _ in range(6):
        hand_page.page.keyboard.press("Tab")
        assert hand_page.page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    hand_page.page.keyboard.press("Escape")
    playwright.expect(dialog).to_have_count(0)
    playwright.expect(opener).to_be_focused()


def test_single_letters_can_be_left_to_others(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Keys and help").click()
    hand_page.page.get_by_label("Single-letter keys").uncheck()
    hand_page.page.keyboard.press("Escape")
    playwright.expect(hand_page.page.get_by_role("dialog")).to_have_count(0)
    hand_page.page.keyboard.press("n")
    hand_page.page.keyboard.press("ArrowRight")
    hand_page.at(1)
    playwright.expect(hand_page.page.locator("#table")).to_be_visible()


@pytest.mark.parametrize(("tag", "word"), [("fi", "Valtti"), ("az", "Kozır"), ("th", "ทรัมป์"), ("en", "Trump")])
def test_the_page_speaks_other_languages(chromium: Browser, static_site: str, tag: str, word: str) -> None:
    context = chromium.new_context(locale=tag, viewport={"width": 320, "height": 568})
    page = HandPage(context.new_page(), static_site)
    page.open()
    page.page.locator("#paste-text").fill(str(PLAYED))
    page.page.locator(".paste button[type=submit]").click()
    page.wait_for_values()
    playwright.expect(page.page.locator(".state dt").first).to_have_text(word)
    assert page.page.evaluate("document.documentElement.lang") == tag
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.said == []
    context.close()


def test_themes_and_suits_are_chosen_and_kept(hand_page: HandPage) -> None:
    hand_page.open()
    hand_page.button("Look").click()
    hand_page.page.get_by_label("Theme").select_option("dark")
    hand_page.page.get_by_label("Suits").select_option("two")
    hand_page.page.wait_for_selector("html[data-theme=dark][data-suits=two]")
    hand_page.page.wait_for_function("(localStorage['back-alley-page'] ?? '').includes('\"dark\"')")
    hand_page.page.reload()
    hand_page.page.wait_for_selector("html[data-theme=dark][data-suits=two]")


def test_a_review_prints_on_one_sheet(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.view("Review")
    hand_page.page.locator(".review[aria-busy=false]").wait_for()
    sheet = hand_page.page.pdf(format="A4")
    assert sheet.count(b"/Type /Page\n") + sheet.count(b"/Type/Page/") == 1
