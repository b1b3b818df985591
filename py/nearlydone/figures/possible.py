"""What of a link's settings can be done: lists are read entry by entry, each where those before it led.

Of a list that is a history, such as actions, the first entry that cannot be ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nearlydone.figures import rules, run, scanning
from nearlydone.figures.presets import PUBLISHED
from nearlydone.figures.presses import after, first_stage, parse_mark
from nearlydone.jobs import random_job
from nearlydone.options import Option
from nearlydone.scheduler import Scheduler
from nearlydone.supervisor.settings import DEFAULT_SETTINGS, Settings

Given = dict[str, Any]
"""Settings that are named, by their options' names; as they are given here, lists are of texts."""
AT = "-at-"


def possible_run(given: Given) -> tuple[Given, list[str]]:
    """Figure 1: failures by hand of tasks that are running at that minute."""
    job = random_job(given.get("seed", run.SEED))
    scheduler = Scheduler(job.deps, job.attempts, run.WORKERS)

    def fail(text: str) -> tuple[int, float]:
        task, at = read_failure(text)
        scheduler.run(until=at)
        scheduler.fail(task, at)
        return task, at

    return each(given, "fail", fail)


def possible_steps(given: Given) -> tuple[Given, list[str]]:
    """Figure 2: actions up to the first that cannot follow."""
    stepper = rules.Stepper(random_job(rules.SEED, rules.SHAPE), rules.WORKERS)

    def act(text: str) -> str | int:
        if text == "next":
            stepper.next()
            return text
        stepper.fail(int(text))
        return int(text)

    return each(given, "actions", act, to_first=True)


def possible_marks(given: Given) -> tuple[Given, list[str]]:
    """Figures 7 and 8: marks on steps that there are."""

    def mark(text: str) -> str:
        parse_mark(press := read_press(text), DEFAULT_SETTINGS)
        return press

    return each(given, "marks", mark)


def possible_play(given: Given) -> tuple[Given, list[str]]:
    """Figure 7: marks, then presses up to the first that cannot follow, then a round that was played."""
    given, left_out = possible_marks(given)
    names = ("supervisor", "scan", "lease", "retry_limit", "key")
    settings = Settings(**{name: given[name] for name in names if name in given})
    stage = first_stage(settings, given.get("marks", PUBLISHED))

    def press(text: str) -> str:
        nonlocal stage
        stage = after(stage, pressed := read_press(text))
        return pressed

    given, impossible = each(given, "presses", press, to_first=True)
    left_out += impossible
    if "presses" in given and given.setdefault("round", stage.rounds) > stage.rounds:
        left_out.append(f"round={given['round']}")
        given["round"] = stage.rounds
    return given, left_out


def possible_look(given: Given) -> tuple[Given, list[str]]:
    """Figure 8: lease, retry limit and marks are those of figure 7, so of these either all are given or none."""
    given, left_out = possible_marks(given)
    names = ("lease", "retry_limit", "marks")
    if given.get("as_figure_7") or any(name in given for name in names):
        given = {option.name: option.default for option in scanning.OPTIONS if option.name in names} | given
        given["as_figure_7"] = True
    return given, left_out


def each(
    given: Given, name: str, make: Callable[[str], Any], to_first: bool = False
) -> tuple[Given, list[str]]:
    """A list's entries made of their texts, and those of which `make` raises ValueError."""
    if name not in given:
        return given, []
    made, left_out = [], []
    for at, text in enumerate(given[name]):
        try:
            made.append(make(text))
        except ValueError:
            left_out.append(f"{name}={text}")
            if to_first:
                left_out += [f"{name}={later}" for later in given[name][at + 1 :]]
                break
    return {**given, name: made}, left_out


def read_failure(text: str) -> tuple[int, float]:
    task, _, at = text.partition(AT)
    return int(task), Option("minute", "number", 0, "", least=0).check(float(at))


def read_press(text: str) -> str:
    """A mark or a press of figure 7, such as "S2=discount stalled", of "S2-discount-stalled"."""
    crash, name = ("crash ", text.removeprefix("crash-")) if text.startswith("crash-") else ("", text)
    return crash + name.replace("-", "=", 1).replace("-", " ")
