"""What a progress bar shows at a moment: from the past alone, between 0 and 1, and 1 when all is done."""

from dataclasses import asdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.bars import BARS
from nearlydone.byhand import run_failing
from nearlydone.honesty import bars_at
from nearlydone.jobs import Job, Task, given_job, random_job
from nearlydone.scheduler import Attempt, Scheduler
from nearlydone.shape import Shape
from strategies import Run, cases, jobs_of_whole_minutes, moments, runs


def shown(job: Job, attempts: list[Attempt], workers: int, minute: float) -> dict[str, float]:
    """What each bar shows at one minute."""
    return {bar: values[0] for bar, values in bars_at(job, attempts, workers, [minute]).items()}


def run(job: Job, workers: int) -> list[Attempt]:
    return Scheduler(job.deps, job.attempts, workers).run()


# Worked out by hand


def test_count_and_work_are_shares_of_what_is_finished() -> None:
    job = given_job([(0, [], 1, 2), (1, [], 3, 2), (2, [0, 1], 6, 2)])
    attempts = run(job, 2)
    bars = bars_at(job, attempts, 2, [0, 1.99, 2, 4])
    assert bars["count"] == [0, 0, 2 / 3, 1]
    assert bars["work"] == [0, 0, 0.4, 1]


def test_plan_is_time_passed_over_the_end_that_the_scheduler_foresees() -> None:
    """At minute 2 task 0, taken for 1, is done; tasks 1 and 2 are thought to take 3 and 6, one after the other."""
    job = given_job([(0, [], 1, 2), (1, [0], 3, 5), (2, [1], 6, 1)])
    assert shown(job, run(job, 2), 2, 2)["plan"] == 2 / (2 + 3 + 6)


def test_plan_takes_the_workers_into_account() -> None:
    job = given_job([(id, [], 4, 6) for id in range(4)])
    assert shown(job, run(job, 4), 4, 2)["plan"] == 2 / 4
    assert shown(job, run(job, 2), 2, 2)["plan"] == 2 / 8
    assert shown(job, run(job, 1), 1, 2)["plan"] == 2 / 16


@pytest.mark.parametrize(("minute", "needs"), [(3, 4), (4, 4 + 0.15 * 4), (10, 10 + 0.15 * 4)])
def test_a_task_that_outran_its_estimate_is_taken_to_need_a_little_more(minute: float, needs: float) -> None:
    job = given_job([(0, [], 4, 20)])
    assert shown(job, run(job, 1), 1, minute)["plan"] == minute / needs


def test_learn_corrects_the_rest_by_how_that_kind_went() -> None:
    """Kind 0: planned 2, spent 6, so (6 + 2) / (2 + 2) = 2. Kind 1: nothing finished, so 1."""
    tasks = (
        Task(0, (), 2.0, (6.0,), kind=0),
        Task(1, (0,), 3.0, (50.0,), kind=0),
        Task(2, (1,), 5.0, (50.0,), kind=1),
    )
    bars = shown(Job(tasks), run(Job(tasks), 1), 1, 6)
    assert bars["learn"] == 6 / (6 + 2 * 3 + 5)
    assert bars["plan"] == 6 / (6 + 3 + 5)


def test_learn_counts_failed_attempts_but_only_of_finished_tasks() -> None:
    """At minute 9 task 0 has spent 1 + 3 on a plan of 2; what task 1 spent on failing tells nothing yet."""
    tasks = (Task(0, (), 2.0, (1.0, 3.0)), Task(1, (0,), 4.0, (5.0, 30.0)))
    assert shown(Job(tasks), run(Job(tasks), 1), 1, 9)["learn"] == 9 / (9 + 4 * (4 + 2) / (2 + 2))


def test_before_anything_is_finished_learn_has_nothing_to_add() -> None:
    job = random_job(77)
    attempts = run(job, 4)
    first_end = attempts[0].end
    bars = bars_at(job, attempts, 4, [first_end * k / 10 for k in range(10)])
    assert bars["learn"] == bars["plan"]
    after = shown(job, attempts, 4, first_end)
    assert after["learn"] != after["plan"]


def test_a_job_that_takes_no_time_is_done_at_once() -> None:
    job = given_job([(0, [], 0, 0), (1, [0], 0, 0)])
    assert shown(job, run(job, 1), 1, 0) == {"count": 1, "work": 1, "plan": 1, "learn": 1}


def test_estimates_of_nothing_are_no_progress_until_all_is_done() -> None:
    job = given_job([(0, [], 0, 2), (1, [0], 0, 2)])
    bars = bars_at(job, run(job, 1), 1, [0, 4])
    assert all(values == [0, 1] for values in bars.values())
    assert shown(job, run(job, 1), 1, 2)["work"] == 0


# Laws, over random jobs, workers and failures


@cases(300)
@given(runs(), st.data())
def test_bars_are_those_of_the_model_page(it: Run, data: st.DataObject) -> None:
    minute = data.draw(moments(it.attempts))
    tasks = [asdict(task) for task in it.job.tasks]
    lengths = {task["id"]: list(task["attempts"]) for task in tasks}
    _, begun = literal.schedule(tasks, lengths, it.workers, it.by_hand)
    assert shown(it.job, it.attempts, it.workers, minute) == literal.show_bars(tasks, begun, it.workers, minute)


@cases(300)
@given(runs(), st.data())
def test_every_bar_is_from_0_to_1(it: Run, data: st.DataObject) -> None:
    minutes = data.draw(st.lists(moments(it.attempts), min_size=1, max_size=8))
    for values in bars_at(it.job, it.attempts, it.workers, minutes).values():
        assert all(0 <= value <= 1 for value in values)


@cases(300)
@given(runs())
def test_every_bar_is_1_at_the_end_and_count_and_work_not_before(it: Run) -> None:
    assert set(shown(it.job, it.attempts, it.workers, it.minutes).values()) == {1}
    before = max((attempt.start for attempt in it.attempts if attempt.start < it.minutes), default=None)
    if before is not None:
        assert shown(it.job, it.attempts, it.workers, before)["count"] < 1


@cases(250)
@given(runs(), st.data())
def test_count_and_work_never_step_back(it: Run, data: st.DataObject) -> None:
    minutes = sorted(data.draw(st.lists(moments(it.attempts), min_size=2, max_size=10)))
    bars = bars_at(it.job, it.attempts, it.workers, minutes)
    for bar in ("count", "work"):
        assert all(before <= after for before, after in pairwise(bars[bar]))


@cases(250)
@given(jobs_of_whole_minutes(), st.integers(1, 5))
def test_with_right_estimates_and_no_failure_plan_is_the_share_of_time_itself(job: Job, workers: int) -> None:
    right = given_job((task.id, task.deps, task.duration, task.duration) for task in job.tasks)
    attempts = run(right, workers)
    total = attempts[-1].end
    minutes = [float(minute) for minute in range(int(total))]
    assert bars_at(right, attempts, workers, minutes, ["plan"])["plan"] == [minute / total for minute in minutes]


def test_with_right_estimates_drawn_jobs_are_foreseen_too() -> None:
    """But for failures: that is what the plan cannot know."""
    for seed in range(1, 30):
        job = random_job(seed, Shape(bias=0, noise=0))
        attempts = run(job, 4)
        total = attempts[-1].end
        minutes = [total * (k + 0.5) / 100 for k in range(100)]
        plan = bars_at(job, attempts, 4, minutes, ["plan"])["plan"]
        assert plan == pytest.approx([minute / total for minute in minutes], rel=1e-9)


def scrambled(it: Run, now: float, data: st.DataObject) -> Job:
    """The same job to anybody who watched it until `now`: what has not ended by then takes other minutes."""
    failed = [attempt.task for attempt in it.failed_by_chance if attempt.end <= now]
    finished = {attempt.task for attempt in it.attempts if attempt.ok and attempt.end <= now}
    seen: dict[int, float] = {}  # minutes for which a task's present attempt was seen to last, at least
    for attempt in it.attempts:
        if attempt.start <= now and (attempt.end > now or attempt in it.failed_by_hand):
            seen[attempt.task] = max(min(attempt.end, now) - attempt.start, seen.get(attempt.task, 0))
    minutes = st.integers(0, 4).map(float)
    tasks = []
    for task in it.job.tasks:
        attempts = list(task.attempts)
        if task.id not in finished:
            known = attempts[: failed.count(task.id)]
            attempts = [*known, *data.draw(st.lists(minutes, min_size=1, max_size=3))]
            if task.id in seen:
                attempts[len(known)] += seen[task.id] + 0.5
        tasks.append(Task(task.id, task.deps, task.estimate, tuple(attempts), task.layer, task.kind))
    return Job(tuple(tasks), it.job.factors)


@cases(600)
@given(runs(), st.data())
def test_no_bar_sees_the_future(it: Run, data: st.DataObject) -> None:
    now = data.draw(moments(it.attempts))
    other = scrambled(it, now, data)
    attempts = run_failing(other, it.workers, [(task, minute) for task, minute in it.by_hand if minute <= now])
    assert shown(other, attempts, it.workers, now) == shown(it.job, it.attempts, it.workers, now)


@pytest.mark.parametrize("durations", [(3.0, 5.0), (5.0, 3.0)])
def test_which_of_two_planned_alike_will_end_first_is_the_future(durations: tuple[float, float]) -> None:
    """Tasks 0 and 1 should both end at 2, 0 first because it began first: then 2 and 3 come before the long 4."""
    first, second = durations
    job = given_job([(0, [], 2, first), (1, [], 2, second), (2, [0], 1, 1), (3, [0], 1, 1), (4, [], 10, 10)])
    assert shown(job, run(job, 2), 2, 1)["plan"] == 1 / 13


def test_there_are_four_bars() -> None:
    assert list(BARS) == ["count", "work", "plan", "learn"]
