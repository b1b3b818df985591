"""What figures 3 to 6 of the page are made of: their controls, and their charts at the defaults."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.paths import paths
from nearlydone.charts.table import table
from nearlydone.drawings.numbers import numbers_row, numbers_table
from nearlydone.drawings.svg import percent
from nearlydone.figures import averaging, crowding, failing, planning, spreading
from nearlydone.options import check_all


def part_one(figures: Mapping[str, Any]) -> dict[str, Any]:
    """By figure its sliders and charts; `figures` are the answers of all figures at their defaults."""
    return {
        "failing": part(failing, figures["figure-3-drawn"]),
        "spreading": part(spreading, figures["figure-4-drawn"]),
        "crowding": part(crowding, figures["figure-5-drawn"]),
        "planning": part(planning, figures["figure-6-drawn"]),
        "first_stage": averaging.STAGES[0],
    }


def part(figure: ModuleType, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """`top` and `bottom` are the ends of a chart's axis upwards, where it is read off."""
    charts = [
        {
            "name": chart.name,
            "title": chart.title,
            "svg": drawn["drawings"][chart.name],
            "table": table_of(chart),
            "lines": list(paths(chart)),
            "last_row": len(chart.lines[0].x) - 1,
            "top": percent(chart.box.top / chart.box.height),
            "bottom": percent(chart.box.bottom / chart.box.height),
        }
        for chart in figure.charts(check_all(figure.OPTIONS, {}))
    ]
    return {"sliders": figure.SLIDERS, "charts": charts}


def table_of(chart: Chart) -> str:
    numbers = table(chart)
    return numbers_table(numbers.heads, map(numbers_row, numbers.rows))
