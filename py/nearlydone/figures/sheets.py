"""What a figure shows as CSV: comments that say what it is, then its tables, a blank line between two."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from types import ModuleType
from typing import Any, NamedTuple

from nearlydone.charts.chart import Axis, Chart, Line
from nearlydone.drawings.tally import TABLES
from nearlydone.figures import billing, crowding, failing, planning, rules, run, scanning, silence, spreading
from nearlydone.figures.links import LINKED, encode, write
from nearlydone.supervisor.cost import STEPS_PER_WORKFLOW
from nearlydone.supervisor.settings import DEFAULT_SETTINGS

Options = Mapping[str, Any]
Answer = Mapping[str, Any]


class Table(NamedTuple):
    """A row of names with units, and rows of values, not rounded; None for what there is not."""

    heads: Sequence[str]
    rows: Iterable[Sequence[Any]]


class Sheet(NamedTuple):
    """`answer` is the figure's, `jobs` says how many, and of which seeds."""

    title: str
    answer: Callable[[Options], Answer]
    jobs: Callable[[Answer], str]
    tables: Callable[[Answer, Options], Iterable[Table]]


def csv_of(figure: str, settings: Options) -> str:
    """The figure with these settings of a link, and `jobs` where it averages so many."""
    sheet = SHEETS[figure]
    answer = sheet.answer(settings)
    text = StringIO()
    text.writelines(f"# {line}\n".replace("\u00a0", " ") for line in comments(figure, settings, answer))
    for number, (heads, rows) in enumerate(sheet.tables(answer, settings)):
        if number:
            text.write("\n")
        csv.writer(text, lineterminator="\n").writerows([heads, *rows])
    return text.getvalue()


def comments(figure: str, settings: Options, answer: Answer) -> Iterator[str]:
    yield f"Nearly Done, {figure.replace('-', ' ')}: {SHEETS[figure].title}"
    link = encode(figure, settings)
    yield f"link: #{link}" if link else "link: none; it would be too long"
    yield f"jobs: {SHEETS[figure].jobs(answer)}"
    sliders = {slider.name: slider for slider in LINKED[figure].sliders}
    for option in LINKED[figure].options:
        value = settings[option.name]
        if option.name in sliders:
            yield f"{sliders[option.name].label}: {sliders[option.name].says(value)}"
        elif value is not None:
            yield f"{option.help}: {write(option, value)}"
    yield f"in words: {answer['story']}"


def played(settings: Options) -> Answer:
    """Figure 7 at the round that is shown: at the end, if nothing says which."""
    shown = settings["round"]
    presses = () if settings["presses"] is None else settings["presses"]
    press = "resume" if settings["presses"] is not None else "end" if shown is None else f"to {shown}"
    return silence.answer({**settings, "presses": presses, "press": press, "record": ""})


def of_seeds(answer: Answer) -> str:
    return f"{answer['jobs']}, seeds 1 to {answer['jobs']}"


def well_estimated(answer: Answer) -> str:
    return f"{of_seeds(answer)}, with good estimates"


def run_tables(answer: Answer, _: Options) -> Iterator[Table]:
    shown, minutes = answer["shown"], answer["minutes"]
    yield Table(
        ("minute", "time passed (0 to 1)", *(f"{bar} (0 to 1)" for bar in shown)),
        ((minutes * k / run.STEPS, k / run.STEPS, *bars) for k, bars in enumerate(zip(*shown.values(), strict=True))),
    )
    yield attempts(answer["attempts"])


def rules_tables(answer: Answer, _: Options) -> Iterator[Table]:
    yield attempts([*answer["ended"], *({**attempt, "end": None, "ok": None} for attempt in answer["running"])])


def attempts(of: Iterable[Mapping[str, Any]]) -> Table:
    went = {True: "through", False: "failed", None: None}
    return Table(
        ("task", "worker", "start (minutes)", "end (minutes)", "went"),
        [(a["task"], a["worker"], a["start"], a["end"], went[a["ok"]]) for a in of],
    )


def chart_tables(figure: ModuleType) -> Callable[[Answer, Options], Iterator[Table]]:
    return lambda _, settings: map(chart_table, figure.charts(settings))


def chart_table(chart: Chart) -> Table:
    """A row for each x, with what every line is there."""
    columns = [column for line in chart.lines for column in columns_of(line, chart.y)]
    heads, values = zip(*columns, strict=True)
    return Table((with_unit(chart.x), *heads), zip(chart.lines[0].x, *values, strict=True))


def columns_of(line: Line, axis: Axis) -> Iterator[tuple[str, Sequence[float]]]:
    """Heads and values: the line's own, and those of its band's ends."""
    unit = with_unit(axis)
    yield unit if line.label == axis.label else f"{line.label} ({unit})", line.y
    for which, values in zip(("a tenth is below", "a tenth is above"), line.band or (), strict=False):
        yield f"{line.label}: {which} ({unit})", values


def with_unit(axis: Axis) -> str:
    return f"{axis.label}, 0 to 1" if "%" in axis.form else axis.label


def silence_tables(answer: Answer, _: Options) -> Iterator[Table]:
    alone, watched = answer["counters"]["alone"], answer["counters"]["watched"]
    names = [(caption, name, words) for caption, rows in TABLES for name, words in rows]
    names.append((TABLES[-1][0], "invoice_lines", "lines on invoices"))
    yield Table(
        ("table", "counter", "nobody watches", "supervisor"),
        [(caption, words, alone[name], watched[name]) for caption, name, words in names],
    )


def scanning_tables(answer: Answer, _: Options) -> Iterator[Table]:
    yield Table(
        ("rounds between two scans", "jobs completed", "mean delay (rounds)", "worst delay (rounds)",
         "last job closed in round", "records read"),
        [tuple(row.values()) for row in answer["rows"]],
    )


def billing_tables(answer: Answer, settings: Options) -> Iterator[Table]:
    bill = answer["bill"]
    yield Table(("a day", "amount", "unit"), [
        ("steps", STEPS_PER_WORKFLOW * settings["workflows"], "steps"),
        ("of these, stalled", bill["stalled_steps"], "steps"),
        ("half-finished without a supervisor", bill["half_finished_without_supervisor"], "workflows"),
        ("half-finished without a supervisor", bill["job_share"], "of all workflows, 0 to 1"),
        ("re-drives with one", bill["redrives"], "steps"),
        ("of these, wasted", bill["wasted"], "steps"),
        ("extra lines on invoices", bill["extra_invoice_lines"], "lines"),
    ])


TWELVE = f"{DEFAULT_SETTINGS.jobs} of {len(DEFAULT_SETTINGS.steps)} steps; no seed, the model has no luck in it"

SHEETS = {
    "figure-1": Sheet("the run", run.answer, lambda answer: f"1, seed {answer['seed']}", run_tables),
    "figure-2": Sheet("the four rules", rules.answer, lambda _: f"1, seed {rules.SEED}", rules_tables),
    "figure-3": Sheet("failures", failing.answer, well_estimated, chart_tables(failing)),
    "figure-4": Sheet("three quantities", spreading.answer, well_estimated, chart_tables(spreading)),
    "figure-5": Sheet("workers", crowding.answer, well_estimated, chart_tables(crowding)),
    "figure-6": Sheet("the plan is wrong", planning.answer, of_seeds, chart_tables(planning)),
    "figure-7": Sheet("silence", played, lambda _: TWELVE, silence_tables),
    "figure-8": Sheet("how often to look", scanning.answer, lambda _: TWELVE, scanning_tables),
    "figure-9": Sheet("a day’s bill", billing.answer, lambda _: "none; these are expected numbers", billing_tables),
}
