"""What each bar showed over a whole run, and how honest that was."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from nearlydone.bars import BARS
from nearlydone.jobs import Job
from nearlydone.libm import add_up
from nearlydone.moment import in_order_begun, moment_of
from nearlydone.scheduler import Attempt

SAMPLES = 100
ALMOST = 0.9  # where `above90` begins


def bars_at(
    job: Job, attempts: Sequence[Attempt], workers: int, times: Iterable[float], bars: Collection[str] = tuple(BARS)
) -> dict[str, list[float]]:
    """What each bar showed at each of these minutes of a run, from 0 to 1, by bar."""
    begun = in_order_begun(attempts, job.deps)
    moments = [moment_of(begun, workers, now) for now in times]
    return {bar: [BARS[bar](job, moment) for moment in moments] for bar in bars}


def curves(
    job: Job, attempts: Sequence[Attempt], workers: int, bars: Collection[str] = tuple(BARS)
) -> dict[str, list[float]]:
    """What each bar showed at 0, 1, … 100 hundredths of a run: 101 values from 0 to 1, by bar.

    The last sample is `total * 100 / 100`, which rounding can put just before the end.
    """
    total = attempts[-1].end
    return bars_at(job, attempts, workers, (total * k / SAMPLES for k in range(SAMPLES + 1)), bars)


class Honesty(NamedTuple):
    """Of one run, or averaged over many.

    `error`: mean distance from the true share of time, in points (hundredths).
    `above90`: share of the run at which the bar showed ALMOST or more.
    `backwards`: the largest step back between two samples, in points, 0 or more.
    """

    error: float
    above90: float
    backwards: float


def honesty(shown: Sequence[float]) -> Honesty:
    """Judge a curve of 101 values from 0 to 1, sampled at each hundredth of the run."""
    steps = range(1, SAMPLES + 1)
    return Honesty(
        error=100 * add_up(abs(shown[k] - k / SAMPLES) for k in steps) / SAMPLES,
        above90=sum(shown[k] >= ALMOST for k in steps) / SAMPLES,
        backwards=max(0.0, *(shown[k - 1] - shown[k] for k in steps)) * 100,
    )
