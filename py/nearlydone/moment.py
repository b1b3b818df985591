"""What a program that watches a run can know at one minute of it: the past, and nothing else."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from nearlydone.scheduler import Attempt


@dataclass(frozen=True)
class Moment:
    """What is known at minute `now`: attempts `ended`, and (task, worker, start) of those under way."""

    now: float
    workers: int
    ended: Sequence[Attempt]
    running: Sequence[tuple[int, int, float]]

    @cached_property
    def finished(self) -> set[int]:
        return {attempt.task for attempt in self.ended if attempt.ok}


def in_order_begun(attempts: Sequence[Attempt], deps: Mapping[int, Set[int]]) -> list[Attempt]:
    """A run's attempts, which come in the order they ended, in the order they began.

    Those that began at the same minute stand otherwise in the order of an end that was not yet known. An attempt
    began after the last of the ends that it waited for; of two with the same one, the lower id began first.
    """
    ended: dict[tuple[str, int], int] = {}  # the place of each task's, each worker's last end so far
    began: list[tuple[int, int]] = []
    for place, attempt in enumerate(attempts):
        task, worker = ("task", attempt.task), ("worker", attempt.worker)
        waited_for = [task, worker, *(("task", dep) for dep in deps[attempt.task])]
        began.append((max(ended.get(it, -1) for it in waited_for), attempt.task))
        ended[task] = ended[worker] = place
    return [attempts[place] for place in sorted(range(len(attempts)), key=began.__getitem__)]


def moment_of(attempts: Sequence[Attempt], workers: int, now: float) -> Moment:
    """What was known at minute `now` of a run whose attempts are given in the order they began."""
    ended = [attempt for attempt in attempts if attempt.end <= now]
    under_way = [(a.task, a.worker, a.start) for a in attempts if a.start <= now < a.end]
    return Moment(now, workers, ended, under_way)
