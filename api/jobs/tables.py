"""The tables of the store.  Times are seconds since 1970, by the clock of the database's machine."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

__all__ = ["CHUNKS", "INPUTS", "JOBS", "OUTPUTS", "SCHEMA", "VERSION", "Table"]

SCHEMA: Final = sa.MetaData()
Table = sa.Table
_Id: Final = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # only INTEGER counts up by itself there

VERSION: Final = sa.Table("backalley_store", SCHEMA, sa.Column("version", sa.Integer, primary_key=True))
"""One row: which form these tables have."""

JOBS: Final = sa.Table(
    "backalley_jobs",
    SCHEMA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("task", sa.String(16), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),  # receiving, queued, running, done, cancelled, failed
    sa.Column("key", sa.String(255), unique=True),  # Idempotency-Key
    sa.Column("digest", sa.String(64)),  # of task and body, once all of it is there
    sa.Column("detail", sa.Text),  # why it failed
    sa.Column("created", sa.Float(53), nullable=False),
    sa.Column("touched", sa.Float(53), nullable=False),  # when the last of its body came
    sa.Column("started", sa.Float(53)),
    sa.Column("ended", sa.Float(53)),
    sa.Column("total", sa.Integer, nullable=False),  # records
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("errors", sa.Integer, nullable=False),
    sa.Column("left", sa.Integer, nullable=False),  # chunks without results
)
CHUNKS: Final = sa.Table(
    "backalley_chunks",
    SCHEMA,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("job", sa.String(32), nullable=False),
    sa.Column("first", sa.Integer, nullable=False),  # line of its first record: the order of results
    sa.Column("turn", sa.Integer, nullable=False),  # the order of work: first chunks of all jobs, then second ones …
    sa.Column("records", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),  # coming, waiting, leased, done
    sa.Column("worker", sa.String(255)),
    sa.Column("lease", sa.Float(53)),  # when it ends
    sa.Column("tries", sa.Integer, nullable=False),  # leases so far
    sa.Column("size", sa.Integer),  # bytes of the results
    sa.Column("tally", sa.Text),
    sa.Index("backalley_chunks_in_order", "job", "first", unique=True),
    sa.Index("backalley_chunks_by_state", "state", "turn", "id"),
)
# Apart from their chunks, whose rows change often.
INPUTS: Final = sa.Table(
    "backalley_inputs",
    SCHEMA,
    sa.Column("chunk", _Id, primary_key=True, autoincrement=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
OUTPUTS: Final = sa.Table(
    "backalley_outputs",
    SCHEMA,
    sa.Column("chunk", _Id, primary_key=True, autoincrement=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
