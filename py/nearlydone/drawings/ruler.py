"""The rounds of figure 7 as a ruler: a thin row for each job, its attempts as blocks, and how their leases ran.

A block is filled if the result was recorded, a ring while the record calls it running, an outline with a
stroke through it if it failed, and a mere outline if its result never reached the record.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from nearlydone.drawings.svg import percent, tag
from nearlydone.supervisor.model import Attempt
from nearlydone.supervisor.run import Run

ROW, BLOCK = 15, 11
TOP, AXIS = 34, 20
LEFT, RIGHT = 0.045, 0.015  # shares of the width
WORD, NARROW = 0.055, 0.3  # the room that "again" takes, in a wide figure and in a narrow one
MANY, FEW = 20, 9  # words side by side along the rounds, in a wide figure and in a narrow one

Outcome = Literal["recorded", "running", "failed", "silent"]


def ruler(run: Run, rounds: int, until: int) -> str:
    """A run up to now, after `rounds` rounds or in the middle of the next, on a scale of `until` rounds."""
    settings = run.settings
    now = max([rounds, *(max(attempt.started, attempt.ended or 0) for attempt in run.book.attempts.values())])
    height = TOP + settings.jobs * ROW
    scans = range(settings.scan, until + 1, settings.scan) if settings.supervisor else ()
    many, few = spread(settings.scan, until, MANY), spread(settings.scan, until, FEW)
    whose = f"what really happened, {'with' if settings.supervisor else 'without'} a supervisor"
    inside = [tag("text", whose, class_="whose", y=11)]
    inside += [scan(t, until, height, "" if t % many else "narrow" if t % few else "always") for t in scans]
    inside += [tag("text", f"S{job}", class_="job", x=0, y=TOP + job * ROW - 3) for job in run.book.jobs]
    for attempt in run.book.attempts.values():
        ends = attempt.ended if attempt.ended is not None else max(run.round, attempt.started)
        inside.append(span(attempt, outcome(attempt, run), ends, max(settings.lease, 1), until))
    inside += [given_up(job.job, job.closed, until) for job in run.book.jobs.values()
               if job.state == "compensated" and job.closed is not None]
    inside.append(tag("text", "round", class_="tick first", x=0, y=height + 16))
    inside.append(tag("line", class_="now", x1=place(now, until), x2=place(now, until), y1=TOP - 4, y2=height))
    every = spread(1, until, MANY)
    inside += [tick(t, until, height) for t in range(every, until + 1, every)]
    return tag("svg", *inside, class_="ruler", width="100%", height=height + AXIS, role="img",
               aria_label=described(run, rounds))


def outcome(attempt: Attempt, run: Run) -> Outcome:
    """What became of an attempt. That it failed is seen here though nobody was told."""
    command = run.book.commands.get(attempt.key)
    if command is not None and command.answer == "failed":
        return "failed"
    return "silent" if attempt.outcome == "expired" else attempt.outcome or "running"


def spread(step: int, until: int, most: int) -> int:
    """The multiple of `step` at which no more than so many things stand along a ruler of `until` rounds."""
    return next(step * times for times in (1, 2, 5, 10, 20, 50, 100) if until / (step * times) <= most)


def place(t: float, until: int) -> str:
    return percent(share(t, until))


def share(t: float, until: int) -> float:
    return LEFT + (1 - LEFT - RIGHT) * t / until


def middle(job: int) -> float:
    return TOP + (job - 1) * ROW + ROW / 2


@lru_cache(maxsize=5000)
def scan(t: int, until: int, height: int, named: str) -> str:
    """A look at the record, and the line it makes through all jobs, named never, always or where it is wide."""
    x = place(t, until)
    return tag(
        "g",
        tag("line", x1=x, x2=x, y1=TOP - 4, y2=height),
        *([tag("text", "scan", class_=named, x=x, y=TOP - 7)] if named else []),
        class_="scan",
    )


@lru_cache(maxsize=5000)
def span(attempt: Attempt, outcome: Outcome, ends: int, lease: int, until: int) -> str:
    """An attempt: a block while its lease runs, dashes beyond, and what is left of a lease as a thin line."""
    y, due = middle(attempt.job), attempt.started + lease
    start, end = place(attempt.started, until), place(min(ends, due), until)
    width = share(min(ends, due), until) - share(attempt.started, until)
    block = {"y": y - BLOCK / 2, "height": BLOCK}
    parts = [tag("rect", class_="within", x=start, width=percent(width), **block)]
    if outcome == "failed":
        parts.append(tag("line", class_="stroke", x1=start, x2=end, y1=y + BLOCK / 2, y2=y - BLOCK / 2))
    if attempt.ended is None and ends < due:
        parts.append(line("lease", ends, due, y, until))
    if ends > due:
        parts.append(line("beyond", due, ends, y, until))
    if attempt.attempt:
        parts.append(tag("line", class_="again", x1=start, x2=start, y1=y - ROW / 2, y2=y + ROW / 2))
        if width > WORD:
            narrow = " narrow" if width < NARROW else ""
            parts.append(tag("text", "again", class_=f"again{narrow}", x=start, y=y + 3, dx=5))
    return tag("g", *parts, class_=f"span {outcome}")


def line(name: str, start: float, end: float, y: float, until: int) -> str:
    return tag("line", class_=name, x1=place(start, until), x2=place(end, until), y1=y, y2=y)


@lru_cache(maxsize=5000)
def given_up(job: int, closed: int, until: int) -> str:
    """Beside the last attempt, or at its end if there is no room beside it."""
    beside = share(until, until) - share(closed, until) > 2 * WORD
    return tag("text", "given up", class_="given-up" if beside else "given-up inside", x=place(closed, until),
               y=middle(job) + 3, dx=5 if beside else -5)


@lru_cache(maxsize=5000)
def tick(t: int, until: int, height: int) -> str:
    x, beside_round = place(t, until), share(t, until) < 2 * WORD
    return tag("line", class_="tick", x1=x, x2=x, y1=height, y2=height + 4) + tag(
        "text", str(t), class_="tick narrow" if beside_round else "tick", x=x, y=height + 16)


def described(run: Run, rounds: int) -> str:
    outcomes = [outcome(attempt, run) for attempt in run.book.attempts.values()]
    running = sum(job.state == "running" for job in run.book.jobs.values())
    scans = rounds // run.settings.scan if run.settings.supervisor else 0
    return (
        f"Rounds 1 to {rounds}: {len(outcomes)} attempts, {running} of them running by the record, "
        f"{outcomes.count('failed')} failed, {scans} scans"
    )
