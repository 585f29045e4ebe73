"""The page for everybody: nothing serious to axe in both themes, 320 px, the keyboard alone, and what ears are told."""

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


def grave(results: Any) -> list[str]:
    """What axe calls serious or critical, each with the places."""
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in results.response["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("what", SHOWN)
def test_axe_finds_nothing_serious(themed_page: HandPage, what: str) -> None:
    themed_page.open()
    show(themed_page, what)
    assert grave(axe.Axe().run(themed_page.page)) == []


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
