"""Answers as tables for people."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from nearlydone.bars import BARS

Answer = dict[str, Any]


def table(heads: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Lines of a table: the first column to the left, the others to the right."""
    cells = [list(heads), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    for row in cells:
        first, *others = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((first, *others)).rstrip()


def print_job(answer: Answer) -> Iterator[str]:
    yield from table(
        ("task", "layer", "kind", "estimate", "duration", "failures", "waits for"),
        (
            (
                task["id"],
                task["layer"],
                "abcdefghijklmnopqrstuvwxyz"[task["kind"]] if task["kind"] < 26 else task["kind"],
                f"{task['estimate']:.2f}",
                f"{task['duration']:.2f}",
                len(task["attempts"]) - 1,
                " ".join(map(str, task["deps"])),
            )
            for task in answer["tasks"]
        ),
    )


def print_run(answer: Answer) -> Iterator[str]:
    yield from table(
        ("task", "worker", "start", "end", "went"),
        (
            (
                attempt["task"],
                attempt["worker"],
                f"{attempt['start']:.2f}",
                f"{attempt['end']:.2f}",
                "through" if attempt["ok"] else "failed",
            )
            for attempt in answer["attempts"]
        ),
    )
    yield ""
    yield from table(
        ("bar", "at half time", "points off", "above 90 %", "backwards"),
        (
            (bar, f"{answer['curves'][bar][50] * 100:.0f} %", *honesty_cells(answer["honesty"][bar]))
            for bar in answer["honesty"]
        ),
    )
    yield f"{answer['minutes']:.1f} minutes"


def print_measure(answer: Answer) -> Iterator[str]:
    if "rows" in answer:
        yield from print_measurements(answer["rows"])
        return
    errors = answer["standard_errors"]
    yield from table(
        ("bar", "points off", "±", "above 90 %", "±", "backwards", "±"),
        (
            (bar, *chain(*zip(honesty_cells(judged), error_cells(errors["bars"][bar]), strict=True)))
            for bar, judged in answer["bars"].items()
        ),
    )
    jobs = f"{answer['jobs']:,} {'job' if answer['jobs'] == 1 else 'jobs'}"
    yield (
        f"{jobs}, ± is one standard error; a job takes {answer['minutes']:.1f} minutes"
        f" ± {unless_unknown(errors['minutes'], '.2f')}, its longest chain {answer['longest_chain']:.1f}"
        f" ± {unless_unknown(errors['longest_chain'], '.2f')}, with {answer['failed_attempts']:.1f} failed attempts"
        f" and {answer['wasted_share']:.0%} of the time wasted"
    )


def print_measurements(rows: Sequence[Answer]) -> Iterator[str]:
    yield "Points off, share of the run above 90 %, largest step backwards in points, for each bar;"
    yield f"averages over {rows[0]['jobs']} jobs."
    yield ""
    yield from table(
        ("setting", "minutes", "failed", "wasted", *BARS),
        (
            (
                row["setting"],
                f"{row['minutes']:.1f}",
                f"{row['failed_attempts']:.1f}",
                f"{row['wasted_share']:.0%}",
                *(" ".join(honesty_cells(row["bars"][bar])) for bar in BARS),
            )
            for row in rows
        ),
    )


def error_cells(errors: Answer) -> tuple[str, str, str]:
    return (
        unless_unknown(errors["error"], ".2f"),
        unless_unknown(errors["above90"], ".1%"),
        unless_unknown(errors["backwards"], ".2f"),
    )


def unless_unknown(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"


def honesty_cells(judged: Answer) -> tuple[str, str, str]:
    return f"{judged['error']:.1f}", f"{judged['above90']:.0%}", f"{judged['backwards']:.1f}"


def print_supervisor(answer: Answer) -> Iterator[str]:
    if "tables" not in answer:
        yield from table(("", ""), ((name.replace("_", " "), cell(value)) for name, value in answer.items()))
        return
    runs = answer["tables"]
    counters = [name for name in runs["supervisor"] if name in PUBLISHED_COUNTERS]
    yield from table(
        ("", *runs),
        ((name.replace("_", " "), *(cell(run[name]) for run in runs.values())) for name in counters),
    )
    yield ""
    rows = answer["by_scan"]
    yield from table([name.replace("_", " ") for name in rows[0]], (map(cell, row.values()) for row in rows))


def print_cost(answer: Answer) -> Iterator[str]:
    rows = answer.get("rows", [answer])
    yield from table([name.replace("_", " ") for name in rows[0]], (map(cell, row.values()) for row in rows))


PUBLISHED_COUNTERS = (
    "completed", "steps", "redriven", "wasted", "compensated_jobs", "compensated_steps", "half_finished", "last_round",
)  # fmt: skip


def cell(value: object) -> str:
    """A number or a list of them as people read it; `-` for what there is none of."""
    match value:
        case None:
            return "-"
        case float():
            return f"{value:,.0f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3g}"
        case list():
            return " ".join(map(cell, value)) or "-"
    return str(value)


PRINTERS: dict[str, Callable[[Answer], Iterable[str]]] = {
    "job": print_job,
    "run": print_run,
    "measure": print_measure,
    "supervisor": print_supervisor,
    "cost": print_cost,
}
