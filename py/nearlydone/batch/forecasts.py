"""The bars `plan` and `learn` of many runs at once.

Between two steps of a run a forecast stays the same until a task under way outruns its expected
length. So only the samples at which something has changed get a schedule of their own, a lane; the
others share that of the sample before.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearlydone.bars import FAITH, OVERRUN
from nearlydone.batch.drawn import NOBODY, ROW, Bytes, Floats, Index, Jobs, Words
from nearlydone.batch.lockstep import NO_TASK, TIE, LockStep, Ratios, low_bytes, sort_rows, widen
from nearlydone.batch.runs import Runs


class Forecast(NamedTuple):
    """When each run was expected to end, at each of some moments."""

    end: Floats  # (bars, jobs, moments)
    unsure: NDArray[np.bool_]  # (jobs,): something happened too close to something else to tell which was first


def forecast_ends(
    jobs: Jobs, runs: Runs, workers: int, moment: Floats, state: Index, ratios: Floats, far: float
) -> Forecast:
    """What the scheduler says if it carries on from each moment, by each of some bars' beliefs.

    `moment` is (jobs, moments) in ascending order, `state` what stands then, as an entry of (states, jobs).
    A bar believes that a task takes its estimate times a ratio, of (bars, states, jobs, kinds + 1). The
    last ratio is nobody's, 1, and the time that nobody takes is so negative that any minute plus it is, too.
    """
    length, running = expected_lengths(jobs, runs, ratios, far)
    due = runs.since + running
    low_bytes(due)[:] = runs.running
    keys = due.view(np.uint64)  # (bars, states, workers, jobs)
    new = keys.min(axis=2).reshape(len(ratios), -1).take(state, axis=1) <= moment.view(np.uint64)
    new[:, :, 0] = True
    new[:, :, 1:] |= state[:, 1:] != state[:, :-1]
    lane = np.cumsum(new).reshape(new.shape) - 1

    samples, to_start = longest_first(runs, np.flatnonzero(new), state)
    bar, sample = np.divmod(samples, moment.size)
    stood, job = state.take(sample), sample // moment.shape[1]
    believed = stood + bar * ratios[0, ..., 0].size
    ratio = Ratios(ratios.ravel(), believed * ratios.shape[3]) if (ratios != 1).any() else None
    lock = LockStep(workers, job, widen(jobs.plans.followers), widen(length), ratio)
    busy = running.shape[2]
    lock.keys[:busy] = by_state(keys).take(believed, axis=0).T
    close = outrun(lock.keys[:busy], moment.take(sample), by_state(running), believed)
    sort_rows(lock.keys[:busy])
    lock.keys.view(np.float64)[busy:] = -far
    low_bytes(lock.keys)[busy:] = NO_TASK
    lock.latest[:] = lock.keys.view(np.int64).max(axis=0).view(np.uint64)
    for row, words in zip(lock.words, runs.words.swapaxes(0, 1), strict=True):
        words.take(stood, out=row, mode="clip")
    lock.run(to_start)

    unsure = np.zeros(len(moment), bool)
    unsure[job[np.concatenate([close, *lock.tied])]] = True
    ends = np.empty(len(samples))
    ends[lane.take(samples)] = lock.latest.view(np.float64)
    return Forecast(ends.take(lane), unsure)


def expected_lengths(jobs: Jobs, runs: Runs, ratios: Floats, far: float) -> tuple[Floats, Floats]:
    """How long each task is believed to take: (jobs, ROW), before any ratio, its kind in the lowest byte,
    and (bars, states, workers, jobs), of those under way.
    """
    bars, states, lanes, kinds = ratios.shape
    length = jobs.estimate.copy()
    length[:, NOBODY] = -far
    kind = low_bytes(length)
    kind[:, : jobs.tasks] = jobs.plans.kind
    kind[:, NOBODY] = kinds - 1
    running = length.take(entries(runs.running))
    row = np.arange(bars * states * lanes).reshape(bars, states, 1, lanes) * kinds
    return length, running * ratios.take(row + low_bytes(running))


def learned_ratios(jobs: Jobs, runs: Runs, kinds: int) -> Floats:
    """(states, jobs, kinds + 1): time spent over time planned, of each kind's finished tasks so far."""
    steps, lanes = runs.task.shape
    kind = np.zeros((lanes, ROW), np.intp)
    kind[:, : jobs.tasks] = jobs.plans.kind
    task = entries(runs.task)
    place = np.arange(lanes) * (kinds + 1) + kind.take(task)
    sums = np.zeros((steps + 1, 2, lanes * (kinds + 1)))  # time spent, time planned
    sums[0] = FAITH
    for n, minutes in enumerate((jobs.duration + jobs.wasted, jobs.estimate)):
        gain = np.where(runs.through, minutes.take(task), 0.0)
        np.put_along_axis(sums[1:, n], place, gain, axis=1)
    for before, after in pairwise(sums):
        after += before
    ratios: Floats = (sums[:, 0] / sums[:, 1]).reshape(steps + 1, lanes, kinds + 1)
    return ratios


def entries(tasks: Bytes) -> Index:
    """Where tasks, (…, jobs), stand in a table of (jobs, ROW), taken flat."""
    return tasks + (np.arange(tasks.shape[-1]) * ROW - 1)


def by_state(table: NDArray[Any]) -> NDArray[Any]:
    """A table of (bars, states, workers, jobs) as (bars * states * jobs, workers)."""
    return table.swapaxes(2, 3).reshape(-1, table.shape[2])


def longest_first(runs: Runs, samples: Index, state: Index) -> tuple[Index, int]:
    """The samples with the most steps to come first, and how many of them have tasks to start.

    How many a forecast takes is guessed from the real run: one for each task to start, and most of those that
    start nothing.
    """
    to_start = np.bitwise_count(runs.words[:, 0] | runs.words[:, 1])
    steps = (4 * to_start.astype(np.uint16) + 3 * runs.idle_steps.astype(np.uint16)) * (to_start > 0)
    fewest = (0xFFFF - steps).take(state).take(samples, mode="wrap")
    return samples.take(np.argsort(fewest, kind="stable")), int(np.count_nonzero(fewest < 0xFFFF))


def outrun(keys: Words, now: Floats, expected: Floats, believed: Index) -> Index:
    """Put off the ends of tasks that are due; returns the lanes in which one is due very nearly now.

    `keys` is (workers, lanes). `expected` are the lengths of tasks under way, each lane's in row `believed`.
    """
    moment = now.view(np.uint64)
    over = np.flatnonzero(keys <= moment)
    close = (keys - (moment - TIE) < TIE + TIE).any(axis=0)
    worker, lane = np.divmod(over, len(now))
    later = now.take(lane) + OVERRUN * expected.take(believed.take(lane) * expected.shape[1] + worker)
    late = keys.reshape(-1)
    low_bytes(later)[:] = low_bytes(late).take(over)
    late[over] = later.view(np.uint64)
    return np.flatnonzero(close)
