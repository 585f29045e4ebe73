"""The built page on a plain host below some folders, and a browser to look at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hand_page import BUILT, HandPage
from hosted import hosted
from served import Server, start, stop

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page's address on a host of plain files, below a folder that is not its root."""
    if not (BUILT / "index.html").exists():
        pytest.skip("the page is not built: scripts/web")
    root = tmp_path_factory.mktemp("host")
    shutil.copytree(BUILT, root / "some" / "where")
    with hosted(root) as address:
        yield f"{address}some/where/"


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The service, which serves the page at /."""
    if not (BUILT / "index.html").exists():
        pytest.skip("the page is not built: scripts/web")
    running = start(tmp_path_factory.mktemp("served"), "--quiet")
    yield running
    stop(running)


@pytest.fixture
def hand_page(chromium: Browser, static_site: str) -> Iterator[HandPage]:
    """The page without a service; the browser must have nothing to complain of."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    shown = HandPage(context.new_page(), static_site)
    yield shown
    context.close()
    assert shown.said == []


@pytest.fixture
def served_page(chromium: Browser, service: Server) -> Iterator[HandPage]:
    """The page as the service serves it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    shown = HandPage(context.new_page(), f"http://127.0.0.1:{service.port}/")
    yield shown
    context.close()
    assert shown.said == []
