"""Averages over many jobs: the seeds from a first one on, each scheduled, watched and judged."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import fsum
from statistics import fmean

from nearlydone.bars import BARS
from nearlydone.honesty import Honesty, curves, honesty
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape


@dataclass(frozen=True)
class Outcome:
    """One job's run: minutes, and how honest each bar was."""

    minutes: float
    longest_chain: float
    failed_attempts: int
    time_in_attempts: float
    time_wasted: float
    bars: dict[str, Honesty]


@dataclass(frozen=True)
class Measurement:
    """Means over `jobs` jobs, per job; `wasted_share` is of the time in all attempts of all jobs."""

    jobs: int
    minutes: float
    failed_attempts: float
    wasted_share: float
    longest_chain: float
    bars: dict[str, Honesty]


def watch(seed: int, shape: Shape, workers: int, bars: Collection[str] = tuple(BARS)) -> Outcome:
    """Run one job and judge its bars, with the readable engine."""
    job = random_job(seed, shape)
    attempts = Scheduler(job.deps, job.attempts, workers).run()
    return Outcome(
        minutes=attempts[-1].end,
        longest_chain=job.longest_chain,
        failed_attempts=sum(not attempt.ok for attempt in attempts),
        time_in_attempts=fsum(attempt.end - attempt.start for attempt in attempts),
        time_wasted=fsum(attempt.end - attempt.start for attempt in attempts if not attempt.ok),
        bars={bar: honesty(shown) for bar, shown in curves(job, attempts, workers, bars).items()},
    )


def measure(
    shape: Shape,
    workers: int,
    jobs: int,
    first_seed: int = 1,
    bars: Collection[str] = tuple(BARS),
    progress: Callable[[Iterator[Outcome]], Iterator[Outcome]] = iter,
) -> Measurement:
    """Averages over the seeds `first_seed` … `first_seed + jobs - 1`.

    `progress` may wrap the outcomes as they come, one a job. Raises ValueError for less than one job.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}: it must be 1 or more")
    seeds = range(first_seed, first_seed + jobs)
    outcomes = list(progress(watch(seed, shape, workers, bars) for seed in seeds))
    spent = fsum(outcome.time_in_attempts for outcome in outcomes)
    return Measurement(
        jobs=jobs,
        minutes=fmean(outcome.minutes for outcome in outcomes),
        failed_attempts=fmean(outcome.failed_attempts for outcome in outcomes),
        wasted_share=fsum(outcome.time_wasted for outcome in outcomes) / spent if spent else 0.0,
        longest_chain=fmean(outcome.longest_chain for outcome in outcomes),
        bars={bar: mean_honesty([outcome.bars[bar] for outcome in outcomes]) for bar in bars},
    )


def mean_honesty(judged: list[Honesty]) -> Honesty:
    """The plain mean of each figure."""
    return Honesty(*(fmean(values) for values in zip(*judged, strict=True)))
