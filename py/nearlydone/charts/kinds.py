"""The charts that more than one figure shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nearlydone.charts.chart import Axis, Chart, Line
from nearlydone.honesty import ALMOST

TIME = Axis("share of time that has passed", "{:.0%}", 0, 1, (0, 0.25, 0.5, 0.75, 1))
SHOWN = Axis("what the bar shows", "{:.0%}", 0, 1, (0, 0.5, ALMOST, 1))
WORKERS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)

NINETY = Line("ninety", None, (0, 1), (ALMOST, ALMOST))
HONEST = Line("honest", "time passed", (0, 1), (0, 1))


def shown_over_time(
    name: str,
    title: str,
    curves: Mapping[str, Sequence[float]],
    bands: Mapping[str, tuple[Sequence[float], Sequence[float]]] | None = None,
) -> Chart:
    """What each bar shows, 0 to 1, from the beginning of the run to its end, at equal steps of time."""
    lines = [replace(line, band=(bands or {}).get(line.name)) for line in over_time(curves)]
    return Chart(name, title, TIME, SHOWN, lines, (NINETY, HONEST))


def points_off_over_time(name: str, title: str, errors: Mapping[str, Sequence[float]], most: float) -> Chart:
    """How far each bar is from the truth, in points, at equal steps of time; the axis ends at `most`, a whole ten."""
    off = Axis("points off", "{:.1f}", 0, most, range(0, int(most) + 1, 5 if most < 20 else 10))
    return Chart(name, title, TIME, off, over_time(errors))


def over_time(curves: Mapping[str, Sequence[float]]) -> list[Line]:
    return [Line(bar, bar, [k / (len(y) - 1) for k in range(len(y))], y) for bar, y in curves.items()]


def minutes_by_workers(
    name: str, title: str, minutes: Mapping[int, float], longest_chain: float, chosen: int, most: float
) -> Chart:
    """Minutes by number of workers, the chosen number marked; no number of workers gets below the longest chain."""
    workers = list(minutes)
    values = list(minutes.values())
    ends = (min(workers), max(workers))
    return Chart(
        name,
        title,
        Axis("workers", "{:g}", *ends, workers, doubling=True),
        Axis("minutes", "{:.1f}", 0, most, range(0, int(most) + 1, 40)),
        [Line("minutes", "minutes", workers, values)],
        [
            Line("chain", "longest chain of tasks", ends, (longest_chain, longest_chain)),
            Line("stem", None, (chosen, chosen), (0, minutes[chosen])),
            Line("chosen", None, (chosen,), (minutes[chosen],), dots=True),
            Line("measured", None, workers, values, dots=True),
        ],
    )
