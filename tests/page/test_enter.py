"""Entering a hand: pasted, from a file, typed, tapped, dealt at random, and under which rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hand_page import SEATS, HandPage
from page_hands import GAME, PLAYED, with_play

from solver import Deal, review
from solver.formats.pbn_writing import deal_to_pbn

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="scripts/setup full brings it")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SMALL = Deal.parse("W H N:A.K.2. K.Q.3. Q.J.4. .AT.5. up=7H")
BRIDGE = Deal.parse("W S N:AKQ.JT9.876.5432 JT9.876.5432.AKQ 876.5432.AKQ.JT9 5432.AKQ.JT9.876")
LIN = (
    "pn|a,b,c,d|md|1S876H5432DAKQCJT9,S5432HAKQDJT9C876,SAKQHJT9D876C5432,SJT9H876D5432CAKQ|sv|o|"
    "mb|1S|mb|p|mb|p|mb|p|pc|S5|pc|SA|pc|S9|pc|S6|"
)


def hands_on_the_table(page: HandPage) -> dict[str, set[str]]:
    page.page.locator("#table").wait_for()
    return {seat: set(page.tiles(seat).evaluate_all("all => all.map(each => each.dataset.card)")) for seat in SEATS}


def hands_of(deal: Deal) -> dict[str, set[str]]:
    return {seat: set(cards) for seat, cards in deal.to_dict()["hands"].items()}


@pytest.mark.parametrize("form", ["line", "json", "pbn"])
def test_one_field_takes_every_notation(hand_page: HandPage, form: str) -> None:
    text = {"line": str(PLAYED), "json": json.dumps(PLAYED.to_dict()), "pbn": deal_to_pbn(PLAYED)}[form]
    hand_page.open().paste(text).at(0)
    assert hands_on_the_table(hand_page) == hands_of(PLAYED)
    assert hand_page.record() == [card.name for card in PLAYED.play]


def test_a_record_of_bridge_is_a_hand_to_look_at(hand_page: HandPage) -> None:
    hand_page.open().paste(LIN)
    hand_page.at(0)
    assert hands_on_the_table(hand_page) == hands_of(BRIDGE)
    assert hand_page.record() == ["5S", "AS", "9S", "6S"]


def test_what_is_pasted_is_shown_at_once(hand_page: HandPage) -> None:
    hand_page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand_page.open()
    hand_page.page.evaluate("text => navigator.clipboard.writeText(text)", str(PLAYED))
    hand_page.page.locator("#paste-text").focus()
    hand_page.page.keyboard.press("Control+v")
    hand_page.at(0)
    hand_page.wait_for_values()


def test_what_is_wrong_is_said_at_its_place_and_can_be_undone(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.view("Enter")
    hand_page.page.locator("#paste-text").fill(str(PLAYED).replace("QJ.B", "AJ.B"))
    hand_page.button("Show it").click()
    west = hand_page.page.get_by_role("group", name="West")
    playwright.expect(west.locator(".fault")).to_contain_text("AC is in N's hand too (R1)")
    hand_page.page.locator("h1").click()
    hand_page.page.keyboard.press("Control+z")
    playwright.expect(west.locator(".fault")).to_have_count(0)
    hand_page.view("Hand")
    assert hands_on_the_table(hand_page) == hands_of(PLAYED)


def test_a_file_of_many_hands_is_a_list_with_the_costliest_cards(hand_page: HandPage, tmp_path: Path) -> None:
    deals = [*GAME[9:12], with_play(GAME[12], [])]
    file = tmp_path / "evening.txt"
    file.write_text("\n".join([*map(str, deals), "W H N:A.K.2. A.Q.3. Q.J.4. .AT.5."]), encoding="utf-8")
    hand_page.open()
    hand_page.page.get_by_label("Open a file…").set_input_files(file)
    rows = hand_page.page.locator(".list tbody tr")
    playwright.expect(rows).to_have_count(5)
    for row, deal in enumerate(deals[:3]):
        lost = [play for play in review(deal).plays if play.loss_points or play.loss_tricks]
        worst = max((play.loss_points or 0 for play in lost), default=0)
        playwright.expect(rows.nth(row)).to_contain_text(f"−{worst}" if worst else "nothing lost")
    playwright.expect(rows.nth(3)).to_contain_text("not played")
    playwright.expect(rows.nth(4)).to_contain_text("AS")
    rows.nth(1).get_by_role("button").click()
    hand_page.at(0)
    assert hands_on_the_table(hand_page) == hands_of(deals[1])


def test_a_file_that_is_dropped_is_read(hand_page: HandPage) -> None:
    hand_page.open()
    hand_page.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "hand.txt", { type: "text/plain" }));
            for (const kind of ["dragover", "drop"]) {
                window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
            }
        }""",
        str(PLAYED),
    )
    hand_page.at(0)
    assert hands_on_the_table(hand_page) == hands_of(PLAYED)


def test_a_hand_is_typed_by_the_keyboard_alone(hand_page: HandPage) -> None:
    """Letters and Tab; with the upcard and so the pack known, the last hand is certain only where all is dealt."""
    hand_page.open()
    keyboard = hand_page.page.keyboard
    hand_page.page.locator("#setup-size").fill("3")
    hand_page.page.get_by_label("North: spades").focus()
    for seat in "NESW":
        holding = SMALL.to_dict()["hands"][seat]
        for suit in "SHDC":
            keyboard.type("".join(card[0] for card in holding if card[1] == suit))
            keyboard.press("Tab")
        keyboard.press("Tab")  # the bloopers
    hand_page.page.locator("#setup-trump").select_option("H")
    hand_page.page.locator("#setup-leader").select_option("N")
    hand_page.button("To the table").press("Enter")
    hand_page.at(0)
    hand_page.wait_for_values()
    assert hands_on_the_table(hand_page) == hands_of(SMALL)


def test_the_fourth_hand_fills_itself_when_it_is_certain(hand_page: HandPage) -> None:
    whist = hands_of(BRIDGE)
    hand_page.open()
    hand_page.page.locator("#rules-preset").select_option("whist")
    for seat in "NES":
        for suit, name in SUITS.items():
            ranks = "".join(card[0] for card in whist[seat] if card[1] == suit)
            hand_page.page.get_by_label(f"{SEATS[seat]}: {name}").fill(ranks)
    playwright.expect(hand_page.page.get_by_label("West: spades")).to_have_value("5432")
    playwright.expect(hand_page.page.get_by_label("West: hearts")).to_have_value("AKQ")


def test_a_whole_hand_goes_into_any_field(hand_page: HandPage) -> None:
    hand_page.open()
    hand_page.page.get_by_label("South: spades").fill("AK6.65.2.QJ.B")
    playwright.expect(hand_page.page.get_by_label("South: clubs")).to_have_value("QJ")
    playwright.expect(hand_page.page.get_by_label("South: bloopers")).to_have_value("B")
    hand_page.page.get_by_label("South: clubs").press("Enter")
    playwright.expect(hand_page.page.get_by_label("South: bloopers")).to_be_focused()


@pytest.mark.parametrize("hand", ["AK6.65.2.QJ.B", "ak6 65 2 qj b", "AK6.-.2765.QJ.B", "AK6 - 2765 QJ B"])
@pytest.mark.parametrize("key", ["Tab", "Enter"])
@pytest.mark.parametrize("suit", ["spades", "clubs"])
def test_a_whole_hand_is_typed_by_key_into_any_field(hand_page: HandPage, hand: str, key: str, suit: str) -> None:
    hand_page.open()
    hand_page.page.get_by_label(f"South: {suit}").focus()
    hand_page.page.keyboard.type(hand)
    hand_page.page.keyboard.press(key)
    void = "-" in hand
    shown = {"spades": "AK6", "hearts": "" if void else "65", "diamonds": "7652" if void else "2", "clubs": "QJ"}
    for name, ranks in {**shown, "bloopers": "B"}.items():
        playwright.expect(hand_page.page.get_by_label(f"South: {name}")).to_have_value(ranks)
    playwright.expect(hand_page.page.get_by_role("group", name="South").locator(".fault")).to_have_count(0)


def test_what_is_typed_and_not_taken_is_said_and_stays_until_it_is_mended(hand_page: HandPage) -> None:
    hand_page.open()
    hand_page.page.get_by_label("North: spades").fill("AK")
    field = hand_page.page.get_by_label("East: spades")
    said = hand_page.page.get_by_role("group", name="East").get_by_role("alert")
    keyboard = hand_page.page.keyboard
    field.focus()
    keyboard.type("QAX")
    for _ in range(2):
        playwright.expect(said).to_have_text("X: no rank of a card; A♠ is North's already")
        playwright.expect(said).to_be_visible()
        playwright.expect(field).to_have_attribute("aria-invalid", "true")
        playwright.expect(field).to_have_value("QAX")
        keyboard.press("Tab")
    playwright.expect(hand_page.page.get_by_label("North: spades")).to_have_value("AK")
    field.focus()
    field.press("End")
    keyboard.press("Backspace")
    keyboard.press("Backspace")
    keyboard.press("Tab")
    playwright.expect(said).to_have_count(0)
    playwright.expect(field).to_have_value("Q")
    field.fill("QQ")
    playwright.expect(said).to_have_text("Q♠ is East's already")
    field.fill("A.K.2")
    field.press("Tab")
    playwright.expect(said).to_contain_text("A.K.2: no hand")


def test_cards_are_counted_against_the_longest_hand_until_the_size_is_said(hand_page: HandPage) -> None:
    hand_page.open()
    sizes = [hand_page.page.locator(each) for each in ("#setup-size", "#random-size")]
    lacking = hand_page.page.get_by_role("region", name="What is missing").locator("li")
    for seat, ranks in zip("NESW", ("AKQJT", "98765", "432", ""), strict=True):
        hand_page.page.get_by_label(f"{SEATS[seat]}: spades").fill(ranks)
    playwright.expect(lacking).to_have_text(["South lacks 2 cards", "West lacks 5 cards"])
    for size in sizes:
        playwright.expect(size).to_have_value("")
    hand_page.page.get_by_label("South: hearts").fill("AK")
    hand_page.page.get_by_label("West: hearts").fill("QJT9")
    playwright.expect(lacking).to_have_text(["West lacks 1 card"])
    sizes[0].fill("6")
    playwright.expect(sizes[1]).to_have_value("6")
    playwright.expect(lacking).to_have_text(
        ["North lacks 1 card", "East lacks 1 card", "South lacks 1 card", "West lacks 2 cards"]
    )


def test_what_is_still_to_say_is_said_in_the_words_of_the_page(hand_page: HandPage) -> None:
    hand_page.open().paste('{"hands": {"N": "A...", "E": "K...", "S": "Q...", "W": "J..."}}')
    setup = hand_page.page.get_by_role("region", name="Trump, dealer and lead")
    playwright.expect(setup.locator(".fault")).to_have_text("choose the trump suit, no-trump, or the upcard")
    playwright.expect(hand_page.page.get_by_role("region", name="Bids")).to_contain_text("give the dealer and bids")
    hand_page.page.locator("#setup-trump").select_option("H")
    hand_page.button("To the table").click()
    playwright.expect(hand_page.page.locator(".no-play")).to_contain_text("give the dealer and bids, or say who leads")


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_cards_are_tapped_from_the_pack(hand_page: HandPage, way: str) -> None:
    hand_page.open()
    hand_page.page.locator("#setup-size").fill("1")
    pack = hand_page.page.get_by_role("region", name="Tap cards from the pack")
    cards = ["ace of spades", "king of spades", "queen of spades", "jack of spades"]
    if way == "mouse":
        for card in cards:
            pack.get_by_role("button", name=card).click()
    else:
        pack.get_by_role("button", name=cards[0]).focus()
        for _ in cards:
            hand_page.page.keyboard.press("Enter")
            hand_page.page.keyboard.press("ArrowRight")
    for seat, card in zip("NESW", cards, strict=True):
        playwright.expect(pack.get_by_role("button", name=card)).to_have_accessible_name(
            f"{card}, in {SEATS[seat]}'s hand"
        )
    # A card that is pressed again comes back.
    last = pack.get_by_role("button", name=cards[3])
    last.click() if way == "mouse" else last.press("Enter")
    playwright.expect(last).to_have_accessible_name(f"{cards[3]}, not dealt")


def test_the_same_seed_deals_the_same_cards(hand_page: HandPage) -> None:
    hand_page.open()
    dealt = []
    for _ in range(2):
        hand_page.view("Enter")
        hand_page.page.locator("#random-size").fill("5")
        hand_page.page.locator("#random-seed").fill("25")
        hand_page.button("Deal").click()
        dealt.append(hands_on_the_table(hand_page))
    assert dealt[0] == dealt[1]
    assert all(len(cards) == 5 for cards in dealt[0].values())


def test_another_size_is_dealt_than_lies_there(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED)).at(0)
    hand_page.view("Enter")
    playwright.expect(hand_page.page.locator("#random-size")).to_have_value("9")
    hand_page.page.locator("#random-size").fill("5")
    hand_page.button("Deal").click()
    hand_page.page.locator(".no-play").wait_for()
    assert {len(cards) for cards in hands_on_the_table(hand_page).values()} == {5}
    hand_page.view("Enter")
    playwright.expect(hand_page.page.locator("#setup-size")).to_have_value("5")


def test_a_random_deal_has_its_values_once_somebody_leads(hand_page: HandPage) -> None:
    hand_page.open()
    hand_page.page.locator("#random-size").fill("4")
    hand_page.button("Deal").click()
    hand_page.page.locator(".no-play").get_by_role("button", name="East").click()
    hand_page.wait_for_values()
    assert hand_page.turn() == "E"


def test_who_may_lead_trumps_is_said_where_there_are_no_bids(hand_page: HandPage) -> None:
    hand_page.open().paste(str(with_play(PLAYED, [])).replace(" 0 1 5 7", ""))
    hand_page.view("Enter")
    hand_page.page.get_by_role("group", name="May lead trumps").get_by_label("West").check()
    hand_page.page.locator("#setup-leader").select_option("W")
    hand_page.button("To the table").click()
    hand_page.wait_for_values()
    hand_page.card("AC").click()
    hand_page.at(1)


def test_house_rules_are_a_form_with_presets(hand_page: HandPage) -> None:
    hand_page.open()
    preset = hand_page.page.locator("#rules-preset")
    preset.select_option("bab_online")
    hand_page.page.get_by_text("Each rule").click()
    points = hand_page.page.get_by_label("Points a trick made")
    playwright.expect(points).to_have_value("10")
    points.fill("7")
    points.press("Tab")
    playwright.expect(preset).to_have_value("own")
    levels = hand_page.page.get_by_label("Board levels")
    levels.fill("1, 99, x")
    levels.press("Tab")
    playwright.expect(hand_page.page.locator("#fault-board_levels")).to_be_visible()
    playwright.expect(levels).to_have_attribute("aria-invalid", "true")


def test_bids_are_made_in_turn(hand_page: HandPage) -> None:
    hand_page.open().paste(str(PLAYED).split(" 0 1 5 7")[0])
    bids = hand_page.page.get_by_role("region", name="Bids").last
    for bid in ("pass", "1", "5", "7"):
        bids.get_by_role("group").get_by_role("button", name=bid, exact=True).click()
    hand_page.wait_for_values()
    assert hand_page.turn() == "W"
