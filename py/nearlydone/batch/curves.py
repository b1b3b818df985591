"""What every bar showed over many runs at once."""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nearlydone.batch.drawn import Floats, Index, Jobs
from nearlydone.batch.forecasts import entries, forecast_ends, learned_ratios
from nearlydone.batch.runs import Flags, Runs
from nearlydone.honesty import ALMOST, SAMPLES

ROUNDING = 1e-12


class Curves(NamedTuple):
    """What bars showed at 0, 1, … 100 hundredths of each run."""

    shown: dict[str, Floats]  # bar: (jobs, 101), from 0 to 1
    unsure: Flags  # (jobs,): not to be trusted, see forecast_ends; or so close to 90 % that rounding decides


def draw_curves(jobs: Jobs, runs: Runs, workers: int, bars: Collection[str], far: float) -> Curves:
    """The curves of the bars asked for; only they are computed."""
    moment = runs.minutes[:, None] * np.arange(SAMPLES + 1) / SAMPLES
    state = states_at(runs, moment)
    finished = so_far(runs.through.astype(np.intp)).take(state)
    shown: dict[str, Floats] = {}
    unsure = runs.tied
    if "count" in bars:
        shown["count"] = finished / jobs.tasks
    if "work" in bars:
        work = so_far(np.where(runs.through, jobs.estimate.take(entries(runs.task)), 0.0))
        shown["work"] = work.take(state) / work[-1][:, None]
    if believing := [bar for bar in ("plan", "learn") if bar in bars]:
        kinds = int(jobs.plans.kind.max()) + 1
        plan = np.ones((len(runs.words), len(moment), kinds + 1))
        ratios = np.stack([plan if bar == "plan" else learned_ratios(jobs, runs, kinds) for bar in believing])
        later = slice(1, None)  # at minute 0 nothing has been shown, whatever the forecast
        forecast = forecast_ends(jobs, runs, workers, moment[:, later].copy(), state[:, later].copy(), ratios, far)
        unsure = unsure | forecast.unsure
        for bar, ends in zip(believing, forecast.end, strict=True):
            shown[bar] = np.zeros_like(moment)
            shown[bar][:, later] = np.where(finished[:, later] == jobs.tasks, 1.0, moment[:, later] / ends)
    for bar, curve in shown.items():
        if bar != "count":  # which is the same division in both engines
            unsure = unsure | (np.abs(curve - ALMOST) < ROUNDING).any(axis=1)
    return Curves(shown, unsure)


def states_at(runs: Runs, moment: Floats) -> Index:
    """What stood at each moment, (jobs, 101), as an entry of (states, jobs).

    Each step counts from the first moment at or after it; which one that is, a division can miss by one.
    """
    jobs = np.arange(len(moment))
    row = jobs * (SAMPLES + 3)
    known = np.pad(moment, ((0, 0), (1, 1)), constant_values=(-1.0, np.inf))
    first = np.minimum(np.ceil(runs.minute / runs.minutes * SAMPLES), SAMPLES + 1).astype(np.intp) + row + 1
    first = first + (known.take(first) < runs.minute) - (known.take(first - 1) >= runs.minute)
    steps = np.bincount(first.ravel(), minlength=known.size).reshape(known.shape)[:, 1:-1].cumsum(axis=1)
    state: Index = steps * len(jobs) + jobs[:, None]
    return state


def so_far(gains: NDArray[Any]) -> NDArray[Any]:
    """(states, jobs): the sums of (steps, jobs) up to each state."""
    return np.pad(gains, ((1, 0), (0, 0))).cumsum(axis=0)
