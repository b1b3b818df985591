"""The opening job, which the page comes back to: what its bars say, how wrong they are, and what failures do to it."""

from typing import Any

from nearlydone.bars import BARS
from nearlydone.figures.run import WORKERS
from nearlydone.honesty import ALMOST, curves, honesty
from nearlydone.jobs import random_job
from nearlydone.moment import moment_of
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape


def opening(seed: int, failure_rate: float) -> dict[str, Any]:
    """By bar what it says `at_half` time, a share of 1, and its `error` over the whole run, in points. The counting bar
    reaches ALMOST after `ninety_at` of the time. `minutes` it takes, and with so many failures `failing_minutes`."""
    job = random_job(seed)
    attempts = Scheduler(job.deps, job.attempts, WORKERS).run()
    minutes = attempts[-1].end
    half = moment_of(attempts, WORKERS, minutes / 2)
    shown = curves(job, attempts, WORKERS)
    ninety_at = next(k for k, value in enumerate(shown["count"]) if value >= ALMOST) / 100
    failing = random_job(seed, Shape(failure_rate=failure_rate))
    return {
        "at_half": {name: bar(job, half) for name, bar in BARS.items()},
        "error": {name: honesty(values).error for name, values in shown.items()},
        "ninety_at": ninety_at,
        "above_ninety": 1 - ninety_at,
        "work_hours": sum(attempt.end - attempt.start for attempt in attempts) / 60,
        "minutes": minutes,
        "failing_minutes": Scheduler(failing.deps, failing.attempts, WORKERS).run()[-1].end,
    }
