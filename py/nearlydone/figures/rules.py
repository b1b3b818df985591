"""Figure 2, the rules: a small job, one rule at a time.

Seed 5 was picked by eye, for a graph that is easy to read; nothing is measured on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nearlydone.drawings.attempts import attempts_table
from nearlydone.drawings.graph import graph
from nearlydone.drawings.timeline import timeline
from nearlydone.jobs import Job, random_job
from nearlydone.options import Option
from nearlydone.scheduler import Attempt, Scheduler
from nearlydone.shape import Shape
from nearlydone.words import listed

SHAPE = Shape(tasks=14, layers=4, spread=0.7)
SEED = 5
WORKERS = 3

OPTIONS = (Option("actions", "actions", (), 'what was done so far: "next", or the id of a task that was failed'),)


class Stepper:
    """The job in the middle of a run: `next` acts by rule 2 or rule 3, `fail` lets a reader act by rule 4.

    `rule`, `touched` and `story` say which rule acted last, on which tasks, and what it did.
    """

    def __init__(self, job: Job, workers: int) -> None:
        self.job = job
        self.scheduler = Scheduler(job.deps, job.attempts, workers)
        self.rule: int | None = None
        self.touched: list[int] = []
        self.story = f"{len(job.tasks)} tasks, {workers} workers, minute 0. Nothing has started."

    def next(self) -> None:
        """Rule 2 where a free worker can take a ready task, else rule 3. Raises ValueError at the end."""
        if not self.scheduler.left:
            raise ValueError("there is no next step: every task is finished")
        if begun := self.scheduler.assign():
            self.tell(2, [attempt.task for attempt in begun], assigned(begun, list(self.scheduler.ready())))
        else:
            before = set(self.scheduler.ready())
            ended = self.scheduler.advance()
            news = sorted(set(self.scheduler.ready()) - before - {ended.task})
            self.tell(3, [ended.task, *news], advanced(ended, news, not self.scheduler.left))

    def fail(self, task: int) -> None:
        """Fail a running task now. Raises ValueError when nobody works on it."""
        attempt = self.scheduler.fail(task)
        self.tell(4, [task], (
            f"Rule 4: task {task} failed at minute {attempt.end:.2f}. It is simply not finished, "
            f"so rule 1 finds it again; worker {attempt.worker} is free."
        ))

    def tell(self, rule: int, touched: Iterable[int], story: str) -> None:
        self.rule, self.touched, self.story = rule, list(touched), story

    def states(self) -> dict[int, str]:
        """Of each task: waiting, ready, running or done."""
        ready = set(self.scheduler.ready())
        return {
            task.id: "done" if task.id in self.scheduler.finished
            else "running" if task.id in self.scheduler.running
            else "ready" if task.id in ready
            else "waiting"
            for task in self.job.tasks
        }


def assigned(begun: Sequence[Attempt], still_ready: Sequence[int]) -> str:
    pairs = listed([f"worker {attempt.worker} takes task {attempt.task}" for attempt in begun])
    rest = f" {tasks(still_ready).capitalize()} must wait for a worker." if still_ready else ""
    return f"Rule 2: {pairs}.{rest}"


def advanced(ended: Attempt, news: Sequence[int], last: bool) -> str:
    story = (
        f"Rule 3: time jumps to {ended.end:.2f}, where task {ended.task} ends; worker {ended.worker} is free. "
        "By rule 4 the task is finished, since it succeeded."
    )
    if last:
        return f"{story} It was the last one: the job is done."
    return f"{story} By rule 1, {tasks(news)} {'is' if len(news) == 1 else 'are'} ready now." if news else story


def tasks(ids: Sequence[int]) -> str:
    return f"{'task' if len(ids) == 1 else 'tasks'} {listed([str(id) for id in ids])}"


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Where the job stands after the given actions, and its drawings."""
    job = random_job(SEED, SHAPE)
    stepper = Stepper(job, WORKERS)
    for action in options["actions"]:
        if action == "next":
            stepper.next()
        else:
            stepper.fail(action)
    return state(stepper)


def state(stepper: Stepper) -> dict[str, Any]:
    scheduler, states = stepper.scheduler, stepper.states()
    running = scheduler.running
    under_way = [attempt._replace(end=scheduler.now, ok=True) for attempt in running.values()]
    return {
        "now": scheduler.now,
        "ready": list(scheduler.ready()),
        "left": len(scheduler.left),
        "running": [{"task": a.task, "worker": a.worker, "start": a.start} for a in running.values()],
        "ended": [attempt._asdict() for attempt in scheduler.ended],
        "states": {str(id): name for id, name in states.items()},
        "rule": stepper.rule,
        "story": stepper.story,
        "drawings": {
            "graph": graph(stepper.job, states, {a.task: a.worker for a in running.values()}, stepper.touched,
                           failed=stepper.touched if stepper.rule == 4 else ()),
            "timeline": timeline(
                stepper.job,
                scheduler.ended,
                WORKERS,
                now=scheduler.now,
                until=whole_run(stepper),
                name="rules-timeline",
                running=under_way,
                by_task=True,
            ),
            "attempts": attempts_table(stepper.job, scheduler.ended),
        },
    }


def whole_run(stepper: Stepper) -> float:
    """The timeline's width in minutes: the undisturbed run's length, or where this one has got to."""
    undisturbed = Scheduler(stepper.job.deps, stepper.job.attempts, WORKERS)
    undisturbed.run()
    return max(undisturbed.now, stepper.scheduler.now)
