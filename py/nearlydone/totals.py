"""Sums over many jobs: pieces of a large measurement, made anywhere, that add up to its averages."""

from dataclasses import dataclass
from math import sqrt
from typing import Self


@dataclass(frozen=True)
class Totals:
    """Sums over `jobs` jobs of each figure and of its square.

    Figures are `minutes`, `longest_chain`, `failed_attempts`, `time_in_attempts`, `time_wasted`, and of each
    bar its honesty: `plan error`, `plan above90`, `plan backwards` …

    `wasted_by_spent` is the sum of each job's time wasted times its time in attempts.
    """

    jobs: int
    sums: dict[str, float]
    squares: dict[str, float]
    wasted_by_spent: float

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.jobs + other.jobs,
            {figure: self.sums[figure] + other.sums[figure] for figure in self.sums},
            {figure: self.squares[figure] + other.squares[figure] for figure in self.squares},
            self.wasted_by_spent + other.wasted_by_spent,
        )

    def mean(self, figure: str) -> float:
        """The plain mean over the jobs."""
        return self.sums[figure] / self.jobs

    def standard_error(self, figure: str) -> float | None:
        """How far the mean may be from that over all seeds: the deviation of one job over the root of their
        number. None when one job cannot tell.
        """
        if self.jobs < 2:
            return None
        spread = self.squares[figure] - self.sums[figure] ** 2 / self.jobs
        return sqrt(max(spread, 0.0) / (self.jobs - 1) / self.jobs)

    def wasted_share(self) -> float:
        """Time in failed attempts over time in all attempts, of all jobs together."""
        spent = self.sums["time_in_attempts"]
        return self.sums["time_wasted"] / spent if spent else 0.0

    def wasted_share_error(self) -> float | None:
        """Its standard error, that of a ratio of two sums (Cochran, Sampling Techniques, 1977, section 2.11)."""
        if self.jobs < 2 or not self.sums["time_in_attempts"]:
            return None
        share = self.wasted_share()
        off = (
            self.squares["time_wasted"] - 2 * share * self.wasted_by_spent + share**2 * self.squares["time_in_attempts"]
        )
        return sqrt(max(off, 0.0) / (self.jobs - 1) / self.jobs) / self.mean("time_in_attempts")
