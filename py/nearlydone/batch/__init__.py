"""Many jobs at once, in numpy: what the readable engine says of each of them, many times sooner.

    libm         exp, log and cos of whole arrays
    drawn        jobs of many seeds, as tables
    lockstep     the scheduler's rules, one step of many schedules at a time
    runs         the real runs, and what stood at every moment of them
    forecasts    when every run was expected to end
    curves       what every bar showed
    totals       sums over many jobs, to be averaged

A job's tasks are the bits of a 64-bit word. A job with more than 63 tasks or kinds is left to the
readable engine, and so is one in which two things happen so close together that rounding could
change their order. All others agree with it: minutes to the last digit, curves to 1e-9.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil, fsum, log2
from typing import NamedTuple

import numpy as np

from nearlydone import honesty
from nearlydone.bars import BARS
from nearlydone.batch.curves import draw_curves
from nearlydone.batch.drawn import Floats, Index, Jobs, draw_jobs, fits, longest_chains
from nearlydone.batch.runs import Flags, run_jobs
from nearlydone.honesty import ALMOST, SAMPLES
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape

CHUNK = 150


class Judged(NamedTuple):
    """`honesty.Honesty` of many jobs, (jobs,) each."""

    error: Floats
    above90: Floats
    backwards: Floats


@dataclass(frozen=True)
class BatchResult:
    """Of each seed's job, in order: its run, minutes and counts, and what each bar showed."""

    seeds: range
    minutes: Floats  # (jobs,), as all but the curves are
    longest_chain: Floats
    failed_attempts: Index
    time_in_attempts: Floats
    time_wasted: Floats
    curves: dict[str, Floats]  # bar: (jobs, 101), from 0 to 1

    def honesty(self) -> dict[str, Judged]:
        """How honest each bar was in each job."""
        return {bar: judge(shown) for bar, shown in self.curves.items()}


def run_batches(
    shape: Shape, workers: int, seeds: range, bars: Collection[str] = tuple(BARS), size: int = CHUNK
) -> Iterator[BatchResult]:
    """The results of the seeds, `size` jobs at a time. Raises ValueError for less than one worker."""
    for first in range(0, len(seeds), size):
        yield run_batch(shape, workers, seeds[first : first + size], bars)


def run_batch(shape: Shape, workers: int, seeds: range, bars: Collection[str] = tuple(BARS)) -> BatchResult:
    """The results of all these seeds at once, which takes memory for all of them. Raises ValueError as above."""
    if workers < 1:
        raise ValueError(f"workers is {workers}: it must be 1 or more")
    if not fits(shape) or not seeds:
        result, left = nothing_yet(seeds, bars), np.ones(len(seeds), bool)
    else:
        result, left = run_in_lockstep(shape, workers, seeds, bars)
    for row in np.flatnonzero(left):
        run_alone(result, int(row), shape, workers)
    return result


def run_in_lockstep(shape: Shape, workers: int, seeds: range, bars: Collection[str]) -> tuple[BatchResult, Flags]:
    """The results, and which of them are not to be trusted."""
    jobs = draw_jobs(seeds, shape)
    workers = min(workers, jobs.tasks)  # There is nothing to do for more, and each of them takes memory.
    far = beyond_all_ends(jobs)
    runs = run_jobs(jobs, workers, far)
    drawn = draw_curves(jobs, runs, workers, bars, far)
    wasted = jobs.wasted.sum(axis=1)
    result = BatchResult(
        seeds=seeds,
        minutes=runs.minutes,
        longest_chain=longest_chains(jobs),
        failed_attempts=jobs.failures.sum(axis=1),
        time_in_attempts=jobs.duration.sum(axis=1) + wasted,
        time_wasted=wasted,
        curves={bar: drawn.shown[bar] for bar in bars},
    )
    return result, drawn.unsure


def beyond_all_ends(jobs: Jobs) -> float:
    """Minutes, a power of two, that no run or forecast of these jobs comes near: one task after the other, at the
    highest ratio that `learn` can come by.
    """
    spent = float((jobs.duration + jobs.wasted).sum(axis=1).max())
    planned = float(jobs.estimate.sum(axis=1).max())
    return 2.0 ** ceil(log2(8 * (spent + planned * (1 + spent))))


def nothing_yet(seeds: range, bars: Collection[str]) -> BatchResult:
    """A result to be filled in."""
    jobs = len(seeds)
    return BatchResult(
        seeds=seeds,
        minutes=np.zeros(jobs),
        longest_chain=np.zeros(jobs),
        failed_attempts=np.zeros(jobs, np.intp),
        time_in_attempts=np.zeros(jobs),
        time_wasted=np.zeros(jobs),
        curves={bar: np.zeros((jobs, SAMPLES + 1)) for bar in bars},
    )


def run_alone(result: BatchResult, row: int, shape: Shape, workers: int) -> None:
    """Fill in one job's results with the readable engine."""
    job = random_job(result.seeds[row], shape)
    attempts = Scheduler(job.deps, job.attempts, workers).run()
    result.minutes[row] = attempts[-1].end
    result.longest_chain[row] = job.longest_chain
    result.failed_attempts[row] = sum(not attempt.ok for attempt in attempts)
    result.time_in_attempts[row] = fsum(attempt.end - attempt.start for attempt in attempts)
    result.time_wasted[row] = fsum(attempt.end - attempt.start for attempt in attempts if not attempt.ok)
    for bar, shown in honesty.curves(job, attempts, workers, list(result.curves)).items():
        result.curves[bar][row] = shown


def judge(shown: Floats) -> Judged:
    """How honest each curve of (jobs, 101) was: error and backwards in points, above90 as a share."""
    after, before = shown[:, 1:], shown[:, :-1]
    truth = np.arange(1, SAMPLES + 1) / SAMPLES
    return Judged(
        error=100 * np.abs(after - truth).sum(axis=1) / SAMPLES,
        above90=np.count_nonzero(after >= ALMOST, axis=1) / SAMPLES,
        backwards=100 * np.maximum(before - after, 0.0).max(axis=1),
    )
