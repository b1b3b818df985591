"""Many random jobs at once, as tables: the jobs that `random_job` gives, one row for each seed.

A task is a bit of a 64-bit word, bit 0 for task 0, and an entry of its job's row of 64 in every
table. The last entry is NOBODY: a task that takes no time, and that nobody waits for.
"""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearlydone.batch.libm import cos, exp, log
from nearlydone.draws import STEP, WORD
from nearlydone.jobs import LUCK, MOST_FAILURES
from nearlydone.shape import Shape

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Index = NDArray[np.intp]

ROW = 64
NOBODY = ROW - 1  # so a job has 63 tasks at most
WIDEST = 5  # standard deviation of ln(duration): beyond, a float that holds the longest loses the shortest


def fits(shape: Shape) -> bool:
    """Whether jobs of this shape fit in these tables, and their minutes in one clock."""
    wide = math.hypot(shape.spread, shape.bias, shape.noise)
    return shape.tasks < ROW and shape.kinds < ROW and wide <= WIDEST


class Plans(NamedTuple):
    """What spread, bias, noise and failure rate do not change; one row a job."""

    layer: Index  # (tasks,)
    kind: Bytes  # (jobs, tasks)
    size: Floats  # (jobs, tasks): the normal value behind each estimate
    noise: Floats  # (jobs, tasks): the one behind each duration
    bias: Floats  # (jobs, kinds): the one behind each kind's factor
    deps: tuple[Index, Index]  # (jobs, tasks) each: the tasks that each task waits for, or NOBODY
    followers: Words  # (jobs, ROW): who waits for each task
    blocked: Words  # (jobs,): who waits for a task or two
    twice: Words  # (jobs,): who waits for two


class Jobs(NamedTuple):
    """Drawn jobs, one row each; minutes."""

    plans: Plans
    estimate: Floats  # (jobs, ROW)
    lengths: Floats  # (jobs, ROW, 4): of each attempt; the one that goes through is repeated to the end
    failures: Index  # (jobs, ROW): how many attempts fail before one goes through
    wasted: Floats  # (jobs, ROW): minutes in those

    @property
    def tasks(self) -> int:
        return len(self.plans.layer)

    @property
    def duration(self) -> Floats:
        """(jobs, ROW): minutes of the attempts that go through."""
        return self.lengths[:, :, -1]


def draw_jobs(seeds: range, shape: Shape) -> Jobs:
    """The job of each seed."""
    plans = draw_plans(seeds, shape.tasks, shape.layers, shape.kinds)
    jobs, tasks = plans.kind.shape
    estimate = np.zeros((jobs, ROW))
    estimate[:, :tasks] = exp(plans.size * shape.spread)
    factor = np.take_along_axis(exp(plans.bias * shape.bias), plans.kind.astype(np.intp), axis=1)
    duration = estimate[:, :tasks] * factor * exp(plans.noise * shape.noise)
    lengths = np.zeros((jobs, ROW, MOST_FAILURES + 1))
    lengths[:, :tasks] = duration[:, :, None]
    failures = np.zeros((jobs, ROW), np.intp)
    wasted = np.zeros((jobs, ROW))
    if shape.failure_rate > 0:
        draws = draw_luck(seeds, tasks)
        failures[:, :tasks], first = place_failures(draws, tasks, shape.failure_rate)
        for n in range(MOST_FAILURES):
            share = 0.2 + draws.take(first + 2 * n + 1, mode="clip") * 0.8
            failed = failures[:, :tasks] > n
            lengths[:, :tasks, n] *= np.where(failed, share, 1.0)
            wasted[:, :tasks] += np.where(failed, lengths[:, :tasks, n], 0.0)
    return Jobs(plans, estimate, lengths, failures, wasted)


@lru_cache(maxsize=8)
def draw_plans(seeds: range, tasks: int, layers: int, kinds: int) -> Plans:
    """Everything that is drawn from each seed's main stream."""
    draws = uniforms(words_of(seeds), 2 * kinds + 8 * tasks)
    layer = np.arange(tasks) * layers // tasks
    inner = layer > 0
    first, picks = place_tasks(draws, inner, 2 * kinds)
    noise = first + np.where(inner, 4 + picks, 3)
    bias = normals(draws[:, 0 : 2 * kinds : 2], draws[:, 1 : 2 * kinds : 2])
    above = np.searchsorted(layer, layer - 1)  # the first task of the layer before
    size = np.searchsorted(layer, layer) - above
    one = np.where(inner, above + (draws.take(first + 4, mode="clip") * size).astype(np.intp), NOBODY)
    two = np.where(picks > 1, above + (draws.take(first + 5, mode="clip") * size).astype(np.intp), NOBODY)
    two[two == one] = NOBODY  # a repeated pick is dropped
    return Plans(
        layer=layer,
        kind=(draws.take(first) * kinds).astype(np.uint8),
        size=normals(draws.take(first + 1), draws.take(first + 2)),
        noise=normals(draws.take(noise), draws.take(noise + 1)),
        bias=bias,
        deps=(one, two),
        followers=turn_round(one, two),
        blocked=words(one != NOBODY),
        twice=words(two != NOBODY),
    )


def place_tasks(draws: Floats, inner: NDArray[np.bool_], skip: int) -> tuple[Index, Index]:
    """Where in `draws`, flat, each task's draws begin, and how many picks it has: both (jobs, tasks).

    A task of the first layer spends 5 draws; one of an inner layer 6, and one for each of its one or two picks.
    """
    jobs, many = draws.shape
    first = np.empty((len(inner), jobs), np.intp)
    picks = np.zeros((len(inner), jobs), np.intp)
    at = np.arange(jobs) * many + skip
    for id, picking in enumerate(inner):
        first[id] = at
        if picking:
            picks[id] = 1 + (draws.take(at + 3) * 2).astype(np.intp)
            at = at + 6 + picks[id]
        else:
            at = at + 5
    return first.T.copy(), picks.T.copy()


@lru_cache(maxsize=8)
def draw_luck(seeds: range, tasks: int) -> Floats:
    """As many draws of each seed's luck as its tasks can need."""
    return uniforms(words_of(seeds) ^ np.uint32(LUCK), 2 * MOST_FAILURES * tasks)


def place_failures(draws: Floats, tasks: int, rate: float) -> tuple[Index, Index]:
    """How often each task fails, and where in `draws`, flat, its draws begin: both (jobs, tasks).

    What a task would do if its draws began there is found for every place at once; then each job hops along.
    """
    jobs, many = draws.shape
    fails = np.zeros((jobs, many + 2 * MOST_FAILURES), bool)
    fails[:, :many] = draws < rate
    failing = np.ones((jobs, many), bool)
    failures = np.zeros((jobs, many), np.intp)
    for n in range(MOST_FAILURES):
        failing &= fails[:, 2 * n : 2 * n + many]
        failures += failing
    spent = np.minimum(2 * failures + 1, 2 * MOST_FAILURES)
    first = np.empty((tasks, jobs), np.intp)
    at = np.arange(jobs) * many
    for id in range(tasks):
        first[id] = at
        at = at + spent.take(at, mode="clip")
    places = first.T.copy()
    return failures.take(places), places


def turn_round(one: Index, two: Index) -> Words:
    """(jobs, ROW): who waits for each task, from what each task waits for."""
    jobs, tasks = one.shape
    followers = np.zeros(jobs * ROW, np.uint64)
    row = np.arange(jobs)[:, None] * ROW
    bits = np.broadcast_to(np.uint64(1) << np.arange(tasks, dtype=np.uint64), (jobs, tasks)).ravel()
    for dep in (one, two):
        np.add.at(followers, (row + dep).ravel(), bits)
    table = followers.reshape(jobs, ROW)
    table[:, NOBODY] = 0
    return table


def words(marked: NDArray[np.bool_]) -> Words:
    """(jobs,): the tasks marked in (jobs, tasks), as a word."""
    bits = np.uint64(1) << np.arange(marked.shape[1], dtype=np.uint64)
    word: Words = (marked * bits).sum(axis=1, dtype=np.uint64)
    return word


def longest_chains(jobs: Jobs) -> Floats:
    """(jobs,): the critical path of the true durations, in minutes."""
    one, two = jobs.plans.deps
    row = np.arange(len(one))[:, None] * ROW
    ends = np.zeros((len(one), ROW))
    for layer in np.split(np.arange(jobs.tasks), np.flatnonzero(np.diff(jobs.plans.layer)) + 1):
        ready = np.maximum(ends.take(row + one[:, layer]), ends.take(row + two[:, layer]))
        ends[:, layer] = ready + jobs.duration[:, layer]
    longest: Floats = ends.max(axis=1)
    return longest


def uniforms(seeds: NDArray[np.uint32], many: int) -> Floats:
    """(seeds, many): the first draws of each seed. The n-th state is `seed + n * STEP`, so none waits for another."""
    a = seeds[:, None] + np.uint32(STEP) * np.arange(1, many + 1, dtype=np.uint32)
    t = (a ^ (a >> 15)) * (a | 1)
    t = (t + (t ^ (t >> 7)) * (t | 61)) ^ t
    draws: Floats = (t ^ (t >> 14)) / 2**32
    return draws


def normals(u: Floats, v: Floats) -> Floats:
    """Standard normal values, each made of two draws as `Draws.normal` does."""
    values: Floats = np.sqrt(-2 * log(1 - u)) * cos(2 * math.pi * v)
    return values


def words_of(seeds: range) -> NDArray[np.uint32]:
    """The seeds modulo 2^32."""
    return np.array([seed & WORD for seed in seeds], np.uint32)
