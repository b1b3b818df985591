"""A chart's numbers as text, for a table below it and for what is read off at one place."""

from typing import NamedTuple

from nearlydone.charts.chart import Axis, Chart, Line


class Table(NamedTuple):
    """What stands above each column, and the rows, all text."""

    heads: list[str]
    rows: list[list[str]]


def table(chart: Chart) -> Table:
    """A row for each x, with what every line is there, and from where to where its band goes."""
    heads = [chart.x.label, *(line.label or line.name for line in chart.lines)]
    columns = [column(line, chart.y) for line in chart.lines]
    return Table(
        heads,
        [
            [chart.x.write(x), *cells]
            for x, *cells in zip(chart.lines[0].x, *columns, strict=True)
        ],
    )


def column(line: Line, axis: Axis) -> list[str]:
    written = [axis.write(y) for y in line.y]
    if not line.band:
        return written
    ends = (map(axis.write, values) for values in line.band)
    return [f"{mean} ({low} to {high})" for mean, low, high in zip(written, *ends, strict=True)]
