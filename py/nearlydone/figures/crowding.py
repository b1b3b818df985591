"""Figure 5, workers: how many of them help, and what they do to the bars."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.kinds import WORKERS, minutes_by_workers, shown_over_time
from nearlydone.figures.averaging import STAGE, averages, points, readings, stage_answer
from nearlydone.figures.sliders import Slider, of
from nearlydone.honesty import ALMOST
from nearlydone.options import Option
from nearlydone.tables import good
from nearlydone.words import percent

if TYPE_CHECKING:
    from nearlydone.batch.averages import Averages

BARS = ("count", "work", "plan")
SLIDERS = (Slider("workers", "workers", 1, 32, 1, 4, of("worker"), WORKERS),)
OPTIONS = (Option("workers", "whole", 4, "how many workers", 1, 32), STAGE)
MOST = 130  # minutes on the axis


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Averages over jobs with good estimates: with this many workers, and the minutes with every number of them."""
    mean = average(options)
    read = readings(
        ("", "minutes", mean.minutes, points),
        ("", "longest chain", mean.longest_chain, points),
        *((bar, f"{bar}, points off", mean.honesty[bar].error, points) for bar in BARS),
    )
    late = percent(mean.honesty["count"].above90)
    story = (
        f"{of('worker')(options['workers']).capitalize()}: {mean.minutes:.1f} minutes; the longest chain alone takes "
        f"{mean.longest_chain:.1f}. Counting spends {late} of the time above {percent(ALMOST)}."
    )
    return stage_answer(options, charts(options), read, story)


def average(options: Mapping[str, Any]) -> "Averages":
    return averages(good(), options["workers"], BARS, options["jobs"])


def charts(options: Mapping[str, Any]) -> tuple[Chart, ...]:
    """Minutes by every number of workers, and what the bars show with the chosen one."""
    mean, chosen = average(options), options["workers"]
    minutes = {many: averages(good(), many, (), options["jobs"]).minutes for many in sorted({*WORKERS, chosen})}
    return (
        minutes_by_workers("crowding-minutes", "Minutes by workers", minutes, mean.longest_chain, chosen, MOST),
        shown_over_time("crowding-shown", "What three bars show, against time", mean.shown, mean.most),
    )
