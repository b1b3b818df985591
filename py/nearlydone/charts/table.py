"""A chart's numbers as text, for a table below it and for what is read off at one place."""

from typing import NamedTuple

from nearlydone.charts.chart import HELD, Axis, Chart, Line


class Table(NamedTuple):
    """What stands above each column, the rows, and each column's name alone: all text."""

    heads: list[str]
    rows: list[list[str]]
    names: list[str]


def table(chart: Chart) -> Table:
    """A row for each x, with what every line is there, and from where to where its band goes."""
    names = [chart.x.label, *(line.label or line.name for line in chart.lines)]
    heads = [names[0], *(head(line) for line in chart.lines)]
    columns = [column(line, chart.y) for line in chart.lines]
    rows = [[chart.x.write(x), *cells] for x, *cells in zip(chart.lines[0].x, *columns, strict=True)]
    return Table(heads, rows, names)


def head(line: Line) -> str:
    name = line.label or line.name
    return f"{name} ({HELD})" if line.band else name


def column(line: Line, axis: Axis) -> list[str]:
    written = [axis.write(y) for y in line.y]
    if not line.band:
        return written
    ends = (map(axis.write, values) for values in line.band)
    return [f"{mean} ({low} to {high})" for mean, low, high in zip(written, *ends, strict=True)]
