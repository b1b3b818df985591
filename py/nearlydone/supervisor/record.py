"""The durable record: a run in one SQLite file, which outlives the process that plays it.

Every event is a transaction of its own, on disk before the next thing happens. A process may die at any
instruction: the file then holds all of an event or nothing of it, and a fresh process plays the round that
was cut off again, which does just what was still to do. Two gaps lose something, the two that lose something
in life: between writing "started" and sending (that start is lost) and between the agent's work and its
result (that attempt has stalled). `recover` tells which it was.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from nearlydone.supervisor.model import Attempt, Command, Event, Job, moments
from nearlydone.supervisor.run import Memory, Run
from nearlydone.supervisor.schema import TABLES, WRITES
from nearlydone.supervisor.settings import Faults, Settings

APPLICATION_ID = 0x4E446F6E
SHAPE = 1
"""The version of the tables, raised when they change: a run kept in another shape is not carried on."""


class RecordError(ValueError):
    """The record cannot be opened, read or written; the message says which file and why."""


class Record:
    """A run on disk, made by `Record.create` or found by `Record.open`. Any method may raise RecordError.

    It is a book that `model.moments` can be played on. The path ":memory:" keeps it only while it is open.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with self._errors_named():
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA foreign_keys = ON")

    @classmethod
    def create(cls, path: str, settings: Settings, faults: Faults) -> Record:
        """A run before its first round, in place of any that the file held. ValueError for a fault that
        cannot be."""
        faults.check(settings)
        with cls(path)._closed_on_error() as record, record._transaction() as db:
            names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC"
            tables = [name for (name,) in db.execute(names)]
            if tables and record._one("PRAGMA application_id") != APPLICATION_ID:
                raise RecordError(f"{path} is a database of something else, and stays as it is.")
            for table in tables:
                db.execute(f'DROP TABLE "{table}"')
            for statement in TABLES.split("\n\n"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {SHAPE}")
            db.execute("INSERT INTO run (id, settings) VALUES (1, ?)", [json.dumps(vars(settings))])
            db.executemany("INSERT INTO job (job) VALUES (?)", [[job] for job in range(1, settings.jobs + 1)])
            _write_faults(db, faults)
        return record

    @classmethod
    def open(cls, path: str) -> Record:
        """The run as the last process left it, in mid-round or not. RecordError if the file holds none."""
        if not Path(path).is_file():
            raise RecordError(f"there is no file {path}.")
        with cls(path)._closed_on_error() as record:
            found = record._one("PRAGMA application_id"), record._one("PRAGMA user_version")
            if found != (APPLICATION_ID, SHAPE):
                raise RecordError(f"{path} holds no run that this version can carry on.")
        return record

    @property
    def settings(self) -> Settings:
        stored = json.loads(self._one("SELECT settings FROM run"))
        return Settings(**{**stored, "steps": tuple(stored["steps"])})

    @property
    def round(self) -> int:
        """The last round that was finished."""
        return int(self._one("SELECT round FROM run"))

    @property
    def cut_off(self) -> bool:
        """Whether a round was begun and not finished."""
        return bool(self._one("SELECT begun > round FROM run"))

    @property
    def over(self) -> bool:
        return not self.cut_off and self.run().over

    @property
    def faults(self) -> Faults:
        stored = self._rows("SELECT kind, job, step, attempt, rounds FROM fault")
        return Faults(
            stalled=frozenset(row[1:4] for row in stored if row[0] == "stalled"),
            persistent=frozenset(row[1:3] for row in stored if row[0] == "persistent"),
            lost=frozenset(row[1:4] for row in stored if row[0] == "lost"),
            slow={row[1:3]: row[4] for row in stored if row[0] == "slow"},
            down=frozenset(row[4] for row in stored if row[0] == "down"),
        )

    def set_faults(self, faults: Faults) -> None:
        """Other marks from the next round on. ValueError for a fault that cannot be."""
        faults.check(self.settings)
        with self._transaction() as db:
            _write_faults(db, faults)

    def record(self) -> dict[int, Job]:
        return {row[0]: Job(*row) for row in self._rows(f"SELECT {_columns(Job)} FROM job ORDER BY job")}

    def attempts(self) -> list[Attempt]:
        rows = self._rows(f"SELECT {_columns(Attempt)} FROM attempt ORDER BY started, job")
        return [Attempt(*row) for row in rows]

    def commands(self) -> list[Command]:
        rows = self._rows(f"SELECT {_columns(Command)} FROM command ORDER BY sent, job")
        return [Command(*row)._replace(worked=bool(row[-1])) for row in rows]

    def desk(self) -> list[Command]:
        return [command for command in self.commands() if command.answered is None]

    def run(self) -> Run:
        """All that the file holds, as a run in memory."""
        attempts = {it.key: it for it in self.attempts()}
        commands = {it.key: it for it in self.commands()}
        return Run(self.settings, self.faults, Memory(self.record(), attempts, commands), self.round)

    def write(self, event: Event) -> None:
        """Writes one event. RecordError, and nothing is written, if a row is not as the event supposes."""
        with self._transaction() as db:
            for statement in WRITES[event.did]:
                if db.execute(statement, event._asdict()).rowcount != 1:
                    raise RecordError(f"{self.path}: S{event.job} is not where it could be {event.did}.")

    def moments(self) -> Iterator[Event]:
        """Plays the next round, or what is left of one that was cut off, event by event."""
        t = self.round + 1
        with self._transaction() as db:
            db.execute("UPDATE run SET begun = ?", [t])
        yield from moments(self, self.settings, self.faults, t)
        with self._transaction() as db:
            db.execute("UPDATE run SET round = begun")

    def next_round(self) -> tuple[Event, ...]:
        """Plays one round and returns its events; a quiet round has none, and a run that is over stays."""
        return () if self.over else tuple(self.moments())

    def stop_before(self, gap: Literal["sent", "recorded"], job: int | None = None) -> Event | None:
        """Plays into the next round up to a gap: before a start is sent, or before done work is recorded.

        Returns the last event written; the caller's part is to die now. None if the round has no such gap
        (of that job): then it is finished.
        """
        last = {"sent": "started", "recorded": "worked"}[gap]
        for event in self.moments():
            if event.did == last and job in (None, event.job):
                return event
        return None

    def recover(self) -> Faults:
        """What a crash in the round that was cut off took, as the faults it amounts to: starts never sent,
        results never recorded. They join the marks, so that the run with its marks tells the whole story."""
        t, faults = self.round + 1, self.faults
        commands = self.commands()
        sent = frozenset(it.key for it in commands)
        started = frozenset(it.key for it in self.attempts() if it.started == t)
        silent = frozenset(it.key for it in commands if it.answered == t and it.answer == "stalled")
        stalled, lost = silent - faults.stalled, started - sent - faults.lost
        self.set_faults(replace(faults, stalled=faults.stalled | stalled, lost=faults.lost | lost))
        return Faults(stalled=stalled, lost=lost)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        with self._errors_named():
            return self._db.execute(query).fetchall()

    def _one(self, query: str) -> Any:
        return self._rows(query)[0][0]

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._errors_named():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                self._db.rollback()
                raise

    @contextmanager
    def _closed_on_error(self) -> Iterator[Record]:
        try:
            yield self
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise RecordError(f"{self.path}: {error}.") from error


def _columns(row: type[Job] | type[Attempt] | type[Command]) -> str:
    return ", ".join(row._fields)


def _write_faults(db: sqlite3.Connection, faults: Faults) -> None:
    rows: list[tuple[object, ...]] = [("stalled", *key, None) for key in faults.stalled]
    rows += [("persistent", *cell, None, None) for cell in faults.persistent]
    rows += [("lost", *key, None) for key in faults.lost]
    rows += [("slow", *cell, None, delay) for cell, delay in faults.slow.items()]
    rows += [("down", None, None, None, t) for t in faults.down]
    db.execute("DELETE FROM fault")
    db.executemany("INSERT INTO fault (kind, job, step, attempt, rounds) VALUES (?, ?, ?, ?, ?)", rows)
