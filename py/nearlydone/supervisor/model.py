"""Scheduler, agent and supervisor: three roles that meet in rounds 1, 2, 3, … over one record.

Each job (S1, S2, …) has the same steps in the same order. In every round the agent acts first, then the
supervisor, then the scheduler. A role changes nothing itself: it yields events, the *moments* of a round,
and each is written down before the next one happens. So a process can die between any two of them, and a
fresh one plays the same round again: what was written stays, and no role does twice what it finds written.

Agent and supervisor talk only through the record, and the supervisor is given nothing else. What really
happened is in the commands, one for each attempt that was sent; only the agent knows them.

What each fault does, and what changing one in mid-run means, is told in `settings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol

from nearlydone.supervisor.settings import Cell, Faults, Key, Settings

Role = Literal["agent", "supervisor", "scheduler"]
AgentDid = Literal["worked", "failed", "stalled", "recorded", "late"]
SupervisorDid = Literal["re-driven"]
SchedulerDid = Literal["started", "sent", "lost", "completed", "compensated"]
Did = AgentDid | SupervisorDid | SchedulerDid


class Job(NamedTuple):
    """Record: where a job stands, which is all that scheduler and supervisor can see of it.

    `step` is the number of recorded steps, `started` the round of the last start (0 before the first).
    """

    job: int
    step: int = 0
    state: Literal["waiting", "running", "done", "compensated"] = "waiting"
    started: int = 0
    attempt: int = 0
    closed: int | None = None

    @property
    def key(self) -> Key:
        return self.job, self.step, self.attempt


class Attempt(NamedTuple):
    """Record: an attempt that was started. `ended` and `outcome` are None while its lease runs."""

    job: int
    step: int
    attempt: int
    started: int
    ended: int | None = None
    outcome: Literal["recorded", "expired"] | None = None

    @property
    def key(self) -> Key:
        return self.job, self.step, self.attempt


class Command(NamedTuple):
    """Reality: an attempt that was sent to the agent, which is at it until `answered`.

    `worked` says whether the work was done; "late" is an answer that the record refused.
    """

    job: int
    step: int
    attempt: int
    sent: int
    answered: int | None = None
    answer: Literal["recorded", "stalled", "late", "failed"] | None = None
    worked: bool = False

    @property
    def cell(self) -> Cell:
        return self.job, self.step

    @property
    def key(self) -> Key:
        return self.job, self.step, self.attempt


class Event(NamedTuple):
    """One moment of a round: who did what, to which attempt of which step of which job.

    Of a job that is closed, `step` is the number of its recorded steps.
    """

    round: int
    who: Role
    did: Did
    job: int
    step: int
    attempt: int

    @property
    def key(self) -> Key:
        return self.job, self.step, self.attempt


class Book(Protocol):
    """Where a run is kept, in memory or on disk: the record, the agent's desk, and a way to write an event
    down."""

    def record(self) -> Mapping[int, Job]: ...
    def desk(self) -> Iterable[Command]: ...
    def write(self, event: Event) -> None: ...


def agent(desk: Iterable[Command], record: Mapping[int, Job], faults: Faults, t: int) -> Iterator[Event]:
    """Does the work it was sent, then writes the result, if the record still waits for this attempt."""
    for command in desk:
        if t <= command.sent + faults.slow.get(command.cell, 0):
            continue
        passes = command.cell not in faults.persistent
        yield Event(t, "agent", "worked" if passes else "failed", *command.key)
        if command.key in faults.stalled:
            yield Event(t, "agent", "stalled", *command.key)
        elif passes:
            job = record[command.job]
            awaited = job.state == "running" and job.key == command.key
            yield Event(t, "agent", "recorded" if awaited else "late", *command.key)


def supervisor(record: Mapping[int, Job], settings: Settings, t: int) -> Iterator[Event]:
    """At each scan, reads every job's line and takes back the steps past their lease."""
    if not settings.supervisor or t % settings.scan != 0:
        return
    for job in record.values():
        if job.state == "running" and t - job.started >= max(settings.lease, 1):
            yield Event(t, "supervisor", "re-driven", *job.key)


def scheduler(record: Mapping[int, Job], settings: Settings, faults: Faults, t: int) -> Iterator[Event]:
    """Moves every waiting job on: closes it, gives it up, or starts its step and sends that."""
    if t in faults.down:
        return
    for job in record.values():
        if job.state != "waiting":
            continue
        if job.step == len(settings.steps):
            yield Event(t, "scheduler", "completed", *job.key)
        elif job.attempt >= settings.retry_limit:
            yield Event(t, "scheduler", "compensated", *job.key)
        else:
            yield Event(t, "scheduler", "started", *job.key)
            yield Event(t, "scheduler", "lost" if job.key in faults.lost else "sent", *job.key)


def moments(book: Book, settings: Settings, faults: Faults, t: int) -> Iterator[Event]:
    """Plays round t. Each event is in the book before it is handed out; to stop asking is to crash at that
    moment."""
    yield from _written(book, agent(book.desk(), book.record(), faults, t))
    yield from _written(book, supervisor(book.record(), settings, t))
    yield from _written(book, scheduler(book.record(), settings, faults, t))


def _written(book: Book, events: Iterator[Event]) -> Iterator[Event]:
    for event in events:
        book.write(event)
        yield event
