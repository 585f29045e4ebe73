"""What goes wrong is said in one line, and nothing that was entered is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hand_page import BUILT, HandPage
from page_hands import PLAYED, until, with_play

from solver import Deal

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
ALL = 36


def with_hand(page: HandPage) -> str:
    """The played hand on the page; its fragment."""
    page.open().paste(str(PLAYED)).at(0)
    page.page.wait_for_function("location.hash.length > 20")
    return page.fragment()


@pytest.mark.parametrize("broken", ["1", "1abc", "9Zk3", "zzz", "cut"])
def test_a_broken_link_is_told_and_the_last_hand_is_there(hand_page: HandPage, broken: str) -> None:
    fragment = with_hand(hand_page)
    hand_page.page.goto("about:blank")
    hand_page.page.goto(f"{hand_page.address}#{fragment[:-9] if broken == 'cut' else broken}")
    playwright.expect(hand_page.page.get_by_role("alert").first).to_contain_text("link")
    playwright.expect(hand_page.tiles()).to_have_count(ALL)


def test_a_broken_link_in_the_open_page_changes_nothing(hand_page: HandPage) -> None:
    with_hand(hand_page)
    hand_page.page.evaluate("location.hash = '1broken'")
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("The link cannot be read")
    playwright.expect(hand_page.tiles()).to_have_count(ALL)
    hand_page.button("Dismiss").click()
    playwright.expect(hand_page.page.get_by_role("alert")).to_have_count(0)


def test_the_hand_is_kept_between_visits(hand_page: HandPage) -> None:
    with_hand(hand_page)
    hand_page.button("Forward one card").click()
    hand_page.at(1)
    hand_page.page.goto("about:blank")
    hand_page.open()
    hand_page.at(1)
    assert hand_page.record() == [card.name for card in PLAYED.play]


def test_ten_megabytes_are_refused_in_one_line(hand_page: HandPage) -> None:
    with_hand(hand_page)
    hand_page.view("Enter")
    hand_page.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "[1,2,".repeat(2_000_000));
            document.querySelector("#paste-text").dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    playwright.expect(hand_page.page.locator("#paste-faults .fault")).to_contain_text("more than the page reads")
    hand_page.view("Hand")
    playwright.expect(hand_page.tiles()).to_have_count(ALL)


def test_ten_megabytes_of_hands_are_read_as_far_as_the_page_reads(hand_page: HandPage) -> None:
    hand_page.open()
    line = f"{with_play(PLAYED, [])}\n"
    hand_page.page.evaluate(
        """line => {
            const data = new DataTransfer();
            data.items.add(new File([line.repeat(Math.ceil(1e7 / line.length))], "season.txt", { type: "text/plain" }));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        line,
    )
    playwright.expect(hand_page.page.locator(".records > .fault")).to_be_visible(timeout=20_000)
    hand_page.page.locator(".list tbody button").first.click()
    hand_page.at(0)


def test_a_record_with_an_illegal_card_is_shown_with_its_rule(hand_page: HandPage) -> None:
    cards = [card.name for card in PLAYED.play]
    place = 1  # North follows hearts with a spade instead
    spoiled = [*cards[:place], "AS"]
    deal = str(until(PLAYED, place)).replace(" up=", f".{spoiled[-1]} up=")
    hand_page.open().paste(deal)
    hand_page.page.locator("#table").wait_for()
    playwright.expect(hand_page.page.get_by_role("alert")).to_contain_text("R11")
    hand_page.button("To the end").click()
    hand_page.at(2)
    playwright.expect(hand_page.page.locator(".record .badge.big")).to_have_text("!")
    hand_page.button("Back one card").click()
    hand_page.at(1)
    hand_page.wait_for_values()


def test_without_webassembly_a_plain_host_says_so_and_the_rest_works(chromium: Browser, static_site: str) -> None:
    context = chromium.new_context()
    page = HandPage(context.new_page(), static_site)
    page.page.route("**/*.wasm", lambda route: route.abort())
    page.open().paste(str(PLAYED)).at(0)
    playwright.expect(page.page.get_by_role("alert")).to_contain_text("This browser cannot solve")
    page.button("Forward one card").click()
    page.at(1)
    page.card("5H").click()
    page.at(2)
    context.close()


def test_without_webassembly_the_service_solves(chromium: Browser, served_page: HandPage) -> None:
    assert chromium
    served_page.page.route("**/*.wasm", lambda route: route.abort())
    served_page.open().paste(str(until(PLAYED, 1))).to_end(1)
    playwright.expect(served_page.page.get_by_role("alert")).to_contain_text("the service does")
    assert {card: shown for card, (shown, _) in served_page.values().items()} == {"6H": "+15", "5H": "+15"}
    served_page.said.clear()  # the browser tells of the file that was held back


def test_a_service_that_goes_is_told_where_it_is_asked(served_page: HandPage) -> None:
    served_page.open().paste(str(PLAYED)).at(0)
    served_page.view("Review")
    served_page.page.route("**/v1/**", lambda route: route.abort())
    served_page.button("Ask the service").click()
    playwright.expect(served_page.page.locator(".account .fault")).to_contain_text("does not answer")
    playwright.expect(served_page.tiles()).to_have_count(ALL)
    served_page.wait_for_values()
    served_page.page.unroute("**/v1/**")
    served_page.button("Try again").click()
    served_page.page.locator(".account table.figures").wait_for()
    served_page.said.clear()  # the browser tells of each call that was cut


def test_a_deal_that_cannot_be_solved_yet_says_what_is_missing(hand_page: HandPage) -> None:
    deal = Deal.parse(str(with_play(PLAYED, [])))
    hand_page.open().paste(str(deal).replace(" 0 1 5 7", ""))
    playwright.expect(hand_page.page.locator("#table")).to_contain_text("Who leads?")


def test_opened_as_a_file_it_says_that_it_needs_a_web_server(chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 800, "height": 600})
    page = context.new_page()
    page.goto((BUILT / "index.html").as_uri())
    playwright.expect(page.locator("main")).to_contain_text("needs a web server")
    playwright.expect(page.locator(".unserved")).to_be_visible()
    context.close()


def test_the_sentence_about_the_web_server_goes_when_the_page_runs(hand_page: HandPage) -> None:
    hand_page.open()
    playwright.expect(hand_page.page.locator(".unserved")).to_have_count(0)
