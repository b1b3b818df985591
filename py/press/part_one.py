"""What figures 3 to 6 of the page are made of: their controls, and their charts at the defaults."""

from typing import Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.drawing import draw
from nearlydone.charts.paths import paths
from nearlydone.charts.table import table
from nearlydone.drawings.svg import tag
from nearlydone.figures import averaging, crowding, failing, planning, spreading
from nearlydone.options import check_all


def part_one() -> dict[str, Any]:
    """By figure its sliders and charts. Figure 6 is drawn with the bar that learns, which its switch uncovers."""
    return {
        "failing": part(failing),
        "spreading": part(spreading),
        "crowding": part(crowding),
        "planning": part(planning, learn=True),
        "first_stage": averaging.STAGES[0],
    }


def part(figure: Any, **more: Any) -> dict[str, Any]:
    """The figure at its defaults; with `more` set, its charts have lines that are not shown yet."""
    shown, whole = (figure.charts(check_all(figure.OPTIONS, options)) for options in ({}, more))
    charts = [
        {"name": chart.name, "svg": draw(drawn), "table": table_markup(chart), "lines": list(paths(chart))}
        for chart, drawn in zip(shown, whole, strict=True)
    ]
    return {"sliders": figure.SLIDERS, "charts": charts}


def table_markup(chart: Chart) -> str:
    heads, rows = table(chart)
    head = tag("tr", *(tag("th", words, scope="col") for words in heads))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    return tag("table", tag("thead", head), tag("tbody", *body), class_="numbers-table")
