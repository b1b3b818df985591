"""Figure 1, the run: one job from beginning to end, and what three bars show meanwhile.

The job is 77 because, of seeds 1 to 300, it is the closest to the average in how far off its three bars are and how
long counting says 90 % or more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from nearlydone.byhand import run_failing
from nearlydone.drawings.attempts import attempts_table
from nearlydone.drawings.shown import shown_against_time, shown_table
from nearlydone.drawings.timeline import timeline
from nearlydone.honesty import ALMOST, bars_at
from nearlydone.jobs import random_job
from nearlydone.options import Option
from nearlydone.words import percent

SEED = 77
WORKERS = 4
SHOWN = ("count", "work", "plan")
STEPS = 200

OPTIONS = (
    Option("seed", "whole", SEED, "which job", least=0),
    Option("fail", "failures", (), "tasks failed by hand, and when"),
)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """The whole run: its attempts, 201 values of each bar from its start to its end, and its drawings.

    `undisturbed` is the minutes it takes when nobody fails anything; `milestones` are what to say, and when.
    """
    seed, by_hand = options["seed"], options["fail"]
    job = random_job(seed)
    attempts = run_failing(job, WORKERS, by_hand)
    minutes = attempts[-1].end
    undisturbed = run_failing(job, WORKERS)[-1].end
    times = [minutes * k / STEPS for k in range(STEPS)] + [minutes]
    shown = bars_at(job, attempts, WORKERS, times, SHOWN)
    return {
        "seed": seed,
        "minutes": minutes,
        "undisturbed": undisturbed,
        "workers": WORKERS,
        "tasks": len(job.tasks),
        "attempts": [attempt._asdict() for attempt in attempts],
        "shown": shown,
        "story": f"Job {seed}: {len(job.tasks)} tasks, {WORKERS} workers, {minutes:.1f} minutes.",
        "milestones": milestones(shown, times, by_hand, undisturbed),
        "drawings": {
            "timeline": timeline(job, attempts, WORKERS, now=minutes / 2, until=minutes, name="run-timeline"),
            "shown": shown_against_time(shown, "run-shown"),
            "numbers": shown_table(shown, minutes),
            "attempts": attempts_table(job, attempts),
        },
    }


def milestones(
    shown: Mapping[str, Sequence[float]],
    times: Sequence[float],
    by_hand: Sequence[tuple[int, float]],
    undisturbed: float,
) -> list[dict[str, Any]]:
    """Sentences for the moments worth telling, in order of their minutes."""
    half = {bar: percent(values[STEPS // 2]) for bar, values in shown.items()}
    ninety = next(k for k, value in enumerate(shown["count"]) if value >= ALMOST)
    still = percent(1 - ninety / STEPS)
    each = ", ".join(f"{bar} says {half[bar]}" for bar in half)
    told = [
        (times[STEPS // 2], f"Half of the time has passed: {each}."),
        (
            times[ninety],
            f"At minute {times[ninety]:.1f} counting said {percent(ALMOST)}: {still} of the time was still to come.",
        ),
        (times[-1], done(times[-1], undisturbed, by_hand, still)),
        *((at, f"Task {task} failed at minute {at:.1f}, by your hand. Rule 1 finds it again.") for task, at in by_hand),
    ]
    return [{"at": at, "text": text} for at, text in sorted(told)]


def done(minutes: float, undisturbed: float, by_hand: Sequence[tuple[int, float]], still: str) -> str:
    """The last sentence; `still` is how much of the time was to come when counting said 90 %, in words.

    Failures can make a job shorter, since they change the order in which its tasks start.
    """
    after = f"Done, after {minutes:.1f} minutes"
    if not by_hand:
        return f"{after}. Counting said {percent(ALMOST)} or more for the last {still} of them."
    failures = "failure" if len(by_hand) == 1 else f"{len(by_hand)} failures"
    off = round(minutes, 1) - round(undisturbed, 1)  # as a reader would reckon
    if not off:
        return f"{after}: as long as without your {failures}."
    more = "more" if off > 0 else "fewer"
    return f"{after}: {abs(off):.1f} {more} than without your {failures}."
