"""What a run adds up to: the counters of its record, and the ledger of what really happened.

Some published counters read wrongly. What each really counts:

- *steps*: steps whose result was recorded (45 in the published run, while the work was done 48 times).
- *redriven*: leases that expired, also the last one before giving up (6, of which 5 start something again).
- *wasted*: those of a step that, on this attempt or an earlier one, had stalled or did the work, then or
  later.
- *half_finished*: jobs neither done nor compensated when the run ends; until then, jobs still open.
- *last_round*: the last round in which a job was closed, 0 if none was.
- *recovery*: for each expired lease, rounds from the one its answer was due in (that after its start) to its
  re-drive.
- the *retry limit* of the settings counts attempts, not repetitions: with a limit of 1 nothing is tried
  again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from nearlydone.supervisor.model import Command
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Cell


class Entry(NamedTuple):
    """The ledger's line for one step of one job.

    `starts` counts the commands sent (a lost start is none), `effects` how often the work was done. Effects
    are an `orphan` if the step was never recorded and its job was compensated: nobody undoes what nobody
    knows of.
    """

    job: int
    step: int
    starts: int
    effects: int
    orphan: bool

    @property
    def duplicates(self) -> int:
        return max(0, self.effects - 1)

    def lines(self, key: bool) -> int:
        """Lines the step left on an invoice. With an idempotency key, a repeated one is known for what it
        is."""
        return min(self.effects, 1) if key else self.effects


@dataclass(frozen=True)
class Counters:
    """The published counters of a run, then those of reality. `recovery` is in order of re-driving."""

    completed: int
    steps: int
    redriven: int
    wasted: int
    compensated_jobs: int
    compensated_steps: int
    half_finished: int
    last_round: int
    records_read: int
    recovery: tuple[int, ...]
    starts: int
    effects: int
    duplicate_effects: int
    orphan_effects: int

    @property
    def avg_recovery(self) -> float | None:
        """Mean delay in rounds, None if nothing was re-driven."""
        return sum(self.recovery) / len(self.recovery) if self.recovery else None

    @property
    def worst_recovery(self) -> int | None:
        """Longest delay in rounds, None if nothing was re-driven."""
        return max(self.recovery, default=None)


def counters(run: Run) -> Counters:
    """The counters of a run as it stands."""
    jobs = run.book.jobs.values()
    compensated = [job for job in jobs if job.state == "compensated"]
    expired = sorted(
        (attempt.ended, attempt.job, attempt)
        for attempt in run.book.attempts.values()
        if attempt.outcome == "expired" and attempt.ended is not None
    )
    needless = _needless_from(run.book.commands.values())
    scans = run.round // run.settings.scan if run.settings.supervisor else 0
    entries = ledger(run)
    return Counters(
        completed=sum(job.state == "done" for job in jobs),
        steps=sum(job.step for job in jobs),
        redriven=len(expired),
        wasted=sum(it.attempt >= needless.get((it.job, it.step), it.attempt + 1) for _, _, it in expired),
        compensated_jobs=len(compensated),
        compensated_steps=sum(job.step for job in compensated),
        half_finished=sum(job.closed is None for job in jobs),
        last_round=max((job.closed for job in jobs if job.closed is not None), default=0),
        records_read=run.settings.jobs * scans,
        recovery=tuple(ended - (attempt.started + 1) for ended, _, attempt in expired),
        starts=sum(entry.starts for entry in entries),
        effects=sum(entry.effects for entry in entries),
        duplicate_effects=sum(entry.duplicates for entry in entries),
        orphan_effects=sum(entry.orphan for entry in entries),
    )


def ledger(run: Run) -> list[Entry]:
    """What really happened: an entry for each (job, step) that was sent at least once, in that order."""
    starts: dict[Cell, int] = {}
    effects: dict[Cell, int] = {}
    for command in run.book.commands.values():
        starts[command.cell] = starts.get(command.cell, 0) + 1
        effects[command.cell] = effects.get(command.cell, 0) + command.worked
    entries = []
    for (job, step), count in sorted(starts.items()):
        line, done = run.book.jobs[job], effects[job, step]
        orphan = done > 0 and line.state == "compensated" and step >= line.step
        entries.append(Entry(job, step, count, done, orphan))
    return entries


def invoice_lines(entries: Iterable[Entry], key: bool) -> int:
    """Lines on all invoices, credits for compensated steps not deducted.

    Work that is done writes one line. With the key on, a step that has its line writes no second; with it
    off, there is one line too many for each duplicate effect.
    """
    return sum(entry.lines(key) for entry in entries)


def restarts(run: Run) -> int:
    """How many expired leases led to another start, rather than to giving up."""
    return sum(attempt.attempt > 0 for attempt in run.book.attempts.values())


def _needless_from(commands: Iterable[Command]) -> dict[Cell, int]:
    """By step, the first attempt that stalled or did the work, from which on starting it again was of no
    use."""
    first: dict[Cell, int] = {}
    for command in commands:
        if command.worked or command.answer == "stalled":
            first[command.cell] = min(command.attempt, first.get(command.cell, command.attempt))
    return first
