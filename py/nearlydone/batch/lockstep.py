"""The scheduler's four rules for many schedules at once, one step of each at a time.

Each lane is one schedule. Its workers are rows of keys in ascending order. A key is the minute at
which a worker's attempt ends, a positive float64, read as a whole number, which sorts the same; its
lowest byte is given up to say the task, as id + 1. An idle worker's key is a negative float, and as
an unsigned number that sorts last. Its byte says NO_TASK.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearlydone.batch.drawn import NOBODY, ROW, Bytes, Floats, Index, Words

NO_TASK = NOBODY + 1  # in a key
WIDE = 256  # entries of a job's row in the tables here: one for each lowest byte of a key
TIE = np.uint64(1 << 18)  # keys less than this apart, 6e-11 of a minute a minute, may be in the wrong order
FIRST_IDLE = np.uint64(1 << 63)
ONE, NONE, ZERO = np.array(1, np.uint64), np.array(0, np.uint64), np.array(0, np.int64)
TAIL = 256  # lanes looked at together when the last one still going is sought
NARROWER = 32  # views are only made anew for one lane in this many


class Ratios(NamedTuple):
    """What expected lengths are multiplied by: the lowest byte of a length says its kind."""

    table: Floats
    row: Index  # (lanes,): where each lane's kinds begin


class LockStep:
    """Schedules side by side. A step ends in each lane the attempt that ends first, and starts at most one.

    When an end lets several tasks start, the lane's next steps end nothing, at the same minute, until
    every idle worker that can have a task has one. Of every lane there are the `keys` of its workers, the
    `ready` tasks, those `blocked` by one or two, those for which that number is `even`, and the `latest` end so far.
    `popped` is the key that the last step ended, `at` where in the tables the task stands that it started.
    """

    def __init__(self, workers: int, job: Index, followers: Words, length: Floats, ratios: Ratios | None = None):
        """`job` is each lane's row in the tables `followers` and `length`, which are `widen`ed."""
        lanes = len(job)
        self.followers, self.length, self.ratios = followers.ravel(), length.ravel(), ratios
        self.keys, self._other_keys = np.empty((2, workers, lanes), np.uint64)
        self.words = np.empty((3, lanes), np.uint64)
        self.ready, self.blocked, self.even = self.words
        self.latest = np.empty(lanes, np.uint64)
        self.at = job * WIDE
        self.tied: list[Index] = []
        self._scratch, self._kind_at = np.empty((3, lanes), np.uint64), np.empty(lanes, np.intp)
        self._flags = np.empty((2, -(-lanes // 8)), np.uint64)  # bytes, but eight at once
        self.narrow(lanes)

    @property
    def popped(self) -> Words:
        popped: Words = self._other_keys[0]
        return popped

    def narrow(self, lanes: int) -> None:
        """Go on with the first lanes only."""
        self.lanes = lanes
        a, b, end = self._scratch[:, :lanes]
        at = self.at[:lanes]
        flags = self._flags[:, : -(-lanes // 8)]
        ratios = self.ratios and (self.ratios.table, self.ratios.row[:lanes], self._kind_at[:lanes])
        self._views = (
            *self.words[:, :lanes], self.latest[:lanes].view(np.int64), at, low_bytes(at),
            a, a.view(np.float64), b, end, end.view(np.float64), end.view(np.int64), low_bytes(end),
            *self._flags.view(bool)[:, :lanes], *flags, self.followers, self.length, ratios,
        )  # fmt: skip
        self._key_views = views_of(self.keys[:, :lanes])
        self._other_key_views = views_of(self._other_keys[:, :lanes])

    def step(self) -> None:
        keys, first, now, ended, behind, before, last, _ = self._key_views
        new_keys, new_first, _, new_task, _, new_before, new_last, new_last_signed = self._other_key_views
        (ready, blocked, even, latest, at, task, a, a_minutes, b, end, end_minutes, end_signed, end_task,
         idle, some, idle_flags, some_flags, followers, length, ratios) = self._views  # fmt: skip

        # Rule 3: the attempt that ends first. If the next ends at the same moment, which is first is not known here.
        if len(keys) > 1:
            np.subtract(behind[0], first, out=a)
            if a.min() < TIE:
                self._note_ties(a)

        # Rule 4 and rule 1: its followers are blocked once less; those for which that is even now are ready.
        np.copyto(task, ended)
        followers.take(at, out=a, mode="clip")
        np.bitwise_xor(even, a, out=even)
        np.bitwise_and(a, even, out=a)
        np.bitwise_xor(blocked, a, out=blocked)
        np.bitwise_or(ready, a, out=ready)

        # Rule 2: the lowest ready task, which is ready no more. With none, all 64 bits are counted: NO_TASK.
        np.subtract(ready, ONE, out=b)
        np.bitwise_xor(ready, b, out=a)
        np.bitwise_count(a, out=task)
        np.bitwise_and(ready, b, out=ready)
        length.take(at, out=end_minutes, mode="clip")
        if ratios:
            table, row, kind_at = ratios
            np.add(end_task, row, out=kind_at)
            table.take(kind_at, out=a_minutes, mode="clip")
            np.multiply(end_minutes, a_minutes, out=end_minutes)
        np.add(end_minutes, now, out=end_minutes)
        np.copyto(end_task, task)
        np.maximum(latest, end_signed, out=latest)

        # Its key goes where it belongs among those behind the first, which is gone.
        np.clip(end, before, behind, out=new_before)
        np.maximum(last, end, out=new_last)
        self.keys, self._other_keys = self._other_keys, self.keys
        self._key_views, self._other_key_views = self._other_key_views, self._key_views

        # A worker is idle and a task is ready: make the next step of this lane end nothing, now.
        np.less(new_last_signed, ZERO, out=idle)
        np.not_equal(ready, NONE, out=some)
        np.bitwise_and(idle_flags, some_flags, out=idle_flags)
        (more,) = idle.nonzero()
        if more.size:
            for upper, lower in zip(new_keys[-2::-1], new_keys[:0:-1], strict=True):
                lower[more] = upper.take(more)
            new_first[more] = first.take(more)
            new_task[more] = NO_TASK

    def run(self, lanes: int) -> None:
        """Step the first lanes, those that go on longest before the others, until every task has started.

        Where minutes differ in size by more than a float can hold together, that may never be: such lanes are `tied`.
        """
        for _ in range(2 * WIDE):  # each step ends an attempt or starts one
            lanes = self._going(lanes)
            if not lanes:
                return
            if lanes <= self.lanes - self.lanes // NARROWER:
                self.narrow(lanes)
            self.step()
        self.tied.append(np.arange(self._going(lanes)))

    def _going(self, lanes: int) -> int:
        """How many lanes there are up to the last one that has tasks to start."""
        while lanes:
            tail = slice(max(0, lanes - TAIL), lanes)
            (going,) = (self.blocked[tail] | self.ready[tail]).nonzero()
            if going.size:
                return tail.start + int(going[-1]) + 1
            lanes = tail.start
        return 0

    def _note_ties(self, apart: Words) -> None:
        """Remember which lanes cannot tell what ends next, of those that run and have tasks to start."""
        n = self.lanes
        tied = (apart < TIE) & (self.keys[0, :n] < FIRST_IDLE) & ((self.blocked[:n] | self.ready[:n]) != 0)
        self.tied.append(np.flatnonzero(tied))


def views_of(keys: Words) -> tuple[Any, ...]:
    """All rows; the first as keys, minutes and tasks; all but the first; all but the last; the last, twice."""
    first, last = keys[0], keys[-1]
    return keys, first, first.view(np.float64), low_bytes(first), keys[1:], keys[:-1], last, last.view(np.int64)


def low_bytes(numbers: NDArray[Any]) -> Bytes:
    """The lowest byte of each number, to be read or written."""
    return numbers.view(np.uint8)[..., :: numbers.itemsize]


def widen(table: Any) -> Any:
    """A table of (jobs, ROW) with an entry for every lowest byte of a key: that of a task is its id + 1."""
    wide = np.zeros((len(table), WIDE, *table.shape[2:]), table.dtype)
    wide[:, 1 : ROW + 1] = table
    return wide


def sort_rows(keys: Words) -> None:
    """Sort each column of a few rows by exchanging neighbours."""
    for turn in range(len(keys)):
        upper, lower = keys[turn % 2 : len(keys) - 1 : 2], keys[turn % 2 + 1 :: 2]
        swap = np.minimum(upper, lower)
        np.maximum(upper, lower, out=lower)
        upper[:] = swap
