"""The durable record holds the same run as memory does, event for event, and says so when it cannot."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nearlydone.supervisor.model import Event
from nearlydone.supervisor.record import Record, RecordError
from nearlydone.supervisor.run import start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, NO_FAULTS, Faults, Settings

JOBS, STEPS = 4, ("a", "b", "c")

cells = st.tuples(st.integers(1, JOBS), st.integers(0, len(STEPS) - 1))
keys = st.tuples(st.integers(1, JOBS), st.integers(0, len(STEPS) - 1), st.integers(0, 2))
any_faults = st.builds(
    Faults,
    stalled=st.frozensets(keys, max_size=6),
    persistent=st.frozensets(cells, max_size=2),
    lost=st.frozensets(keys, max_size=6),
    slow=st.dictionaries(cells, st.integers(1, 5), max_size=4),
    down=st.frozensets(st.integers(1, 20), max_size=5),
)
any_settings = st.builds(
    Settings,
    supervisor=st.booleans(),
    scan=st.integers(1, 5),
    lease=st.integers(0, 4),
    retry_limit=st.integers(1, 4),
    rounds=st.integers(1, 40),
    key=st.booleans(),
    jobs=st.just(JOBS),
    steps=st.just(STEPS),
)


@hypothesis_settings(max_examples=200, deadline=None)
@given(any_settings, any_faults, st.dictionaries(st.integers(0, 12), any_faults, max_size=3))
def test_a_run_on_sqlite_is_the_run_in_memory_round_by_round(
    settings: Settings, faults: Faults, changes: dict[int, Faults]
) -> None:
    run = start(settings, faults)
    with Record.create(":memory:", settings, faults) as record:
        while True:
            if run.round in changes:
                run = run.with_faults(changes[run.round])
                record.set_faults(changes[run.round])
            assert record.run() == run
            assert record.over == run.over
            if run.over:
                break
            run = run.next_round()
            assert record.next_round() == run.events
        assert record.next_round() == ()


def test_a_closed_record_is_found_as_it_was_left(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    with Record.create(path, Settings(), DEFAULT_FAULTS) as record:
        for _ in range(3):
            record.next_round()
    run = start(Settings(), DEFAULT_FAULTS)
    with Record.open(path) as record:
        assert record.run() == run.next_round().next_round().next_round()
        while not record.over:
            record.next_round()
        assert record.run() == run.to_end()


def test_starting_over_on_the_same_file_forgets_the_old_run(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    with Record.create(path, Settings(), DEFAULT_FAULTS) as record:
        record.next_round()
    small = Settings(jobs=2, steps=("a",), key=False)
    with Record.create(path, small, NO_FAULTS):
        pass
    with Record.open(path) as record:
        assert record.run() == start(small, NO_FAULTS)


def test_a_late_or_repeated_event_is_refused_and_writes_nothing() -> None:
    with Record.create(":memory:", Settings(jobs=1), NO_FAULTS) as record:
        record.next_round()
        before = record.run()
        recorded = Event(2, "agent", "recorded", 1, 0, 0)
        for event in (recorded, recorded._replace(attempt=1), recorded._replace(did="started")):
            with pytest.raises(RecordError, match="S1 is not where it could be"):
                record.write(event)
            assert record.run() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE job SET state = 'asleep' WHERE job = 1",
        "UPDATE job SET state = 'done' WHERE job = 1",
        "UPDATE job SET step = 'tariff' WHERE job = 1",
        "UPDATE job SET started = 0 WHERE job = 1",
        "UPDATE attempt SET outcome = 'recorded' WHERE job = 1",
        "UPDATE attempt SET ended = 1, outcome = 'recorded' WHERE job = 1",
        "UPDATE command SET worked = 2 WHERE job = 1",
        "UPDATE command SET answer = 'late' WHERE job = 1",
        "INSERT INTO command (job, step, attempt, sent) VALUES (1, 3, 0, 1)",
        "INSERT INTO attempt (job, step, attempt, started) VALUES (13, 0, 0, 1)",
        "INSERT INTO fault (kind, job, step) VALUES ('stalled', 1, 1)",
        "INSERT INTO fault (kind, job, step) VALUES ('unlucky', 1, 1)",
        "UPDATE run SET begun = round + 2",
        "DELETE FROM job WHERE job = 1",
    ],
)
def test_the_tables_let_no_impossible_row_in(tmp_path: Path, statement: str) -> None:
    path = str(tmp_path / "run.db")
    with Record.create(path, Settings(), NO_FAULTS) as record:
        record.next_round()
    db = sqlite3.connect(path)
    db.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError):
        db.execute(statement)
    db.close()


def test_no_file_is_made_by_looking_for_one(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    with pytest.raises(RecordError, match=r"there is no file .*none\.db"):
        Record.open(str(path))
    assert not path.exists()


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, this is a letter. " * 40)
    with pytest.raises(RecordError, match=r"letter\.db: file is not a database"):
        Record.open(str(path))
    with pytest.raises(RecordError, match=r"letter\.db: file is not a database"):
        Record.create(str(path), Settings(), NO_FAULTS)
    assert path.read_text().startswith("Dear reader")


def test_the_database_of_another_program_is_refused_and_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "other.db")
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE job (job INTEGER)")
    other.execute("INSERT INTO job VALUES (99)")
    other.commit()
    with pytest.raises(RecordError, match="holds no run"):
        Record.open(path)
    with pytest.raises(RecordError, match="a database of something else"):
        Record.create(path, Settings(), NO_FAULTS)
    assert other.execute("SELECT job FROM job").fetchall() == [(99,)]
    other.close()


def test_a_record_of_another_shape_is_not_carried_on_but_can_be_replaced(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    Record.create(path, Settings(), NO_FAULTS).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(RecordError, match="holds no run that this version can carry on"):
        Record.open(path)
    with Record.create(path, Settings(), NO_FAULTS) as record:
        assert record.round == 0


def test_a_fault_that_cannot_be_leaves_the_file_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    wrong = Faults(persistent=frozenset({(13, 0)}))
    with pytest.raises(ValueError, match="there is no job S13"):
        Record.create(path, Settings(), wrong)
    with Record.create(path, Settings(), DEFAULT_FAULTS) as record:
        with pytest.raises(ValueError, match="there is no job S13"):
            record.set_faults(wrong)
        assert record.faults == DEFAULT_FAULTS
