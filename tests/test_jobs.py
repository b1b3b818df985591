"""A seed gives the job of the model page, and only jobs that can end are jobs."""

import json
import re
from dataclasses import asdict, replace
from itertools import pairwise
from math import floor, inf, nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.jobs import Job, Task, given_job, random_job
from nearlydone.shape import Shape
from strategies import cases, jobs, seeds, shapes

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))
JOB_77 = PUBLISHED["job 77, default, 4 workers"]


def plain(task: Task) -> dict[str, Any]:
    return {
        "id": task.id,
        "layer": task.layer,
        "kind": task.kind,
        "deps": list(task.deps),
        "estimate": task.estimate,
        "duration": task.duration,
    }


@pytest.mark.parametrize("published", JOB_77["first three tasks"] + JOB_77["tasks 10 to 12"], ids=lambda it: it["id"])
def test_tasks_of_job_77_are_the_published_ones(published: dict[str, Any]) -> None:
    assert plain(random_job(77).tasks[published["id"]]) == published


def test_the_largest_tenth_of_job_77_is_the_published_share_of_the_work() -> None:
    durations = sorted(task.duration for task in random_job(77).tasks)
    share = sum(durations[-6:]) / sum(durations)
    assert f"the six largest of the {len(durations)} tasks are {share * 100:.0f} % of the work" == (
        PUBLISHED["largest tenth of 60 tasks, job 77"]
    )


def test_a_job_is_drawn_with_the_defaults_of_the_model_page() -> None:
    assert asdict(Shape()) == {
        "tasks": 60, "layers": 6, "spread": 1.2, "kinds": 4, "bias": 0.6, "noise": 0.25, "failure_rate": 0,
    }  # fmt: skip


@cases(400)
@given(st.integers(-(2**40), 2**40), shapes(most_tasks=40))
def test_every_seed_and_shape_gives_the_job_of_the_model_page(seed: int, shape: Shape) -> None:
    job = random_job(seed, shape)
    tasks, factors = literal.draw_job(seed, **asdict(shape))
    assert [{**plain(task), "attempts": list(task.attempts)} for task in job.tasks] == tasks
    assert list(job.factors) == factors


@pytest.mark.parametrize("seed", [1, 77, 4_000_000_000])
def test_uneven_layers_and_three_kinds_too(seed: int) -> None:
    shape = Shape(tasks=37, layers=5, kinds=3, spread=2.8, bias=1.1, noise=0.4, failure_rate=0.35)
    tasks, factors = literal.draw_job(seed, **asdict(shape))
    job = random_job(seed, shape)
    assert [{**plain(task), "attempts": list(task.attempts)} for task in job.tasks] == tasks
    assert list(job.factors) == factors


@cases(200)
@given(seeds, shapes(), st.floats(0, 1))
def test_failures_never_change_which_job_a_seed_gives(seed: int, shape: Shape, rate: float) -> None:
    job, other = random_job(seed, shape), random_job(seed, replace(shape, failure_rate=rate))
    assert [plain(task) for task in job.tasks] == [plain(task) for task in other.tasks]
    assert job.factors == other.factors


@cases(200)
@given(seeds, shapes())
def test_at_most_three_attempts_fail_each_a_fifth_to_all_of_the_duration(seed: int, shape: Shape) -> None:
    for task in random_job(seed, shape).tasks:
        *failed, last = task.attempts
        assert last == task.duration
        assert len(failed) <= 3
        assert all(0.2 * last <= length <= last for length in failed)


@cases(100)
@given(seeds)
def test_an_attempt_fails_only_when_its_draw_is_below_the_rate(seed: int) -> None:
    draw = next(literal.mulberry32(seed ^ 0x5F3759DF))
    just_above = min(1.0, draw + 2**-32)
    assert len(random_job(seed, Shape(tasks=1, layers=1, failure_rate=draw)).tasks[0].attempts) == 1
    assert len(random_job(seed, Shape(tasks=1, layers=1, failure_rate=just_above)).tasks[0].attempts) > 1


@cases(200)
@given(seeds, shapes(most_tasks=40))
def test_tasks_wait_for_one_or_two_of_the_layer_before(seed: int, shape: Shape) -> None:
    tasks = random_job(seed, shape).tasks
    for task in tasks:
        assert task.layer == floor(task.id * shape.layers / shape.tasks)
        assert {tasks[dep].layer for dep in task.deps} <= {task.layer - 1}
        assert len(task.deps) == len(set(task.deps))
        assert (1 <= len(task.deps) <= 2) if task.layer else not task.deps
    assert {task.layer for task in tasks} == set(range(shape.layers))


def test_with_nothing_left_to_chance_every_task_takes_a_minute() -> None:
    job = random_job(9, Shape(spread=0, bias=0, noise=0))
    assert {(task.estimate, task.duration) for task in job.tasks} == {(1, 1)}


def longest_from(job: Job, id: int) -> float:
    """By trying every way through what waits for a task."""
    (task,) = (task for task in job.tasks if task.id == id)
    after = [longest_from(job, other.id) for other in job.tasks if id in other.deps]
    return task.duration + max(after, default=0)


@cases(300)
@given(jobs)
def test_the_longest_chain_is_the_longest_of_all_ways_through_the_job(job: Job) -> None:
    longest = max(longest_from(job, task.id) for task in job.tasks)
    assert job.longest_chain == pytest.approx(longest, rel=1e-12)


def test_a_longest_chain_worked_out_by_hand() -> None:
    job = given_job([(1, [], 1, 3), (2, [1], 1, 4), (3, [1], 1, 2), (4, [3], 1, 1.5), (5, [], 1, 6.5)])
    assert job.longest_chain == 7


def test_a_job_can_be_given_in_any_order_and_with_any_ids() -> None:
    job = given_job([(20, (3,), 2.5, 4), (3, (7,), 1, 0), (7, (), 0, 2)])
    assert [(task.id, task.deps, task.estimate, task.attempts) for task in job.tasks] == [
        (3, (7,), 1, (0,)),
        (7, (), 0, (2,)),
        (20, (3,), 2.5, (4,)),
    ]


@pytest.mark.parametrize(
    ("tasks", "sentence"),
    [
        ([(4, [], 1, 1), (8, [9], 1, 1)], "task 8 waits for task 9"),
        ([(4, [], 1, 1), (8, [], 1, 1), (4, [], 2, 2)], "task 4"),
        ([(4, [], 1, -1)], "duration of task 4"),
        ([(4, [], 1, nan)], "duration of task 4"),
        ([(4, [], 1, inf)], "duration of task 4"),
        ([(4, [], -0.5, 1)], "estimate of task 4"),
        ([(4, [], nan, 1)], "estimate of task 4"),
        ([(4, [], inf, 1)], "estimate of task 4"),
        ([(4, [4], 1, 1)], "task 4, which waits for task 4"),
        ([(4, [8], 1, 1), (8, [4], 1, 1), (9, [], 1, 1)], "task 4"),
        ([], "at least one task"),
    ],
)
def test_what_cannot_be_a_job_is_refused_by_the_tasks_name(tasks: list[Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as refusal:
        given_job(tasks)
    assert "\n" not in str(refusal.value)


def test_a_circle_is_told_in_the_direction_of_waiting() -> None:
    with pytest.raises(ValueError, match="circle") as refusal:
        given_job([(1, [2], 1, 1), (2, [3], 1, 1), (3, [1], 1, 1), (4, [1], 1, 1)])
    told = [int(id) for id in re.findall(r"task (\d+)", str(refusal.value))]
    assert sorted(set(told)) == [1, 2, 3]
    assert all({1: 2, 2: 3, 3: 1}[task] == waited for task, waited in pairwise(told))


@cases(200)
@given(jobs, st.data())
def test_one_nonsense_minute_anywhere_is_found(job: Job, data: st.DataObject) -> None:
    bad = data.draw(st.sampled_from(job.tasks))
    minutes = data.draw(st.sampled_from([-1.0, -1e-300, inf, -inf, nan]))
    attempts = list(bad.attempts)
    attempts[data.draw(st.integers(0, len(attempts) - 1))] = minutes
    tasks = [replace(task, attempts=tuple(attempts)) if task is bad else task for task in job.tasks]
    with pytest.raises(ValueError, match=rf"duration of task {bad.id} is {minutes}"):
        Job(tuple(tasks))


def test_a_task_without_attempts_is_refused() -> None:
    with pytest.raises(ValueError, match="task 6 has no attempts"):
        Job((Task(6, (), 1.0, ()),))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tasks", 0),
        ("tasks", -3),
        ("layers", 0),
        ("kinds", 0),
        ("spread", -0.1),
        ("spread", nan),
        ("bias", inf),
        ("noise", -1),
        ("failure_rate", 1.01),
        ("failure_rate", -0.01),
        ("failure_rate", nan),
        ("layers", 61),
    ],
)
def test_a_shape_that_no_job_can_have_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} is {value}"):
        Shape(**{name: value})


def test_the_widest_shapes_still_give_finite_minutes() -> None:
    shape = Shape(spread=20, bias=20, noise=20, failure_rate=1)
    for seed in range(200):
        assert all(0 < minutes < inf for task in random_job(seed, shape).tasks for minutes in task.attempts)
