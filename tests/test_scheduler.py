"""Four rules: what the scheduler makes of a job, whatever fails and wherever it carries on from."""

import json
from dataclasses import asdict
from itertools import pairwise
from math import inf, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.byhand import run_failing
from nearlydone.jobs import Job, Task, given_job, random_job
from nearlydone.moment import in_order_begun, moment_of
from nearlydone.scheduler import Attempt, Scheduler
from nearlydone.shape import GOOD_ESTIMATES, Shape
from strategies import Run, cases, drawn_jobs, jobs_of_whole_minutes, moments, runs, seeds, shapes, worker_counts

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))
SHAPES = {
    "good estimates, 4 workers": Shape(**GOOD_ESTIMATES),
    "default, 4 workers": Shape(),
    "default, failure rate 0.2, 4 workers": Shape(failure_rate=0.2),
}


def run(job: Job, workers: int) -> list[Attempt]:
    return Scheduler(job.deps, job.attempts, workers).run()


# Published figures


def test_job_77_takes_the_published_minutes() -> None:
    assert run(random_job(77), 4)[-1].end == PUBLISHED["job 77, default, 4 workers"]["minutes"]


@pytest.mark.parametrize("setting", SHAPES)
def test_the_first_twenty_jobs_take_the_published_minutes(setting: str) -> None:
    totals = [round(run(random_job(seed, SHAPES[setting]), 4)[-1].end, 6) for seed in range(1, 21)]
    assert totals == PUBLISHED["first twenty totals"][setting]


# The rules, worked out by hand

SMALL = given_job([(0, [], 3, 3), (1, [], 1, 1), (2, [0], 2, 2), (3, [1], 4, 4)])


def test_the_lowest_task_goes_to_the_lowest_worker_and_of_two_ends_the_first_begun_comes_first() -> None:
    assert run(SMALL, 2) == [(1, 1, 0, 1, True), (0, 0, 0, 3, True), (3, 1, 1, 5, True), (2, 0, 3, 5, True)]


def test_a_failed_task_is_found_again_by_rule_1() -> None:
    job = Job((Task(0, (), 1, (2, 5)), Task(1, (), 1, (3,)), Task(2, (0,), 1, (1,))))
    assert run(job, 1) == [(0, 0, 0, 2, False), (0, 0, 2, 7, True), (1, 0, 7, 10, True), (2, 0, 10, 11, True)]


def test_assigning_happens_after_every_single_end() -> None:
    """Tasks 1 and 2 end at the same minute; task 3 needs only the first of them and is not kept waiting."""
    job = given_job([(1, [], 1, 2), (2, [], 1, 2), (3, [1], 1, 1), (4, [2], 1, 1)])
    scheduler = Scheduler(job.deps, job.attempts, 2)
    scheduler.assign()
    assert scheduler.advance().task == 1
    assert list(scheduler.ready()) == [3]
    assert [(attempt.task, attempt.worker) for attempt in scheduler.assign()] == [(3, 0)]
    assert scheduler.advance().task == 2
    assert [(attempt.task, attempt.worker) for attempt in scheduler.assign()] == [(4, 1)]


def test_a_failure_by_hand_uses_up_none_of_the_failures_drawn() -> None:
    job = Job((Task(0, (), 1, (2, 5)),))
    assert run_failing(job, 1, [(0, 1.5), (0, 5.5)]) == [
        (0, 0, 0, 1.5, False),
        (0, 0, 1.5, 3.5, False),
        (0, 0, 3.5, 5.5, False),
        (0, 0, 5.5, 10.5, True),
    ]


def test_a_failure_by_hand_frees_the_worker_for_the_lowest_ready_task() -> None:
    job = given_job([(0, [], 1, 4), (1, [], 1, 10), (2, [], 1, 1)])
    assert run_failing(job, 2, [(1, 2)])[:3] == [(1, 1, 0, 2, False), (0, 0, 0, 4, True), (2, 0, 4, 5, True)]


def test_more_workers_than_tasks_are_no_trouble() -> None:
    assert run(SMALL, 1_000_000) == run(SMALL, 4)


def test_an_attempt_under_way_keeps_its_start_and_never_ends_before_now() -> None:
    late = Scheduler(SMALL.deps, SMALL.attempts, 2, now=9, finished=[1], running=[(3, 1, 2), (0, 0, 8)])
    assert late.run() == [(3, 1, 2, 9, True), (0, 0, 8, 11, True), (2, 0, 11, 13, True)]


# Refusals


@pytest.mark.parametrize("workers", [0, -4])
def test_nobody_to_work_is_refused(workers: int) -> None:
    with pytest.raises(ValueError, match=f"workers is {workers}"):
        Scheduler(SMALL.deps, SMALL.attempts, workers)


@pytest.mark.parametrize(("task", "minute"), [(2, 1), (0, 4), (0, 100), (99, 0), (1, 1.5)])
def test_only_a_running_task_can_be_failed_by_hand(task: int, minute: float) -> None:
    with pytest.raises(ValueError, match=f"task {task} cannot fail at minute {minute}"):
        run_failing(SMALL, 2, [(task, minute)])


@pytest.mark.parametrize("minute", [0.5, -1, 3.5, inf, nan])
def test_the_past_and_what_lies_beyond_the_next_end_cannot_fail(minute: float) -> None:
    scheduler = Scheduler(SMALL.deps, SMALL.attempts, 2)
    scheduler.run(until=2)
    with pytest.raises(ValueError, match=f"minute {minute:g}"):
        scheduler.fail(0, minute)
    assert scheduler.run() == run(SMALL, 2)


# Laws, over random jobs, workers and failures


@cases(400)
@given(runs())
def test_a_run_is_that_of_the_model_page(it: Run) -> None:
    tasks = [asdict(task) for task in it.job.tasks]
    lengths = {task["id"]: list(task["attempts"]) for task in tasks}
    ended, _ = literal.schedule(tasks, lengths, it.workers, it.by_hand)
    assert it.attempts == ended


@cases(100)
@given(seeds, shapes(most_tasks=40), st.integers(1, 20))
def test_larger_runs_are_those_of_the_model_page_too(seed: int, shape: Shape, workers: int) -> None:
    tasks, _ = literal.draw_job(seed, **asdict(shape))
    ended, _ = literal.schedule(tasks, {task["id"]: task["attempts"] for task in tasks}, workers)
    assert run(random_job(seed, shape), workers) == ended


@cases(200)
@given(runs())
def test_failures_by_hand_can_be_told_in_advance(it: Run) -> None:
    assert run_failing(it.job, it.workers, it.by_hand) == it.attempts


@cases(300)
@given(runs())
def test_no_worker_does_two_things_at_once(it: Run) -> None:
    for worker in range(it.workers):
        own = [attempt for attempt in it.attempts if attempt.worker == worker]
        assert all(before.end <= after.start for before, after in pairwise(own))
    assert {attempt.worker for attempt in it.attempts} <= set(range(it.workers))


@cases(300)
@given(runs())
def test_no_task_starts_before_its_dependencies_went_through(it: Run) -> None:
    through = {attempt.task: attempt.end for attempt in it.attempts if attempt.ok}
    for attempt in it.attempts:
        assert all(through[dep] <= attempt.start for dep in it.job.deps[attempt.task])


def waits(it: Run) -> list[tuple[int, float, float]]:
    """Each attempt's task, the minute from which it could have begun, and the minute at which it did."""
    through = {attempt.task: attempt.end for attempt in it.attempts if attempt.ok}
    free_from = {task: max((through[dep] for dep in deps), default=0.0) for task, deps in it.job.deps.items()}
    found = []
    for attempt in it.attempts:
        found.append((attempt.task, free_from[attempt.task], attempt.start))
        free_from[attempt.task] = attempt.end
    return found


def gaps(it: Run, worker: int) -> list[tuple[float, float]]:
    """The stretches in which a worker has nothing to do."""
    own = [attempt for attempt in it.attempts if attempt.worker == worker]
    minutes = [0.0, *(minute for attempt in own for minute in (attempt.start, attempt.end)), inf]
    return list(zip(minutes[::2], minutes[1::2], strict=True))


@cases(300)
@given(runs())
def test_no_worker_is_idle_beside_a_ready_task(it: Run) -> None:
    for _, ready, begun in waits(it):
        for worker in range(it.workers):
            assert all(min(begun, end) <= max(ready, start) for start, end in gaps(it, worker))


@cases(300)
@given(runs())
def test_a_ready_task_is_never_passed_over_for_a_higher_one(it: Run) -> None:
    for task, ready, begun in waits(it):
        assert not any(ready < attempt.start < begun for attempt in it.attempts if attempt.task > task)


@cases(300)
@given(runs())
def test_a_task_has_its_drawn_attempts_in_order_and_those_failed_by_hand_besides(it: Run) -> None:
    assert [attempt.end for attempt in it.attempts] == sorted(attempt.end for attempt in it.attempts)
    assert not any(attempt.ok for attempt in it.failed_by_hand)
    drawn = it.failed_by_chance + [attempt for attempt in it.attempts if attempt.ok]
    for task in it.job.tasks:
        own = [attempt for attempt in drawn if attempt.task == task.id]
        assert [attempt.end for attempt in own] == [
            attempt.start + length for attempt, length in zip(own, task.attempts, strict=True)
        ]
        assert [attempt.ok for attempt in own] == [False] * (len(own) - 1) + [True]


@cases(300)
@given(runs())
def test_a_run_is_never_shorter_than_its_longest_chain_nor_than_its_work_shared_out(it: Run) -> None:
    spent = sum(attempt.end - attempt.start for attempt in it.attempts)
    assert it.minutes >= it.job.longest_chain * (1 - 1e-12)
    assert it.minutes >= spent / it.workers * (1 - 1e-12)


@cases(300)
@given(drawn_jobs | jobs_of_whole_minutes(), worker_counts)
def test_when_nothing_fails_a_run_is_within_grahams_bound(job: Job, workers: int) -> None:
    """Graham, Bounds on Multiprocessing Timing Anomalies, 1969."""
    unfailing = given_job((task.id, task.deps, task.estimate, task.duration) for task in job.tasks)
    work = sum(task.duration for task in unfailing.tasks)
    bound = work / workers + (1 - 1 / workers) * unfailing.longest_chain
    assert run(unfailing, workers)[-1].end <= bound * (1 + 1e-12)


# Carrying on


@cases(400)
@given(runs(), st.data())
def test_carrying_on_from_any_moment_of_a_finished_run_ends_as_it_did(it: Run, data: st.DataObject) -> None:
    now = data.draw(moments(it.attempts))
    moment = moment_of(in_order_begun(it.attempts, it.job.deps), it.workers, now)
    past = [attempt for attempt in it.attempts if attempt.end <= now]
    failed = [attempt.task for attempt in it.failed_by_chance if attempt.end <= now]
    lengths = {task: minutes[failed.count(task) :] for task, minutes in it.job.attempts.items()}
    later = [(task, minute) for task, minute in it.by_hand if minute > now]
    rest = Scheduler(
        it.job.deps, lengths, it.workers, now=now, finished=moment.finished, running=moment.running
    )
    for task, minute in later:
        rest.run(until=minute)
        rest.fail(task, minute)
    assert [*past, *rest.run()] == it.attempts
    assert sorted(moment.ended) == sorted(past)


@cases(400)
@given(runs(), st.data())
def test_carrying_on_from_a_scheduler_stopped_anywhere_ends_as_it_would_have(it: Run, data: st.DataObject) -> None:
    """Stopped after any number of steps, also between two ends at one minute, its failures partly used up."""
    first = Scheduler(it.job.deps, it.job.attempts, it.workers)
    for task, minute in it.by_hand:
        first.run(until=minute)
        first.fail(task, minute)
    for _ in range(data.draw(st.integers(0, len(it.attempts) - len(first.ended)))):
        first.assign()
        first.advance()
    if data.draw(st.booleans()):
        first.assign()
    second = Scheduler(
        it.job.deps,
        {task: it.job.attempts[task][failures:] for task, failures in first.left.items()},
        it.workers,
        now=first.now,
        finished=first.finished,
        running=[(attempt.task, attempt.worker, attempt.start) for attempt in first.running.values()],
    )
    before = list(first.ended)
    assert [*before, *second.run()] == it.attempts
    assert first.run() == it.attempts


@cases(400)
@given(runs())
def test_the_order_in_which_attempts_began_can_be_told_from_the_order_in_which_they_ended(it: Run) -> None:
    tasks = [asdict(task) for task in it.job.tasks]
    lengths = {task["id"]: list(task["attempts"]) for task in tasks}
    _, begun = literal.schedule(tasks, lengths, it.workers, it.by_hand)
    assert in_order_begun(it.attempts, it.job.deps) == begun
