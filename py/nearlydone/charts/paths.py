"""Each line of a chart as the `d` of an SVG path: where matplotlib puts it too, to the hundredth."""

from collections.abc import Iterable

from nearlydone.charts.chart import Chart, Line
from nearlydone.drawings.svg import number


def paths(chart: Chart) -> dict[str, str]:
    """The `d` of each band, guide and line by its name, which is all that changes in a drawing when numbers do."""
    return {line.name: path(points(chart, line), line.dots) for line in (*chart.bands, *chart.guides, *chart.lines)}


def points(chart: Chart, line: Line) -> Iterable[tuple[float, float]]:
    """Where a line's points are in the drawing."""
    box = chart.box
    for x, y in zip(line.x, line.y, strict=True):
        yield (
            box.left + chart.x.share(x) * (box.right - box.left),
            box.bottom - chart.y.share(y) * (box.bottom - box.top),
        )


def path(points: Iterable[tuple[float, float]], dots: bool) -> str:
    """Points as `d`. A dot is a line of no length, which round ends make visible."""
    places = [f"{number(x)} {number(y)}" for x, y in points]
    return "".join(f"M{place}h0" for place in places) if dots else "M" + "L".join(places)
