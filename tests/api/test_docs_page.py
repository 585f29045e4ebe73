"""The page at /docs in Chromium: it shows every operation, tries one, and asks no other host for anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from served import Server, start, stop

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = start(tmp_path, "--quiet")
    yield running
    stop(running)


@pytest.fixture
def shown(server: Server, chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(base_url=f"http://127.0.0.1:{server.port}", viewport={"width": 1000, "height": 900})
    yield page
    page.close()


def test_the_page_shows_every_operation_and_tries_one(server: Server, shown: Page) -> None:
    said, asked = [], []
    shown.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    shown.on("pageerror", lambda error: said.append(str(error)))
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto("/docs")
    document = server.ask("GET", "/openapi.json").json
    operations = sum(len({"get", "post", "delete"} & set(path)) for path in document["paths"].values())
    playwright.expect(shown.locator(".opblock")).to_have_count(operations)

    block = shown.locator("#operations-tag-postSolve, [id$=postSolve]").first
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Execute").click()
    playwright.expect(block.locator(".live-responses-table tbody .response-col_status").first).to_contain_text("200")
    playwright.expect(block.locator(".live-responses-table")).to_contain_text('"tricks"')

    assert said == []
    own = (f"http://127.0.0.1:{server.port}/", "data:", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []
