"""Figure 6, the plan is wrong: estimates wrong by kind of task, and a forecast that learns."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.kinds import points_off_over_time
from nearlydone.figures.averaging import STAGE, averages, points, readings, stage_answer
from nearlydone.figures.run import WORKERS
from nearlydone.figures.sliders import Slider
from nearlydone.options import Option
from nearlydone.shape import Shape

if TYPE_CHECKING:
    from nearlydone.batch.averages import Averages

SLIDERS = (Slider("bias", "bias of each kind", 0.0, 1.0, 0.05, 0.6, "{:.2f}".format),)
OPTIONS = (
    *(slider.option for slider in SLIDERS),
    Option("learn", "switch", False, "whether a bar that learns is shown"),
    STAGE,
)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Averages over jobs whose estimates are wrong so much; errors, since curves wrong both ways would cancel."""
    mean = average(options)
    bars = mean.honesty
    read = readings(
        *((bar, f"{bar}, points off", bars[bar].error, points) for bar in bars),
        *((bar, f"{bar}, largest step back", bars[bar].backwards, points) for bar in bars if bar != "work"),
    )
    best = min(bars, key=lambda bar: bars[bar].error)
    story = f"Of these bars, {best} is closest to the truth: {points(bars[best].error)} points off on average."
    return stage_answer(options, charts(options), read, story)


def average(options: Mapping[str, Any]) -> "Averages":
    bars = ("work", "plan", "learn") if options["learn"] else ("work", "plan")
    return averages(Shape(bias=options["bias"]), WORKERS, bars, options["jobs"])


def charts(options: Mapping[str, Any]) -> tuple[Chart, ...]:
    """How far off the bars are."""
    title = "Points off over time, with estimates wrong by kind"
    return (points_off_over_time("planning-off", title, average(options).off, 20),)
