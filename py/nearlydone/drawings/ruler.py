"""The rounds of figure 7 as a ruler: a thin row for each job, its attempts and their leases as spans."""

from __future__ import annotations

from functools import lru_cache

from nearlydone.drawings.svg import percent, tag
from nearlydone.supervisor.model import Attempt
from nearlydone.supervisor.run import Run

ROW = 12
TOP, AXIS = 16, 20
LEFT, RIGHT = 0.045, 0.015  # shares of the width


def ruler(run: Run, rounds: int, until: int) -> str:
    """A run up to now, after `rounds` rounds or in the middle of the next, on a scale of `until` rounds."""
    settings = run.settings
    now = max([rounds, *(max(attempt.started, attempt.ended or 0) for attempt in run.book.attempts.values())])
    height = TOP + settings.jobs * ROW
    scans = range(settings.scan, until + 1, settings.scan) if settings.supervisor else ()
    inside = [scan(t, until, height, t <= now) for t in scans]
    inside += [tag("text", f"S{job}", class_="job", x=0, y=TOP + job * ROW - 2) for job in run.book.jobs]
    for attempt in run.book.attempts.values():
        ends = attempt.ended if attempt.ended is not None else max(run.round, attempt.started)
        if (job := run.book.jobs[attempt.job]).state == "compensated" and attempt.ended is None and job.closed:
            ends = job.closed
        inside.append(span(attempt, ends, max(settings.lease, 1), until))
    inside.append(tag("text", "round", class_="tick first", x=0, y=height + 16))
    inside.append(tag("line", class_="now", x1=place(now, until), x2=place(now, until), y1=TOP - 4, y2=height))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100) if until / step <= 20)
    inside += [tick(t, until, height) for t in range(every, until + 1, every)]
    return tag("svg", *inside, class_="ruler", width="100%", height=height + AXIS, role="img",
               aria_label=described(run, rounds))


def place(t: float, until: int) -> str:
    return percent(share(t, until))


def share(t: float, until: int) -> float:
    return LEFT + (1 - LEFT - RIGHT) * t / until


@lru_cache(maxsize=5000)
def scan(t: int, until: int, height: int, past: bool) -> str:
    """A look at the record, and the line it makes through all jobs."""
    x = place(t, until)
    return tag(
        "g",
        tag("line", x1=x, x2=x, y1=TOP - 4, y2=height),
        tag("text", "scan", x=x, y=TOP - 6),
        class_="scan past" if past else "scan",
    )


@lru_cache(maxsize=5000)
def span(attempt: Attempt, ends: int, lease: int, until: int) -> str:
    """An attempt: solid while its lease runs, dashed beyond, and what is left of a lease as an outline."""
    y = TOP + (attempt.job - 1) * ROW + ROW / 2
    start, due = attempt.started, attempt.started + lease
    outcome = attempt.outcome or "running"
    width = share(min(ends, due), until) - share(start, until)
    parts = [tag("rect", class_="within", x=place(start, until), width=percent(width), y=y - 3, height=6)]
    if attempt.ended is None and ends < due:
        parts.append(line("lease", ends, due, y, until))
    if ends > due:
        parts.append(line("beyond", due, ends, y, until))
    return tag("g", *parts, class_=f"span {outcome}")


def line(name: str, start: float, end: float, y: float, until: int) -> str:
    return tag("line", class_=name, x1=place(start, until), x2=place(end, until), y1=y, y2=y)


@lru_cache(maxsize=5000)
def tick(t: int, until: int, height: int) -> str:
    x = place(t, until)
    return tag("line", class_="tick", x1=x, x2=x, y1=height, y2=height + 4) + tag(
        "text", str(t), class_="tick", x=x, y=height + 16)


def described(run: Run, rounds: int) -> str:
    running = sum(job.state == "running" for job in run.book.jobs.values())
    scans = rounds // run.settings.scan if run.settings.supervisor else 0
    return f"Rounds 1 to {rounds}: {len(run.book.attempts)} attempts, {running} of them running, {scans} scans"
