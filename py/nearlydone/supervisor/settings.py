"""What a run is given: its settings, and the faults that its jobs meet. All times are in rounds.

A step of a job can carry these marks. The first two are the published model; the others, and rounds in which
the scheduler is down, are off by default.

- *stalled* (job, step, attempt): on that attempt, normally 0, the work is done but its result is not
  recorded.
- *persistent* (job, step): never passes, on any attempt. No work is done and nothing is recorded. On a step
  marked both ways no work is done either, but its re-drives count as wasted, as in the published model.
- *lost start* (job, step, attempt): the scheduler writes "started" but sends nothing, so the agent never
  hears of it. The record is the same as after a stall, line for line; in reality nothing was started and
  nothing done. Re-driven goes up by one, wasted and duplicate effects do not.
- *slow* (job, step) by d: the agent needs d more rounds, on every attempt, and answers in round sent + 1 +
  d. If the lease runs out first, the step is started again while the agent is still at it. The late result
  names an attempt that is no longer the current one, so the record refuses it, but the work is done all the
  same: a wasted re-drive and a duplicate effect, and past the retry limit an orphan. With d < lease the
  agent is always in time; with d >= lease + scan - 1 it never is, and healthy work ends compensated.
- *down* (rounds): the scheduler does nothing in these. Agent and supervisor act as ever; waiting jobs wait,
  and count as half-finished if the run is cut there. A waiting job has no lease, so nothing is re-driven on
  account of it: only last round, records read and the delays of recovery (within their bounds) can change.

**Marks changed in mid-run.** Each role goes by the marks of the round it acts in: the agent by those of the
round it answers in, the scheduler by those of the round it starts in. What has happened is not undone. A
step that is marked well after it has stalled stays silent until its lease runs out. One that is marked slow
while the agent is at it takes that much longer; marked well again, it is answered in the next round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

STEPS = ("tariff", "discount", "invoice", "notification")

Cell = tuple[int, int]
"""(job, step): the job's number from 1, the step's index from 0."""
Key = tuple[int, int, int]
"""(job, step, attempt): the attempt from 0. A job starts each of these at most once."""
Mark = Literal["well", "stalled", "persistent", "lost", "slow"]


@dataclass(frozen=True)
class Settings:
    """What is fixed for a run: ValueError, in one sentence, for a value that makes no sense.

    A lease of 0 is a lease of 1: the supervisor acts before the scheduler, so nothing is younger than a
    round.
    """

    supervisor: bool = True
    scan: int = 2
    lease: int = 2
    retry_limit: int = 3
    rounds: int = 80
    key: bool = True
    jobs: int = 12
    steps: tuple[str, ...] = STEPS

    def __post_init__(self) -> None:
        lowest = {"scan": 1, "lease": 0, "retry_limit": 1, "rounds": 1, "jobs": 1}
        highest = {"rounds": 100_000, "jobs": 1_000}
        for name, least in lowest.items():
            value, called = getattr(self, name), name.replace("_", " ")
            if not isinstance(value, int) or isinstance(value, bool):
                raise ValueError(f"{called} must be a whole number, not {value!r}.")
            if value < least:
                raise ValueError(f"{called} must be at least {least}, not {value}.")
            if value > highest.get(name, value):
                raise ValueError(f"{called} must be at most {highest[name]}, not {value}.")
        if not self.steps or len(set(self.steps)) < len(self.steps):
            raise ValueError("a job needs at least one step, and no two steps of the same name.")


@dataclass(frozen=True)
class Faults:
    """The marks of a run. `slow` gives the extra rounds of a step, `down` the rounds the scheduler misses."""

    stalled: frozenset[Key] = frozenset()
    persistent: frozenset[Cell] = frozenset()
    lost: frozenset[Key] = frozenset()
    slow: Mapping[Cell, int] = field(default_factory=dict)
    down: frozenset[int] = frozenset()

    def check(self, settings: Settings) -> None:
        """ValueError if a mark is on a job or step that the run has not, or a slow step is no slower."""
        for job, step in [key[:2] for key in self.stalled | self.lost] + [*self.persistent, *self.slow]:
            if not 1 <= job <= settings.jobs:
                raise ValueError(f"there is no job S{job}: jobs are S1 to S{settings.jobs}.")
            if not 0 <= step < len(settings.steps):
                raise ValueError(f"S{job} has no step {step}: steps are 0 to {len(settings.steps) - 1}.")
        for (job, step), delay in self.slow.items():
            if delay < 1:
                raise ValueError(f"a slow step takes at least 1 round more, not {delay} (S{job}, {step}).")

    def mark_of(self, cell: Cell) -> Mark:
        """How a cell is marked; of several marks, the one that weighs most."""
        if cell in self.persistent:
            return "persistent"
        if any(key[:2] == cell for key in self.stalled):
            return "stalled"
        if any(key[:2] == cell for key in self.lost):
            return "lost"
        return "slow" if cell in self.slow else "well"

    def marked(self, cell: Cell, mark: Mark, attempt: int = 0, delay: int = 2) -> Faults:
        """The same faults with one cell marked anew, its other marks gone. `attempt` is the one that stalls
        or whose start is lost, `delay` how much slower a slow step is. ValueError for an unknown mark."""
        rest = Faults(
            stalled=frozenset(key for key in self.stalled if key[:2] != cell),
            persistent=self.persistent - {cell},
            lost=frozenset(key for key in self.lost if key[:2] != cell),
            slow={other: by for other, by in self.slow.items() if other != cell},
            down=self.down,
        )
        match mark:
            case "well":
                return rest
            case "stalled":
                return replace(rest, stalled=rest.stalled | {(*cell, attempt)})
            case "persistent":
                return replace(rest, persistent=rest.persistent | {cell})
            case "lost":
                return replace(rest, lost=rest.lost | {(*cell, attempt)})
            case "slow":
                return replace(rest, slow={**rest.slow, cell: delay})
        raise ValueError(f"there is no mark {mark!r}: a step is well, stalled, persistent, lost or slow.")


DEFAULT_SETTINGS = Settings()
NO_FAULTS = Faults()
DEFAULT_FAULTS = Faults(
    stalled=frozenset({(2, 1, 0), (5, 0, 0), (9, 2, 0)}),
    persistent=frozenset({(7, 1)}),
)
