"""What the page can ask besides the commands: its figures, at their defaults the build's too."""

from types import ModuleType

from nearlydone.commands import SEED, WORKERS, Command
from nearlydone.figures import billing, crowding, failing, guessing, planning, rules, run, scanning, silence, spreading
from nearlydone.figures.averaging import STAGE, drawn_answer
from nearlydone.figures.links import LINKED, decode, encode, file_name
from nearlydone.figures.sheets import csv_of
from nearlydone.jobs import random_job
from nearlydone.options import Option
from nearlydone.speed import scheduling_time


def drawn(figure: ModuleType) -> Command:
    """The charts of a figure, drawn by matplotlib."""
    return Command("its charts, drawn", figure.OPTIONS, lambda options, _: drawn_answer(figure.charts, options))


FIGURES = {
    "figure-1": Command("the run", run.OPTIONS, lambda options, _: run.answer(options)),
    "figure-2": Command("the rules", rules.OPTIONS, lambda options, _: rules.answer(options)),
    "figure-3": Command("failures", failing.OPTIONS, lambda options, _: failing.answer(options)),
    "figure-4": Command("spread", spreading.OPTIONS, lambda options, _: spreading.answer(options)),
    "figure-5": Command("workers", crowding.OPTIONS, lambda options, _: crowding.answer(options)),
    "figure-6": Command("the plan is wrong", planning.OPTIONS, lambda options, _: planning.answer(options)),
    "figure-7": Command("silence", silence.OPTIONS, lambda options, _: silence.answer(options)),
    "figure-8": Command("how often to look", scanning.OPTIONS, lambda options, _: scanning.answer(options)),
    "figure-9": Command("a day's bill", billing.OPTIONS, lambda options, _: billing.answer(options)),
    "guess": Command("what became of a guess", guessing.OPTIONS, lambda options, _: guessing.answer(options)),
    "figure-3-drawn": drawn(failing),
    "figure-4-drawn": drawn(spreading),
    "figure-5-drawn": drawn(crowding),
    "figure-6-drawn": drawn(planning),
}


def linked(figure: str) -> Command:
    """A link to a figure as it is set, and what to call a file of it."""
    return Command("a link to it", LINKED[figure].options, lambda options, _: {
        "link": encode(figure, options),
        "name": file_name(figure, options),
    })


def sheet(figure: str) -> Command:
    """What a figure shows with the settings of a link, as CSV."""
    jobs = [STAGE] if STAGE in FIGURES[figure].options else []
    options = (*LINKED[figure].options, *jobs)
    return Command("its numbers as CSV", options, lambda options, _: {"csv": csv_of(figure, options)})


ANCHOR = Option("fragment", "text", "", "what stands behind the # of an address", longest=2**22)

TAKE_AWAY = {
    "link": Command("what a link says", (ANCHOR,), lambda options, _: decode(options["fragment"])._asdict()),
    **{f"{figure}-link": linked(figure) for figure in LINKED},
    **{f"{figure}-csv": sheet(figure) for figure in LINKED},
}

SPEED = Command(
    "how long it takes to schedule a job, here and now",
    (SEED, WORKERS),
    lambda options, _: {
        "microseconds": scheduling_time(random_job(options["seed"]), options["workers"]) * 1e6,
    },
)
