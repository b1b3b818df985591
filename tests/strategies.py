"""Jobs, shapes and runs for hypothesis to play with."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from nearlydone.jobs import Job, Task, random_job
from nearlydone.scheduler import Attempt, Scheduler
from nearlydone.shape import Shape

SLOW_MACHINES_TOO = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def cases(number: int) -> settings:
    """So many cases, however slow the machine is."""
    return settings(max_examples=number, deadline=None, suppress_health_check=SLOW_MACHINES_TOO)


seeds = st.integers(0, 2**32 - 1)
worker_counts = st.integers(1, 6)


@st.composite
def shapes(draw: st.DrawFn, most_tasks: int = 14) -> Shape:
    tasks = draw(st.integers(1, most_tasks))
    return Shape(
        tasks=tasks,
        layers=draw(st.integers(1, min(tasks, 5))),
        spread=draw(st.sampled_from([0, 0.2, 1.2, 2.8])),
        kinds=draw(st.integers(1, 4)),
        bias=draw(st.sampled_from([0, 0.6, 1.5])),
        noise=draw(st.sampled_from([0, 0.05, 0.25, 1])),
        failure_rate=draw(st.sampled_from([0, 0.2, 0.5, 1])),
    )


drawn_jobs = st.builds(random_job, seeds, shapes())


@st.composite
def jobs_of_whole_minutes(draw: st.DrawFn) -> Job:
    """Jobs full of ties, with minutes of nothing at all, ids with gaps, and tasks that wait for later ids."""
    ids = draw(st.lists(st.integers(0, 30), min_size=1, max_size=9, unique=True))
    minutes = st.integers(0, 3).map(float)
    tasks = [
        Task(
            id=id,
            deps=tuple(draw(st.lists(st.sampled_from(ids[:place]), max_size=2, unique=True))) if place else (),
            estimate=draw(minutes),
            attempts=tuple(draw(st.lists(minutes, min_size=1, max_size=3))),
            kind=draw(st.integers(0, 2)),
        )
        for place, id in enumerate(ids)
    ]
    return Job(tuple(sorted(tasks, key=lambda task: task.id)))


jobs = drawn_jobs | jobs_of_whole_minutes()


class Run(NamedTuple):
    """A whole run: what was failed by hand and when, and what became of it."""

    job: Job
    workers: int
    by_hand: list[tuple[int, float]]
    failed_by_hand: list[Attempt]
    attempts: list[Attempt]

    @property
    def minutes(self) -> float:
        return self.attempts[-1].end

    @property
    def failed_by_chance(self) -> list[Attempt]:
        failed = [attempt for attempt in self.attempts if not attempt.ok]
        for attempt in self.failed_by_hand:
            failed.remove(attempt)
        return failed


@st.composite
def runs(draw: st.DrawFn, jobs: st.SearchStrategy[Job] = jobs, most_by_hand: int = 3) -> Run:
    """Runs in which up to three tasks are failed by hand, at any moment and at ends of attempts."""
    job, workers = draw(jobs), draw(worker_counts)
    undisturbed = Scheduler(job.deps, job.attempts, workers).run()
    minutes = moments(undisturbed)
    picks = draw(st.lists(st.tuples(minutes, st.integers(0, 5)), max_size=most_by_hand))
    scheduler = Scheduler(job.deps, job.attempts, workers)
    by_hand, failed_by_hand = [], []
    for minute, which in sorted(picks):
        scheduler.run(until=minute)
        if scheduler.running:
            task = sorted(scheduler.running)[which % len(scheduler.running)]
            by_hand.append((task, minute))
            failed_by_hand.append(scheduler.fail(task, minute))
    return Run(job, workers, by_hand, failed_by_hand, scheduler.run())


def moments(attempts: Sequence[Attempt]) -> st.SearchStrategy[float]:
    """Minutes of a run: any, and those at which an attempt begins or ends."""
    end = attempts[-1].end
    events = sorted({minute for attempt in attempts for minute in (attempt.start, attempt.end)})
    return st.floats(0, 1).map(lambda share: share * end) | st.sampled_from(events)
