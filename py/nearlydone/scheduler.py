"""A task scheduler: four rules and a loop.

No clock ticks: time moves only when an attempt ends. How long attempts take comes from outside:
with true lengths the scheduler makes the real timeline, with believed ones a forecast.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from heapq import heappop, heappush
from itertools import islice
from math import inf
from operator import attrgetter
from typing import NamedTuple


class Attempt(NamedTuple):
    """One worker's try at one task, from `start` to `end` in minutes; `ok` when it went through."""

    task: int
    worker: int
    start: float
    end: float
    ok: bool


class Scheduler:
    """Each task is finished, or running on exactly one worker, or waiting for one.

    `deps` says what each task waits for, by ascending id. `lengths` are the minutes of each
    task's attempts, in order: the last goes through, those before it fail.
    To carry on from a job half done, give `now`, the `finished` ids, and (task, worker, start) of
    each attempt under way, in the order they began: it keeps its start and never ends before `now`.
    """

    def __init__(self, deps: Mapping[int, Set[int]], lengths: Mapping[int, Sequence[float]], workers: int, *,
                 now: float = 0.0, finished: Iterable[int] = (),
                 running: Iterable[tuple[int, int, float]] = ()) -> None:
        if workers < 1:
            raise ValueError(f"workers is {workers}: it must be 1 or more")
        self.deps, self.lengths, self.now = deps, lengths, now
        self.finished = set(finished)
        self.left = {task: 0 for task in deps if task not in self.finished}  # with failures so far
        self.free = list(range(min(workers, len(deps))))
        self.running: dict[int, Attempt] = {}
        self.ended: list[Attempt] = []
        for task, worker, start in running:
            self.free.remove(worker)
            self._begin(task, worker, start)

    def run(self, until: float = inf) -> list[Attempt]:
        """Assign, advance, until no task is left or the next end lies beyond `until`; returns what ended."""
        while self.left:
            self.assign()
            if self._next().end > until:
                break
            self.advance()
        return self.ended

    def ready(self) -> Iterator[int]:
        """Rule 1: a task is ready when it is not finished, nobody works on it, and all it waits for is."""
        for task in self.left:
            if task not in self.running and self.deps[task] <= self.finished:
                yield task

    def assign(self) -> list[Attempt]:
        """Rule 2: every free worker takes a ready task; lowest id first, lowest worker first."""
        tasks = islice(self.ready(), len(self.free))
        return [self._begin(task, heappop(self.free), self.now) for task in tasks]

    def advance(self) -> Attempt:
        """Rule 3: time jumps to the end of the attempt that ends first; of two, the one that began first."""
        attempt = self._next()
        self.left[attempt.task] += not attempt.ok
        return self._end(attempt)

    def fail(self, task: int, at: float | None = None) -> Attempt:
        """Fail a running task by hand, at a minute between `now` (the default) and the next end.

        It uses up none of the failures in `lengths`: the next attempt is the one it was on. Raises
        ValueError when nobody works on the task, or for a minute before now or beyond the next end.
        """
        at = self.now if at is None else at
        if task not in self.running:
            raise ValueError(f"task {task} cannot fail at minute {at:g}: nobody is working on it")
        if not self.now <= at <= self._next().end:
            raise ValueError(f"minute {at:g} is not between now, {self.now:g}, and the next end, {self._next().end:g}")
        return self._end(self.running[task]._replace(end=at, ok=False))

    def _next(self) -> Attempt:
        return min(self.running.values(), key=attrgetter("end"))

    def _begin(self, task: int, worker: int, start: float) -> Attempt:
        tries, failed = self.lengths[task], self.left[task]
        end = max(self.now, start + tries[failed])
        attempt = self.running[task] = Attempt(task, worker, start, end, ok=failed == len(tries) - 1)
        return attempt

    def _end(self, attempt: Attempt) -> Attempt:
        """Rule 4: a task that failed is not finished, so rule 1 finds it again; else it is finished."""
        del self.running[attempt.task]
        heappush(self.free, attempt.worker)
        self.now = attempt.end
        if attempt.ok:
            self.finished.add(attempt.task)
            del self.left[attempt.task]
        self.ended.append(attempt)
        return attempt
