"""The hand page in a browser, as a person uses it: what lies on the table, and what is pressed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "api" / "page"
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


class HandPage:
    """One visit. Whoever looks waits for what must be there, never for a time."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(10_000)
        self.address = address
        self.said: list[str] = []
        """What the browser complained of."""
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text, message.location.get("url", "")))

    def _hear(self, kind: str, text: str, url: str) -> None:
        # A plain host has no service: the page asks once whether there is one.
        if kind in ("error", "warning") and not url.endswith("/v1/rules"):
            self.said.append(text)

    def open(self, fragment: str = "", query: str = "") -> HandPage:
        self.page.goto(f"{self.address}{query}{'#' + fragment if fragment else ''}")
        self.page.wait_for_selector("#paste-text, #table")
        return self

    def paste(self, text: str) -> HandPage:
        """Reads a text by the one field that there is for all of them."""
        self.view("Enter")
        self.page.locator("#paste-text").fill(text)
        self.button("Show it").click()
        return self

    def to_end(self, place: int) -> HandPage:
        """To the end of the play, which has so many cards."""
        self.at(0)
        if place:
            self.button("To the end").click()
            self.at(place)
        return self

    def view(self, name: str) -> None:
        self.page.get_by_role("navigation").get_by_role("button", name=name, exact=True).click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tiles(self, seat: str | None = None) -> Locator:
        return self.page.locator(f".hand-{seat} .tile" if seat else ".hand .tile")

    def card(self, card: str) -> Locator:
        """A card that lies in a hand."""
        return self.page.locator(f'.hand .tile[data-card="{card}"]')

    def turn(self) -> str | None:
        """Whose turn it is."""
        seats = self.page.locator(".hand.turn").evaluate_all("all => all.map(each => each.dataset.seat)")
        return seats[0] if seats else None

    def wait_for_values(self) -> None:
        self.page.locator(".hand.turn .worth").first.wait_for()

    def values(self) -> dict[str, tuple[str, str]]:
        """Each card that may be played: what is written below it, and how it is marked."""
        self.wait_for_values()
        tiles: list[list[str]] = self.page.locator(".hand.turn .tile.valued").evaluate_all(
            """all => all.map(tile => [tile.dataset.card, tile.querySelector('.worth').textContent.trim(),
               tile.querySelector('.worth').classList[1]])"""
        )
        return {card: (shown, tone) for card, shown, tone in tiles}

    def record(self) -> list[str]:
        """The cards of the record, in the order played."""
        tiles: list[str] = self.page.locator(".record button").evaluate_all(
            "all => all.sort((a, b) => a.dataset.index - b.dataset.index).map(each => each.dataset.card)"
        )
        return tiles

    def place(self) -> int:
        """How many cards lie behind the cursor."""
        return int(self.page.locator("#table").get_attribute("data-place") or 0)

    def at(self, place: int) -> None:
        """Waits until the cursor is there."""
        self.page.wait_for_selector(f'#table[data-place="{place}"]')

    def fragment(self) -> str:
        return str(self.page.evaluate("location.hash.slice(1)"))

    def live(self) -> Locator:
        return self.page.get_by_test_id("live")
