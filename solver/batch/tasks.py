"""What a batch asks of every deal: the task, the rules where a deal names none, and limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from solver.answer import Answer, members
from solver.bidding.forms import Method
from solver.deal import Deal
from solver.errors import BackAlleyError, DealError, json_pointer
from solver.game.cards import Seat
from solver.game.rules import Rules
from solver.game.scoring import DealScore
from solver.requests.bids import BidsTask
from solver.requests.score import game_deal_from_dict
from solver.requests.solve import SolveTask
from solver.requests.task import Task
from solver.search import Cancel, PositionResult, TableResult
from solver.search.many import NO_BOARDS, table_cases

__all__ = ["AUCTION", "TASKS", "Asked", "Question", "ScoreTask", "error_member"]

TASKS: Final = ("solve", "bids", "review", "score")
AUCTION: Final = "auction"
"""In place of a leader: who leads after the deal's own bids."""
_ALL_CASES: Final = (*Seat, *(f"board:{seat}" for seat in Seat))


@dataclass(frozen=True, slots=True)
class ScoreTask:
    """A deal to score: with its hands, or told by its size, dealer, bids and tricks."""

    answer: DealScore
    deal: Deal | None

    @classmethod
    def from_dict(cls, data: object, rules: Rules | None = None) -> ScoreTask:
        """The task in the JSON form of POST /v1/score; DealError with what is wrong."""
        if isinstance(data, Mapping) and isinstance(line := data.get("deal"), str):
            for name in data:
                if name not in ("deal", "tricks"):
                    raise DealError("stands beside a deal line, which says it all", pointer=json_pointer(name))
            data = {**Deal.parse(line, rules).to_dict(), **{key: data[key] for key in data if key == "tricks"}}
        asked = game_deal_from_dict(data, *(() if rules is None else (rules,)))
        deal = None
        if isinstance(data, Mapping) and "hands" in data:
            deal = Deal.from_dict({key: item for key, item in data.items() if key not in ("cards", "tricks")}, rules)
        return cls(asked.score(), deal)

    def run(
        self,
        *,
        time_limit: float | None = None,  # noqa: ARG002  (nothing to search)
        memory_mb: int = 256,  # noqa: ARG002
        cancel: Cancel | None = None,  # noqa: ARG002
    ) -> Answer:
        """The score, known since it was read."""
        return self.answer


Asked = Task | ScoreTask
"""One deal and what is asked of it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every deal of a batch.

    ``rules`` and ``trump`` (a suit, or NT) serve where a deal names none.  ``solve`` takes ``cases``, the first
    leaders (``N``) and lone claimants (``board:N``) whose tricks are wanted, all if empty; or ``leader``, a seat or
    ``auction``, whose every card is valued, and forgets the cards played with ``as_dealt``.  A deal's own fields, such
    as its leader, win.  ``bids`` take
    ``objective``, and ``by``, what works them out; None is induction where the fields kept need no more.
    ``time_limit`` is seconds a deal, ``node_limit`` positions, ``memory_mb`` table memory of one solve.
    """

    task: str = "solve"
    rules: Rules | None = None
    trump: str | None = None
    cases: tuple[str, ...] = ()
    leader: str | None = None
    as_dealt: bool = False
    objective: str | Mapping[str, Any] | None = None
    by: Method | None = None
    time_limit: float | None = None
    node_limit: int | None = None
    memory_mb: int = 256

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise DealError(f"a batch is of {', '.join(TASKS)}", pointer="/task")
        for case in self.cases:
            if case not in _ALL_CASES:
                raise DealError(f"'{case}' is no case: use N, E, S, W, board:N, board:E …", pointer="/cases")
        if self.leader not in (None, AUCTION, *Seat):
            raise DealError(f"a leader is N, E, S, W or {AUCTION}", pointer="/leader")
        if self.leader is not None and self.cases:
            raise DealError("cases are those of a table, and a leader asks for cards in its place", pointer="/cases")
        if self.objective is not None:
            from solver.bidding.objectives import check_objective  # brings numpy

            check_objective(self.objective)

    def to_dict(self) -> dict[str, Any]:
        """As JSON, for the manifest of a run: what the records depend on, which is neither ``by`` nor ``memory_mb``."""
        return {
            "task": self.task,
            "rules": None if self.rules is None else self.rules.to_dict(),
            "trump": self.trump,
            "cases": list(self.cases),
            "leader": self.leader,
            **({"as_dealt": True} if self.as_dealt else {}),
            "objective": self.objective,
            "time_limit": self.time_limit,
            "node_limit": self.node_limit,
        }

    def answers(self) -> tuple[type[Answer], ...]:
        """What a result may be."""
        match self.task:
            case "solve":
                return (PositionResult,) if self.leader is not None else (TableResult, PositionResult)
            case "score":
                return (DealScore,)
            case "bids":
                from solver.bidding.result import BidsResult  # its package brings the optimiser

                return (BidsResult,)
            case _:
                from solver.reviewing.result import Review

                return (Review,)

    def members(self) -> tuple[str, ...]:
        """The names that a result may have."""
        return tuple(dict.fromkeys(name for answer in self.answers() for name in members(answer)))

    @property
    def also(self) -> tuple[str, ...]:
        """What is taken of a record of bridge beside the deal's fields."""
        return {"review": ("leader", "tricks"), "score": ("tricks",)}.get(self.task, ())

    def read(self, data: object, rules: Rules | None = None) -> Asked:
        """One deal's JSON with what is asked of it; DealError with every fault found."""
        if self.as_dealt and isinstance(data, Mapping):
            data = {name: value for name, value in data.items() if name != "play"}
        try:
            match self.task:
                case "solve":
                    return self._completed(SolveTask.from_dict(data, rules))
                case "bids":
                    return self._completed(BidsTask.from_dict(data, rules))
                case "score":
                    return ScoreTask.from_dict(data, rules)
                case _:
                    from solver.requests.review import ReviewTask  # brings the optimiser

                    return self._completed(ReviewTask.from_dict(data, rules))
        except BackAlleyError as error:
            raise DealError.of(error.faults) from None

    def of_deal(self, deal: Deal) -> Asked:
        """The same of a deal that is dealt and no more; DealError for a task that needs what comes after."""
        if self.task not in ("solve", "bids"):
            raise DealError(f"{self.task} needs deals with bids, which generated ones have not", pointer="/task")
        return self._completed(SolveTask(deal) if self.task == "solve" else BidsTask(deal))

    def check_dealt(self, deal: Deal) -> None:
        """DealError for what is wrong with the question for every deal that is dealt as this one is."""
        self.of_deal(deal)
        if self.task == "solve" and self.leader is None and not table_cases(deal.rules, self.cases):
            raise DealError(*NO_BOARDS, pointer="/cases")
        if self.objective is not None:
            from solver.bidding.objectives import read_objective

            read_objective(self.objective, deal.auction)

    def _completed(self, task: Task) -> Task:
        """With what the batch asks where the deal says nothing itself."""
        if self.node_limit is not None and task.node_limit is None:
            task = replace(task, node_limit=self.node_limit)
        if isinstance(task, BidsTask) and self.objective is not None and task.objective == "margin":
            return replace(task, objective=self.objective)
        if isinstance(task, SolveTask) and self.as_dealt and task.deal.play:
            task = replace(task, deal=replace(task.deal, play=()), places=())
        if isinstance(task, SolveTask) and self.leader is not None and task.leader is None:
            return replace(task, leader=_auction_leader(task.deal) if self.leader == AUCTION else Seat(self.leader))
        return task


def _auction_leader(deal: Deal) -> Seat:
    leader = deal.auction.leader if deal.dealer is not None and len(deal.bids) == 4 else None
    if leader is None:
        raise DealError(
            "the leader is asked from the auction, and the bids do not say who leads", "R10", pointer="/bids"
        )
    return leader


def error_member(error: BackAlleyError) -> dict[str, Any]:
    """What is wrong, as the member ``error`` of a record."""
    faults = [
        {"pointer": fault.pointer, "detail": fault.message} | ({"rule": fault.rule} if fault.rule else {})
        for fault in error.faults
    ]
    return {"detail": str(error), "errors": faults}
