"""Attempts as a table: what a timeline shows, in numbers."""

from collections.abc import Sequence

from nearlydone.drawings.numbers import numbers_row, numbers_table
from nearlydone.drawings.timeline import letter
from nearlydone.jobs import Job
from nearlydone.scheduler import Attempt

HEADS = ("task", "kind", "worker", "from minute", "to minute", "outcome")


def attempts_table(job: Job, ended: Sequence[Attempt]) -> str:
    """A row for each attempt in the order in which they ended, with the minute of that in `data-at`."""
    kinds = {task.id: task.kind for task in job.tasks}
    rows = [row(attempt, kinds[attempt.task]) for attempt in ended]
    return numbers_table(HEADS, rows)


def row(attempt: Attempt, kind: int) -> str:
    cells = (str(attempt.task), letter(kind), f"w{attempt.worker}", f"{attempt.start:.2f}", f"{attempt.end:.2f}",
             "succeeded" if attempt.ok else "failed")
    return numbers_row(cells, attempt.end)
