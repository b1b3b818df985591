"""What the page's template can say: everything in `{{ … }}` comes from here."""

from typing import Any

from nearlydone.figures import FIGURES, failing, rules
from nearlydone.jobs import MOST_FAILURES
from press.code import CodeReader
from press.measurements import measurements
from press.modules import modules_behind
from press.opening import opening
from press.part_one import part_one
from press.part_two import part_two, spelt
from press.places import Places
from press.policy import POLICY

CORE = ("jobs", "scheduler", "bars")


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
            **{f"{name}_lines": code(name).last_line for name in CORE},
        },
        "part_one": part_one(figures),
        "part_two": part_two(figures),
        "opening": opening(figures["figure-1"]["seed"], failing.SLIDERS[0].default),
        "most_failures": spelt(MOST_FAILURES),
        "rules": {"tasks": rules.SHAPE.tasks, "workers": rules.WORKERS, "seed": rules.SEED},
    }
