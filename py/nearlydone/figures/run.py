"""Figure 1, the run: one job from beginning to end, and what three bars show meanwhile.

The job is 77 because, of seeds 1 to 300, its bars behave closest to the average.
"""

from collections.abc import Mapping
from typing import Any

from nearlydone.byhand import run_failing
from nearlydone.drawings.shown import shown_against_time
from nearlydone.drawings.timeline import timeline
from nearlydone.honesty import bars_at
from nearlydone.jobs import random_job
from nearlydone.options import Option

WORKERS = 4
SHOWN = ("count", "work", "plan")
STEPS = 200

OPTIONS = (
    Option("seed", "whole", 77, "which job", least=0),
    Option("fail", "failures", (), "tasks failed by hand, and when"),
)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """The whole run: its attempts, 201 values of each bar from its start to its end, and its drawings."""
    job = random_job(options["seed"])
    attempts = run_failing(job, WORKERS, options["fail"])
    minutes = attempts[-1].end
    times = [minutes * k / STEPS for k in range(STEPS)] + [minutes]
    shown = bars_at(job, attempts, WORKERS, times, SHOWN)
    by_hand = len(options["fail"])
    return {
        "seed": options["seed"],
        "minutes": minutes,
        "workers": WORKERS,
        "tasks": len(job.tasks),
        "attempts": [attempt._asdict() for attempt in attempts],
        "shown": shown,
        "drawings": {
            "timeline": timeline(job, attempts, WORKERS, minutes, "run-timeline"),
            "shown": shown_against_time(shown, "run-shown"),
        },
        "story": f"Job {options['seed']}: {len(job.tasks)} tasks, {WORKERS} workers, {minutes:.1f} minutes"
        + (f", {by_hand} {'attempt' if by_hand == 1 else 'attempts'} failed by hand" if by_hand else "") + ".",
    }
