"""Averages over many jobs are the published ones, and those of the jobs one by one."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.measure import Measurement, Outcome, measure, watch
from nearlydone.shape import GOOD_ESTIMATES, Shape
from strategies import cases, shapes, worker_counts

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))
AVERAGES = {row["setting"]: row for row in PUBLISHED["averages over 200 jobs (seeds 1 to 200)"]}
BY_WORKERS = PUBLISHED["mean minutes by workers, 100 jobs, good estimates"]
SETTINGS: dict[str, tuple[Shape, int]] = {
    "good estimates, 4 workers": (Shape(bias=0, noise=0.05), 4),
    "good estimates, 16 workers": (Shape(bias=0, noise=0.05), 16),
    "default, 4 workers": (Shape(), 4),
    "default, 16 workers": (Shape(), 16),
    "good estimates, spread 0.2, 4 workers": (Shape(bias=0, noise=0.05, spread=0.2), 4),
    "good estimates, spread 2.8, 4 workers": (Shape(bias=0, noise=0.05, spread=2.8), 4),
    "good estimates, failure rate 0.1, 4 workers": (Shape(bias=0, noise=0.05, failure_rate=0.1), 4),
    "good estimates, failure rate 0.2, 4 workers": (Shape(bias=0, noise=0.05, failure_rate=0.2), 4),
    "default, failure rate 0.2, 4 workers": (Shape(failure_rate=0.2), 4),
    "good estimates, failure rate 0.3, 4 workers": (Shape(bias=0, noise=0.05, failure_rate=0.3), 4),
}


def to_published_digits(setting: str, measured: Measurement) -> dict[str, Any]:
    return {
        "setting": setting,
        "minutes": round(measured.minutes, 1),
        "failed_attempts": round(measured.failed_attempts, 1),
        "wasted_share": round(measured.wasted_share, 2),
        "bars": {
            bar: {
                "error": round(judged.error, 1),
                "above90": round(judged.above90, 2),
                "backwards": round(judged.backwards, 1),
            }
            for bar, judged in measured.bars.items()
        },
    }


def test_every_published_setting_is_measured_here() -> None:
    assert list(SETTINGS) == list(AVERAGES)


@pytest.mark.parametrize("setting", SETTINGS)
def test_averages_over_200_jobs_are_the_published_ones(setting: str) -> None:
    assert to_published_digits(setting, measure(*SETTINGS[setting], jobs=200)) == AVERAGES[setting]


@pytest.mark.parametrize("workers", [int(key) for key in BY_WORKERS if key.isdigit()])
def test_mean_minutes_by_workers_are_the_published_ones(workers: int) -> None:
    measured = measure(Shape(**GOOD_ESTIMATES), workers, jobs=100, bars=())
    assert round(measured.minutes, 1) == BY_WORKERS[str(workers)]
    assert round(measured.longest_chain, 1) == BY_WORKERS["longest chain"]


@cases(40)
@given(st.integers(-3, 2**33), st.integers(1, 4), shapes(), worker_counts)
def test_averages_are_plain_means_over_consecutive_seeds(
    first_seed: int, jobs: int, shape: Shape, workers: int
) -> None:
    minutes, failed, chains, attempts, judged = [], [], [], [], []
    for seed in range(first_seed, first_seed + jobs):
        tasks, _ = literal.draw_job(seed, **asdict(shape))
        ended, begun = literal.schedule(tasks, {task["id"]: task["attempts"] for task in tasks}, workers)
        total = ended[-1][3]
        shown = [literal.show_bars(tasks, begun, workers, total * k / 100) for k in range(101)]
        minutes.append(total)
        failed.append(sum(not attempt[4] for attempt in ended))
        attempts += ended
        chains.append(watch(seed, shape, workers, ()).longest_chain)
        judged.append({bar: literal.judge([sample[bar] for sample in shown]) for bar in shown[0]})
    measured = measure(shape, workers, jobs, first_seed)
    assert measured.jobs == jobs
    assert measured.minutes == pytest.approx(mean(minutes))
    assert measured.failed_attempts == pytest.approx(mean(failed))
    assert measured.longest_chain == pytest.approx(mean(chains))
    wasted = sum(end - start for _, _, start, end, ok in attempts if not ok)
    assert measured.wasted_share == pytest.approx(wasted / sum(end - start for _, _, start, end, _ in attempts))
    for bar, means in measured.bars.items():
        assert means == pytest.approx([mean(values) for values in zip(*(it[bar] for it in judged), strict=True)])


def test_the_wasted_share_is_of_all_time_of_all_jobs_not_a_mean_of_shares() -> None:
    shape = Shape(tasks=5, layers=1, spread=2.8, failure_rate=0.4)
    one, other = (watch(seed, shape, 2, ()) for seed in (1, 2))
    share = (one.time_wasted + other.time_wasted) / (one.time_in_attempts + other.time_in_attempts)
    mean_of_shares = mean([one.time_wasted / one.time_in_attempts, other.time_wasted / other.time_in_attempts])
    assert measure(shape, 2, 2, bars=()).wasted_share == pytest.approx(share)
    assert share != pytest.approx(mean_of_shares, rel=0.01)


def test_the_outcome_of_a_job_does_not_depend_on_the_others() -> None:
    shape = Shape(tasks=12, failure_rate=0.2)
    alone = [measure(shape, 3, 1, first_seed=seed).minutes for seed in (5, 6, 7)]
    assert measure(shape, 3, 3, first_seed=5).minutes == pytest.approx(mean(alone))


def test_progress_sees_every_job_as_it_comes() -> None:
    seen: list[Outcome] = []

    def progress(outcomes: Iterator[Outcome]) -> Iterator[Outcome]:
        for outcome in outcomes:
            seen.append(outcome)
            yield outcome

    shape = Shape(tasks=6)
    measure(shape, 2, 4, first_seed=9, progress=progress)
    assert seen == [watch(seed, shape, 2) for seed in (9, 10, 11, 12)]


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_jobs_have_no_averages(jobs: int) -> None:
    with pytest.raises(ValueError, match=f"jobs is {jobs}"):
        measure(Shape(), 4, jobs)
