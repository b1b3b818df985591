"""The real runs of many jobs, and what stood at every moment of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearlydone.batch.drawn import Bytes, Floats, Index, Jobs, Words
from nearlydone.batch.lockstep import FIRST_IDLE, NO_TASK, WIDE, LockStep, low_bytes, widen

Flags = NDArray[np.bool_]


class Runs(NamedTuple):
    """Runs of jobs, step by step. A state is what stands before the first step (0), or after step n (n + 1).

    Tasks are given as in a key, as id + 1, or NO_TASK.
    """

    minute: Floats  # (steps, jobs): of each step; infinite when the run is over
    task: Bytes  # (steps, jobs): whose attempt ended
    through: Flags  # (steps, jobs): it went through
    running: Bytes  # (states, workers, jobs): tasks under way; as many workers as are ever busy
    since: Floats  # (states, workers, jobs): the minute at which each began
    words: Words  # (states, 3, jobs): tasks that are ready, blocked, and those whose blockers are even in number
    idle_steps: Index  # (states, jobs): steps to come that start nothing, before the last start
    minutes: Floats  # (jobs,): when the job ended
    tied: Flags  # (jobs,): two attempts ended too close to tell which was first


def run_jobs(jobs: Jobs, workers: int, far: float) -> Runs:
    """Run every job to its end. `far` is beyond every end, in minutes."""
    lanes = len(jobs.estimate)
    attempts = Attempts(jobs, far)
    lock = LockStep(workers, np.arange(lanes), attempts.followers, attempts.length)
    lock.keys.view(np.float64)[:] = -far * np.arange(1, workers + 1)[:, None]
    low_bytes(lock.keys)[:] = NO_TASK
    lock.keys[0] = NO_TASK  # which ends at minute 0, and everything begins
    lock.blocked[:], lock.even[:] = jobs.plans.blocked, jobs.plans.twice
    lock.ready[:] = np.uint64((1 << jobs.tasks) - 1) & ~lock.blocked
    lock.latest[:] = 0
    keys, words = [lock.keys.copy()], [lock.words.copy()]
    most = jobs.tasks + int(jobs.failures.sum(axis=1).max())
    for _ in range(2 * most + 1):  # each step ends an attempt or starts one
        if (lock.keys[0] >= FIRST_IDLE).all():
            break
        lock.step()
        attempts.turn_over(lock)
        keys.append(lock.keys.copy())
        words.append(lock.words.copy())
        words[-1][1] &= ~attempts.doomed
    stood = np.stack(keys)
    running = low_bytes(stood)
    busy = int((running != NO_TASK).any(axis=(0, 2)).sum())
    over = stood[:-1, 0] >= FIRST_IDLE
    minute, since = attempts.replay(running[:, :busy], over)
    tied = np.zeros(lanes, bool)
    tied[np.concatenate([np.empty(0, np.intp), *lock.tied])] = True
    return Runs(
        minute=np.where(over, np.inf, minute),
        task=running[:-1, 0],
        through=attempts.through(running[:-1, 0]),
        running=running[:, :busy],
        since=since,
        words=np.stack(words),
        idle_steps=idle_steps(low_bytes(np.stack(attempts.started))),
        minutes=np.where(over, 0.0, minute).max(axis=0),
        tied=tied,
    )


class Attempts:
    """Each task's attempt at hand: how long it is, and who is blocked until it ends.

    The one that goes through frees the task's followers. One that is doomed frees the task itself:
    while it is under way, its own task counts as blocked, once.
    """

    def __init__(self, jobs: Jobs, far: float) -> None:
        lengths = widen(jobs.lengths)
        lengths[:, NO_TASK] = -far
        self._lengths = lengths.reshape(-1, lengths.shape[2])
        self._failures = widen(jobs.failures).ravel()
        self._failing = bool(self._failures.any())
        self._all_followers = widen(jobs.plans.followers).ravel()
        self._tries = np.zeros(len(self._failures), np.intp)
        self._ended: list[Flags] = []
        self._begun: list[Floats] = []
        self.started: list[Index] = []
        self.length = self._lengths[:, 0].copy()
        self.followers = self._all_followers.copy()
        self.doomed = np.zeros(len(jobs.estimate), np.uint64)

    def turn_over(self, lock: LockStep) -> None:
        """After a step: note what it started, and put the attempt after that at hand."""
        at = lock.at.copy()
        self.started.append(at)
        if not self._failing:
            return
        ended = low_bytes(lock.popped)
        ended_at = at.copy()
        low_bytes(ended_at)[:] = ended
        through = self._tries.take(ended_at) > self._failures.take(ended_at)
        self._ended.append(through)
        self._begun.append(self.length.take(at))
        self._tries[at] += 1
        tries = self._tries.take(at)
        own = np.where(tries <= self._failures.take(at), bits_of(low_bytes(at)), np.uint64(0))
        self.doomed &= ~np.where(through, np.uint64(0), bits_of(ended))
        self.doomed |= own
        lock.blocked |= own
        lock.even &= ~own
        self.followers[at] = np.where(own != 0, own, self._all_followers.take(at))
        self.length[at] = self._lengths[at, np.minimum(tries, self._lengths.shape[1] - 1)]

    def through(self, ended: Bytes) -> Flags:
        """Which of the attempts that ended, (steps, jobs), went through."""
        through: Flags = ended != NO_TASK
        return through & np.stack(self._ended) if self._failing else through

    def replay(self, running: Bytes, over: Flags) -> tuple[Floats, Floats]:
        """The minute of every step, and since when every task is `running` (states, workers, jobs), once more.

        Keys are not exact; these minutes are those of the readable engine to the last digit.
        """
        started = np.stack(self.started)
        length = np.stack(self._begun) if self._failing else self.length.take(started)
        row = started[0] & -WIDE
        real = (running[:-1, 0] != NO_TASK) & ~over
        last = np.maximum.accumulate(np.where(real, np.arange(1, len(real) + 1)[:, None], 0), axis=0)
        ended = np.take_along_axis(np.pad(running[:-1, 0], ((1, 0), (0, 0))), last, axis=0) + row
        since_at = running + row
        minute, since = np.empty_like(length), np.zeros(running.shape)
        ends, began = np.zeros((2, len(self.length)))
        for step in range(len(started)):
            minute[step] = ends.take(ended[step])
            ends[started[step]] = minute[step] + length[step]
            if self._failing:
                began[started[step]] = minute[step]
                since[step + 1] = began.take(since_at[step + 1])
        if not self._failing:
            began[started] = minute
            since = began.take(since_at)
        return minute, since


def idle_steps(started: Bytes) -> Index:
    """For every state, how many steps after it start nothing, up to the last that starts something."""
    nothing = started == NO_TASK
    to_come = np.zeros((len(started) + 1, started.shape[1]), np.intp)
    to_come[:-1] = np.cumsum(nothing[::-1], axis=0)[::-1]
    at_end = np.logical_and.accumulate(nothing[::-1], axis=0).sum(axis=0)
    before_last: Index = np.maximum(to_come - at_end, 0)
    return before_last


def bits_of(tasks: Bytes) -> Words:
    """The bits of tasks that are given as in a key; of NO_TASK, the highest."""
    return np.uint64(1) << (tasks - np.uint8(1)).astype(np.uint64)
