"""How long the scheduler itself takes, by the clock of whoever runs it."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from nearlydone.jobs import Job
from nearlydone.scheduler import Scheduler

ROUNDS = 9
LEAST = 0.004  # seconds a round takes, since a browser's clock ticks only ten times a millisecond


def scheduling_time(job: Job, workers: int, clock: Callable[[], float] = perf_counter) -> float:
    """Seconds to schedule the job from beginning to end: the median of nine rounds of many runs each."""
    return median(seconds_a_run(job, workers, clock) for _ in range(ROUNDS))


def seconds_a_run(job: Job, workers: int, clock: Callable[[], float]) -> float:
    began, runs, passed = clock(), 0, 0.0
    while passed < LEAST:
        Scheduler(job.deps, job.attempts, workers).run()
        runs += 1
        passed = clock() - began
    return passed / runs
