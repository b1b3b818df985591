"""What a reader did to the run of figure 7, as texts, and where it led.

    next                         one more round
    S2=discount stalled          that step is marked from the next round on, after `Run.marked`
    crash S6=invoice 0 lost      a crash in the next round took the start of attempt 0, or its result: "stalled"

Two runs are played side by side, one with a supervisor and one without. Every press is done to both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, get_args

from nearlydone.supervisor.run import Run, start
from nearlydone.supervisor.settings import NO_FAULTS, Cell, Faults, Mark, Settings
from nearlydone.supervisor.tables import parse_cell

MARKS: tuple[Mark, ...] = get_args(Mark)


class Stage(NamedTuple):
    """Both runs after a press. `rounds` counts those played, also where one of the runs was over before."""

    rounds: int
    watched: Run
    alone: Run

    def run(self, watched: bool) -> Run:
        return self.watched if watched else self.alone


def name_of(cell: Cell, settings: Settings) -> str:
    return f"S{cell[0]}={settings.steps[cell[1]]}"


def parse_mark(text: str, settings: Settings) -> tuple[Cell, Mark]:
    """The cell and the mark that a text such as "S2=discount stalled" names. ValueError if it names none."""
    cell, _, mark = text.partition(" ")
    if mark not in MARKS:
        raise ValueError(f"there is no mark {mark!r} (in {text!r}): marks are {', '.join(MARKS)}")
    return parse_cell(cell, settings), mark


def marks_of(faults: Faults, settings: Settings) -> list[str]:
    """The marked cells as texts, job by job."""
    cells = [(job, step) for job in range(1, settings.jobs + 1) for step in range(len(settings.steps))]
    marked = [(cell, faults.mark_of(cell)) for cell in cells]
    return [f"{name_of(cell, settings)} {mark}" for cell, mark in marked if mark != "well"]


def crash_press(kind: Mark, key: tuple[int, int, int], settings: Settings) -> str:
    return f"crash {name_of(key[:2], settings)} {key[2]} {kind}"


def first_stage(settings: Settings, marks: Iterable[str]) -> Stage:
    """Both runs before their first round."""
    faults = NO_FAULTS
    for text in marks:
        faults = faults.marked(*parse_mark(text, settings))
    watched = start(replace(settings, supervisor=True), faults)
    return Stage(0, watched, start(replace(settings, supervisor=False), faults))


def after(stage: Stage, press: str) -> Stage:
    """Where a press leads. ValueError if there is no such press."""
    if press == "next":
        return Stage(stage.rounds + 1, next_round(stage.watched), next_round(stage.alone))
    return Stage(stage.rounds, marked(stage.watched, press), marked(stage.alone, press))


def next_round(run: Run) -> Run:
    """One round on; to a run that is over, nothing happens."""
    return replace(run, events=()) if run.over else run.next_round()


def marked(run: Run, press: str) -> Run:
    crash, _, rest = press.partition(" ")
    if crash != "crash":
        return run.marked(*parse_mark(press, run.settings))
    faults = run.faults
    match rest.split():
        case [cell, attempt, "lost"] if attempt.isdecimal():
            key = (*parse_cell(cell, run.settings), int(attempt))
            return run.with_faults(replace(faults, lost=faults.lost | {key}))
        case [cell, attempt, "stalled"] if attempt.isdecimal():
            key = (*parse_cell(cell, run.settings), int(attempt))
            return run.with_faults(replace(faults, stalled=faults.stalled | {key}))
    raise ValueError(f"{press!r} is no crash: it must be such as crash S6=invoice 0 lost")


def replay(settings: Settings, marks: tuple[str, ...], presses: tuple[str, ...]) -> tuple[Stage, ...]:
    """The stage before the first press, and the one after each. ValueError for a mark or press there is not."""
    stages = _replay(settings, marks, ())
    for many in range(1, len(presses) + 1):
        stages = _replay(settings, marks, presses[:many])
    return stages


@lru_cache(maxsize=500)
def _replay(settings: Settings, marks: tuple[str, ...], presses: tuple[str, ...]) -> tuple[Stage, ...]:
    """Without its last press it was asked for just before, so each press is played once."""
    if not presses:
        return (first_stage(settings, marks),)
    before = _replay(settings, marks, presses[:-1])
    return (*before, after(before[-1], presses[-1]))


def last_round(settings: Settings, marks: tuple[str, ...], presses: tuple[str, ...]) -> int:
    """The round in which the last thing happens, or the latest played, if nobody interferes from there on."""
    played = presses.count("next")
    while presses and presses[-1] == "next":  # a round that is played changes nothing about those to come
        presses = presses[:-1]
    return max(played, _last_round(settings, marks, presses))


@lru_cache(maxsize=500)
def _last_round(settings: Settings, marks: tuple[str, ...], presses: tuple[str, ...]) -> int:
    stage = replay(settings, marks, presses)[-1]
    return stage.rounds + len(to_end(stage))


def is_still(run: Run) -> bool:
    """Whether nothing more can happen by itself, though jobs may say that they are running."""
    if run.over:
        return True
    states = [job.state for job in run.book.jobs.values()]
    return not (run.settings.supervisor and "running" in states) and "waiting" not in states and not run.book.desk()


def to_end(stage: Stage) -> list[Stage]:
    """The stages still to come, a round each, until nothing more can happen in either run."""
    stages = []
    while not (is_still(stage.watched) and is_still(stage.alone)):
        stage = after(stage, "next")
        stages.append(stage)
    return stages
