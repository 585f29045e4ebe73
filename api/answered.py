"""The answer to a question, found before or found now, with what HTTP tells of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import flask

from api.cache.cache import Kept
from api.service import service
from solver.requests.question import DIGEST_SIZE, question
from solver.requests.task import Work

__all__ = ["KEPT_AT", "answered", "kept_answer"]

KEPT_AT: Final = "/v1/answers/"
"""Where answers are found again by name."""
_KIND: Final = b"A"


def answered(task: Work) -> flask.Response:
    """The answer to ``task`` as JSON: the bytes first sent to this question where they are kept, else a new one."""
    shared = service()
    if not shared.cache.on:
        return flask.jsonify(shared.work(task).to_dict())
    digest = question(task)
    key = _KIND + digest
    if kept := shared.cache.find(key):
        flask.g.log = {"cache": kept.store}
        return _of_kept(kept, digest)
    began = time.monotonic()

    def find(begun: Callable[[], None]) -> tuple[bytes, Kept | None]:
        body = flask.jsonify(shared.work(task, begun).to_dict()).get_data()
        return body, shared.cache.keep(key, body, time.monotonic() - began)

    (body, new), others = shared.once(digest, task, find)
    response = flask.Response(body, content_type="application/json")
    how = "; collapsed" if others else "; stored" if new else ""
    response.headers["Cache-Status"] = f"backalley; fwd=miss{how}"
    if others:
        flask.g.log = {"cache": "collapsed"}
    if new:
        _name(response, new, digest)
    return response


def kept_answer(name: str) -> flask.Response | None:
    """The answer of this name, as ``Content-Location`` told it, if it is still kept."""
    try:
        digest = bytes.fromhex(name)
    except ValueError:
        return None
    if len(digest) != DIGEST_SIZE or name != digest.hex():
        return None
    kept = service().cache.find(_KIND + digest)
    return None if kept is None else _of_kept(kept, digest)


def _of_kept(kept: Kept, digest: bytes) -> flask.Response:
    response = flask.Response(kept.value, content_type="application/json")
    response.headers["Cache-Status"] = f"backalley; hit; detail={kept.store}"
    response.headers["Age"] = str(kept.age)
    _name(response, kept, digest)
    return response


def _name(response: flask.Response, kept: Kept, digest: bytes) -> None:
    response.set_etag(kept.tag.hex())
    response.headers["Content-Location"] = KEPT_AT + digest.hex()
