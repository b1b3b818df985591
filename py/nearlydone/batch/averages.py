"""Averages over the first so many of a row of jobs, which are run when they are first asked for."""

from dataclasses import dataclass

import numpy as np

from nearlydone.batch import BatchResult, judge, run_batch
from nearlydone.batch.drawn import Floats, Index, draw_jobs
from nearlydone.honesty import SAMPLES, Honesty
from nearlydone.shape import Shape


@dataclass(frozen=True)
class Averages:
    """Means over `jobs` jobs. Of each bar: what it showed and how many points it was off, at each of 101
    samples, and how honest it was. `most` are the ends between which it was in eight jobs of ten, low and high, at
    each sample. `wasted_share` is of the time in all attempts of all the jobs."""

    jobs: int
    minutes: float
    longest_chain: float
    failed_attempts: float
    wasted_share: float
    shown: dict[str, list[float]]
    most: dict[str, tuple[list[float], list[float]]]
    off: dict[str, list[float]]
    honesty: dict[str, Honesty]


class Row:
    """The jobs of seeds 1, 2, 3, … of one shape, on so many workers."""

    def __init__(self, shape: Shape, workers: int, bars: tuple[str, ...]) -> None:
        self.shape, self.workers, self.bars = shape, workers, bars
        self.pieces: list[BatchResult] = []

    def average(self, jobs: int) -> Averages:
        """The averages over the first `jobs` of them, 1 or more."""
        known = sum(len(piece.seeds) for piece in self.pieces)
        if known < jobs:
            seeds = range(known + 1, jobs + 1)
            self.pieces.append(run_batch(self.shape, self.workers, seeds, self.bars))

        def all_of(arrays: list[Floats] | list[Index]) -> Floats:
            return np.concatenate(arrays)[:jobs].astype(float)

        spent = all_of([piece.time_in_attempts for piece in self.pieces]).sum()
        wasted = all_of([piece.time_wasted for piece in self.pieces]).sum()
        shown = {bar: all_of([piece.curves[bar] for piece in self.pieces]) for bar in self.bars}
        honest = np.arange(SAMPLES + 1) / SAMPLES
        return Averages(
            jobs=jobs,
            minutes=float(all_of([piece.minutes for piece in self.pieces]).mean()),
            longest_chain=float(all_of([piece.longest_chain for piece in self.pieces]).mean()),
            failed_attempts=float(all_of([piece.failed_attempts for piece in self.pieces]).mean()),
            wasted_share=float(wasted / spent) if spent else 0.0,
            shown={bar: curve.mean(axis=0).tolist() for bar, curve in shown.items()},
            most={bar: most_of(curve) for bar, curve in shown.items()},
            off={bar: (np.abs(curve - honest).mean(axis=0) * 100).tolist() for bar, curve in shown.items()},
            honesty={bar: mean_honesty(curve) for bar, curve in shown.items()},
        )


def most_of(curves: Floats) -> tuple[list[float], list[float]]:
    """Without the lowest tenth at each sample, and without the highest."""
    ordered = np.sort(curves, axis=0)
    tenth = len(curves) // 10
    return ordered[tenth].tolist(), ordered[-1 - tenth].tolist()


def mean_honesty(curves: Floats) -> Honesty:
    return Honesty(*(float(figure.mean()) for figure in judge(curves)))


def largest_tenth(shape: Shape, jobs: int) -> float:
    """The share of a job's work that lies in the largest tenth of its tasks, by their estimates: a mean."""
    estimates = np.sort(draw_jobs(range(1, jobs + 1), shape).estimate, axis=1)
    many = max(1, shape.tasks // 10)
    return float((estimates[:, -many:].sum(axis=1) / estimates.sum(axis=1)).mean())
