"""The durable record as SQL: its tables, and what each event of a round writes to them.

`job` and `attempt` are the record, which scheduler and supervisor read. `command` is reality, which they
never see.
"""

from __future__ import annotations

from nearlydone.supervisor.model import Did

TABLES = """
CREATE TABLE run (            -- one row: what is played, and how far it is
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    settings  TEXT NOT NULL CHECK (json_valid(settings)),
    begun     INTEGER NOT NULL DEFAULT 0,                                 -- the last round begun
    round     INTEGER NOT NULL DEFAULT 0 CHECK (begun - round IN (0, 1))  -- the last one finished
) STRICT;

CREATE TABLE fault (          -- the marks in force; rounds: how much slower, or which one is missed
    kind      TEXT NOT NULL CHECK (kind IN ('stalled', 'persistent', 'lost', 'slow', 'down')),
    job       INTEGER CHECK ((job IS NULL) = (kind = 'down')),
    step      INTEGER CHECK ((step IS NULL) = (kind = 'down')),
    attempt   INTEGER CHECK ((attempt IS NULL) = (kind NOT IN ('stalled', 'lost'))),
    rounds    INTEGER CHECK ((rounds IS NULL) = (kind NOT IN ('slow', 'down')))
) STRICT;

CREATE TABLE job (            -- record: where each job stands
    job       INTEGER PRIMARY KEY,
    step      INTEGER NOT NULL DEFAULT 0 CHECK (step >= 0),          -- how many steps are recorded
    state     TEXT NOT NULL DEFAULT 'waiting'
              CHECK (state IN ('waiting', 'running', 'done', 'compensated')),
    started   INTEGER NOT NULL DEFAULT 0 CHECK (started > 0 OR state <> 'running'),
    attempt   INTEGER NOT NULL DEFAULT 0 CHECK (attempt >= 0),
    closed    INTEGER CHECK ((closed IS NOT NULL) = (state IN ('done', 'compensated')))
) STRICT;

CREATE TABLE attempt (        -- record: every attempt started, and how its lease ended
    job       INTEGER NOT NULL REFERENCES job,
    step      INTEGER NOT NULL,
    attempt   INTEGER NOT NULL,
    started   INTEGER NOT NULL,
    ended     INTEGER CHECK (ended > started),
    outcome   TEXT CHECK (outcome IN ('recorded', 'expired')),
    PRIMARY KEY (job, step, attempt),
    CHECK ((ended IS NULL) = (outcome IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE command (        -- reality: every attempt sent, and what the agent did
    job       INTEGER NOT NULL,
    step      INTEGER NOT NULL,
    attempt   INTEGER NOT NULL,
    sent      INTEGER NOT NULL,
    answered  INTEGER CHECK (answered > sent),
    answer    TEXT CHECK (answer IN ('recorded', 'stalled', 'late', 'failed')),
    worked    INTEGER NOT NULL DEFAULT 0 CHECK (worked IN (0, 1)),
    PRIMARY KEY (job, step, attempt),
    FOREIGN KEY (job, step, attempt) REFERENCES attempt,
    CHECK ((answered IS NULL) = (answer IS NULL))
) STRICT, WITHOUT ROWID;
"""

THIS = "WHERE job = :job AND step = :step AND attempt = :attempt"

WRITES: dict[Did, tuple[str, ...]] = {
    "started": (
        f"UPDATE job SET state = 'running', started = :round {THIS} AND state = 'waiting'",
        "INSERT INTO attempt (job, step, attempt, started) VALUES (:job, :step, :attempt, :round)",
    ),
    "sent": ("INSERT INTO command (job, step, attempt, sent) VALUES (:job, :step, :attempt, :round)",),
    "lost": (),
    "worked": (
        "UPDATE command SET answered = :round, answer = 'stalled', worked = 1"
        f" {THIS} AND answered IS NULL",
    ),
    "failed": (f"UPDATE command SET answered = :round, answer = 'failed' {THIS} AND answered IS NULL",),
    "stalled": (f"UPDATE command SET answer = 'stalled' {THIS} AND answered = :round",),
    "late": (f"UPDATE command SET answer = 'late' {THIS} AND answered = :round",),
    "recorded": (
        f"UPDATE job SET step = step + 1, attempt = 0, state = 'waiting' {THIS} AND state = 'running'",
        f"UPDATE attempt SET ended = :round, outcome = 'recorded' {THIS} AND ended IS NULL",
        f"UPDATE command SET answer = 'recorded' {THIS} AND answered = :round",
    ),
    "re-driven": (
        f"UPDATE job SET attempt = attempt + 1, state = 'waiting' {THIS} AND state = 'running'",
        f"UPDATE attempt SET ended = :round, outcome = 'expired' {THIS} AND ended IS NULL",
    ),
    "completed": (f"UPDATE job SET state = 'done', closed = :round {THIS} AND state = 'waiting'",),
    "compensated": (f"UPDATE job SET state = 'compensated', closed = :round {THIS} AND state = 'waiting'",),
}
"""An event is one transaction. Each of its statements must find exactly one row, or nothing of it is
written: that is how a late result is kept out. Work counts as stalled until its result is recorded in a
transaction of its own."""
