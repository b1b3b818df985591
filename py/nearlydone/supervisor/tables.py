"""The answers of the commands `supervisor` and `cost` as plain data, and the rows of figure 8."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from nearlydone.supervisor.cost import DEFAULT_STALL_RATIO, SENSITIVE_STALL_RATIO, Bill, bill
from nearlydone.supervisor.counters import Counters, counters
from nearlydone.supervisor.run import start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, DEFAULT_SETTINGS, Cell, Faults, Settings

PUBLISHED_SCANS = (1, 2, 4, 8)


def parse_cell(text: str, settings: Settings) -> Cell:
    """The (job, step) that a text such as "S2=discount" names. ValueError if it names none."""
    job, equals, step = (part.strip() for part in text.partition("="))
    if not equals:
        raise ValueError(f"a fault is written JOB=STEP, such as S2={settings.steps[0]}, not {text!r}.")
    jobs = {f"S{number}": number for number in range(1, settings.jobs + 1)}
    if job not in jobs:
        raise ValueError(f"there is no job {job!r} (in {text!r}): jobs are S1 to S{settings.jobs}.")
    if step not in settings.steps:
        raise ValueError(f"there is no step {step!r} (in {text!r}): steps are {', '.join(settings.steps)}.")
    return jobs[job], settings.steps.index(step)


def parse_faults(
    stall: Iterable[str], persistent: Iterable[str], no_faults: bool, settings: Settings
) -> Faults:
    """The faults named or, if none are and `no_faults` is off, the published ones. ValueError for a wrong
    name."""
    stalled = frozenset((*parse_cell(text, settings), 0) for text in stall)
    never = frozenset(parse_cell(text, settings) for text in persistent)
    if stalled or never or no_faults:
        return Faults(stalled=stalled, persistent=never)
    return DEFAULT_FAULTS


def count(settings: Settings, faults: Faults) -> Counters:
    """The counters of a run played to its end."""
    return counters(start(settings, faults).to_end())


def counters_as_dict(counted: Counters) -> dict[str, Any]:
    """Counters by their published names. Average and worst recovery are None if nothing was re-driven."""
    return {
        "completed": counted.completed,
        "steps": counted.steps,
        "redriven": counted.redriven,
        "wasted": counted.wasted,
        "compensated_jobs": counted.compensated_jobs,
        "compensated_steps": counted.compensated_steps,
        "half_finished": counted.half_finished,
        "last_round": counted.last_round,
        "avg_recovery": counted.avg_recovery,
        "worst_recovery": counted.worst_recovery,
        "records_read": counted.records_read,
        "recovery": list(counted.recovery),
        "starts": counted.starts,
        "effects": counted.effects,
        "duplicate_effects": counted.duplicate_effects,
        "orphan_effects": counted.orphan_effects,
    }


def supervisor_answer(
    *,
    supervisor: bool = True,
    scan: int = 2,
    lease: int = 2,
    retry_limit: int = 3,
    rounds: int = 80,
    stall: Sequence[str] = (),
    persistent: Sequence[str] = (),
    no_faults: bool = False,
) -> dict[str, Any]:
    """What `supervisor` answers: the counters of one run. ValueError, in one sentence, for a wrong
    argument."""
    settings = Settings(supervisor, scan, lease, retry_limit, rounds)
    return counters_as_dict(count(settings, parse_faults(stall, persistent, no_faults, settings)))


def with_and_without() -> dict[str, dict[str, Any]]:
    """The first published table: the same faults with nobody watching, and with a supervisor."""
    return {
        "no supervisor": supervisor_answer(supervisor=False),
        "supervisor": supervisor_answer(),
    }


def by_scan(
    scans: Iterable[int] = PUBLISHED_SCANS,
    settings: Settings = DEFAULT_SETTINGS,
    faults: Faults = DEFAULT_FAULTS,
) -> list[dict[str, Any]]:
    """The second published table, and figure 8: a row for each scan interval, all else as in `settings`."""
    columns = ("completed", "avg_recovery", "worst_recovery", "last_round", "records_read")
    rows = []
    for scan in scans:
        answer = counters_as_dict(count(replace(settings, scan=scan), faults))
        rows.append({"scan": scan} | {column: answer[column] for column in columns})
    return rows


def bill_as_dict(day: Bill) -> dict[str, float]:
    """A bill by its published names."""
    return {
        "stall_ratio": day.stall_ratio,
        "stalled_steps": day.stalled_steps,
        "redrives": day.redrives,
        "wasted": day.wasted,
        "half_finished_without_supervisor": day.half_finished,
        "job_share": day.job_share,
    }


def cost_answer(
    *,
    workflows: int = 4000,
    stall_ratio: float = DEFAULT_STALL_RATIO,
    persistent_ratio: float = 0.02,
    retry_limit: int = 3,
) -> dict[str, float]:
    """What `cost` answers: the bill of one day. ValueError, in one sentence, for a number out of range."""
    return bill_as_dict(bill(workflows, stall_ratio, persistent_ratio, retry_limit))


def cost_rows() -> list[dict[str, float]]:
    """The published bills: the default day, and one with twice as many stalls."""
    return [cost_answer(stall_ratio=ratio) for ratio in (DEFAULT_STALL_RATIO, SENSITIVE_STALL_RATIO)]
