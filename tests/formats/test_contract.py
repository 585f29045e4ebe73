"""Contracts of bridge as people write them: the trump or an error, never silence."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solver.errors import DealError
from solver.formats.bridge.contract import (
    BridgeContract,
    contract_of_calls,
    goes_on_after_passes,
    read_calls,
    read_contract,
    with_every_pass,
)
from solver.game.cards import Seat, Suit
from solver.requests.deals import read_deals

HANDS = "E:A73.K84.653.AK98 T954.QT72.AT72.3 QJ6.AJ965.K84.T5 K82.3.QJ9.QJ7642"
LEVELS = {str(number): number for number in range(1, 8)} | {"four ": 4, "Seven ": 7}
STRAINS = {
    **{word: suit for suit, words in zip(Suit, (("S", "♠", "spades"), ("H", "♥", "Hearts", "♥️"), ("D", "♦", "Diamond"),
       ("C", "♣", "clubs")), strict=True) for word in words},
    **dict.fromkeys(("N", "NT", "No Trump", "notrumps", "no-trump"), None),
}  # fmt: skip
RISKS = {
    "": 0,
    "X": 1,
    "x": 1,
    "*": 1,
    " dbl": 1,
    " doubled": 1,
    "XX": 2,
    "xx": 2,
    "**": 2,
    " redoubled": 2,
}
SEATS = {"": None, " by W": Seat.W, " N": Seat.N, " by South": Seat.S, " East": Seat.E}


@given(st.sampled_from(list(LEVELS)), st.sampled_from(list(STRAINS)), st.sampled_from(list(RISKS)),
       st.sampled_from(list(SEATS)), st.booleans(), st.sampled_from(["", "=", "+1", "-2"]))  # fmt: skip
def test_any_spelling_gives_level_trump_risk_and_declarer(
    level: str, strain: str, risk: str, seat: str, spaced: bool, result: str
) -> None:
    text = level + (" " if spaced else "") + strain + risk + seat + result
    found = read_contract(text)
    assert found is not None
    assert (found.level, found.trump, found.risk, found.declarer) == (
        LEVELS[level],
        STRAINS[strain],
        RISKS[risk],
        SEATS[seat],
    )
    assert read_contract(str(found)) is not None


@pytest.mark.parametrize(
    "text",
    ["4H*", "4♥", "4 H", "4Hearts", "4H by W", "W 4H", "4HX", "4hx", "4 hearts doubled", "4H dbl", "West: 4H", "4H(W)",
     "4H, W", "4H-1", "4HW=", "4!H", "4\\H", "4HR", "Four Hearts", "4H made 10", "H", "hearts"],
)  # fmt: skip
def test_hearts_are_trump(text: str) -> None:
    (deal,) = read_deals(f'[Deal "{HANDS}"]\n[Contract "{text}"]\n'.replace("\\H", "\\\\H"))
    assert deal.trump is Suit.H
    assert deal.rules.to_value() == "whist"


@pytest.mark.parametrize("text", ["Pass", "AP", "All Pass", "passed out", "P", "4 Passes"])
def test_a_board_that_is_passed_out_has_no_trump(text: str) -> None:
    found = read_contract(text)
    assert found is not None
    assert found.passed_out
    with pytest.raises(DealError, match=r"all passed.*--trump"):
        list(read_deals(f'[Deal "{HANDS}"]\n[Contract "{text}"]\n'))


@given(st.text(max_size=30) | st.text("1234567SHDCNTX*♥ byWEPAS-+=?", max_size=12))
@example("4")
@example("H4")
@example("8H")
@example("4 East")
@example("4H 5S")
@example("N 4H by W")
@example("3SA")
def test_any_text_gives_its_trump_or_an_error(text: str) -> None:
    value = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")
    record = f'[Deal "{HANDS}"]\n[Contract "{value}"]\n[Declarer "W"]\n'
    try:
        found = read_contract(text)
    except DealError:
        found = None
    if found is None or found.passed_out:
        with pytest.raises(DealError, match="--trump"):
            list(read_deals(record))
        return
    (deal,) = read_deals(record)
    assert deal.trump is found.trump
    if deal.trump is None:
        assert "N" in text.upper()


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ("1C Pass 1H Pass 4H AP", "4H W"),
        ("1C Pass 1H Pass 4H Pass Pass Pass", "4H W"),
        ("1h p 2h p p p", "2H E"),
        ("P 1N! D R P P P", "1NTXX S"),
        ("Pass Pass Pass Pass", "Pass None"),
        ("AP", "Pass None"),
        ("1H X AP", "1HX E"),
        ("1H - X AP", "1HX E"),
    ],
)
def test_a_complete_auction_ends_in_a_contract(calls: str, told: str) -> None:
    read = read_calls(calls.split())
    assert read is not None
    found = contract_of_calls(read, Seat.E)
    assert found is not None
    assert f"{found} {found.declarer}" == told
    assert contract_of_calls(with_every_pass(read), Seat.E) == found


@pytest.mark.parametrize("calls", ["", "1C", "1C Pass Pass", "Pass Pass Pass", "1H X Pass Pass"])
def test_an_auction_that_goes_on_has_no_contract(calls: str) -> None:
    assert contract_of_calls(read_calls(calls.split()) or (), Seat.N) is None


@given(
    st.lists(st.sampled_from(["1C", "X", "2H", "Pass", "-"]), max_size=6),
    st.integers(0, 3),
    st.sampled_from(["2H", "X", "7NT"]),
)
def test_an_auction_that_goes_on_after_its_end_tells_nothing(before: list[str], more: int, late: str) -> None:
    ended = [*before, *["Pass"] * (3 if any(call[0].isdigit() for call in before) else 4 + more)]
    passes_more = [*ended, *["Pass"] * more]
    if not goes_on_after_passes(before):
        assert not goes_on_after_passes(passes_more)
        assert contract_of_calls(passes_more, Seat.N) == contract_of_calls(ended, Seat.N)
    assert contract_of_calls([*passes_more, late, "Pass", "Pass", "Pass", "Pass"], Seat.N) is None
    assert goes_on_after_passes([*passes_more, late])


def test_the_record_says_that_the_auction_goes_on() -> None:
    record = f'[Deal "{HANDS}"]\n[Auction "N"]\n1S Pass Pass Pass\n2H AP\n'
    with pytest.raises(DealError, match="the auction goes on after the passes that end it") as caught:
        list(read_deals(record))
    assert caught.value.pointer == "/trump"
    (deal,) = read_deals(record + '[Contract "4D"]\n')
    assert deal.trump is Suit.D


@given(st.integers(0, 3000), st.integers(1, 3000), st.integers(0, 3000))
def test_blanks_change_no_contract(before: int, between: int, after: int) -> None:
    """Hundreds of them before the contract hid it."""
    text = " " * before + "4H" + " _"[between % 2] * between + "doubled" + "," * after
    assert read_contract(text) == BridgeContract(4, Suit.H, None, 1)


def test_the_declarer_named_the_strain_first() -> None:
    found = contract_of_calls(read_calls(["1H", "Pass", "4H", "AP"]) or (), Seat.N)
    assert found is not None
    assert found.declarer is Seat.N


def test_an_auction_tells_trump_where_no_contract_does() -> None:
    record = f'[Dealer "E"]\n[Deal "{HANDS}"]\n[Auction "E"]\n1C Pass 1H Pass\n4H {{}}\n'
    for end in ("AP", "Pass Pass Pass", 'Pass =1= Pass Pass\n[Note "1:x"]'):
        (deal,) = read_deals(record.replace("{}", end))
        assert deal.trump is Suit.H
    for end in ("", "Pass Pass", "*", "what?"):
        with pytest.raises(DealError, match="--trump"):
            list(read_deals(record.replace("{}", end)))


def test_random_auctions_end_in_their_last_bid() -> None:
    rng = Random(3)
    for _ in range(300):
        bids = sorted(rng.sample([(level, strain) for level in range(1, 8) for strain in "CDHSN"], rng.randint(1, 4)),
                      key=lambda bid: (bid[0], "CDHSN".index(bid[1])))  # fmt: skip
        words = []
        for level, strain in bids:
            words += [f"{level}{strain}", *["Pass"] * rng.randint(0, 2)]
        words += ["Pass"] * (3 - len(words[words.index("".join(map(str, bids[-1]))) + 1 :]))
        found = contract_of_calls(read_calls(words) or (), Seat.N)
        assert found is not None
        level, strain = bids[-1]
        assert (found.level, found.trump) == (level, None if strain == "N" else Suit[strain])
