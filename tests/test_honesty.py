"""How far a bar was from the truth: three figures of a curve."""

import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.bars import BARS
from nearlydone.honesty import bars_at, curves, honesty
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape
from strategies import Run, cases, runs, seeds, shapes, worker_counts

JOB_77 = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))[
    "job 77, default, 4 workers"
]
HONEST = [k / 100 for k in range(101)]


def curves_of_job_77() -> dict[str, list[float]]:
    job = random_job(77)
    return curves(job, Scheduler(job.deps, job.attempts, 4).run(), 4)


@pytest.mark.parametrize("bar", JOB_77["error"])
def test_the_error_of_each_bar_of_job_77_is_the_published_one(bar: str) -> None:
    assert honesty(curves_of_job_77()[bar]).error == JOB_77["error"][bar]


def test_counting_on_job_77_misleads_as_published() -> None:
    count = curves_of_job_77()["count"]
    assert count[50] == JOB_77["count at half time"]
    first = next(k for k, shown in enumerate(count) if shown >= 0.9)
    assert first == JOB_77["count first at or above 0.9 at sample"]


def test_an_honest_bar_is_never_off_nor_backwards_and_above_90_for_a_tenth() -> None:
    assert honesty(HONEST) == (0, 0.11, 0)


@pytest.mark.parametrize(
    ("shown", "error", "above90", "backwards"),
    [
        ([0.0] * 101, 50.5, 0, 0),
        ([1.0] * 101, 49.5, 1, 0),
        ([0.0] * 51 + [1.0] * 50, 25, 0.5, 0),
        ([0.9] * 101, 40.6, 1, 0),
        ([0.0, 1.0] + [0.25] * 99, 32.25, 0.01, 75),
    ],
    ids=["stuck at 0", "stuck at 1", "a jump at half time", "stuck at 90 %", "a step back"],
)
def test_curves_judged_by_hand(shown: list[float], error: float, above90: float, backwards: float) -> None:
    assert honesty(shown) == pytest.approx((error, above90, backwards))


@pytest.mark.parametrize("k", [1, 50, 100])
def test_a_step_back_counts_wherever_it_is_and_the_start_is_not_judged(k: int) -> None:
    shown = [0.5] * 101
    shown[k - 1] = 0.75
    assert honesty(shown).backwards == 25
    assert honesty([1.0, *HONEST[1:]]).error == 0


@cases(500)
@given(st.lists(st.floats(0, 1), min_size=101, max_size=101))
def test_any_curve_is_judged_as_the_model_page_says(shown: list[float]) -> None:
    assert honesty(shown) == literal.judge(shown)


@cases(60)
@given(seeds, shapes(), worker_counts)
def test_curves_are_those_of_the_model_page(seed: int, shape: Shape, workers: int) -> None:
    job = random_job(seed, shape)
    attempts = Scheduler(job.deps, job.attempts, workers).run()
    tasks, _ = literal.draw_job(seed, **asdict(shape))
    _, begun = literal.schedule(tasks, {task["id"]: task["attempts"] for task in tasks}, workers)
    total = attempts[-1].end
    expected = [literal.show_bars(tasks, begun, workers, total * k / 100) for k in range(101)]
    shown = curves(job, attempts, workers)
    assert shown == {bar: [sample[bar] for sample in expected] for bar in BARS}
    for values in shown.values():
        assert honesty(values) == literal.judge(values)


@cases(100)
@given(runs())
def test_curves_have_101_values_from_0_to_1_and_count_and_work_never_fall(it: Run) -> None:
    shown = curves(it.job, it.attempts, it.workers)
    assert list(shown) == list(BARS)
    for bar, values in shown.items():
        assert len(values) == 101
        assert all(0 <= value <= 1 for value in values)
        if bar in ("count", "work"):
            assert all(before <= after for before, after in pairwise(values))
            assert honesty(values).backwards == 0


def test_the_last_sample_is_where_the_published_figures_took_it_a_hair_before_some_ends() -> None:
    """total * 100 / 100 is less than total for some totals; the published averages need it so."""
    before = 0
    for seed in range(1, 41):
        job = random_job(seed)
        attempts = Scheduler(job.deps, job.attempts, 4).run()
        total = attempts[-1].end
        last = curves(job, attempts, 4, ["count"])["count"][-1]
        assert last == bars_at(job, attempts, 4, [total * 100 / 100], ["count"])["count"][0]
        assert last == (1 if total * 100 / 100 >= total else 59 / 60)
        before += last < 1
    assert 0 < before < 20


def test_only_the_bars_asked_for_are_computed() -> None:
    job = random_job(1, Shape(tasks=6, layers=2))
    attempts = Scheduler(job.deps, job.attempts, 2).run()
    assert list(curves(job, attempts, 2, ["work"])) == ["work"]
    assert list(bars_at(job, attempts, 2, [0.0, 1.0], ["learn", "count"])) == ["learn", "count"]
