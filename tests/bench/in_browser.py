"""The Python side of the race that engine.html runs."""

import json
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from nearlydone.batch import beyond_all_ends, run_batch, run_batches
from nearlydone.batch.curves import draw_curves
from nearlydone.batch.drawn import draw_jobs, draw_plans, longest_chains
from nearlydone.batch.runs import run_jobs
from nearlydone.shape import Shape


def measure(shape: str, workers: int, jobs: int, first_time: bool) -> str:
    """Means over the seeds 1 … jobs, as engine.js has them; `first_time` forgets what was drawn from them."""
    given, seeds = Shape(**json.loads(shape)), range(1, jobs + 1)
    if first_time:
        draw_plans.cache_clear()
    result = run_batch(given, workers, seeds)
    judged = result.honesty()
    bars = {
        bar: {"error": float(np.mean(judged[bar].error)), "curve": np.mean(curve, axis=0).tolist()}
        for bar, curve in result.curves.items()
    }
    return json.dumps({"minutes": float(np.mean(result.minutes)), "bars": bars})


def chunks(shape: str, workers: int, jobs: int, size: int) -> Iterator[int]:
    """How many jobs are in, after each chunk of them."""
    done = 0
    for result in run_batches(Shape(**json.loads(shape)), workers, range(1, jobs + 1), size=size):
        done += len(result.seeds)
        yield done


def stages(shape: str, workers: int, jobs: int) -> str:
    """Where the time goes: milliseconds of each stage, at best, as JSON."""
    given, seeds = Shape(**json.loads(shape)), range(1, jobs + 1)
    drawn = draw_jobs(seeds, given)
    far = beyond_all_ends(drawn)
    runs = run_jobs(drawn, workers, far)
    parts: dict[str, Callable[[], object]] = {
        "drawing the jobs": lambda: draw_jobs_anew(seeds, given),
        "drawing them again": lambda: draw_jobs(seeds, given),
        "longest chains": lambda: longest_chains(drawn),
        "running them": lambda: run_jobs(drawn, workers, far),
        "count and work": lambda: draw_curves(drawn, runs, workers, ("count", "work"), far),
        "plan": lambda: draw_curves(drawn, runs, workers, ("plan",), far),
        "plan and learn": lambda: draw_curves(drawn, runs, workers, ("plan", "learn"), far),
    }
    return json.dumps({name: min(time(part) for _ in range(9)) for name, part in parts.items()})


def draw_jobs_anew(seeds: range, shape: Shape) -> None:
    """Draw them as if for the first time."""
    draw_plans.cache_clear()
    draw_jobs(seeds, shape)


def time(part: Callable[[], object]) -> float:
    """Milliseconds that it takes."""
    start = perf_counter()
    part()
    return 1000 * (perf_counter() - start)
