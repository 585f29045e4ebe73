"""Sharing: the link holds the hand with its variations; texts read back; pictures; pages of others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hand_page import HandPage
from hosted import hosted
from page_hands import PLAYED

from solver import Deal

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")


def shared(page: HandPage, form: str) -> str:
    page.page.locator("#share-form").select_option(form)
    return page.page.get_by_label("Text to copy").input_value()


def test_the_link_holds_play_variations_and_names(hand_page: HandPage, chromium: Browser) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.page.locator('.record button[data-card="QC"]').click()
    hand_page.wait_for_values()
    own = PLAYED.play[hand_page.place()].name
    other = next(card for card in hand_page.values() if card != own)
    hand_page.card(other).click()
    hand_page.button("Rename").click()
    hand_page.page.get_by_label("Name of the variation").fill("Another way")
    hand_page.page.keyboard.press("Enter")
    hand_page.button("Share").click()
    link = hand_page.page.locator("#share-link").input_value()
    assert len(link) < 300, "short enough for a chat"

    context = chromium.new_context()
    second = HandPage(context.new_page(), link)
    second.open()
    variations = second.page.get_by_role("list", name="Variations").get_by_role("button")
    playwright.expect(variations).to_have_text(["The play", "Another way"])
    assert other in second.record()
    variations.first.click()
    playwright.expect(second.page.locator('.record button[data-card="3H"]')).to_have_count(1)
    assert second.record() == [card.name for card in PLAYED.play]
    context.close()


def test_the_address_follows_what_is_played(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.page.wait_for_function("location.hash.length > 20")
    before = hand_page.fragment()
    hand_page.button("To the end").click()
    hand_page.page.wait_for_function("before => location.hash.slice(1) !== before", arg=before)
    hand_page.page.reload()
    hand_page.at(len(PLAYED.play))


def test_another_hand_in_the_address_is_shown(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.page.wait_for_function("location.hash.length > 20")
    fragment = hand_page.fragment()
    hand_page.view("Enter")
    hand_page.page.locator("#random-size").fill("2")
    hand_page.button("Deal").click()
    hand_page.page.wait_for_function("before => location.hash.slice(1) !== before", arg=fragment)
    hand_page.page.evaluate("fragment => { location.hash = fragment }", fragment)
    playwright.expect(hand_page.tiles()).to_have_count(36)


@pytest.mark.parametrize("form", ["line", "json"])
def test_the_texts_read_back_as_the_deal(hand_page: HandPage, form: str) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Share").click()
    text = shared(hand_page, form)
    assert (Deal.parse(text) if form == "line" else Deal.from_dict(json.loads(text))) == PLAYED


def test_pbn_and_the_diagram_have_what_they_can_say(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Share").click()
    assert '[Deal "N:AK6.65.2.QJ.B' in shared(hand_page, "pbn")
    assert "♠ A K 6" in shared(hand_page, "text")


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_press_copies(hand_page: HandPage, way: str) -> None:
    hand_page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand_page.open().paste(str(PLAYED)).at(0)
    if way == "keys":
        hand_page.page.locator("h1").click()
        hand_page.page.keyboard.press("s")
    else:
        hand_page.button("Share").click()
    copy = hand_page.button("Copy").last
    copy.click() if way == "mouse" else copy.press("Enter")
    playwright.expect(hand_page.page.get_by_role("status").last).to_contain_text("copied")
    assert Deal.parse(hand_page.page.evaluate("navigator.clipboard.readText()")) == PLAYED
    hand_page.page.keyboard.press("Escape")
    playwright.expect(hand_page.page.get_by_role("dialog")).to_have_count(0)


def test_pictures_of_the_table(hand_page: HandPage, tmp_path: Path) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Forward one card").click()
    hand_page.at(1)
    hand_page.button("Share").click()
    saved = {}
    for name in ("SVG", "PNG"):
        with hand_page.page.expect_download() as waiting:
            hand_page.button(name).click()
        saved[name] = tmp_path / name
        waiting.value.save_as(saved[name])
    text = " ".join(ET.parse(saved["SVG"]).getroot().itertext())
    for word in ("North", "A K 6", "clubs", "North–South: 5"):
        assert word in text
    assert saved["PNG"].read_bytes().startswith(b"\x89PNG")


def test_the_element_shows_the_hand_on_a_page_of_others(hand_page: HandPage, tmp_path: Path) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Share").click()
    element, frame = shared(hand_page, "element"), shared(hand_page, "frame")
    for name, code in (("element.html", element), ("frame.html", frame)):
        (tmp_path / name).write_text(
            f"<!doctype html><link rel=icon href=data:,><title>Club</title><h1>Our club</h1>{code}", encoding="utf-8"
        )
    with hosted(tmp_path) as address:
        for name in ("element.html", "frame.html"):
            hand_page.page.goto(f"{address}{name}")
            inner = hand_page.page.frame_locator("back-alley-hand iframe, iframe").first
            playwright.expect(inner.locator(".hand .tile")).to_have_count(36)
            inner.locator(".hand.turn .worth").first.wait_for()
            playwright.expect(inner.get_by_role("navigation")).to_have_count(0)
            playwright.expect(inner.get_by_role("link", name="Open on its own page")).to_be_visible()


def test_who_shares_is_told_what_is_kept_and_who_can_open_the_link(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.button("Share").click()
    dialog = hand_page.page.get_by_role("dialog")
    playwright.expect(dialog).to_contain_text("Nothing is sent anywhere; this browser remembers the last hand.")
    playwright.expect(dialog).to_contain_text("The link opens on this computer only.")
