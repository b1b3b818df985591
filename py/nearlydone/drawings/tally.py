"""Counters of two runs beside each other: what the record adds up to, and what really happened."""

from __future__ import annotations

from collections.abc import Sequence

from nearlydone.drawings.svg import number, tag
from nearlydone.supervisor.counters import Counters

RECORD = (
    ("completed", "jobs completed"),
    ("compensated_jobs", "jobs compensated"),
    ("half_finished", "jobs half-finished"),
    ("steps", "steps recorded"),
    ("compensated_steps", "steps compensated"),
    ("redriven", "re-drives"),
    ("wasted", "re-drives wasted"),
    ("last_round", "last job closed in round"),
    ("avg_recovery", "mean delay of recovery, rounds"),
    ("worst_recovery", "worst delay of recovery, rounds"),
    ("records_read", "records read"),
)
REALITY = (
    ("starts", "starts sent"),
    ("effects", "times work was done"),
    ("duplicate_effects", "of these, a second time or more"),
    ("orphan_effects", "done, and nobody undoes it"),
)


def tally(alone: Counters, watched: Counters, lines: tuple[int, int]) -> str:
    """Both tables. `lines` are the invoice lines of the run without a supervisor, and of the one with."""
    record = [row(words, getattr(alone, name), getattr(watched, name)) for name, words in RECORD]
    reality = [row(words, getattr(alone, name), getattr(watched, name)) for name, words in REALITY]
    return tag(
        "div",
        table("what the record adds up to", record),
        table("what really happened", [*reality, row("lines on invoices", *lines)]),
        class_="tallies",
    )


def table(caption: str, rows: Sequence[str]) -> str:
    heads = [tag("th", words, scope="col") for words in (caption, "nobody watches", "supervisor")]
    return tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), class_="tally")


def row(words: str, alone: float | None, watched: float | None) -> str:
    return tag("tr", tag("th", words, scope="row"), tag("td", shown(alone)), tag("td", shown(watched)))


def shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}" if isinstance(value, float) else number(value)
