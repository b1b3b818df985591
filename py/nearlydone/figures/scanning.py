"""Figure 8, how often to look: what each interval between two scans brings, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from nearlydone.charts.chart import Axis, Chart, Line
from nearlydone.charts.description import describe
from nearlydone.charts.paths import paths
from nearlydone.drawings.svg import tag
from nearlydone.figures.presets import PUBLISHED
from nearlydone.figures.presses import first_stage
from nearlydone.figures.silence import SLIDERS as SILENCE
from nearlydone.figures.sliders import Slider, every_rounds
from nearlydone.options import Option
from nearlydone.supervisor.settings import DEFAULT_SETTINGS
from nearlydone.supervisor.tables import PUBLISHED_SCANS, by_scan
from nearlydone.words import counted

SCANS = range(1, 11)
SLIDERS = (Slider("scan", "the supervisor looks", SCANS[0], SCANS[-1], 1, DEFAULT_SETTINGS.scan, every_rounds),)
OPTIONS = (
    *(slider.option for slider in (*SLIDERS, *SILENCE[1:])),
    Option("marks", "faults", PUBLISHED, 'the steps with faults, such as "S2=discount stalled"'),
)
QUARTERS = 4  # of an axis, so that its ticks stay where they are while it is measured anew


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """A row for each interval, the charts' lines, and the chosen interval in words. ValueError for a mark that
    cannot be."""
    settings = replace(DEFAULT_SETTINGS, lease=options["lease"], retry_limit=options["retry_limit"])
    rows = by_scan(SCANS, settings, first_stage(settings, options["marks"]).watched.faults)
    chosen = rows[options["scan"] - 1]
    charts = both_charts(rows, options["scan"])
    return {
        "rows": rows,
        "story": story(chosen),
        "charts": {chart.name: plain_chart(chart) for chart in charts},
        "drawings": {"table": table([row for row in rows if row["scan"] in PUBLISHED_SCANS]), "all": table(rows)},
    }


def both_charts(rows: Sequence[Mapping[str, Any]], scan: int) -> tuple[Chart, Chart]:
    """Rounds of delay and of the whole run, and records read, by interval; the chosen one is marked."""
    x = Axis("rounds between two scans", "{:g}", SCANS[0], SCANS[-1], SCANS)
    scans = [row["scan"] for row in rows]
    delays = [Line(name, label, scans, [row[column] or 0 for row in rows]) for name, label, column in (
        ("last", "last job closed", "last_round"),
        ("worst", "worst delay", "worst_recovery"),
        ("average", "mean delay", "avg_recovery"),
    )]
    read = [Line("read", "records read", scans, [row["records_read"] for row in rows])]
    title = "by rounds between two scans"
    return (
        chart("scan-delay", f"Delays and last round, {title}", x, "rounds", delays, scan),
        chart("scan-read", f"Records read, {title}", x, "records read", read, scan),
    )


def plain_chart(chart: Chart) -> dict[str, Any]:
    """A chart's lines as paths, what it shows in words, and what stands beside its ticks upwards, from the lowest."""
    return {
        "paths": paths(chart),
        "description": describe(chart),
        "ticks": [chart.y.write_tick(value) for value in chart.y.ticks],
    }


def chart(name: str, title: str, x: Axis, unit: str, lines: Sequence[Line], scan: int) -> Chart:
    quarter = nice(max(max(line.y) for line in lines) / QUARTERS)
    y = Axis(unit, "{:.3g}", 0, QUARTERS * quarter, [quarter * k for k in range(QUARTERS + 1)])
    stem = Line("stem", None, (scan, scan), (0, y.most))
    dots = [replace(line, name=f"{line.name}-dots", label=None, dots=True) for line in lines]
    return Chart(name, title, x, y, lines, [stem, *dots])


def nice(least: float) -> int:
    """The lowest of 1, 2, 5, 10, 12, 15, 20, … that is at least that much."""
    steps = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
    return next((step for step in steps if step >= least), ceil(least / 100) * 100)


def story(row: Mapping[str, Any]) -> str:
    looks = f"With a look {every_rounds(row['scan'])},"
    end = f"the last job is closed in round {row['last_round']}, after {counted(row['records_read'], 'record')} read."
    if row["avg_recovery"] is None:
        return f"{looks} nothing is ever past its lease; {end}"
    delay = f"{row['avg_recovery']:.2f} rounds on average, {counted(row['worst_recovery'], 'round')} at worst"
    return f"{looks} a failure that said nothing is noticed {delay} after its answer was due; {end}"


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    heads = ("scan every", "completed", "mean delay", "worst delay", "last round", "records read")
    head = tag("thead", tag("tr", *(tag("th", words, scope="col") for words in heads)))
    body = [
        tag("tr", tag("th", str(row["scan"]), scope="row"), *(tag("td", words) for words in cells(row)))
        for row in rows
    ]
    return tag("table", head, tag("tbody", *body), class_="tally scans")


def cells(row: Mapping[str, Any]) -> list[str]:
    average, worst = row["avg_recovery"], row["worst_recovery"]
    delays = ["–", "–"] if average is None else [f"{average:.2f}", str(worst)]
    return [str(row["completed"]), *delays, str(row["last_round"]), str(row["records_read"])]
