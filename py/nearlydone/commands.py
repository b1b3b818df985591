"""Every command, for the command line and for the page alike: its options as data, and its answer.

Answers are made of dicts, lists, numbers, strings and booleans, ready for JSON and never rounded.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from reprlib import repr as shortened
from typing import Any

from nearlydone.byhand import run_failing
from nearlydone.honesty import Honesty, curves, honesty
from nearlydone.jobs import random_job
from nearlydone.measure import Measurement, Progress, measure, silent
from nearlydone.options import SHAPE, Option, check_all
from nearlydone.scheduler import Attempt
from nearlydone.shape import GOOD_ESTIMATES, Shape
from nearlydone.supervisor.cost import DEFAULT_STALL_RATIO
from nearlydone.supervisor.settings import DEFAULT_SETTINGS
from nearlydone.supervisor.tables import by_scan, cost_answer, cost_rows, supervisor_answer, with_and_without
from nearlydone.tables import JOBS, SETTINGS

Answer = dict[str, Any]
Options = Mapping[str, Any]

SHAPES = (*SHAPE, Option("good_estimates", "switch", False, "means bias 0 and noise 0.05"))
SEED = Option("seed", "whole", 77, "which job")
WORKERS = Option("workers", "whole", 4, "how many workers", least=1, most=1_000_000)


@dataclass(frozen=True)
class Command:
    """`answer` is given every option's value, checked, and what shows the progress of long work."""

    help: str
    options: tuple[Option, ...]
    answer: Callable[[Options, Progress], Answer]
    table: Callable[[Progress], Answer] | None = None  # the answer when no option is given

    def ask(self, given: Options, progress: Progress = silent) -> Answer:
        """The answer. Raises ValueError, in one sentence, when it cannot be asked that."""
        options = check_all(self.options, given)
        if self.table and not given:
            return self.table(progress)
        if options.get("good_estimates"):
            options |= {name: value for name, value in GOOD_ESTIMATES.items() if name not in given}
        return self.answer(options, progress)


def find(commands: Mapping[str, Command], name: str) -> Command:
    """The command of that name. Raises ValueError when there is none."""
    if name not in commands:
        raise ValueError(f"there is no command {shortened(name)}, only {', '.join(commands)}")
    return commands[name]


def ask(name: str, given: Options, progress: Progress = silent) -> Answer:
    """The answer of a command of the command line. Raises ValueError when it cannot be asked that."""
    return find(COMMANDS, name).ask(given, progress)


def shape_of(options: Options) -> Shape:
    return Shape(**{option.name: options[option.name] for option in SHAPE})


def answer_job(options: Options, _: Progress) -> Answer:
    job = random_job(options["seed"], shape_of(options))
    return {
        "tasks": [
            {
                "id": task.id,
                "layer": task.layer,
                "kind": task.kind,
                "deps": list(task.deps),
                "estimate": task.estimate,
                "duration": task.duration,
                "attempts": list(task.attempts),
            }
            for task in job.tasks
        ],
        "factors": list(job.factors),
    }


def answer_run(options: Options, _: Progress) -> Answer:
    job = random_job(options["seed"], shape_of(options))
    attempts = run_failing(job, options["workers"], options["fail"])
    shown = curves(job, attempts, options["workers"])
    return {
        "minutes": attempts[-1].end,
        "attempts": plain_attempts(attempts),
        "curves": shown,
        "honesty": plain_bars({bar: honesty(curve) for bar, curve in shown.items()}),
    }


def answer_measure(options: Options, progress: Progress) -> Answer:
    measured = measure(
        shape_of(options),
        options["workers"],
        options["jobs"],
        options["first_seed"],
        engine=options["engine"],
        progress=progress,
    )
    return plain_measurement(measured)


def answer_measure_table(progress: Progress) -> Answer:
    """The default setting's answer, and beside it the rows of the article's table."""
    rows = [
        {"setting": name, **plain_measurement(measure(shape, workers, JOBS, progress=progress))}
        for name, shape, workers in SETTINGS
    ]
    default = next(row for row, setting in zip(rows, SETTINGS, strict=True) if setting.shape == Shape())
    return {**{name: value for name, value in default.items() if name != "setting"}, "rows": rows}


def plain_attempts(attempts: Iterable[Attempt]) -> list[Answer]:
    return [attempt._asdict() for attempt in attempts]


def plain_bars(bars: Mapping[str, Honesty]) -> Answer:
    return {bar: judged._asdict() for bar, judged in bars.items()}


def plain_measurement(measured: Measurement) -> Answer:
    return {**asdict(measured), "bars": plain_bars(measured.bars)}


def answer_supervisor(options: Options, _: Progress) -> Answer:
    others = {name: value for name, value in options.items() if name != "no_supervisor"}
    return supervisor_answer(supervisor=not options["no_supervisor"], **others)


def answer_supervisor_tables(_: Progress) -> Answer:
    """The counters of the default run, and beside them the two published tables."""
    return {**supervisor_answer(), "tables": with_and_without(), "by_scan": by_scan()}


def answer_cost(options: Options, _: Progress) -> Answer:
    return cost_answer(**options)


def answer_cost_rows(_: Progress) -> Answer:
    """The bill of the default day, and beside it the published rows."""
    return {**cost_answer(), "rows": cost_rows()}


def rounds_option(name: str, help: str, least: int = 1) -> Option:
    return Option(name, "whole", getattr(DEFAULT_SETTINGS, name), help, least, 100_000)


RETRY_LIMIT = rounds_option("retry_limit", "attempts a step has before its job is compensated")

COMMANDS = {
    "job": Command("the tasks of a job", (*SHAPES, SEED), answer_job),
    "run": Command(
        "one job scheduled, and what each bar showed",
        (
            *SHAPES,
            SEED,
            WORKERS,
            Option("fail", "failures", (), "fail a task by hand at a minute while it runs"),
        ),
        answer_run,
    ),
    "measure": Command(
        "averages over many jobs; with no options, the article's table",
        (
            *SHAPES,
            WORKERS,
            Option("jobs", "whole", JOBS, "how many jobs", least=1, most=1_000_000_000),
            Option("first_seed", "whole", 1, "the first job's seed; the others follow it"),
            Option("engine", "word", "batch", "which engine", words=("batch", "readable")),
        ),
        answer_measure,
        answer_measure_table,
    ),
    "supervisor": Command(
        "jobs whose steps fail without a word; with no options, the two published tables",
        (
            Option("no_supervisor", "switch", False, "nobody watches the record"),
            rounds_option("scan", "rounds between two looks at the record"),
            rounds_option("lease", "rounds a started step is given", least=0),
            RETRY_LIMIT,
            rounds_option("rounds", "rounds at most"),
            Option("stall", "faults", (), "a step that is done once without being recorded"),
            Option("persistent", "faults", (), "a step that never passes"),
            Option("no_faults", "switch", False, "every step is well"),
        ),
        answer_supervisor,
        answer_supervisor_tables,
    ),
    "cost": Command(
        "what a day of silent failures costs; with no options, the published rows",
        (
            Option("workflows", "whole", 4000, "workflows a day", least=1, most=10**12),
            Option("stall_ratio", "number", DEFAULT_STALL_RATIO, "stalls for each step", least=0, most=1),
            Option("persistent_ratio", "number", 0.02, "persistent failures for each workflow", least=0, most=1),
            RETRY_LIMIT,
        ),
        answer_cost,
        answer_cost_rows,
    ),
}
