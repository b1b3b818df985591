"""What figures 3 to 6 of the page are made of: their controls, and their charts at the defaults."""

from collections.abc import Mapping, Sequence
from typing import Any

from nearlydone.drawings.svg import tag
from nearlydone.figures import averaging, crowding, failing, planning, spreading
from nearlydone.figures.sliders import Slider


def part_one(figures: Mapping[str, Any]) -> dict[str, Any]:
    """By figure its sliders and charts; `figures` are the answers of all figures at their defaults."""
    return {
        "failing": part(failing.SLIDERS, figures["figure-3"], figures["figure-3-drawn"]),
        "spreading": part(spreading.SLIDERS, figures["figure-4"], figures["figure-4-drawn"]),
        "crowding": part(crowding.SLIDERS, figures["figure-5"], figures["figure-5-drawn"]),
        "planning": part(planning.SLIDERS, figures["figure-6"], figures["figure-6-drawn"]),
        "first_stage": averaging.STAGES[0],
    }


def part(sliders: Sequence[Slider], answer: Mapping[str, Any], drawn: Mapping[str, Any]) -> dict[str, Any]:
    charts = [
        {
            "name": name,
            "svg": drawn["drawings"][name],
            "table": table_markup(**chart["table"]),
            "lines": list(chart["paths"]),
        }
        for name, chart in answer["charts"].items()
    ]
    return {"sliders": sliders, "charts": charts}


def table_markup(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = tag("tr", *(tag("th", words, scope="col") for words in heads))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    return tag("table", tag("thead", head), tag("tbody", *body), class_="numbers-table")
