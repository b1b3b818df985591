"""The record of figure 7 on disk: brought up to what the reader did, cut off by a crash, carried on.

The same run is replayed in memory, so at every press the two are compared: a record that holds one of the
stages is played on from there, and any other is written anew.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from nearlydone.supervisor.model import Event
from nearlydone.supervisor.record import Record, RecordError
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Faults

FOLDER = Path("/records")
"""Where a tab's worker keeps records; what is in it outlives the worker."""

NOWHERE = ":memory:"
"""Instead of a file: a record that is gone with the answer."""

Gap = Literal["sent", "recorded"]
GAPS: tuple[Gap, ...] = ("sent", "recorded")


class Kept(NamedTuple):
    """The record as it was found and left: the round it stood at, None if there was none to carry on, and the
    run that it holds now."""

    found: int | None
    run: Run


class Recovery(NamedTuple):
    """What a fresh process found in a round that was cut off: what the crash took, and what was left to do."""

    round: int
    lost: Faults
    played: tuple[Event, ...]


def path_of(name: str, folder: Path) -> str | None:
    """The file of a record, None if there is no folder to keep it in. ValueError for a name that cannot be one."""
    if not re.fullmatch(r"[a-z0-9-]{1,40}", name):
        raise ValueError(f"{name!r} is no name of a record: it must be of a to z, 0 to 9 and -")
    return str(folder / f"{name}.db") if folder.is_dir() else None


def recover(path: str) -> Recovery | None:
    """Carries on a round that was cut off, as a fresh process does. None if none was."""
    if (record := opened(path)) is None:
        return None
    with record:
        if not record.cut_off:
            return None
        lost = record.recover()
        return Recovery(record.round + 1, lost, tuple(record.moments()))


def keep(path: str, runs: Sequence[Run]) -> Kept:
    """Brings the record to the last of `runs`, which are what each press led to, the start first."""
    record = opened(path)
    at = None if record is None else place_of(record.run(), runs)
    found = None if record is None or at is None else runs[at].round
    if record is None or at is None:
        if record:
            record.close()
        if outlives(path):
            Path(path).unlink(missing_ok=True)
        record, at = Record.create(path, runs[0].settings, runs[0].faults), 0
    with record:
        for run in runs[at + 1 :]:
            if run.faults != record.faults:
                record.set_faults(run.faults)
            if run.round > record.round:
                record.next_round()
        return Kept(found, record.run())


def crash(path: str, gap: Gap, ahead: Run) -> tuple[Event, Run]:
    """Plays the record into its next round up to a gap, and stops there for good.

    `ahead` is the run one round on: of the jobs that come to that gap, the one in the middle is picked, so
    that some have been dealt with and some have not. Returns the last event, and what the record then holds.
    ValueError if the round has no such gap.
    """
    jobs = gaps(ahead)[gap]
    if not jobs:
        raise ValueError(f"nothing is {gap} in round {ahead.round}: it has no such gap")
    with Record.open(path) as record:
        event = record.stop_before(gap, jobs[len(jobs) // 2])
        assert event is not None
        return event, record.run()


def gaps(ahead: Run) -> dict[Gap, list[int]]:
    """The jobs that come to each gap in the last round of `ahead`."""
    return {gap: [event.job for event in ahead.events if event.did == gap] for gap in GAPS}


def outlives(path: str) -> bool:
    """Whether the record would be there after a crash."""
    return path != NOWHERE


def opened(path: str) -> Record | None:
    with suppress(RecordError):
        return Record.open(path)
    return None


def place_of(run: Run, runs: Sequence[Run]) -> int | None:
    return next((at for at in reversed(range(len(runs))) if runs[at] == run), None)
