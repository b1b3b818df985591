"""What the page's template can say: everything in `{{ … }}` comes from here."""

from typing import Any

from nearlydone.bars import count
from nearlydone.figures import FIGURES, rules
from nearlydone.honesty import curves
from nearlydone.jobs import random_job
from nearlydone.moment import moment_of
from nearlydone.scheduler import Scheduler
from press.code import CodeReader
from press.measurements import measurements
from press.modules import modules_behind
from press.part_one import part_one
from press.part_two import part_two
from press.places import Places
from press.policy import POLICY

CORE = ("jobs", "scheduler", "bars")
WORKERS = 4


def page_context(places: Places) -> dict[str, Any]:
    code = CodeReader(places.package)
    figures = {name: figure.ask({}) for name, figure in FIGURES.items()}
    return {
        **measurements(places),
        "policy": POLICY,
        "code": code,
        "figures": figures,
        "modules": modules_behind(places.site, "page.js", "worker.js"),
        "core": {
            "lines": sum(code(name).last_line for name in CORE),
            "scheduler_lines": code("scheduler").last_line,
        },
        "part_one": part_one(figures),
        "part_two": part_two(figures),
        "opening": opening(figures["figure-1"]["seed"]),
        "rules": {"tasks": rules.SHAPE.tasks, "workers": rules.WORKERS, "seed": rules.SEED},
    }


def opening(seed: int) -> dict[str, float]:
    """What the counting bar says of the opening job, as shares of 1, and the hours its workers spend."""
    job = random_job(seed)
    attempts = Scheduler(job.deps, job.attempts, WORKERS).run()
    shown = curves(job, attempts, WORKERS, ["count"])["count"]
    ninety_at = next(k for k, value in enumerate(shown) if value >= 0.9) / 100
    return {
        "count_at_half": count(job, moment_of(attempts, WORKERS, attempts[-1].end / 2)),
        "ninety_at": ninety_at,
        "above_ninety": 1 - ninety_at,
        "work_hours": sum(attempt.end - attempt.start for attempt in attempts) / 60,
    }
