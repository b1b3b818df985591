"""What the page can ask besides the commands: its figures, at their defaults the build's too."""

from types import ModuleType

from nearlydone.commands import SEED, WORKERS, Command
from nearlydone.figures import billing, crowding, failing, guessing, planning, rules, run, scanning, silence, spreading
from nearlydone.figures.averaging import drawn_answer
from nearlydone.jobs import random_job
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

SPEED = Command(
    "how long it takes to schedule a job, here and now",
    (SEED, WORKERS),
    lambda options, _: {
        "microseconds": scheduling_time(random_job(options["seed"]), options["workers"]) * 1e6,
    },
)
