"""What a program that watches a run can know at one minute of it: the past, and nothing else."""

from collections.abc import Sequence
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


def moment_of(attempts: Sequence[Attempt], workers: int, now: float) -> Moment:
    """What was known at minute `now` of a run whose attempts are given in the order they ended."""
    ended = [attempt for attempt in attempts if attempt.end <= now]
    under_way = sorted((a for a in attempts if a.start <= now < a.end), key=lambda a: a.start)
    return Moment(now, workers, ended, [(a.task, a.worker, a.start) for a in under_way])
