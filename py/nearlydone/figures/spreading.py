"""Figure 4, spread: how uneven tasks are, and how far counting and weighing are then from time."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.kinds import shown_over_time
from nearlydone.figures.averaging import STAGE, averages, points, readings, stage_answer
from nearlydone.figures.run import WORKERS
from nearlydone.figures.sliders import Slider
from nearlydone.honesty import ALMOST
from nearlydone.tables import good
from nearlydone.words import percent

if TYPE_CHECKING:
    from nearlydone.batch.averages import Averages

BARS = ("count", "work")
SLIDERS = (Slider("spread", "spread of sizes", 0.2, 2.8, 0.1, 1.2, "{:.1f}".format),)
OPTIONS = (*(slider.option for slider in SLIDERS), STAGE)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Averages over jobs with good estimates and this spread."""
    from nearlydone.batch.averages import largest_tenth  # numpy comes to the page later than the first figures

    mean = average(options)
    count, work = mean.honesty["count"], mean.honesty["work"]
    tenth = largest_tenth(good(spread=options["spread"]), options["jobs"])
    read = readings(
        ("count", "count, points off", count.error, points),
        ("count", f"count above {percent(ALMOST)}", count.above90, percent),
        ("work", "work, points off", work.error, points),
        ("work", f"work above {percent(ALMOST)}", work.above90, percent),
        ("", "work in the largest tenth", tenth, percent),
    )
    story = (
        f"The largest tenth of the tasks is {percent(tenth)} of the work. Counting says {percent(ALMOST)} or more "
        f"for {percent(count.above90)} of the time; an honest bar would for {percent(0.1)}."
    )
    return stage_answer(options, charts(options), read, story)


def average(options: Mapping[str, Any]) -> "Averages":
    return averages(good(spread=options["spread"]), WORKERS, BARS, options["jobs"])


def charts(options: Mapping[str, Any]) -> tuple[Chart, ...]:
    """What the bars show."""
    mean, title = average(options), "What counting and weighing show, against time"
    return (shown_over_time("spreading-shown", title, mean.shown, mean.most),)
