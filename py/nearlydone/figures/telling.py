"""Figure 7 in words: what a round brought, what a mark will do, what a crash took and what it did not."""

from __future__ import annotations

from collections.abc import Sequence

from nearlydone.figures.keeping import Gap, Recovery
from nearlydone.supervisor.model import Did, Event
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Cell, Key, Mark, Settings
from nearlydone.supervisor.story import tell
from nearlydone.words import counted, listed

TOLD_IN_FULL = 3  # events of one kind; of more, the others are only named

WILL: dict[Mark, str] = {
    "well": "{step} of {job} is well again",
    "stalled": "{step} of {job} will be done once without its result being recorded",
    "persistent": "{step} of {job} will never pass",
    "lost": "the next start of {step} of {job} will be written down and never sent",
    "slow": "{step} of {job} takes the agent 2 rounds more",
}

NOTHING_UNDER_WAY = "Nothing is under way that could be lost: start the run first."
NOT_KEPT = "Nothing is kept on record here, so a crash would take all of it."
CRASHED = "It has just been crashed; a fresh process is on its way."
NO_GAP: dict[Gap, str] = {
    "sent": "In the next round no step is started that could be lost.",
    "recorded": "In the next round no result is recorded that could be lost.",
}

VERBS: dict[Mark, str] = {
    "stalled": "stall", "persistent": "never pass", "lost": "not be told to start", "slow": "be slow",
}


def told_round(run: Run) -> str:
    """The last round of a run: what is remarkable in full, the rest counted."""
    if not run.events:
        return quiet(run)
    of: dict[Did, list[Event]] = {}
    for event in run.events:
        of.setdefault(event.did, []).append(event)
    said = []
    if recorded := len(of.get("recorded", ())):
        said.append(f"The agent did {counted(recorded, 'step')} and recorded {'it' if recorded == 1 else 'them'}.")
    for did in ("failed", "stalled", "late", "re-driven"):
        said += told_kind(of.get(did, ()), run.settings)
    if run.settings.supervisor and run.round % run.settings.scan == 0 and "re-driven" not in of:
        said.append("The supervisor looked, and found nothing past its lease.")
    if completed := len(of.get("completed", ())):
        said.append(f"The scheduler closed {counted(completed, 'job')}: all steps are recorded.")
    said += told_kind(of.get("compensated", ()), run.settings)
    if sent := len(of.get("sent", ())):
        said.append(f"The scheduler started {counted(sent, 'step')}.")
    said += told_kind(of.get("lost", ()), run.settings)
    return " ".join(said)


def told_kind(events: Sequence[Event], settings: Settings) -> list[str]:
    """The events of one kind as sentences; when they are many, two of them and the names of the others."""
    if len(events) <= TOLD_IN_FULL:
        return [tell(event, settings) for event in events]
    others = listed([f"S{event.job}" for event in events[2:]])
    return [*(tell(event, settings) for event in events[:2]), f"The same goes for {others}."]


def quiet(run: Run) -> str:
    waiting = [job for job in run.book.jobs.values() if job.state == "running"]
    if not waiting:
        return "Nothing happened."
    longest = run.round - min(job.started for job in waiting)
    return f"Nothing happened. {counted_running(len(waiting))}, the longest for {counted(longest, 'round')}."


def told_end(run: Run) -> str:
    """How a run ends in which nothing more can happen."""
    states = [job.state for job in run.book.jobs.values()]
    completed, compensated = states.count("done"), states.count("compensated")
    if half := len(states) - completed - compensated:
        names = listed([f"S{job.job}" for job in run.book.jobs.values() if job.closed is None])
        return f"It is over, and nobody says so: {counted_running(half)} for ever ({names}). No error was raised."
    return f"It is over: {counted(completed, 'job')} completed, {compensated} compensated, none half-finished."


def told_marks(run: Run) -> str:
    """How many steps are marked, before the first round."""
    cells = [(job, step) for job in run.book.jobs for step in range(len(run.settings.steps))]
    marks = [run.faults.mark_of(cell) for cell in cells]
    kinds = [f"{marks.count(mark)} will {verb}" for mark, verb in VERBS.items() if mark in marks]
    return f"Of {len(cells)} steps, {listed(kinds)}." if kinds else f"All {len(cells)} steps are well."


def told_given_up(round: int, latest: int) -> str:
    """What a press on an earlier round costs."""
    if round == latest:
        return ""
    lost = f"Round {latest} is" if latest == round + 1 else f"Rounds {round + 1} to {latest} are"
    return f" {lost} given up, and the record is written anew up to here."


def told_mark(before: Run, cell: Cell, mark: Mark) -> str:
    """What a mark will do, or why it comes too late."""
    job, step = before.book.jobs[cell[0]], before.settings.steps[cell[1]]
    words = {"job": f"S{cell[0]}", "step": step}
    if job.step > cell[1]:
        return f"S{cell[0]} has its {step} recorded already: the mark changes nothing any more."
    if job.closed is not None:
        return f"S{cell[0]} is closed already: the mark changes nothing any more."
    said = WILL[mark].format(**words)
    return f"{said[0].upper()}{said[1:]}, from the next round on."


def told_crash(gap: Gap, event: Event, settings: Settings) -> str:
    """What had happened when the process was killed."""
    step = f"{settings.steps[event.step]} of S{event.job}"
    had = {
        "sent": f"it had written that S{event.job} starts {settings.steps[event.step]}, and not sent it yet",
        "recorded": f"the agent had done {step}, and not recorded it yet",
    }[gap]
    return (
        f"In the middle of round {event.round} the process that runs Python is killed: {had}. "
        "A fresh one is starting, and has nothing but the record."
    )


def told_recovery(recovery: Recovery, found: Run, ahead: Sequence[Run]) -> str:
    """What was and was not lost. `found` is the run after the round that was cut off, `ahead` the rounds to
    come if nobody interferes."""
    rows = len(found.book.attempts)
    said = [
        f"A fresh process opened the record: round {recovery.round} was begun and not finished, and it played the "
        f"rest ({counted(len(recovery.played), 'event')}). Not lost: all that was written, {rows} attempts so far."
    ]
    said += [
        f"Lost: the start of {of(key, found.settings)}. The record says it is running, and nobody is at it."
        for key in sorted(recovery.lost.lost)
    ]
    said += [
        f"Lost: the result of {of(key, found.settings)}. The work is done, and the record does not know."
        for key in sorted(recovery.lost.stalled)
    ]
    said += [found_out(key, ahead) for key in sorted(recovery.lost.lost | recovery.lost.stalled)]
    return " ".join(said)


def found_out(key: Key, ahead: Sequence[Run]) -> str:
    """When the supervisor will notice an attempt that went silent, if ever."""
    for later in ahead:
        if any(event.did == "re-driven" and event.key == key for event in later.events):
            return f"The supervisor will find it past its lease in round {later.round}."
    return "Nobody watches, so nobody will ever find out."


def told_all(events: Sequence[Event], settings: Settings) -> list[str]:
    """Every moment of a round."""
    return [tell(event, settings) for event in events]


def of(key: Key, settings: Settings) -> str:
    job, step, _ = key
    return f"{settings.steps[step]} of S{job}"


def counted_running(count: int) -> str:
    return "1 job says “running”" if count == 1 else f"{count} jobs say “running”"
