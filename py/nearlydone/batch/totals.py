"""The totals of batches of jobs."""

from collections.abc import Collection
from math import fsum

from nearlydone.bars import BARS
from nearlydone.batch import BatchResult, run_batches
from nearlydone.batch.drawn import Floats
from nearlydone.shape import Shape
from nearlydone.totals import Totals


def measure_totals(shape: Shape, workers: int, seeds: range, bars: Collection[str] = tuple(BARS)) -> Totals:
    """The totals of these seeds, of which there must be one at least; memory does not grow with their number."""
    pieces = [totals_of(result) for result in run_batches(shape, workers, seeds, bars)]
    return sum(pieces[1:], start=pieces[0])


def totals_of(result: BatchResult) -> Totals:
    """The totals of one batch's jobs."""
    figures = figures_of(result)
    return Totals(
        jobs=len(result.seeds),
        sums={figure: fsum(values) for figure, values in figures.items()},
        squares={figure: fsum(values * values) for figure, values in figures.items()},
        wasted_by_spent=fsum(result.time_wasted * result.time_in_attempts),
    )


def figures_of(result: BatchResult) -> dict[str, Floats]:
    """Each figure of each job: `minutes` and the like, and `plan error`, `plan above90`, `plan backwards` …"""
    figures = {
        "minutes": result.minutes,
        "longest_chain": result.longest_chain,
        "failed_attempts": result.failed_attempts.astype(float),
        "time_in_attempts": result.time_in_attempts,
        "time_wasted": result.time_wasted,
    }
    for bar, judged in result.honesty().items():
        figures |= {f"{bar} {name}": values for name, values in judged._asdict().items()}
    return figures
