"""Counters of two runs beside each other: the record’s, the supervisor’s, and what really happened."""

from __future__ import annotations

from collections.abc import Sequence

from nearlydone.drawings.svg import number, tag
from nearlydone.supervisor.counters import Counters

TABLES = (
    ("what the record adds up to", (
        ("completed", "jobs completed"),
        ("compensated_jobs", "jobs compensated"),
        ("half_finished", "jobs half-finished"),
        ("last_round", "last job closed in round"),
        ("steps", "steps recorded"),
        ("compensated_steps", "steps compensated"),
    )),
    ("what the supervisor did", (
        ("redriven", "re-drives"),
        ("wasted", "re-drives wasted"),
        ("avg_recovery", "mean delay, in rounds"),
        ("worst_recovery", "worst delay, in rounds"),
        ("records_read", "records read"),
    )),
    ("what really happened", (
        ("starts", "starts sent"),
        ("effects", "times work was done"),
        ("duplicate_effects", "of these, repetitions"),
        ("orphan_effects", "done, nobody undoes it"),
    )),
)


def tally(alone: Counters, watched: Counters, lines: tuple[int, int]) -> str:
    """Three tables. `lines` are the invoice lines of the run without a supervisor, and of the one with."""
    bodies = [[row(words, getattr(alone, name), getattr(watched, name)) for name, words in rows] for _, rows in TABLES]
    bodies[-1].append(row("lines on invoices", *lines))
    tables = [table(caption, body) for (caption, _), body in zip(TABLES, bodies, strict=True)]
    return tag("div", *tables, class_="tallies")


def table(caption: str, rows: Sequence[str]) -> str:
    heads = [tag("th", words, scope="col") for words in (caption, "nobody watches", "supervisor")]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="tally")


def row(words: str, alone: float | None, watched: float | None) -> str:
    return tag("tr", tag("th", words, scope="row"), tag("td", shown(alone)), tag("td", shown(watched)))


def shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else number(value)
