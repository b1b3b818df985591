"""The board of figure 7: a row for each job, its steps twice, without a supervisor and with one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from nearlydone.drawings.svg import tag
from nearlydone.supervisor.model import Job
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Cell, Mark

State = Literal["open", "waiting", "running", "overdue", "recorded", "undone", "given-up"]

STROKE = tag("svg", tag("line", x1="0%", x2="100%", y1="100%", y2="0%"), class_="stroke", aria_hidden="true")
GLYPHS: dict[State, str] = {
    "open": "", "waiting": "…", "running": "▸", "overdue": "!", "recorded": "✓", "undone": "↶", "given-up": STROKE,
}
STATES: dict[State, str] = {
    "open": "not started",
    "waiting": "to be started again",
    "running": "running",
    "overdue": "past its lease",
    "recorded": "recorded",
    "undone": "compensated",
    "given-up": "given up",
}
LETTERS: dict[Mark, str] = {"well": "", "stalled": "S", "persistent": "N", "lost": "L", "slow": "+"}
MARKS: dict[Mark, str] = {
    "well": "well",
    "stalled": "stalls",
    "persistent": "never passes",
    "lost": "loses its start",
    "slow": "is slow",
}
HEADS = {"alone": "nobody watches", "watched": "a supervisor watches"}
CORNER, BETWEEN = tag("td", class_="corner"), tag("td", class_="between")


def board(alone: Run, watched: Run) -> str:
    """Both runs as a table of buttons. Each carries `data-cell`, such as "S2=discount"."""
    steps = alone.settings.steps
    runs = (("alone", alone, attempts_of(alone)), ("watched", watched, attempts_of(watched)))
    heads = BETWEEN.join(tag("th", HEADS[name], scope="colgroup", colspan=len(steps)) for name, *_ in runs)
    names = "".join(tag("th", tag("abbr", step[0], title=step), scope="col") for step in steps)
    head = tag("tr", CORNER, heads) + tag("tr", CORNER, names, BETWEEN, names)
    rows = [
        tag("tr", tag("th", f"S{job}", scope="row"), BETWEEN.join(cells(job, *run) for run in runs))
        for job in range(1, alone.settings.jobs + 1)
    ]
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="board")


def cells(job: int, name: str, run: Run, tries: Mapping[Cell, int]) -> str:
    """The steps of a job in one of the runs."""
    return "".join(
        cell(job, number, step, name, state_of(run.book.jobs[job], number, run), tries.get((job, number), 0),
             run.faults.mark_of((job, number)))
        for number, step in enumerate(run.settings.steps)
    )


def attempts_of(run: Run) -> Mapping[Cell, int]:
    """How often each step was started."""
    tries: dict[Cell, int] = {}
    for job, step, attempt in run.book.attempts:
        tries[job, step] = max(tries.get((job, step), 0), attempt + 1)
    return tries


def state_of(job: Job, step: int, run: Run) -> State:
    """How a step stands in the record; whether it is past its lease, a clock must be asked."""
    if step < job.step:
        return "undone" if job.state == "compensated" else "recorded"
    if step > job.step:
        return "open"
    if job.state == "compensated":
        return "given-up"
    if job.state == "running":
        return "overdue" if run.round - job.started >= max(run.settings.lease, 1) else "running"
    return "waiting" if job.attempt else "open"


@lru_cache(maxsize=5000)
def cell(job: int, number: int, step: str, run: str, state: State, tries: int, mark: Mark) -> str:
    said = f"S{job} {step}, {'with' if run == 'watched' else 'without'} a supervisor: {STATES[state]}"
    if tries > 1:
        said += f", attempt {tries}"
    if mark != "well":
        said += f"; it {MARKS[mark]}"
    button = tag(
        "button",
        *([tag("i", LETTERS[mark])] if LETTERS[mark] else []),
        tag("b", GLYPHS[state]),
        *([tag("small", str(tries))] if tries > 1 else []),
        type="button",
        class_=f"cell {state}{'' if mark == 'well' else f' marked {mark}'}",
        data_cell=f"S{job}={step}",
        tabindex=0 if (job, number) == (1, 0) else -1,
        aria_label=said,
    )
    return tag("td", button, class_=run)
