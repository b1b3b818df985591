"""A chart as a matplotlib figure, and that as SVG."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from nearlydone.charts.chart import HELD, Chart, Line
from nearlydone.charts.description import describe
from nearlydone.charts.renderer import ClassRenderer
from nearlydone.drawings.svg import tag

DPI = 72  # matplotlib's points are then units of the drawing
EDGE = 8  # beyond the axes, so that dots and thick lines on them stay whole
LEGEND, SAMPLE, GAP = 16, 20, 6  # the legend's base line; a line's sample in it; the space beside that
SIZE = 13  # of letters
SHADED = f"shaded: {HELD}"
LETTER = 9  # as wide as most letters are where the styles enlarge them for a telephone


def draw(chart: Chart, covered: str = "") -> str:
    """The chart as an <svg> for a page, whose styles give it its looks by class.

    `covered` names a line that the page does not show, and that is not told of.
    """
    box = chart.box
    told = replace(chart, lines=[line for line in chart.lines if line.name != covered])
    renderer = ClassRenderer(box.width, box.height, clip=f"{chart.name}-clip")
    figure_of(chart).draw(renderer)
    cut = tag("rect", x=box.left - EDGE, y=box.top - EDGE,
              width=box.right - box.left + 2 * EDGE, height=box.bottom - box.top + 2 * EDGE)
    return tag(
        "svg",
        tag("title", escape(chart.title), id=f"{chart.name}-title"),
        tag("desc", escape(describe(told)), id=f"{chart.name}-desc"),
        tag("clipPath", cut, id=renderer.clip),
        *renderer.elements,
        class_="chart",
        viewBox=f"0 0 {box.width} {box.height}",
        width="100%",
        role="img",
        aria_labelledby=f"{chart.name}-title {chart.name}-desc",
    )


def figure_of(chart: Chart) -> Figure:
    """The chart as a figure; the gid of each artist is its class."""
    box = chart.box
    figure = Figure((box.width / DPI, box.height / DPI), DPI, frameon=False)
    left, top = box.left / box.width, 1 - box.top / box.height
    right, bottom = box.right / box.width, 1 - box.bottom / box.height
    axes = figure.add_axes((left, bottom, right - left, top - bottom), frameon=False)
    axes.set_axis_off()
    if chart.x.doubling:
        axes.set_xscale("log", base=2)
    axes.set(xlim=(chart.x.least, chart.x.most), ylim=(chart.y.least, chart.y.most))
    add_scales(axes, chart)
    for line in chart.bands:
        axes.add_line(Line2D(line.x, line.y, gid=f"band {line.name}"))
    for line in (*chart.guides, *chart.lines):
        axes.add_line(artist(line, line.x, line.y))
    add_legend(figure, chart)
    return figure


def artist(line: Line, x: Sequence[float], y: Sequence[float], **where: Any) -> Line2D:
    if line.dots:
        return Line2D(x, y, linestyle="none", marker="o", gid=f"dots {line.name}", **where)
    return Line2D(x, y, gid=f"curve {line.name}", **where)


def add_scales(axes: Axes, chart: Chart) -> None:
    """A line across for each tick of y, what the ticks say, and what the axes are.

    matplotlib's own ticks would do, but they take longer than all the rest of a chart.
    """
    size = axes.bbox
    for value in chart.y.ticks:
        at = axes.get_yaxis_transform()
        axes.add_artist(Line2D((0, 1), (value, value), transform=at, gid="grid", clip_on=False))
        axes.text(-7 / size.width, value, chart.y.write_tick(value), transform=at, gid="y", size=SIZE,
                  ha="right", va="center")
    for value in chart.x.ticks:
        at = axes.get_xaxis_transform()
        axes.text(value, -20 / size.height, chart.x.write_tick(value), transform=at, gid="x", ha="center")
    axes.text(0.5, -42 / size.height, chart.x.label, transform=axes.transAxes, gid="name", ha="center")
    axes.text(-chart.box.left / size.width, 1 + 18 / size.height, chart.y.label, transform=axes.transAxes, gid="name")


def add_legend(figure: Figure, chart: Chart) -> None:
    """Samples of the lines and their words, in one row at the top; beside the name of y, what the bands are."""
    width, height = chart.box.width, chart.box.height
    x: float = 1
    y = 1 - LEGEND / height
    for line in (*chart.lines, *chart.guides):
        if line.label:
            ends = (x / width, (x + SAMPLE) / width)
            middle = y + 4 / height
            figure.add_artist(artist(line, ends, (middle, middle), transform=figure.transFigure))
            x += SAMPLE + GAP
            figure.text(x / width, y, line.label, gid=f"key key-{line.name}")
            x += LETTER * len(line.label) + 2 * GAP
    if chart.bands:
        x = LETTER * len(chart.y.label) + 2 * GAP
        y = 1 - (chart.box.top - 18) / height
        left, right, low, high = x / width, (x + SAMPLE) / width, y - 2 / height, y + 11 / height
        corners = (left, left, right, right), (low, high, high, low)
        figure.add_artist(Line2D(*corners, transform=figure.transFigure, gid="band any-band"))
        figure.text((x + SAMPLE + GAP) / width, y, SHADED, gid="key key-bands")
