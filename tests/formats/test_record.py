"""What a record of bridge tells beside the deal, whichever notation it is in."""

from __future__ import annotations

from dataclasses import replace

import strategies as own
from hypothesis import given
from hypothesis import strategies as st

from solver.dealing import deals
from solver.formats.bridge.contract import BridgeContract
from solver.formats.bridge.lin import scan_lin
from solver.formats.bridge.lin_writing import deal_to_lin
from solver.formats.bridge.pbn_records import records_of_pbn
from solver.formats.bridge.record import BridgeRecord
from solver.formats.pbn_writing import bridge_to_pbn
from solver.game.cards import Seat, Suit
from solver.game.rules import PRESETS

(DEAL,) = deals(13, 1, "records", PRESETS["whist"])
names = st.text("abcdefgh ijk", min_size=1).filter(str.strip).map(lambda text: " ".join(text.split()))


@st.composite
def records(draw: st.DrawFn) -> BridgeRecord:
    """A board that was bid and has its result."""
    dealer = draw(own.seats)
    strain = draw(st.none() | st.sampled_from(Suit))
    level, risk, passes = draw(st.integers(1, 7)), draw(st.integers(0, 2)), draw(st.integers(0, 3))
    declarer = dealer.after(passes)
    bid = f"{level}{'NT' if strain is None else strain}"
    doubles = [(), ("X",), ("X", "XX")][risk]
    return BridgeRecord(
        board=str(draw(st.integers(1, 99))),
        names={seat: draw(names) for seat in Seat},
        dealer=dealer,
        vulnerable=draw(st.sampled_from(["None", "NS", "EW", "All"])),
        calls=(*["Pass"] * passes, bid, *doubles, "Pass", "Pass", "Pass"),
        contract=BridgeContract(level, strain, declarer, risk),
        tricks={str(declarer.side): draw(st.integers(0, 13))},
    )


@given(records())
def test_lin_and_pbn_tell_the_same(record: BridgeRecord) -> None:
    assert record.contract is not None
    deal = replace(DEAL, trump=record.contract.trump, dealer=record.dealer)
    ((_, from_lin),) = scan_lin([(1, deal_to_lin(deal, record, 1))], BridgeRecord.of)
    ((source, _),) = records_of_pbn(enumerate(bridge_to_pbn(deal, record, 1, trump_told=True).split("\n"), 1))
    assert from_lin == record
    assert BridgeRecord.of(source) == record


@given(own.seats, st.integers(0, 13))
def test_declarers_tricks_follow_from_either_side(declarer: Seat, tricks: int) -> None:
    contract = BridgeContract(1, None, declarer)
    assert BridgeRecord(contract=contract, tricks={str(declarer.side): tricks}).declarer_tricks == tricks
    assert BridgeRecord(contract=contract, tricks={str(declarer.side.other): 13 - tricks}).declarer_tricks == tricks
    assert BridgeRecord(contract=contract).declarer_tricks is None
    assert BridgeRecord(tricks={"NS": tricks}).declarer_tricks is None


def test_nothing_tells_nothing() -> None:
    assert BridgeRecord.of(None) == BridgeRecord()
