"""What part two of the page says: its figures' controls, its charts, and every number in its sentences."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from nearlydone.charts.drawing import draw
from nearlydone.drawings.board import GLYPHS, LETTERS, STATES
from nearlydone.figures import billing, scanning, silence
from nearlydone.figures.presets import PRESETS
from nearlydone.figures.presses import first_stage
from nearlydone.supervisor.cost import DEFAULT_STALL_RATIO, SENSITIVE_STALL_RATIO, STEPS_PER_WORKFLOW, bill
from nearlydone.supervisor.counters import Counters, counters, invoice_lines, ledger, restarts
from nearlydone.supervisor.run import Run, start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, DEFAULT_SETTINGS, NO_FAULTS
from nearlydone.supervisor.tables import by_scan, count
from nearlydone.words import percent

MARKS = {
    "stalled": "stall",
    "persistent": "never pass",
    "lost": "lose its start",
    "slow": "slow",
    "well": "well again",
}
INVOICE = DEFAULT_SETTINGS.steps.index("invoice")
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def part_two(figures: Mapping[str, Any]) -> dict[str, Any]:
    """`figures` are the answers of all figures at their defaults."""
    return {**controls(figures), **published_run(), **other_runs(), "bills": bills(), "spelt": spelt}


def controls(figures: Mapping[str, Any]) -> dict[str, Any]:
    charts = scanning.both_charts(figures["figure-8"]["rows"], DEFAULT_SETTINGS.scan)
    return {
        "presets": PRESETS,
        "marks": MARKS,
        "letters": LETTERS,
        "states": STATES,
        "glyphs": GLYPHS,
        "sliders": {"silence": silence.SLIDERS, "scanning": scanning.SLIDERS, "billing": billing.SLIDERS},
        "charts": [{"name": chart.name, "svg": draw(chart)} for chart in charts],
    }


def published_run() -> dict[str, Any]:
    """The run of figure 7 as it is drawn, with nobody watching and with a supervisor."""
    run = start(DEFAULT_SETTINGS, DEFAULT_FAULTS).to_end()
    entries = ledger(run)
    watched = counters(run)
    return {
        "jobs": DEFAULT_SETTINGS.jobs,
        "steps": DEFAULT_SETTINGS.steps,
        "stalled": len(DEFAULT_FAULTS.stalled),
        "persistent": len(DEFAULT_FAULTS.persistent),
        "alone": count(replace(DEFAULT_SETTINGS, supervisor=False), DEFAULT_FAULTS),
        "watched": watched,
        "restarts": restarts(run),
        "invoice_duplicates": sum(entry.duplicates for entry in entries if entry.step == INVOICE),
        "lines_with_key": invoice_lines(entries, key=True),
        "lines_without_key": invoice_lines(entries, key=False),
    }


def other_runs() -> dict[str, Any]:
    """A lease too short, a limit of one attempt, other intervals, and a larger interval that ends earlier."""
    [slow] = (preset for preset in PRESETS if preset.name == "a lease too short")
    stage = first_stage(slow.settings, slow.marks)
    scans = (2, 3)
    only = NO_FAULTS.marked((5, 0), "stalled")
    return {
        "slow": {"alone": ended(stage.alone), "watched": ended(stage.watched)},
        "impatient": count(replace(DEFAULT_SETTINGS, retry_limit=1), DEFAULT_FAULTS),
        "by_scan": by_scan(),
        "larger": {
            "job": "S5",
            "step": DEFAULT_SETTINGS.steps[0],
            "scans": scans,
            "last_rounds": [count(replace(DEFAULT_SETTINGS, scan=scan), only).last_round for scan in scans],
        },
    }


def ended(run: Run) -> Counters:
    return counters(run.to_end())


def bills() -> list[dict[str, str]]:
    """The default day and one with twice the stalls, as they are written."""
    days = [bill(stall_ratio=ratio) for ratio in (DEFAULT_STALL_RATIO, SENSITIVE_STALL_RATIO)]
    return [
        {
            "workflows": f"{day.workflows:,}",
            "steps": f"{STEPS_PER_WORKFLOW * day.workflows:,}",
            "persistent": percent(day.persistent_ratio, 1),
            "stall": percent(day.stall_ratio, 1),
            "stalled_steps": f"{day.stalled_steps:,.0f}",
            "half_finished": f"{day.half_finished:,.0f}",
            "job_share": percent(day.job_share, 1),
            "redrives": f"{day.redrives:,.0f}",
            "wasted": f"{day.wasted:,.0f}",
            "hopeless": f"{day.half_finished - day.stalled_steps:,.0f}",
            "hopeless_redrives": f"{day.redrives - day.wasted:,.0f}",
            **new_errors(day.errors_per_closed or 0),
        }
        for day in days
    ]


def new_errors(per_closed: float) -> dict[str, str]:
    """In a ratio of small numbers: so many new errors for so many workflows closed."""
    ratio = Fraction(per_closed).limit_denominator(len(WORDS) - 1)
    return {"errors": spelt(ratio.numerator), "closed": spelt(ratio.denominator)}


def spelt(count: int) -> str:
    """A number as it stands in a sentence: up to twelve as a word."""
    return WORDS[count] if count < len(WORDS) else f"{count:,}"
