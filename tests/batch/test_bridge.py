"""A bridge collection through a batch as ``whist``: every record, and its tricks those of DDS."""

from __future__ import annotations

import json
from contextlib import closing

import pytest
from bridge import PEERS, WHIST, Dds, read_pbn

from solver.batch.engines import Threads
from solver.batch.job import Job
from solver.batch.source import FileSource
from solver.batch.tasks import Question
from solver.game.cards import Seat

COMPARED = 10


@pytest.mark.peers
def test_a_bridge_collection_as_whist() -> None:
    pytest.importorskip("endplay")
    dds = Dds()
    path = PEERS / "deals200.pbn"
    question = Question(rules=WHIST)
    with closing(Threads(2)) as engine:
        out = b"".join(Job(FileSource.of(path, question), question).stream(engine))
    records = [json.loads(line) for line in out.splitlines()]
    dealt = read_pbn(path)
    assert len(records) == len(dealt) == 200
    for record, deal in zip(records[:COMPARED], dealt, strict=False):
        assert [record["result"]["tricks"][seat]["NS"] for seat in Seat] == dds.table(deal)[None]
