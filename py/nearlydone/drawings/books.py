"""What the record says and what really happened, side by side: a line of each for every job."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from nearlydone.drawings.svg import tag
from nearlydone.supervisor.counters import Entry, ledger
from nearlydone.supervisor.model import Command, Job
from nearlydone.supervisor.run import Run

RECORD = (("job", "job"), ("step", "step in hand"), ("state", "state"), ("since", "since round"), ("try", "attempt"))
REALITY = (
    ("sent", "starts sent"), ("done", "times work was done"), ("lines", "lines on the invoice"), ("truth", "in truth"),
)
SHORT = {"since round": "since", "attempt": "try", "starts sent": "sent", "times work was done": "done",
         "lines on the invoice": "lines", "step in hand": "step"}
ALL_DONE = "–"


def books(run: Run, before: Run) -> str:
    """The record's table `job`, and reality beside it; rows that are not as they were `before` are marked."""
    entries: dict[int, list[Entry]] = {job: [] for job in run.book.jobs}
    for entry in ledger(run):
        entries[entry.job].append(entry)
    written = changed_jobs(run, before)
    happened = {key[0] for key, command in run.book.commands.items() if before.book.commands.get(key) != command}
    rows = []
    for job in run.book.jobs.values():
        record = record_cells(job, run.settings.steps, job.job in written)
        of_job = entries[job.job]
        reality = reality_cells(
            sum(entry.starts for entry in of_job),
            sum(entry.effects for entry in of_job),
            sum(entry.lines(run.settings.key) for entry in of_job),
            truth(job, run, of_job),
            job.job in happened,
        )
        rows.append(tag("tr", record, reality))
    kind = tag("small", f" {'with' if run.settings.supervisor else 'without'} a supervisor")
    groups = tag("tr", tag("th", "what the record says", kind, scope="colgroup", colspan=len(RECORD), class_="record"),
                 tag("th", "what really happened", scope="colgroup", colspan=len(REALITY), class_="reality"))
    heads = [tag("th", head(words), scope="col", class_=f"record {name}") for name, words in RECORD]
    heads += [tag("th", head(words), scope="col", class_=f"reality {name}") for name, words in REALITY]
    return tag("table", tag("thead", groups, tag("tr", *heads)), tag("tbody", *rows), class_="books")


def head(words: str) -> str:
    return tag("abbr", SHORT[words], title=words) if words in SHORT else words


def changed_jobs(run: Run, before: Run) -> set[int]:
    """The jobs whose line in the record is not as it was."""
    return {job for job, line in run.book.jobs.items() if before.book.jobs.get(job) != line}


@lru_cache(maxsize=5000)
def record_cells(job: Job, steps: tuple[str, ...], changed: bool) -> str:
    new = " changed" if changed else ""
    step = steps[job.step] if job.step < len(steps) else ALL_DONE
    since = job.closed or job.started
    attempt = str(job.attempt + 1) if job.state == "running" else ALL_DONE
    return (
        tag("th", f"S{job.job}", scope="row", class_=f"record{new}")
        + tag("td", step, class_=f"record{new}")
        + tag("td", job.state, class_=f"record{new}")
        + tag("td", str(since) if since else ALL_DONE, class_=f"record number since{new}")
        + tag("td", attempt, class_=f"record number{new}")
    )


@lru_cache(maxsize=5000)
def reality_cells(sent: int, done: int, lines: int, truth: str, changed: bool) -> str:
    new = " changed" if changed else ""
    numbers = (("sent", sent), ("done", done), ("lines", lines))
    cells = [tag("td", str(number), class_=f"reality number {name}{new}") for name, number in numbers]
    return "".join(cells) + tag("td", truth, class_=f"reality truth{new}")


def truth(job: Job, run: Run, entries: Sequence[Entry]) -> str:
    """What the record does not say of a job, if there is such a thing, in two short lines at most."""
    steps = run.settings.steps
    said = [f"{done(steps[entry.step], entry.effects)}, nobody undoes it" for entry in entries if entry.orphan]
    if job.state == "running":
        said.append(under_way(job, run.book.commands.get(job.key), run))
    again = [entry for entry in entries if entry.duplicates and not entry.orphan]
    if len(again) > 1:
        said.append(f"{len(again)} steps done more than once")
    else:
        said += [done(steps[entry.step], entry.effects) for entry in again]
    return "; ".join(filter(None, said))


def done(step: str, times: int) -> str:
    return f"{step} done" + {1: "", 2: " twice"}.get(times, f" {times}×")


def under_way(job: Job, command: Command | None, run: Run) -> str:
    """How it stands with a step that the record calls running; nothing, if the record is right."""
    step = run.settings.steps[job.step]
    if command is None:
        return f"{step} never sent"
    if command.answer == "stalled":
        return f"{step} done, not recorded"
    if command.answer == "failed":
        return f"{step} failed, nobody was told"
    return "the agent is still at it" if run.round - job.started >= max(run.settings.lease, 1) else ""
