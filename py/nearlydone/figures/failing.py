"""Figure 3, failures: what attempts that fail by themselves cost, and what they do to a forecast."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nearlydone.charts.chart import Chart
from nearlydone.charts.kinds import points_off_over_time
from nearlydone.drawings.attempts import attempts_table
from nearlydone.drawings.timeline import timeline
from nearlydone.figures.averaging import REMEMBERED, STAGE, averages, points, readings, stage_answer
from nearlydone.figures.run import SEED, WORKERS
from nearlydone.figures.sliders import Slider, percents
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler
from nearlydone.shape import Shape
from nearlydone.tables import good
from nearlydone.words import percent

if TYPE_CHECKING:
    from nearlydone.batch.averages import Averages

BARS = ("work", "plan")
MOST = 0.3
SLIDERS = (Slider("failure_rate", "attempts that fail", 0.0, MOST, 0.01, 0.2, percents("of attempts")),)
OPTIONS = (*(slider.option for slider in SLIDERS), STAGE)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Job 77 with so many failures, and averages over jobs with good estimates."""
    rate = options["failure_rate"]
    mean = average(options)
    calm = averages(good(), WORKERS, (), options["jobs"])
    read = readings(
        ("", "minutes", mean.minutes, points),
        ("", "failed attempts", mean.failed_attempts, points),
        ("", "time wasted", mean.wasted_share, percent),
        *((bar, f"{bar}, points off", mean.honesty[bar].error, points) for bar in BARS),
    )
    longer = percent(mean.minutes / calm.minutes - 1)
    story = f"{percent(mean.wasted_share)} of the workers’ time is wasted, and a job takes {longer} longer."
    if not mean.failed_attempts:
        story = "Nothing fails, and nothing is wasted."
    reply = stage_answer(options, charts(options), read, story)
    return {**reply, "drawings": {**reply["drawings"], **job_77(rate)}}


def average(options: Mapping[str, Any]) -> "Averages":
    return averages(good(failure_rate=options["failure_rate"]), WORKERS, BARS, options["jobs"])


def charts(options: Mapping[str, Any]) -> tuple[Chart, ...]:
    """How far off the bars are."""
    return (points_off_over_time("failing-off", "Points off over time, with failures", average(options).off, 10),)


@lru_cache(REMEMBERED)
def job_77(rate: float) -> Mapping[str, str]:
    """Its timeline, as wide as with the most failures, so that it grows and does not shrink, and its attempts."""
    job = random_job(SEED, Shape(failure_rate=rate))
    attempts = Scheduler(job.deps, job.attempts, WORKERS).run()
    worst = random_job(SEED, Shape(failure_rate=MOST))
    until = Scheduler(worst.deps, worst.attempts, WORKERS).run()[-1].end
    minutes = attempts[-1].end
    return {
        "timeline": timeline(job, attempts, WORKERS, now=minutes, until=max(until, minutes), name="failing-timeline"),
        "attempts": attempts_table(job, attempts),
    }
