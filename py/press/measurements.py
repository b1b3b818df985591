"""What the prose states: measured by the package at build, once for the same package."""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

from nearlydone.batch.averages import largest_tenth
from nearlydone.byhand import run_failing
from nearlydone.commands import ask
from nearlydone.jobs import random_job
from nearlydone.shape import Shape
from nearlydone.tables import JOBS, good
from press.files import write
from press.places import Places
from press.stamps import hash_of, hash_tree, once

WORKERS = (1, 2, 4, 8, 16, 32)


def measurements(places: Places) -> dict[str, Any]:
    """`measured`: the article's table by setting; `by_workers`: minutes by number of workers; `tenth`: the
    share of the work in a job's largest tenth of tasks."""
    inputs = hash_of(hash_tree(places.package), Path(__file__).read_text("utf-8"))
    [path], _ = once(places.work / "measured-stamp.json", inputs, lambda: [measure_all(places.work / "measured.json")])
    known: dict[str, Any] = json.loads(path.read_text("utf-8"))
    known["by_workers"] = {int(workers): minutes for workers, minutes in known["by_workers"].items()}
    return known


def measure_all(path: Path) -> Path:
    jobs = [random_job(seed, good()) for seed in range(1, JOBS + 1)]
    known = {
        "measured": {row["setting"]: row for row in ask("measure", {})["rows"]},
        "by_workers": {
            workers: fmean(run_failing(job, workers)[-1].end for job in jobs) for workers in WORKERS
        },
        "tenth": largest_tenth(good(), JOBS),
        "spread": Shape().spread,
    }
    write(path, [json.dumps(known).encode()])
    return path
