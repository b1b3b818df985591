"""Figure 7 as far as the reader has taken it: every stage of both runs, and the round that is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from nearlydone.figures.keeping import Recovery
from nearlydone.figures.presses import (
    Stage,
    crash_press,
    marks_of,
    name_of,
    parse_mark,
    replay,
    to_end,
)
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Settings


@dataclass(frozen=True)
class Play:
    """`marks` were made before the first round, `presses` since. `stages` has the one before the first press,
    and the one after each. `round` is what is shown, which need not be the latest."""

    settings: Settings
    marks: tuple[str, ...]
    presses: tuple[str, ...]
    stages: tuple[Stage, ...]
    round: int

    @property
    def latest(self) -> int:
        return self.stages[-1].rounds

    @property
    def place(self) -> int:
        """Where in `stages` the shown one is: the last of its round, after the marks made there."""
        return max(at for at, stage in enumerate(self.stages) if stage.rounds == self.round)

    @property
    def shown(self) -> Stage:
        return self.stages[self.place]

    @property
    def run(self) -> Run:
        """The shown run, of the two the one that is kept on record."""
        return self.shown.run(self.settings.supervisor)

    @property
    def before(self) -> Run:
        """What the shown run was a press before."""
        return self.stages[max(0, self.place - 1)].run(self.settings.supervisor)

    def then(self, *presses: str) -> Play:
        """More presses, on what is shown: what came after it is given up."""
        return begin(self.settings, self.marks, (*self.presses[: self.place], *presses))

    def look(self, round: int) -> Play:
        """Another round, played if it has not been."""
        if round <= self.latest:
            return replace(self, round=max(0, round))
        return replace(self, round=self.latest).then(*["next"] * (round - self.latest))

    def to_end(self) -> Play:
        latest = replace(self, round=self.latest)
        return latest.then(*["next"] * len(to_end(latest.shown)))

    def over_again(self) -> Play:
        """Before the first round, with the marks as they are now."""
        return begin(self.settings, marks_of(self.run.faults, self.settings))

    def mark(self, text: str) -> Play:
        """A cell marked anew, or well again if it is so marked already."""
        cell, mark = parse_mark(text, self.settings)
        again = self.run.faults.mark_of(cell) == mark
        return self.then(f"{name_of(cell, self.settings)} well" if again else text)

    def recovered(self, recovery: Recovery) -> Play:
        """The round that a crash cut off, as it was played in the end."""
        presses = [crash_press("lost", key, self.settings) for key in sorted(recovery.lost.lost)]
        presses += [crash_press("stalled", key, self.settings) for key in sorted(recovery.lost.stalled)]
        return replace(self, round=self.latest).then(*presses, "next")

    def runs(self) -> list[Run]:
        """The run that is kept on record, at every stage."""
        return [stage.run(self.settings.supervisor) for stage in self.stages]


def begin(settings: Settings, marks: Iterable[str], presses: Sequence[str] = ()) -> Play:
    """ValueError for a mark or a press that there is not."""
    marks, presses = tuple(marks), tuple(presses)
    stages = replay(settings, marks, presses)
    return Play(settings, marks, presses, stages, stages[-1].rounds)
