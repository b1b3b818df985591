"""A chart's numbers as text, for a table below it and for what is read off at one place."""

from typing import NamedTuple

from nearlydone.charts.chart import Chart


class Table(NamedTuple):
    """What stands above each column, and the rows, all text."""

    heads: list[str]
    rows: list[list[str]]


def table(chart: Chart) -> Table:
    """A row for each x, with what every line is there."""
    heads = [chart.x.label, *(line.label or line.name for line in chart.lines)]
    columns = [line.y for line in chart.lines]
    return Table(
        heads,
        [
            [chart.x.write(x), *(chart.y.write(y) for y in ys)]
            for x, *ys in zip(chart.lines[0].x, *columns, strict=True)
        ],
    )
