"""Tasks that wait for each other: jobs drawn from a seed, or built from given tasks.

Durations are in simulated minutes. A program that watches a job knows each task's `kind`,
`deps` and `estimate`; `attempts`, `duration` and the job's `factors` only after the fact.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from math import inf

from nearlydone.draws import Draws
from nearlydone.libm import exp
from nearlydone.shape import Shape

LUCK = 0x5F3759DF
MOST_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of work. `attempts` are the minutes of each try; only the last goes through."""

    id: int
    deps: tuple[int, ...]
    estimate: float
    attempts: tuple[float, ...]
    layer: int = 0
    kind: int = 0

    @property
    def duration(self) -> float:
        """Minutes of the attempt that goes through."""
        return self.attempts[-1]


@dataclass(frozen=True)
class Job:
    """Tasks by ascending id; `factors` is how far off the estimates of each kind are, if drawn.

    Raises ValueError, naming the task, for duplicate or unknown ids, for tasks that wait for each other,
    and for estimates or attempts that are negative, NaN or infinite.
    """

    tasks: tuple[Task, ...]
    factors: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        refuse_nonsense(self.tasks)

    @cached_property
    def deps(self) -> dict[int, frozenset[int]]:
        """What each task waits for, by ascending id."""
        return {task.id: frozenset(task.deps) for task in self.tasks}

    @cached_property
    def attempts(self) -> dict[int, tuple[float, ...]]:
        """The true minutes of each task's attempts, by id."""
        return {task.id: task.attempts for task in self.tasks}

    @property
    def longest_chain(self) -> float:
        """Minutes of the critical path (Kelley and Walker, 1959): no number of workers ends sooner."""
        ends: dict[int, float] = {}
        for id in TopologicalSorter(self.deps).static_order():
            ends[id] = max((ends[dep] for dep in self.deps[id]), default=0.0) + self.attempts[id][-1]
        return max(ends.values())


def given_job(tasks: Iterable[tuple[int, Iterable[int], float, float]]) -> Job:
    """A job from (id, deps, estimate, duration) of each task, in any order; nothing fails in it."""
    built = [Task(id, tuple(deps), estimate, (duration,)) for id, deps, estimate, duration in tasks]
    return Job(tuple(sorted(built, key=lambda task: task.id)))


def refuse_nonsense(tasks: tuple[Task, ...]) -> None:
    """Raise ValueError, naming the task, unless the tasks make a job that can end."""
    ids = {task.id for task in tasks}
    if not ids:
        raise ValueError("a job needs at least one task")
    for before, task in pairwise(tasks):
        if before.id >= task.id:
            raise ValueError(f"task {task.id} stands after a task {before.id}: ids ascend, each used once")
    for task in tasks:
        if unknown := set(task.deps) - ids:
            raise ValueError(f"task {task.id} waits for task {min(unknown)}, which is not in the job")
        if not task.attempts:
            raise ValueError(f"task {task.id} has no attempts, so it can never go through")
        for name, minutes in (("estimate", task.estimate), *(("duration", length) for length in task.attempts)):
            if not 0 <= minutes < inf:
                raise ValueError(f"the {name} of task {task.id} is {minutes}: it must be finite, and 0 or more")
    try:
        TopologicalSorter({task.id: task.deps for task in tasks}).prepare()
    except CycleError as error:
        circle = ", which waits for ".join(f"task {id}" for id in reversed(error.args[1]))
        raise ValueError(f"no task of this circle can ever start: {circle}") from None


def random_job(seed: int, shape: Shape = Shape()) -> Job:
    """The job that a seed gives. Failures have a stream of their own: their rate never changes the job."""
    main, luck = Draws(seed), Draws(seed ^ LUCK)
    factors = tuple(exp(main.normal() * shape.bias) for _ in range(shape.kinds))
    layers: list[list[int]] = [[] for _ in range(shape.layers)]
    tasks = []
    for id in range(shape.tasks):
        layer = id * shape.layers // shape.tasks
        kind = main.below(shape.kinds)
        estimate = exp(main.normal() * shape.spread)
        picks = []
        if layer > 0:
            above = layers[layer - 1]
            picks = [above[main.below(len(above))] for _ in range(1 + main.below(2))]
        duration = estimate * factors[kind] * exp(main.normal() * shape.noise)
        failures = draw_failures(luck, duration, shape.failure_rate)
        tasks.append(Task(id, tuple(dict.fromkeys(picks)), estimate, (*failures, duration), layer, kind))
        layers[layer].append(id)
    return Job(tuple(tasks), factors)


def draw_failures(luck: Draws, duration: float, rate: float) -> list[float]:
    """Minutes of the attempts that fail before one goes through, a fifth of it to all of it each."""
    lengths: list[float] = []
    while len(lengths) < MOST_FAILURES and luck.uniform() < rate:
        lengths.append(duration * (0.2 + luck.uniform() * 0.8))
    return lengths
