"""The review on the page is the engine's: costs, accuracy, turning points, the account and the bids; and the quiz."""

from __future__ import annotations

import pytest
from hand_page import SEATS, HandPage
from page_hands import GAME, PLAYED, until, with_play

from solver import Deal, optimal_bids, review

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
REVIEWS = pytest.mark.parametrize(
    "deal", [PLAYED, GAME[0], GAME[16], GAME[24]], ids=["nine", "thirteen", "four", "last"]
)


def reviewed(page: HandPage, deal: Deal, way: str = "mouse") -> HandPage:
    page.open().paste(str(deal)).at(0)
    if way == "mouse":
        page.view("Review")
    else:
        page.page.locator("h1").click()
        page.page.keyboard.press("r")
    page.page.locator(".review[aria-busy=false]").wait_for(timeout=30_000)
    return page


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@REVIEWS
def test_each_card_has_its_cost(hand_page: HandPage, deal: Deal) -> None:
    reviewed(hand_page, deal)
    told = review(deal)
    costly = {f"{play.index}": f"−{play.loss_points}" for play in told.plays if play.loss_points}
    badges = hand_page.page.locator(".record button:has(.badge)").evaluate_all(
        "all => Object.fromEntries(all.map(each => [each.dataset.index, each.querySelector('.badge').textContent]))"
    )
    assert badges == costly


@REVIEWS
def test_accuracy_and_turning_points(hand_page: HandPage, deal: Deal) -> None:
    reviewed(hand_page, deal)
    told = review(deal).to_dict()
    for seat, name in SEATS.items():
        play = told["players"][seat]["play"]
        cells = hand_page.page.get_by_role("row", name=name).first.get_by_role("cell")
        shown = [cell.strip() for cell in cells.all_text_contents()]
        lost = play["loss_points"]
        assert shown[0] == f"{play['accuracy']:g} %"
        assert shown[1] == f"{lost} point{'' if lost == 1 else 's'}"
        assert shown[2] == str(told["players"][seat]["choices"])
    points = hand_page.page.locator(".review .points button")
    cards = [point for point in told["turning_points"] if point["kind"] == "card"]
    playwright.expect(points).to_have_count(len(cards))
    for place, point in enumerate(cards):
        points.nth(place).click()
        hand_page.at(point["index"])


def test_the_chart_says_in_words_what_it_shows(hand_page: HandPage) -> None:
    reviewed(hand_page, PLAYED)
    told = review(PLAYED)
    chart = hand_page.page.locator("svg.chart")
    assert told.account is not None
    label = chart.get_attribute("aria-label") or ""
    assert signed(told.account.final_margin) in label
    assert "West's queen of spades lost the most" in label
    playwright.expect(hand_page.page.locator("figcaption")).to_have_text("North–South's points ahead")


def test_points_are_shown_once_all_have_bid(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    playwright.expect(hand_page.button("Points")).to_have_attribute("aria-pressed", "true")
    hand_page.paste(str(with_play(PLAYED, [])).replace(" 0 1 5 7", ""))
    playwright.expect(hand_page.button("Tricks")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_quiz_asks_for_the_card_that_loses_nothing(hand_page: HandPage, way: str) -> None:
    reviewed(hand_page, PLAYED, way)
    if way == "mouse":
        hand_page.view("Quiz")
        hand_page.button("Begin").click()
    else:
        hand_page.page.keyboard.press("g")
        hand_page.button("Begin").press("Enter")
    costly = next(play for play in review(PLAYED).plays if play.loss_points)
    hand_page.at(costly.index)
    playwright.expect(hand_page.page.locator(".hand .worth")).to_have_count(0)
    said = hand_page.page.locator(".quiz [role=status]")

    def play(card: str) -> None:
        if way == "mouse":
            hand_page.card(card).click()
        else:
            hand_page.card(card).focus()
            hand_page.page.keyboard.press("Enter")

    play(costly.card.name)
    playwright.expect(said).to_contain_text("loses")
    play(costly.best[0].name)
    playwright.expect(said).to_contain_text("Right")
    hand_page.at(costly.index)
    hand_page.wait_for_values()


def test_the_whole_review_of_the_service_adds_up(served_page: HandPage) -> None:
    reviewed(served_page, PLAYED)
    served_page.button("Ask the service").click()
    account = served_page.page.locator(".account table.figures td")
    told = review(PLAYED).account
    assert told is not None
    playwright.expect(account.first).to_have_text(signed(told.par_margin))
    playwright.expect(account.last).to_have_text(signed(told.final_margin))
    shown = [int(text.replace("−", "-").replace("+", "")) for text in account.all_text_contents()]
    par, lost_ns, lost_ew, cards_ns, cards_ew, final = shown
    assert par - lost_ns + lost_ew - cards_ns + cards_ew == final
    row = served_page.page.get_by_role("row", name="Lost by East–West's bids")
    playwright.expect(row.get_by_role("cell")).to_have_text(str(told.bidding["EW"]))


@pytest.mark.parametrize("bids", [0, 2, 3])
def test_what_each_bid_brings_comes_from_the_service(served_page: HandPage, bids: int) -> None:
    deal = Deal.from_dict(
        with_play(PLAYED, []).to_dict() | {"bids": dict(list(PLAYED.to_dict()["bids"].items())[:bids])}
    )
    told = optimal_bids(deal).to_dict()
    served_page.open().paste(str(deal)).at(0)
    served_page.button("Bids").click()
    options = served_page.page.get_by_role("dialog").locator(".options button")
    playwright.expect(options).to_have_count(len(told["options"]))
    assert [text.split() for text in options.all_text_contents()] == [
        ["pass" if str(bid) in ("0", "pass") else str(bid), signed(margin)] for bid, margin in told["options"].items()
    ]
    options.nth(1).click()
    served_page.page.keyboard.press("Escape")
    playwright.expect(served_page.page.locator(".auction .chip dd").nth(bids)).not_to_have_text("–")


def test_the_bids_made_stand_beside_the_best_auction(served_page: HandPage) -> None:
    best = optimal_bids(Deal.from_dict(with_play(PLAYED, []).to_dict() | {"bids": {}})).to_dict()
    made = optimal_bids(with_play(PLAYED, [])).to_dict()
    served_page.open().paste(str(PLAYED)).at(0)
    served_page.button("Bids").click()
    dialog = served_page.page.get_by_role("dialog", name="Bids")
    for name, told in (("The bids made", made), ("The best auction", best)):
        part = dialog.get_by_role("region", name=name, exact=True)
        playwright.expect(part.locator(".chip")).to_have_text(
            [f"{SEATS[seat]} {'pass' if str(bid) in ('0', 'pass') else bid}" for seat, bid in ordered(told["line"])]
        )
        for side, score in told["score"].items():
            playwright.expect(part).to_contain_text(f"{'North–South' if side == 'NS' else 'East–West'} {signed(score)}")


def ordered(line: dict[str, object]) -> list[tuple[str, object]]:
    return [(seat, line[seat]) for seat in SEATS if seat in line]


def test_the_page_of_the_service_solves_in_the_browser(served_page: HandPage) -> None:
    asked: list[str] = []
    served_page.page.on("request", lambda request: asked.append(request.url))
    served_page.open().paste(str(until(PLAYED, 1))).to_end(1)
    served_page.wait_for_values()
    playwright.expect(served_page.page.get_by_test_id("status")).to_contain_text("Solved in")
    assert not [url for url in asked if url.endswith("/v1/solve")]
