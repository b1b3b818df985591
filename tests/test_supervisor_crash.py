"""A process that plays rounds is killed with SIGKILL, at moments chosen and at random, and the record
carries on.

Whatever the moment, a crash amounts to ordinary faults: starts that were lost, results that were never
recorded. So the run that goes on from the file must end exactly as a run in memory that met those faults and
never crashed.
"""

import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import pytest

from nearlydone.supervisor.counters import counters
from nearlydone.supervisor.model import Event
from nearlydone.supervisor.record import Record
from nearlydone.supervisor.run import play, start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, NO_FAULTS, Faults, Settings

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process to fork and kill"),
    pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning"),
]

SMALL = Settings(jobs=3, steps=("a", "b"), lease=0, scan=2, retry_limit=2)
SMALL_FAULTS = Faults(
    stalled=frozenset({(1, 0, 0)}),
    persistent=frozenset({(2, 1)}),
    lost=frozenset({(1, 1, 0)}),
    slow={(3, 0): 2},
)


@pytest.fixture
def path() -> Iterator[Path]:
    """Where the record is kept: in shared memory if there is some, as a kill is no power cut and disks are
    slow."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder) / "run.db"


def in_a_child(work: Callable[[], None]) -> int:
    """Starts a process that does `work` and exits, and returns its id."""
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    finally:
        os._exit(1)


def ended(child: int) -> Literal["killed", "done"]:
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return "killed"
    assert os.WEXITSTATUS(status) == 0
    return "done"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def play_to_the_end(path: Path) -> None:
    with Record.open(str(path)) as record:
        while not record.over:
            record.next_round()


def assert_consistent(path: Path) -> None:
    """The file is sound, and its tables tell one story."""
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    db.close()
    with Record.open(str(path)) as record:
        attempts, commands, settings = record.attempts(), record.commands(), record.settings
        for job in record.record().values():
            own = [it for it in attempts if it.job == job.job]
            assert job.step == sum(it.outcome == "recorded" for it in own)
            here = [it.outcome for it in own if it.step == job.step]
            assert here == ["expired"] * job.attempt + [None] * (job.state == "running")
            assert job.state != "done" or job.step == len(settings.steps)
            assert job.state != "compensated" or job.attempt == settings.retry_limit
        recorded = {it.key for it in attempts if it.outcome == "recorded"}
        assert recorded == {it.key for it in commands if it.answer == "recorded"}
        assert all(it.worked for it in commands if it.answer in ("recorded", "late"))


def recovered(path: Path) -> Faults:
    with Record.open(str(path)) as record:
        return record.recover()


def assert_ends_as_if_never_crashed(path: Path) -> None:
    with Record.open(str(path)) as record:
        run = record.run()
    assert run == start(run.settings, run.faults).to_end()
    if run.settings.supervisor:
        assert counters(run).half_finished == 0


def test_a_kill_at_any_moment_of_a_run_loses_one_start_or_one_result_at_most(path: Path) -> None:
    last, moment = path.with_name("last"), 0

    def play_until_the_moment() -> None:
        with Record.open(str(path)) as record:
            left = moment
            while not record.over:
                for event in record.moments():
                    if left == 0:
                        last.write_text(json.dumps(event))
                        die()
                    left -= 1

    while True:
        Record.create(str(path), SMALL, SMALL_FAULTS).close()
        if ended(in_a_child(play_until_the_moment)) == "done":
            break
        assert_consistent(path)
        event = Event(*json.loads(last.read_text()))
        taken = {
            "started": Faults(lost=frozenset({event.key} - SMALL_FAULTS.lost)),
            "worked": Faults(stalled=frozenset({event.key} - SMALL_FAULTS.stalled)),
        }
        assert recovered(path) == taken.get(event.did, NO_FAULTS)
        assert ended(in_a_child(lambda: play_to_the_end(path))) == "done"
        assert_ends_as_if_never_crashed(path)
        moment += 1
    assert moment == sum(len(run.events) for run in play(start(SMALL, SMALL_FAULTS)))


def test_a_kill_before_any_statement_of_sql_leaves_a_record_that_carries_on(path: Path) -> None:
    number = 0

    def play_until_the_statement() -> None:
        left = number

        def count(statement: str) -> None:
            nonlocal left
            if left == 0:
                die()
            left -= not statement.startswith("SELECT")

        with Record.open(str(path)) as record:
            record._db.set_trace_callback(count)
            while not record.over:
                record.next_round()

    while True:
        Record.create(str(path), SMALL, SMALL_FAULTS).close()
        if ended(in_a_child(play_until_the_statement)) == "done":
            break
        assert_consistent(path)
        recovered(path)
        play_to_the_end(path)
        assert_ends_as_if_never_crashed(path)
        number += 1
    assert number > 150


def test_hundreds_of_kills_at_random_times_end_where_the_laws_say(path: Path) -> None:
    rng, kills, crashes_in_mid_round, taken = random.Random(77), 0, 0, NO_FAULTS
    while kills < 300:
        settings = Settings(scan=rng.randint(1, 4), lease=rng.randint(0, 3), retry_limit=rng.randint(1, 3))
        Record.create(str(path), settings, DEFAULT_FAULTS).close()
        while True:
            child = in_a_child(lambda: play_to_the_end(path))
            time.sleep(rng.uniform(0, 0.03))
            os.kill(child, signal.SIGKILL)
            if ended(child) == "done":
                break
            kills += 1
            assert_consistent(path)
            with Record.open(str(path)) as record:
                crashes_in_mid_round += record.cut_off
                lost = record.recover()
            taken = Faults(taken.stalled | lost.stalled, lost=taken.lost | lost.lost)
            if rng.random() < 0.1:
                break
        play_to_the_end(path)
        assert_ends_as_if_never_crashed(path)
    assert crashes_in_mid_round > 50
    assert taken.lost
    assert taken.stalled


@pytest.mark.parametrize("gap", ["sent", "recorded"])
def test_a_crash_that_the_reader_picks_is_the_fault_of_that_attempt(
    path: Path, gap: Literal["sent", "recorded"]
) -> None:
    Record.create(str(path), Settings(), DEFAULT_FAULTS).close()

    def crash_in_the_second_round() -> None:
        with Record.open(str(path)) as record:
            record.next_round()
            assert record.stop_before(gap, job=4) is not None
            die()

    assert ended(in_a_child(crash_in_the_second_round)) == "killed"
    taken = recovered(path)
    assert taken == (Faults(lost=frozenset({(4, 1, 0)})) if gap == "sent" else Faults(frozenset({(4, 0, 0)})))
    play_to_the_end(path)
    assert_ends_as_if_never_crashed(path)


def test_a_round_without_the_gap_that_was_asked_for_is_finished() -> None:
    with Record.create(":memory:", Settings(), DEFAULT_FAULTS) as record:
        assert record.stop_before("recorded") is None
        assert record.round == 1
        assert record.recover() == NO_FAULTS
        assert record.run() == start(Settings(), DEFAULT_FAULTS).next_round()
