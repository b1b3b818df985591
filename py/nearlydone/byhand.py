"""A run in which somebody fails running tasks by hand."""

from collections.abc import Iterable

from nearlydone.jobs import Job
from nearlydone.scheduler import Attempt, Scheduler


def run_failing(job: Job, workers: int, failures: Iterable[tuple[int, float]] = ()) -> list[Attempt]:
    """The whole run, with each (task, minute) failed by hand, minutes ascending.

    Raises ValueError when nobody works on the task at that minute.
    """
    scheduler = Scheduler(job.deps, job.attempts, workers)
    for task, at in failures:
        scheduler.run(until=at)
        scheduler.fail(task, at)
    return scheduler.run()
