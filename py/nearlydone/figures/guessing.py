"""What became of a guess, made before figure 1 starts: what will the bar that counts tasks say at half time?"""

from collections.abc import Mapping
from typing import Any

from nearlydone.bars import count
from nearlydone.byhand import run_failing
from nearlydone.figures import run
from nearlydone.jobs import random_job
from nearlydone.moment import moment_of
from nearlydone.options import Option
from nearlydone.words import counted, percent

OPTIONS = (*run.OPTIONS, Option("said", "whole", 50, "what the reader said, in per cent", least=0, most=100))


def answer(options: Mapping[str, Any]) -> dict[str, Any]:
    """`says`: per cent, rounded as the figure does; `verdict`: a sentence about how far off the guess was."""
    job = random_job(options["seed"])
    attempts = run_failing(job, run.WORKERS, options["fail"])
    half = moment_of(attempts, run.WORKERS, attempts[-1].end / 2)
    says = int(count(job, half) * 100 + 0.5)
    return {"says": says, "verdict": verdict(options["said"], says)}


def verdict(said: int, says: int) -> str:
    off = says - said
    more = "more" if off > 0 else "less"
    how = f"That is {counted(abs(off), 'point')} {more} than you said" if off else "That is what you said"
    return f"At half time counting says {percent(says / 100)}. {how}; the time itself says {percent(0.5)}."
