"""The page's solver in Chromium: on plain hosts, under the service's policy, and what it falls back to."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from built_page import WEB, built_page, node
from hosted import hosted
from served import Server, start, stop

from api import Settings, create_app
from solver import Deal, Rules, Seat, solve
from solver.dealing import deal_hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PLACE = "games/back-alley"
"""The folder of the page on its host."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's root with the built page in a folder, and beside it the page that tests speak to."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(built_page(), root / PLACE)
    script = ["build.mjs", "--script", "tests/browser/solver.ts"]
    subprocess.run([node(), *script], cwd=WEB, check=True)
    shutil.copy(WEB / "build" / "scripts" / "browser" / "solver.mjs", root / PLACE)
    shutil.copy(WEB / "tests" / "browser" / "index.html", root / PLACE / "solver.html")
    return root


@pytest.fixture
def shown(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("service"), "--quiet", cors_origins="*")
    yield running
    stop(running)


def files(site: Path, service: str = ".", **other: str) -> dict[str, str]:
    named = {file.suffix: f"assets/{file.name}" for file in (site / PLACE / "assets").iterdir()}
    worker = next(file.name for file in (site / PLACE / "assets").iterdir() if file.name.startswith("worker-"))
    return {"wasm": named[".wasm"], "worker": f"assets/{worker}", "service": service} | other


def choice(page: Page, asked: dict[str, str]) -> dict[str, Any]:
    chosen: dict[str, Any] = page.evaluate("files => backAlley.choose(files, 3)", asked)
    return chosen


def answers_as_the_engine(page: Page, cards: int = 13) -> None:
    for seed in range(3):
        deal = deal_hands(cards, Rules(), seed)
        ours, theirs = solve(deal).to_dict(), page.evaluate("deal => backAlley.table(deal)", deal.to_dict())
        assert [theirs[member] for member in ("tricks", "board", "max_tricks")] == [
            ours[member] for member in ("tricks", "board", "max_tricks")
        ]
    small = deal_hands(4, Rules(), 1)
    told = page.evaluate("deal => backAlley.every(deal)", small.to_dict())
    assert told[0]["cards"] == solve(small, leader=Seat.N).to_dict()["cards"]


@pytest.mark.parametrize("types", [{}, {".wasm": "application/octet-stream"}], ids=["its type", "another type"])
def test_a_plain_host_under_a_path_of_its_own(site: Path, shown: Page, types: dict[str, str]) -> None:
    with hosted(site, types=types) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        assert choice(shown, files(site)) == {"early": "here", "kind": "here", "why": None, "service": False}
        answers_as_the_engine(shown)


def test_under_the_policy_of_the_service_nothing_is_violated(site: Path, shown: Page) -> None:
    policy = create_app(Settings(log_requests=False)).test_client().get("/").headers["Content-Security-Policy"]
    with hosted(site, headers={"Content-Security-Policy": policy}) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        assert choice(shown, files(site))["kind"] == "here"
        answers_as_the_engine(shown)
        assert shown.evaluate("backAlley.violations()") == []


def test_where_wasm_is_forbidden_there_is_a_reason(site: Path, shown: Page) -> None:
    with hosted(site, headers={"Content-Security-Policy": "default-src 'self'"}) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        told = choice(shown, files(site))
        assert told["kind"] is None
        assert "the solver does not load" in told["why"]
        assert "no service answers at" in told["why"]


@pytest.mark.parametrize("gone", ["wasm", "worker"])
def test_without_its_files_the_service_solves(site: Path, shown: Page, service: Server, gone: str) -> None:
    with hosted(site) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        told = choice(shown, files(site, f"http://127.0.0.1:{service.port}/", **{gone: "assets/none.wasm"}))
        assert (told["early"], told["kind"]) == (None, "service")
        assert "the solver" in told["why"]
        answers_as_the_engine(shown, 6)


def test_with_both_it_solves_here_and_asks_the_service_for_the_rest(site: Path, shown: Page, service: Server) -> None:
    with hosted(site) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        told = choice(shown, files(site, f"http://127.0.0.1:{service.port}"))
        assert told == {"early": "here", "kind": "here", "why": None, "service": True}


def test_a_question_given_up_leaves_the_others(site: Path, shown: Page) -> None:
    with hosted(site) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        assert choice(shown, files(site))["kind"] == "here"
        hard = Deal.parse(hardest())
        next_deal = deal_hands(5, Rules(), 1)
        told = shown.evaluate(
            "([hard, next]) => backAlley.give_up(hard, 1, next)", [hard.to_dict(), next_deal.to_dict()]
        )
        assert told["error"] == "cancelled"
        assert told["next"]["tricks"] == solve(next_deal).to_dict()["tricks"]


def hardest() -> str:
    """A no-trump deal of 13 cards without a long suit, which takes the search long."""
    hands = "AT73.K852.QJ9.64 KJ5.AQ3.8742.J95 Q862.J74.AK5.T83 94.T96.T63.AKQ72"
    return f"W N N:{hands}"


def test_the_page_itself_is_never_held_up(site: Path, shown: Page) -> None:
    with hosted(site) as address:
        shown.goto(f"{address}{PLACE}/solver.html")
        assert choice(shown, files(site))["kind"] == "here"
        before = shown.evaluate("backAlley.longest_task()")
        answers_as_the_engine(shown)
        assert shown.evaluate("backAlley.longest_task()") == before
