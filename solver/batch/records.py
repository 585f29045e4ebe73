"""Many tasks side by side, answered in the order asked; what is wrong with one does not stop the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

from solver.batch.tasks import error_member
from solver.errors import BackAlleyError, DealError
from solver.requests.task import Task
from solver.search import Cancel

__all__ = ["records"]

_AHEAD: Final = 32
"""Tasks in hand for each worker: enough that one long solve does not leave the other workers idle."""


def records(
    numbered: Iterable[tuple[int, Task | DealError]],
    jobs: int,
    *,
    time_limit: float | None = None,
    memory_mb: int = 256,
) -> Generator[dict[str, Any], None, None]:
    """One JSON object for each task or fault, in input order, found by ``jobs`` threads: the search holds no GIL.

    ``{"line", "deal", "result"}``, where ``deal`` is the deal line and ``result`` the answer of the API; or
    ``{"line", "error": {"detail", "errors"}}`` for a deal that is wrong, or whose ``time_limit`` (seconds a
    task) was up.  The input is read only a little ahead.  Closing the iterator stops what runs.  Nothing is
    kept for a second time: that is what ``solver.batch.job`` is for.
    """
    cancel = Cancel()

    def work(line: int, task: Task | DealError) -> dict[str, Any]:
        if isinstance(task, DealError):
            return {"line": line, "error": error_member(task)}
        try:
            answer = task.run(time_limit=time_limit, memory_mb=memory_mb, cancel=cancel)
        except BackAlleyError as error:
            return {"line": line, "deal": str(task.deal), "error": error_member(error)}
        return {"line": line, "deal": str(task.deal), "result": answer.to_dict()}

    running: deque[Future[dict[str, Any]]] = deque()
    with ThreadPoolExecutor(jobs, thread_name_prefix="solve") as pool:
        try:
            for line, task in numbered:
                running.append(pool.submit(work, line, task))
                if len(running) >= _AHEAD * jobs:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            cancel.set()
            for future in running:
                future.cancel()
