"""What figures 3 to 6 have in common: 150 jobs, averaged in stages, so that a first curve comes at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.description import describe
from nearlydone.charts.paths import paths
from nearlydone.charts.paths import points as line_points
from nearlydone.charts.table import table
from nearlydone.drawings.svg import tag
from nearlydone.options import Option
from nearlydone.shape import Shape

if TYPE_CHECKING:
    from nearlydone.batch.averages import Averages, Row

JOBS = 150
STAGES = (25, 75, JOBS)
STAGE = Option("jobs", "whole", JOBS, "how many of the 150 jobs are in the averages", 1, JOBS)
REMEMBERED = 40  # settings: all that figure 5 shows at once, and a hand's movement besides


def averages(shape: Shape, workers: int, bars: Sequence[str], jobs: int) -> "Averages":
    """Averages over the first `jobs` of the 150; what an earlier stage has run is not run again."""
    return row_of(shape, workers, tuple(bars)).average(jobs)


@lru_cache(REMEMBERED)
def row_of(shape: Shape, workers: int, bars: tuple[str, ...]) -> "Row":
    from nearlydone.batch.averages import Row  # numpy comes to the page later than the first figures

    return Row(shape, workers, bars)


def stage_answer(options: Mapping[str, Any], charts: Iterable[Chart], read: str, story: str) -> dict[str, Any]:
    """`next` is how many jobs to ask for next, None at the end; `in` is how far it is, in words."""
    jobs = options["jobs"]
    return {
        "jobs": jobs,
        "next": next((stage for stage in STAGES if stage > jobs), None),
        "in": f"{jobs} of {JOBS} jobs, just now, in your tab",
        "story": story,
        "charts": {chart.name: plain_chart(chart) for chart in charts},
        "drawings": {"read": read},
    }


def drawn_answer(charts: Callable[[Mapping[str, Any]], Iterable[Chart]], options: Mapping[str, Any]) -> dict[str, Any]:
    """A figure's charts drawn by matplotlib, with a bar that learns where there is a switch to uncover it."""
    from nearlydone.charts.drawing import draw  # matplotlib comes to the page last

    if "learn" not in options:
        return {"drawings": {chart.name: draw(chart) for chart in charts(options)}}
    covered = "" if options["learn"] else "learn"
    return {"drawings": {chart.name: draw(chart, covered) for chart in charts({**options, "learn": True})}}


def plain_chart(chart: Chart) -> dict[str, Any]:
    """A chart's lines as paths, what it shows in words, its table, and how far to the right of the drawing each of the
    table's rows lies."""
    return {
        "paths": paths(chart),
        "description": describe(chart),
        "table": table(chart)._asdict(),
        "at": [x / chart.box.width for x, _ in line_points(chart, chart.lines[0])],
    }


def readings(*values: tuple[str, str, float, Callable[[float], str]]) -> str:
    """Read-outs in a row, from (class, name, value, how it is written) of each; the markup has it unrounded, too."""
    return tag("dl", *(
        tag("div", tag("dt", name), tag("dd", tag("data", write(value), value=repr(value))), class_=kind or None)
        for kind, name, value, write in values
    ), class_="numbers")


def points(value: float) -> str:
    return f"{value:.1f}"
