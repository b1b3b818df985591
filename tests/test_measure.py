"""Averages over many jobs are the published ones, and those of the jobs one by one."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import literal
from nearlydone.measure import Engine, Measurement, measure, watch
from nearlydone.shape import GOOD_ESTIMATES, Shape
from nearlydone.totals import Totals
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


@pytest.mark.parametrize("engine", ["readable", "batch"])
@pytest.mark.parametrize("setting", SETTINGS)
def test_averages_over_200_jobs_are_the_published_ones(setting: str, engine: Engine) -> None:
    measured = measure(*SETTINGS[setting], jobs=200, engine=engine)
    assert to_published_digits(setting, measured) == AVERAGES[setting]


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
        chains.append(watch(seed, shape, workers, ()).sums["longest_chain"])
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
    share = (one + other).wasted_share()
    mean_of_shares = mean([one.wasted_share(), other.wasted_share()])
    assert measure(shape, 2, 2, bars=()).wasted_share == pytest.approx(share)
    assert share != pytest.approx(mean_of_shares, rel=0.01)


def test_the_outcome_of_a_job_does_not_depend_on_the_others() -> None:
    shape = Shape(tasks=12, failure_rate=0.2)
    alone = [measure(shape, 3, 1, first_seed=seed).minutes for seed in (5, 6, 7)]
    assert measure(shape, 3, 3, first_seed=5).minutes == pytest.approx(mean(alone))


@pytest.mark.parametrize("engine", ["readable", "batch"])
def test_progress_sees_every_piece_as_it_comes(engine: Engine) -> None:
    seen: list[int] = []

    def progress(pieces: Iterable[Totals], of: int) -> Iterator[Totals]:
        assert of == 3100
        for piece in pieces:
            seen.append(piece.jobs)
            yield piece

    measure(Shape(tasks=2, layers=1), 2, 3100, bars=(), engine=engine, progress=progress)
    assert len(seen) > 2
    assert sum(seen) == 3100


def test_work_on_all_cores_adds_up_to_the_same() -> None:
    shape = Shape(tasks=5, layers=2, failure_rate=0.2)
    together = measure(shape, 2, 3100, bars=("count",))
    halves = [measure(shape, 2, 1550, first_seed=first, bars=("count",)) for first in (1, 1551)]
    assert together.minutes == pytest.approx(mean(half.minutes for half in halves), rel=1e-12)
    assert together.bars["count"].error == pytest.approx(mean(half.bars["count"].error for half in halves), rel=1e-12)


def test_a_large_average_lies_within_the_errors_of_a_small_one() -> None:
    small, large = (measure(Shape(), 4, jobs, first_seed=first) for jobs, first in ((300, 1), (6000, 1000)))
    for bar, judged in small.bars.items():
        error = small.standard_errors.bars[bar]["error"]
        assert error is not None
        assert judged.error == pytest.approx(large.bars[bar].error, abs=4 * error)
    assert small.standard_errors.minutes is not None
    assert small.minutes == pytest.approx(large.minutes, abs=4 * small.standard_errors.minutes)


def test_one_job_tells_no_standard_error() -> None:
    assert measure(Shape(tasks=6), 2, 1).standard_errors.minutes is None


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_jobs_have_no_averages(jobs: int) -> None:
    with pytest.raises(ValueError, match=f"jobs is {jobs}"):
        measure(Shape(), 4, jobs)
