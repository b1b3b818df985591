"""Four progress bars: two say how much is done, and two ask the scheduler when the rest will be."""

from collections import defaultdict
from collections.abc import Callable, Mapping

from nearlydone.jobs import Job
from nearlydone.libm import add_up
from nearlydone.moment import Moment
from nearlydone.scheduler import Scheduler

OVERRUN = 0.15  # a task that outran its expected length is taken to need this much of it more
FAITH = 2.0  # minutes on either side of each kind's learned ratio, so that one task cannot sway it


def count(job: Job, moment: Moment) -> float:
    """Finished tasks over all tasks."""
    return len(moment.finished) / len(job.tasks)


def work(job: Job, moment: Moment) -> float:
    """Estimates of the finished tasks over all estimates."""
    whole = add_up(task.estimate for task in job.tasks)
    done = add_up(task.estimate for task in job.tasks if task.id in moment.finished)
    return done / whole if whole else float(len(moment.finished) == len(job.tasks))


def plan(job: Job, moment: Moment) -> float:
    """Time passed over all time, if the rest goes as estimated."""
    return share_of_time(job, moment, {task.id: task.estimate for task in job.tasks})


def learn(job: Job, moment: Moment) -> float:
    """The same, when estimates of each kind are corrected by how its finished tasks went."""
    ratio = learned_ratios(job, moment)
    return share_of_time(job, moment, {task.id: task.estimate * ratio[task.kind] for task in job.tasks})


def learned_ratios(job: Job, moment: Moment) -> dict[int, float]:
    """Time spent over time planned, by kind, on finished tasks with all their failed attempts."""
    spent_on: dict[int, float] = defaultdict(float)
    for attempt in moment.ended:
        spent_on[attempt.task] += attempt.end - attempt.start
    spent: dict[int, float] = defaultdict(float)
    planned: dict[int, float] = defaultdict(float)
    for task in job.tasks:
        if task.id in moment.finished:
            spent[task.kind] += spent_on[task.id]
            planned[task.kind] += task.estimate
    return {task.kind: (spent[task.kind] + FAITH) / (planned[task.kind] + FAITH) for task in job.tasks}


def share_of_time(job: Job, moment: Moment, expected: Mapping[int, float]) -> float:
    """`now` over the minute at which the scheduler would end, carrying on with the expected lengths."""
    if len(moment.finished) == len(job.tasks):
        return 1.0
    lengths = {task: (minutes,) for task, minutes in expected.items()}
    for task, _, start in moment.running:
        if (elapsed := moment.now - start) >= expected[task]:
            lengths[task] = (elapsed + OVERRUN * expected[task],)
    rest = Scheduler(job.deps, lengths, moment.workers,
                     now=moment.now, finished=moment.finished, running=moment.running)
    rest.run()
    return moment.now / rest.now if rest.now else 0.0


BARS: dict[str, Callable[[Job, Moment], float]] = {"count": count, "work": work, "plan": plan, "learn": learn}
