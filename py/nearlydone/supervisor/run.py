"""A run in memory: a value that is never changed, so that going back to a round is to have kept it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nearlydone.supervisor.model import Attempt, Command, Event, Job, moments
from nearlydone.supervisor.settings import Cell, Faults, Key, Mark, Settings


@dataclass
class Memory:
    """The book of a run in memory: `jobs` and `attempts` are the record, `commands` is reality.

    What each event does to the rows is the same as in `schema`, where it is written as SQL.
    """

    jobs: dict[int, Job]
    attempts: dict[Key, Attempt] = field(default_factory=dict)
    commands: dict[Key, Command] = field(default_factory=dict)

    def record(self) -> Mapping[int, Job]:
        return self.jobs

    def desk(self) -> list[Command]:
        return [command for command in self.commands.values() if command.answered is None]

    def copy(self) -> Memory:
        return Memory(self.jobs.copy(), self.attempts.copy(), self.commands.copy())

    def write(self, event: Event) -> None:
        t, job, key = event.round, self.jobs[event.job], event.key
        match event.did:
            case "started":
                self.jobs[event.job] = job._replace(state="running", started=t)
                self.attempts[key] = Attempt(*key, started=t)
            case "sent":
                self.commands[key] = Command(*key, sent=t)
            case "lost":
                pass
            case "worked":
                self.commands[key] = self.commands[key]._replace(answered=t, answer="stalled", worked=True)
            case "failed":
                self.commands[key] = self.commands[key]._replace(answered=t, answer="failed")
            case "stalled" | "late":
                self.commands[key] = self.commands[key]._replace(answer=event.did)
            case "recorded":
                self.jobs[event.job] = job._replace(step=job.step + 1, attempt=0, state="waiting")
                self.attempts[key] = self.attempts[key]._replace(ended=t, outcome="recorded")
                self.commands[key] = self.commands[key]._replace(answer="recorded")
            case "re-driven":
                self.jobs[event.job] = job._replace(attempt=job.attempt + 1, state="waiting")
                self.attempts[key] = self.attempts[key]._replace(ended=t, outcome="expired")
            case "completed":
                self.jobs[event.job] = job._replace(state="done", closed=t)
            case "compensated":
                self.jobs[event.job] = job._replace(state="compensated", closed=t)


@dataclass(frozen=True)
class Run:
    """A run after `round` rounds, and the `events` of the last of them. Runs are equal if they stand the
    same."""

    settings: Settings
    faults: Faults
    book: Memory
    round: int = 0
    events: tuple[Event, ...] = field(default=(), compare=False)

    @property
    def over(self) -> bool:
        """Whether every job is closed and the agent's desk is empty, or the round limit is reached."""
        if self.round >= self.settings.rounds:
            return True
        return all(job.closed is not None for job in self.book.jobs.values()) and not self.book.desk()

    def next_round(self) -> Run:
        """The run one round on. A run that is over stays as it is."""
        if self.over:
            return self
        book, t = self.book.copy(), self.round + 1
        events = tuple(moments(book, self.settings, self.faults, t))
        return Run(self.settings, self.faults, book, t, events)

    def to_end(self) -> Run:
        run = self
        while not run.over:
            run = run.next_round()
        return run

    def with_faults(self, faults: Faults) -> Run:
        """The same run with other marks from the next round on. ValueError for a fault that cannot be."""
        faults.check(self.settings)
        return replace(self, faults=faults)

    def marked(self, cell: Cell, mark: Mark, delay: int = 2) -> Run:
        """The run with one cell marked anew from the next round on.

        "stalled" marks the attempt that is answered next and "lost" the one that is started next: the first
        of a step that has not begun, a later one of a step in hand. On a step that is recorded a mark
        changes nothing. ValueError for an unknown mark, and for a job or step that is not there.
        """
        attempt = self._next_answer(cell) if mark == "stalled" else self._next_start(cell)
        return self.with_faults(self.faults.marked(cell, mark, attempt, delay))

    def _next_start(self, cell: Cell) -> int:
        job = self.book.jobs.get(cell[0])
        if job is None or job.step != cell[1]:
            return 0
        return job.attempt + 1 if job.state == "running" else job.attempt

    def _next_answer(self, cell: Cell) -> int:
        in_hand = [command.attempt for command in self.book.desk() if command.cell == cell]
        return max(in_hand) if in_hand else self._next_start(cell)


def start(settings: Settings, faults: Faults) -> Run:
    """A run before its first round. ValueError for a fault on a job or step that is not there."""
    faults.check(settings)
    return Run(settings, faults, Memory({number: Job(number) for number in range(1, settings.jobs + 1)}))


def play(run: Run, changes: Mapping[int, Faults] | None = None) -> list[Run]:
    """The run as given and after each further round, to its end.

    `changes` gives new marks by the round after which they were made; they hold until the next change.
    """
    changes = changes or {}
    runs = [run.with_faults(changes.get(run.round, run.faults))]
    while not runs[-1].over:
        after = runs[-1].next_round()
        runs.append(after.with_faults(changes.get(after.round, after.faults)))
    return runs
