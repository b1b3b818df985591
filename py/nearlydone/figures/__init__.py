"""What each figure can be asked, by the page and, at its defaults, by the build."""

from nearlydone.commands import Command
from nearlydone.figures import rules, run

FIGURES = {
    "figure-1": Command("the run", run.OPTIONS, lambda options, _: run.answer(options)),
    "figure-2": Command("the rules", rules.OPTIONS, lambda options, _: rules.answer(options)),
}
