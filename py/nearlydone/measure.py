"""Averages over many jobs: the seeds from a first one on, each scheduled, watched and judged."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce
from math import fsum
from operator import add
from typing import Literal

from nearlydone.bars import BARS
from nearlydone.cores import on_all_cores
from nearlydone.honesty import Honesty, curves, honesty
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape
from nearlydone.totals import Totals

Engine = Literal["readable", "batch"]
Progress = Callable[[Iterable[Totals], int], Iterator[Totals]]

PIECES: dict[Engine, int] = {"readable": 20, "batch": 1500}  # jobs that are worth handing to another core


@dataclass(frozen=True)
class StandardErrors:
    """How far a measurement's figures may be from those over all seeds; None where one job cannot tell."""

    minutes: float | None
    failed_attempts: float | None
    wasted_share: float | None
    longest_chain: float | None
    bars: dict[str, dict[str, float | None]]


@dataclass(frozen=True)
class Measurement:
    """Means over `jobs` jobs, per job; `wasted_share` is of the time in all attempts of all jobs."""

    jobs: int
    minutes: float
    failed_attempts: float
    wasted_share: float
    longest_chain: float
    bars: dict[str, Honesty]
    standard_errors: StandardErrors


def silent(pieces: Iterable[Totals], of: int) -> Iterator[Totals]:
    """Show no progress."""
    return iter(pieces)


def measure(
    shape: Shape,
    workers: int,
    jobs: int,
    first_seed: int = 1,
    bars: Collection[str] = tuple(BARS),
    engine: Engine = "batch",
    progress: Progress = silent,
) -> Measurement:
    """Averages over the seeds `first_seed` … `first_seed + jobs - 1`.

    `progress` may wrap the pieces as they come, given how many jobs there are in all. Raises ValueError for
    less than one job.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}: it must be 1 or more")
    seeds = range(first_seed, first_seed + jobs)
    pieces = (seeds[first : first + PIECES[engine]] for first in range(0, jobs, PIECES[engine]))
    work = partial(total, engine, shape, workers, tuple(bars))
    return means(sum_up(progress(on_all_cores(work, pieces), jobs)), bars)


def total(engine: Engine, shape: Shape, workers: int, bars: tuple[str, ...], seeds: range) -> Totals:
    """The sums over these seeds, of which there must be one at least."""
    if engine == "readable":
        return sum_up(watch(seed, shape, workers, bars) for seed in seeds)
    from nearlydone.batch.totals import measure_totals  # all else here does without numpy

    return measure_totals(shape, workers, seeds, bars)


def sum_up(pieces: Iterable[Totals]) -> Totals:
    return reduce(add, pieces)


def watch(seed: int, shape: Shape, workers: int, bars: Collection[str] = tuple(BARS)) -> Totals:
    """Run one job and judge its bars, with the readable engine."""
    job = random_job(seed, shape)
    attempts = Scheduler(job.deps, job.attempts, workers).run()
    spent = fsum(attempt.end - attempt.start for attempt in attempts)
    wasted = fsum(attempt.end - attempt.start for attempt in attempts if not attempt.ok)
    figures = {
        "minutes": attempts[-1].end,
        "longest_chain": job.longest_chain,
        "failed_attempts": float(sum(not attempt.ok for attempt in attempts)),
        "time_in_attempts": spent,
        "time_wasted": wasted,
    }
    for bar, shown in curves(job, attempts, workers, bars).items():
        figures |= {f"{bar} {name}": value for name, value in honesty(shown)._asdict().items()}
    squares = {name: value * value for name, value in figures.items()}
    return Totals(1, figures, squares, wasted_by_spent=wasted * spent)


def means(totals: Totals, bars: Collection[str]) -> Measurement:
    return Measurement(
        jobs=totals.jobs,
        minutes=totals.mean("minutes"),
        failed_attempts=totals.mean("failed_attempts"),
        wasted_share=totals.wasted_share(),
        longest_chain=totals.mean("longest_chain"),
        bars={bar: Honesty(*(totals.mean(f"{bar} {name}") for name in Honesty._fields)) for bar in bars},
        standard_errors=StandardErrors(
            minutes=totals.standard_error("minutes"),
            failed_attempts=totals.standard_error("failed_attempts"),
            wasted_share=totals.wasted_share_error(),
            longest_chain=totals.standard_error("longest_chain"),
            bars={bar: {name: totals.standard_error(f"{bar} {name}") for name in Honesty._fields} for bar in bars},
        ),
    )
