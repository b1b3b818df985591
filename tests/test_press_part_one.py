"""Figures 3 to 6 as they are built into the page: what Python in the tab answers at the defaults."""

from typing import Any
from xml.etree import ElementTree

import pytest

from nearlydone.figures import FIGURES
from press.part_one import part_one

PARTS = {"figure-3": "failing", "figure-4": "spreading", "figure-5": "crowding", "figure-6": "planning"}


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    return part_one({name: figure.ask({}) for name, figure in FIGURES.items()})


@pytest.mark.parametrize("name", PARTS)
def test_lines_and_tables_are_the_answer_at_the_defaults(built: dict[str, Any], name: str) -> None:
    answered = FIGURES[name].ask({})["charts"]
    assert [chart["name"] for chart in built[PARTS[name]]["charts"]] == list(answered)
    for chart in built[PARTS[name]]["charts"]:
        expected = answered[chart["name"]]
        paths = ElementTree.fromstring(chart["svg"]).iter("path")
        drawn = {str(path.get("data-line")): path.get("d") for path in paths if path.get("data-line")}
        assert {line: drawn[line] for line in chart["lines"]} == expected["paths"]
        rows = [[cell.text for cell in row] for row in ElementTree.fromstring(chart["table"]).iter("tr")]
        assert rows == [expected["table"]["heads"], *expected["table"]["rows"]]


def test_figure_6_has_a_line_that_learns_ready_to_be_uncovered(built: dict[str, Any]) -> None:
    [chart] = built["planning"]["charts"]
    assert 'data-line="learn"' in chart["svg"]
    assert chart["lines"] == ["work", "plan"]


def test_averages_are_asked_for_in_stages_from_the_first_on(built: dict[str, Any]) -> None:
    assert FIGURES["figure-4"].ask({"jobs": built["first_stage"]})["next"] > built["first_stage"]
