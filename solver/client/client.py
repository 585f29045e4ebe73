"""A service asked as if it were here: the questions of ``solve`` and its kin, their values and their errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import version
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import httpx

from solver.answer import Answer, to_json
from solver.bidding.constraints import Constraints
from solver.bidding.result import BidsResult
from solver.client.answers import Asked, read_answer
from solver.client.connection import Connection, Patience
from solver.client.jobs import Jobs
from solver.client.problems import ServiceError
from solver.deal import Deal
from solver.game.cards import Card, Seat, Side
from solver.game.rules import Rules
from solver.game.score_sheet import GameScore
from solver.game.scoring import DealScore
from solver.requests.bids import BidsTask
from solver.requests.deals import Dealt
from solver.requests.review import GameReviewTask, ReviewTask
from solver.requests.score import game_deal_from_dict, read_game
from solver.requests.solve import SolveTask
from solver.requests.task import Task
from solver.reviewing.game import GameReview
from solver.reviewing.result import Review
from solver.search.results import PositionResult, TableResult

__all__ = ["Client"]

A = TypeVar("A", bound=Answer)
Question = Deal | Mapping[str, Any] | str
_MARGIN: Final = 10.0
"""Seconds beyond a question's time limit that its answer may be on its way."""


class Client:
    """A service at ``url``.

    A deal is a ``Deal``, its JSON, or a deal line; what it is asked, answered and what is wrong with it are those of
    the local call of the same name, but for ``nodes`` and ``ms``, which tell of the service's work.  A question is
    asked again while the service is busy or away, within ``patience``; then, and for anything else that no
    local call would say, ServiceError.  ``timeout`` is in seconds; ``key`` is an API key, and ``headers`` go with
    every request.  ``transport`` takes the place of the network.  A client may be shared by threads.
    """

    def __init__(
        self,
        url: str,
        *,
        patience: Patience | None = None,
        timeout: float = 70.0,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        shown = {} if key is None else {"Authorization": f"Bearer {key}"}
        try:
            base = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise ServiceError(f"{url} is no address of a service: {error}") from None
        self._http = httpx.Client(
            base_url=base,
            timeout=httpx.Timeout(timeout, connect=5.0),
            headers={"User-Agent": f"back-alley/{version('back-alley')}", **shown, **(headers or {})},
            transport=transport,
        )
        self._connection = Connection(self._http, patience or Patience())
        self.jobs = Jobs(self._connection)
        """Many questions at once."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def solve(
        self,
        deal: Question,
        *,
        leader: Seat | str | None = None,
        exempt: Iterable[Seat | str] | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> TableResult | PositionResult:
        """The exact tricks, as ``solver.solve`` gives them."""
        free = None if exempt is None else [str(seat) for seat in exempt]
        question = _question(deal, leader=leader, exempt=free, time_limit=time_limit, node_limit=node_limit)
        data = self._ask("/v1/solve", question, time_limit)
        if "turn" in data:
            return _read(PositionResult, data, lambda: _one(SolveTask, question))
        return _read(TableResult, data, lambda: _one(SolveTask, question))

    def bids(
        self,
        deal: Question,
        *,
        objective: str | Mapping[str, Any] | None = None,
        constraints: Constraints | Mapping[str, Any] | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> BidsResult:
        """The best bids, as ``solver.optimal_bids`` gives them."""
        wishes = {"objective": objective, "constraints": constraints}
        question = _question(deal, **wishes, time_limit=time_limit, node_limit=node_limit)
        data = self._ask("/v1/bids", question, time_limit)
        return _read(BidsResult, data, lambda: _one(BidsTask, question))

    def review(
        self,
        deal: Question,
        *,
        play: Sequence[Card | str] | None = None,
        leader: Seat | str | None = None,
        claim: Mapping[str, int] | str | None = None,
        on_illegal: str | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> Review:
        """What each bid and card cost, as ``solver.review`` gives it."""
        given = {"play": play, "leader": leader, "claim": claim, "on_illegal": on_illegal}
        question = _question(deal, **given, time_limit=time_limit, node_limit=node_limit)
        data = self._ask("/v1/review", question, time_limit)
        return _read(Review, data, lambda: _one(ReviewTask, question))

    def review_game(
        self,
        deals: Sequence[Question],
        *,
        rules: Rules | Mapping[str, Any] | str | None = None,
        on_illegal: str | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> GameReview:
        """The hands of a game reviewed, with their sums; of ``nodes`` and ``ms`` only those of all hands are known."""
        given = {"rules": rules, "on_illegal": on_illegal, "time_limit": time_limit, "node_limit": node_limit}
        question = {"deals": [_question(deal) for deal in deals], **_given(given)}
        data = self._ask("/v1/review", question, time_limit)
        return _read(GameReview, data, lambda: _many(question))

    def score(
        self,
        deal: Deal | Mapping[str, Any] | Sequence[Deal | Mapping[str, Any]],
        tricks: Mapping[Side, int] | Mapping[str, int] | None = None,
    ) -> DealScore | GameScore:
        """The score of a deal, or of a game as a list of deals or an object with ``deals``, as by ``solver.score``."""
        question = to_json(deal)
        if isinstance(question, dict) and tricks is not None:
            question["tricks"] = to_json(tricks)
        data = self._ask("/v1/score", question)
        if "totals" in data:
            return _read(GameScore, data, lambda: _scored_game(question))
        return _read(DealScore, data, lambda: _scored(question))

    def deals(
        self,
        cards: int,
        count: int = 1,
        *,
        seed: int | str | None = None,
        rules: Rules | Mapping[str, Any] | str | None = None,
    ) -> Dealt:
        """Random deals, dealt by the book; the same seed gives the same deals."""
        question = {"cards": cards, "count": count, **_given({"seed": seed, "rules": rules})}
        return _read(Dealt, self._ask("/v1/deals", question), Asked)

    def presets(self) -> dict[str, Rules]:
        """The presets of house rules by name."""
        told = self._connection.ask("GET", "/v1/rules").json()["presets"]
        return {name: Rules.from_value(knobs) for name, knobs in told.items()}

    def _ask(self, path: str, question: object, time_limit: float | None = None) -> Mapping[str, Any]:
        seconds = None if time_limit is None else time_limit + _MARGIN
        data = self._connection.ask("POST", path, json=question, seconds=seconds).json()
        if not isinstance(data, dict):
            raise ServiceError("the answer is no JSON object")
        return data


def _question(deal: Question, **given: object) -> dict[str, Any]:
    fields = {"deal": deal} if isinstance(deal, str) else to_json(deal)
    return {**fields, **_given(given)}


def _given(fields: Mapping[str, object]) -> dict[str, Any]:
    return {name: to_json(value) for name, value in fields.items() if value is not None}


def _read(kind: type[A], data: Mapping[str, Any], asked: Callable[[], Asked]) -> A:
    try:
        return read_answer(kind, data, asked())
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise ServiceError(f"the service's answer is not one that this version reads: {reason}") from error


def _one(kind: type[Task], question: Mapping[str, Any]) -> Asked:
    deal = kind.from_dict(question).deal
    return Asked(deal.rules, (deal.with_play(()),))


def _many(question: Mapping[str, Any]) -> Asked:
    return Asked(deals=tuple(hand.deal for hand in GameReviewTask.from_dict(question).hands))


def _scored(question: Any) -> Asked:
    scored = game_deal_from_dict(question)
    return Asked(scored.auction.rules, scores=(scored.score(),))


def _scored_game(question: Any) -> Asked:
    game = read_game(question)
    return Asked(game.rules, scores=game.deals, dealer=game.dealer)
