"""Figure 9, a day's bill: what silent failures cost, with a supervisor and without.

The retry limit starts at 2: with a limit of 1 nothing is tried again, so nothing is done twice either.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nearlydone.drawings.stacks import Part, Stack, stacks
from nearlydone.drawings.svg import tag
from nearlydone.figures.sliders import Slider, of, percents
from nearlydone.options import Option
from nearlydone.supervisor.cost import DEFAULT_STALL_RATIO, STEPS_PER_WORKFLOW, Bill, bill
from nearlydone.supervisor.settings import DEFAULT_SETTINGS
from nearlydone.supervisor.tables import bill_as_dict
from nearlydone.words import percent

DAY = bill()
SLIDERS = (
    Slider("workflows", "workflows a day", 100, 20_000, 100, DAY.workflows, of("workflow")),
    Slider("stall_ratio", "steps that stall", 0.0, 0.03, 0.0005, DEFAULT_STALL_RATIO, percents("of steps")),
    Slider("persistent_ratio", "workflows that never pass", 0.0, 0.05, 0.001, DAY.persistent_ratio,
           percents("of workflows")),
    Slider("retry_limit", "retry limit", 2, 5, 1, DAY.retry_limit, of("attempt")),
)
OPTIONS = (
    *(slider.option for slider in SLIDERS),
    Option("key", "switch", DEFAULT_SETTINGS.key, "whether steps carry an idempotency key"),
)


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """The bill as plain data, as a table and in words."""
    day = bill(**{slider.name: options[slider.name] for slider in SLIDERS})
    return {
        "bill": {**bill_as_dict(day), "extra_invoice_lines": day.extra_invoice_lines(options["key"])},
        "story": story(day, options["key"]),
        "drawings": {"bars": bars(day, options["key"]), "bill": table(day, options["key"])},
    }


def bars(day: Bill, key: bool) -> str:
    """The stalled part begins every bar, and is as long in each: the work was done, so what is done again for it is
    wasted."""
    stalled, lines = Part("overdue", day.stalled_steps), day.extra_invoice_lines(key)
    switch = "on" if key else "off"
    return stacks([
        Stack(
            f"{amount(day.half_finished)} workflows half-finished, nobody watching",
            (stalled, Part("failed", day.half_finished - day.stalled_steps)),
        ),
        Stack(
            f"{amount(day.redrives)} re-drives, a supervisor watching",
            (stalled, Part("failed", day.redrives - day.wasted)),
        ),
        Stack(f"{amount(lines)} lines too many on invoices, the key {switch}", (Part("overdue", lines),)),
    ])


def table(day: Bill, key: bool) -> str:
    rows = (
        ("steps a day", amount(STEPS_PER_WORKFLOW * day.workflows), ""),
        ("of these, stalled", amount(day.stalled_steps), ""),
        ("without a supervisor: half-finished workflows", amount(day.half_finished), f"{share(day.job_share)} of all"),
        ("with one: re-drives", amount(day.redrives), ""),
        ("of these, wasted", amount(day.wasted), "" if day.wasted_share is None else share(day.wasted_share)),
        ("extra lines on invoices", amount(day.extra_invoice_lines(key)), "key on" if key else "key off"),
    )
    body = [tag("tr", tag("th", what, scope="row"), tag("td", much), tag("td", note)) for what, much, note in rows]
    return tag("table", tag("tbody", *body), class_="tally bill")


def story(day: Bill, key: bool) -> str:
    """Whether half of the re-drives are wasted, and what that means for the one who counts invoice lines."""
    if day.wasted_share is None:
        return "Nothing fails, so there is nothing to mend and nothing to waste."
    wasted = f"{share(day.wasted_share)} of all re-drives are wasted"
    half = day.retry_limit * day.persistent_ratio / STEPS_PER_WORKFLOW
    if abs(day.wasted_share - 0.5) < 1e-9:
        wasted = "Exactly half of all re-drives are wasted"
    elif half:
        wasted += f"; half would be if {percents('of steps')(half)} stalled"
    errors = f"{amount(day.wasted)} new errors for {amount(day.half_finished)} workflows closed"
    if key:
        return f"{wasted}. With the key they leave no trace; without it, the supervisor would make {errors}."
    return f"{wasted}. Without the key each leaves a line too many: the supervisor makes {errors}."


def amount(count: float) -> str:
    """Whole where it is; else to the tenth."""
    return f"{round(count, 1):,.1f}".removesuffix(".0")


def share(value: float) -> str:
    return percent(value, 1)
