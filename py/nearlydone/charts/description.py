"""A chart in words: its axes, and where each line begins, turns and ends."""

from nearlydone.charts.chart import Axis, Chart, Line


def describe(chart: Chart) -> str:
    """For those who do not see it, with what its lines are now."""
    lines = [line for line in (*chart.lines, *chart.guides) if line.label]
    told = [f"{line.label}: {describe_line(line, chart.x, chart.y)}." for line in lines]
    return " ".join([f"Upwards: {describe_axis(chart.y)}.", f"To the right: {describe_axis(chart.x)}.", *told])


def describe_axis(axis: Axis) -> str:
    return f"{axis.label}, {axis.write_tick(axis.least)} to {axis.write_tick(axis.most)}"


def describe_line(line: Line, x: Axis, y: Axis) -> str:
    """Its ends, and its highest and its lowest point where that is neither of them."""
    values = list(line.y)
    least, most = min(values), max(values)
    if least == most:
        return f"{y.write(least)} all along"
    turns = {values.index(most): "up to ", values.index(least): "down to "}
    turns |= dict.fromkeys((0, len(values) - 1), "")
    return ", ".join(f"{turns[at]}{y.write(values[at])} at {x.write(line.x[at])}" for at in sorted(turns))
