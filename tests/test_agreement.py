"""Two engines, one body of claims: what is said of a job does not depend on which of them says it.

The readable engine runs one job at a time by the scheduler that the article prints; the batch engine runs many
at once in numpy. Every claim is put to both, and then they are compared: on shapes, seeds, workers and failure
rates of all kinds, minutes to the last digit, counts exactly, everything else to one part in 10^9.
"""

import json
from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from nearlydone import batch, libm
from nearlydone.bars import BARS
from nearlydone.batch import BatchResult, run_batch, run_batches
from nearlydone.batch import libm as libm_of_arrays
from nearlydone.batch.totals import figures_of, measure_totals, totals_of
from nearlydone.honesty import curves, honesty
from nearlydone.jobs import random_job
from nearlydone.measure import watch
from nearlydone.scheduler import Scheduler
from nearlydone.shape import GOOD_ESTIMATES, Shape
from nearlydone.totals import Totals
from strategies import cases, seeds

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "published.json").read_text("utf-8"))
GOOD = Shape(**GOOD_ESTIMATES)
SETTINGS = {
    "good estimates, 4 workers": GOOD,
    "default, 4 workers": Shape(),
    "default, failure rate 0.2, 4 workers": Shape(failure_rate=0.2),
}
Engine = Callable[[Shape, int, range, Collection[str]], BatchResult]


def readable(shape: Shape, workers: int, seeds: range, bars: Collection[str] = tuple(BARS)) -> BatchResult:
    """What the readable engine says, in the batch engine's words."""
    outcomes = [watch(seed, shape, workers, ()) for seed in seeds]
    shown: dict[str, list[list[float]]] = {bar: [] for bar in bars}
    for seed in seeds:
        job = random_job(seed, shape)
        attempts = Scheduler(job.deps, job.attempts, workers).run()
        for bar, curve in curves(job, attempts, workers, bars).items():
            shown[bar].append(curve)
    return BatchResult(
        seeds=seeds,
        minutes=np.array([outcome.sums["minutes"] for outcome in outcomes]),
        longest_chain=np.array([outcome.sums["longest_chain"] for outcome in outcomes]),
        failed_attempts=np.array([outcome.sums["failed_attempts"] for outcome in outcomes]),
        time_in_attempts=np.array([outcome.sums["time_in_attempts"] for outcome in outcomes]),
        time_wasted=np.array([outcome.sums["time_wasted"] for outcome in outcomes]),
        curves={bar: np.array(shown[bar]) for bar in bars},
    )


def lockstep_only(
    shape: Shape, workers: int, seeds: range, bars: Collection[str] = tuple(BARS)
) -> tuple[BatchResult, NDArray[np.bool_]]:
    """What the batch engine says without ever asking the readable one, and which jobs it would ask it about."""
    return batch.run_in_lockstep(shape, workers, seeds, bars)


def assert_same(one: BatchResult, other: BatchResult) -> None:
    assert one.minutes.tolist() == other.minutes.tolist()
    assert one.failed_attempts.tolist() == other.failed_attempts.tolist()
    for name in ("longest_chain", "time_in_attempts", "time_wasted"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), rtol=1e-9, atol=0, err_msg=name)
    assert list(one.curves) == list(other.curves)
    for bar in one.curves:
        np.testing.assert_allclose(one.curves[bar], other.curves[bar], rtol=1e-9, atol=0, err_msg=bar)


@pytest.fixture(params=[readable, run_batch], ids=["readable", "batch"])
def engine(request: pytest.FixtureRequest) -> Engine:
    chosen: Engine = request.param
    return chosen


# Claims about either engine


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_first_twenty_jobs_take_the_published_minutes(engine: Engine, setting: str) -> None:
    result = engine(SETTINGS[setting], 4, range(1, 21), ())
    assert [round(minutes, 6) for minutes in result.minutes] == PUBLISHED["first twenty totals"][setting]


def test_job_77_is_as_honest_as_published(engine: Engine) -> None:
    published = PUBLISHED["job 77, default, 4 workers"]
    result = engine(Shape(), 4, range(77, 78), tuple(BARS))
    assert result.minutes[0] == published["minutes"]
    assert result.curves["count"][0, 50] == published["count at half time"]
    assert np.argmax(result.curves["count"][0] >= 0.9) == published["count first at or above 0.9 at sample"]
    for bar, error in published["error"].items():
        assert result.honesty()[bar].error[0] == pytest.approx(error, rel=1e-9)


def test_only_the_bars_asked_for_are_drawn(engine: Engine) -> None:
    for bars in ((), ("work",), ("learn", "count"), ("plan",)):
        result = engine(Shape(tasks=9), 2, range(4, 7), bars)
        assert list(result.curves) == list(bars)
        assert all(shown.shape == (3, 101) for shown in result.curves.values())


def test_a_bar_does_not_depend_on_which_others_are_drawn(engine: Engine) -> None:
    shape, workers, seeds = Shape(tasks=20, failure_rate=0.2), 3, range(11, 14)
    together = engine(shape, workers, seeds, tuple(BARS))
    for bar in BARS:
        alone = engine(shape, workers, seeds, (bar,)).curves[bar]
        np.testing.assert_allclose(alone, together.curves[bar], rtol=1e-12)


def test_bars_start_empty_and_are_shares(engine: Engine) -> None:
    for shown in engine(Shape(tasks=25, failure_rate=0.1), 3, range(5), tuple(BARS)).curves.values():
        assert np.all(shown[:, 0] == 0)
        assert np.all((shown >= 0) & (shown <= 1))


def test_count_and_work_never_step_back(engine: Engine) -> None:
    result = engine(Shape(tasks=25, failure_rate=0.3), 3, range(5), ("count", "work"))
    assert all(np.all(judged.backwards == 0) for judged in result.honesty().values())


def test_with_true_estimates_and_no_failures_the_plan_is_the_truth(engine: Engine) -> None:
    shown = engine(Shape(tasks=30, bias=0, noise=0), 4, range(6), ("plan",)).curves["plan"]
    np.testing.assert_allclose(shown[:, :100], np.broadcast_to(np.arange(100) / 100, (6, 100)), rtol=1e-9)


def test_one_worker_takes_all_the_time_in_attempts(engine: Engine) -> None:
    result = engine(Shape(tasks=30, failure_rate=0.3), 1, range(6), ())
    np.testing.assert_allclose(result.minutes, result.time_in_attempts, rtol=1e-12)
    assert np.all(result.failed_attempts > 0)
    assert np.all(result.time_wasted > 0)


@pytest.mark.parametrize("workers", [40, 10**12])
@pytest.mark.parametrize("rate", [0, 0.3])
def test_workers_beyond_the_number_of_tasks_change_nothing_and_take_no_memory(
    engine: Engine, workers: int, rate: float
) -> None:
    shape = Shape(tasks=9, failure_rate=rate)
    assert_same(engine(shape, 9, range(5), ("plan",)), engine(shape, workers, range(5), ("plan",)))


def test_no_job_is_shorter_than_its_longest_chain_nor_than_its_share_of_work(engine: Engine) -> None:
    result = engine(Shape(), 8, range(20), ())
    assert np.all(result.minutes >= result.longest_chain * (1 - 1e-12))
    assert np.all(result.minutes >= result.time_in_attempts / 8 * (1 - 1e-12))


def test_failures_do_not_change_which_job_a_seed_gives(engine: Engine) -> None:
    calm, unlucky = (engine(Shape(failure_rate=rate), 4, range(20), ()) for rate in (0, 0.5))
    np.testing.assert_allclose(calm.longest_chain, unlucky.longest_chain, rtol=1e-12)
    np.testing.assert_allclose(calm.time_in_attempts, unlucky.time_in_attempts - unlucky.time_wasted, rtol=1e-12)


def test_seeds_are_taken_modulo_two_to_the_32(engine: Engine) -> None:
    shape = Shape(tasks=8)
    assert_same(engine(shape, 2, range(-1, 2), ()), engine(shape, 2, range(2**32 - 1, 2**32 + 2), ()))


def test_no_seeds_have_no_results(engine: Engine) -> None:
    assert engine(Shape(), 4, range(0), ("count",)).minutes.shape == (0,)


def test_no_workers_are_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="workers is 0: it must be 1 or more"):
        engine(Shape(), 0, range(1, 3), ())


# One engine against the other


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Every kind of job that fits in a word, and some that do not."""
    tasks = draw(st.integers(1, 24) | st.integers(1, 66))
    return Shape(
        tasks=tasks,
        layers=draw(st.integers(1, min(tasks, 8)) | st.just(tasks)),
        spread=draw(st.sampled_from([0.0, 1.2, 2.8]) | st.floats(0, 3)),
        kinds=draw(st.integers(1, 6) | st.sampled_from([63, 64])),
        bias=draw(st.sampled_from([0.0, 0.6]) | st.floats(0, 1.5)),
        noise=draw(st.sampled_from([0.0, 0.05, 0.25]) | st.floats(0, 1.5)),
        failure_rate=draw(st.sampled_from([0.0, 0.2, 1.0]) | st.floats(0, 1)),
    )


@cases(150)
@given(seeds, shapes(), st.integers(1, 40))
def test_the_engines_agree(first: int, shape: Shape, workers: int) -> None:
    some = range(first, first + 2)
    assert_same(run_batch(shape, workers, some), readable(shape, workers, some))


@cases(15)
@given(seeds, st.integers(1, 40), st.floats(0.1, 3), st.sampled_from([0, 0.1, 0.3]))
def test_the_engines_agree_on_jobs_like_the_articles(first: int, workers: int, spread: float, rate: float) -> None:
    shape = Shape(spread=spread, failure_rate=rate)
    some = range(first, first + 2)
    assert_same(run_batch(shape, workers, some), readable(shape, workers, some))


@pytest.mark.parametrize("failure_rate", [0, 0.2])
@pytest.mark.parametrize("workers", [1, 4, 16])
def test_the_article_s_jobs_are_run_in_lockstep_without_help(workers: int, failure_rate: float) -> None:
    for shape in (Shape(failure_rate=failure_rate), Shape(**GOOD_ESTIMATES, failure_rate=failure_rate)):
        _, unsure = lockstep_only(shape, workers, range(1, 151))
        assert not unsure.any()


@cases(60)
@given(seeds, st.integers(2, 40), st.integers(1, 8), st.sampled_from([0, 0.6]))
def test_where_everything_ties_the_readable_engine_decides(first: int, tasks: int, workers: int, bias: float) -> None:
    shape = Shape(tasks=tasks, layers=min(tasks, 4), spread=0, bias=bias, noise=0, kinds=2)
    some = range(first, first + 2)
    assert_same(run_batch(shape, workers, some), readable(shape, workers, some))


TIES = {
    "of attempts": (Shape(tasks=24, layers=4, spread=0, noise=0, kinds=2), range(1, 41), ("count", "work")),
    "in forecasts": (Shape(tasks=20, layers=5, spread=0, kinds=3), range(1, 61), ("plan", "learn")),
}


@pytest.mark.parametrize("ties", TIES)
def test_ties_would_be_broken_otherwise_and_are_not(ties: str) -> None:
    shape, seeds, bars = TIES[ties]
    expected = readable(shape, 3, seeds, bars)
    assert_same(run_batch(shape, 3, seeds, bars), expected)
    with pytest.raises(AssertionError):
        assert_same(lockstep_only(shape, 3, seeds, bars)[0], expected)


@pytest.mark.parametrize("tasks", [1, 2, 3, 5, 10, 20, 25])
def test_a_task_that_ends_at_a_sample_is_finished_then(tasks: int) -> None:
    shape = Shape(tasks=tasks, layers=1, spread=0, bias=0, noise=0)
    result = run_batch(shape, 1, range(1, 3), ("count", "work"))
    assert_same(result, readable(shape, 1, range(1, 3), ("count", "work")))


def test_a_tie_is_noticed() -> None:
    _, unsure = lockstep_only(Shape(spread=0, bias=0, noise=0), 4, range(20))
    assert unsure.all()


def test_a_job_of_many_tasks_is_run_too() -> None:
    shape = Shape(tasks=300, layers=10, failure_rate=0.05)
    assert_same(run_batch(shape, 8, range(3, 4), ("count", "work")), readable(shape, 8, range(3, 4), ("count", "work")))


TOO_WIDE = [
    Shape(bias=18.0351244),
    Shape(tasks=8, layers=5, spread=8.520574882611633, kinds=6, bias=1.0041623644086786, noise=2.5492775934278726),
]


@pytest.mark.parametrize("shape", TOO_WIDE, ids=["has no end in lockstep", "is drawn wrongly in lockstep"])
def test_jobs_whose_minutes_no_float_holds_together_are_run_too(shape: Shape) -> None:
    assert_same(run_batch(shape, 2, range(1, 3)), readable(shape, 2, range(1, 3)))
    lockstep_only(shape, 2, range(1, 3))


def test_batches_are_the_same_jobs_in_pieces() -> None:
    shape = Shape(tasks=30, failure_rate=0.1)
    pieces = list(run_batches(shape, 3, range(7, 40), ("learn",), size=10))
    whole = run_batch(shape, 3, range(7, 40), ("learn",))
    assert [len(piece.seeds) for piece in pieces] == [10, 10, 10, 3]
    assert np.concatenate([piece.minutes for piece in pieces]).tolist() == whole.minutes.tolist()
    assert np.concatenate([piece.curves["learn"] for piece in pieces]).tolist() == whole.curves["learn"].tolist()


def test_a_result_does_not_change_those_that_follow() -> None:
    shapes = [Shape(), Shape(failure_rate=0.3), Shape(spread=0.4), Shape()]
    first, _, _, again = (run_batch(shape, 4, range(1, 12)) for shape in shapes)
    assert_same(first, again)


# Honesty and totals


@cases(40)
@given(st.lists(st.floats(0, 1) | st.just(0.9), min_size=101, max_size=101))
def test_many_curves_are_judged_as_one_is(shown: list[float]) -> None:
    judged = batch.judge(np.array([shown]))
    assert tuple(float(values[0]) for values in judged) == pytest.approx(tuple(honesty(shown)), rel=1e-9)


def test_totals_of_pieces_add_up_to_those_of_the_whole() -> None:
    shape = Shape(tasks=15, failure_rate=0.2)
    whole = totals_of(run_batch(shape, 3, range(1, 31)))
    pieces = [measure_totals(shape, 3, seeds) for seeds in (range(1, 9), range(9, 21), range(21, 31))]
    added = pieces[0] + pieces[1] + pieces[2]
    assert added.jobs == 30
    for figure in whole.sums:
        assert added.mean(figure) == pytest.approx(whole.mean(figure))
        assert added.standard_error(figure) == pytest.approx(whole.standard_error(figure), abs=1e-9)
    assert added.wasted_share() == pytest.approx(whole.wasted_share())
    assert added.wasted_share_error() == pytest.approx(whole.wasted_share_error())


def test_the_standard_error_is_that_of_a_sample_s_mean() -> None:
    result = run_batch(Shape(tasks=15), 3, range(1, 41))
    totals = totals_of(result)
    for figure, values in figures_of(result).items():
        assert totals.standard_error(figure) == pytest.approx(values.std(ddof=1) / 40**0.5, abs=1e-9)


def test_the_standard_errors_are_as_large_as_means_really_vary() -> None:
    shape = Shape(tasks=12, layers=3, failure_rate=0.2)
    pieces = [measure_totals(shape, 2, range(n * 50, n * 50 + 50), ("count",)) for n in range(200)]
    for name, value, error in (
        ("minutes", lambda it: it.mean("minutes"), lambda it: it.standard_error("minutes")),
        ("count error", lambda it: it.mean("count error"), lambda it: it.standard_error("count error")),
        ("wasted share", Totals.wasted_share, Totals.wasted_share_error),
    ):
        varied = np.std([value(piece) for piece in pieces])
        assert np.mean([error(piece) for piece in pieces]) == pytest.approx(varied, rel=0.2), name


def test_one_job_has_no_standard_error() -> None:
    totals = measure_totals(Shape(tasks=6), 2, range(1, 2))
    assert totals.standard_error("minutes") is None
    assert totals.wasted_share_error() is None


def test_totals_are_published_averages() -> None:
    row = next(row for row in PUBLISHED["averages over 200 jobs (seeds 1 to 200)"] if "default, 16" in row["setting"])
    totals = measure_totals(Shape(), 16, range(1, 201))
    assert round(totals.mean("minutes"), 1) == row["minutes"]
    for bar, judged in row["bars"].items():
        assert {name: round(totals.mean(f"{bar} {name}"), 2 if name == "above90" else 1) for name in judged} == judged


# exp, log and cos of arrays


@pytest.mark.parametrize("name", ["exp", "log", "cos"])
def test_functions_of_arrays_are_to_the_last_digit_those_of_numbers(name: str) -> None:
    draws = np.random.default_rng(20).integers(0, 2**32, 40_000) / 2**32
    corners = [0.0, 1e-10, 2**-28, 2**-29, 0.3465735912322998, 0.7853984832763672, 1.0397205352783203, 1.570796]
    corners += [float(np.nextafter(value, end)) for value in corners for end in (0, 9)]
    arguments = {
        "exp": np.concatenate(
            [20 * draws - 10, 1200 * draws - 600, (draws - 0.5) * 2**-26, corners, np.negative(corners)]
        ),
        "log": np.concatenate([1 - draws, 2.0 ** -np.arange(33), 1 - np.arange(4096) / 2**32]),
        "cos": np.concatenate([2 * np.pi * draws, corners, 2 * np.pi * np.arange(1, 16) / 16]),
    }[name]
    function = getattr(libm, name)
    assert getattr(libm_of_arrays, name)(arguments).tolist() == [function(x) for x in arguments.tolist()]
