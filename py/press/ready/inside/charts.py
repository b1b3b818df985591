"""Charts to try matplotlib out with. Drawn at build and inside Pyodide, they have to be the same."""

import sys


def drawn_charts() -> str:
    """One of each kind, one below the other."""
    from nearlydone.charts.chart import Chart
    from nearlydone.charts.drawing import draw
    from nearlydone.charts.kinds import WORKERS, minutes_by_workers, points_off_over_time, shown_over_time

    shown = [share / 100 for share in range(101)]
    charts: list[Chart] = [
        shown_over_time("shown", "Shown", {"count": [share**0.5 for share in shown], "work": shown}),
        points_off_over_time("off", "Off", {"plan": [30 * share * (1 - share) for share in shown]}, most=30),
        minutes_by_workers("minutes", "Minutes", {n: 30 + 90 / n for n in WORKERS}, 29.5, chosen=4, most=120),
    ]
    return "\n".join(map(draw, charts))


if __name__ == "__main__":
    sys.path.insert(0, "/work")
    print(drawn_charts())
