"""The events of a round as sentences."""

from __future__ import annotations

from nearlydone.supervisor.model import Did, Event
from nearlydone.supervisor.settings import Settings

SENTENCES: dict[Did, str] = {
    "worked": "The agent did {step} for {job}.",
    "failed": "The agent tried {step} for {job}: it did not pass, and nobody was told.",
    "stalled": "The result of {step} for {job} never reached the record.",
    "recorded": "The agent wrote to the record that {step} of {job} is done.",
    "late": "The agent’s result of {step} for {job} came too late, and the record refused it.",
    "re-driven": "The supervisor found {step} of {job} past its lease and took it back.",
    "started": "The scheduler wrote to the record that {job} starts {step}.",
    "sent": "The scheduler sent {step} of {job} to the agent.",
    "lost": "The start of {step} of {job} was never sent.",
    "completed": "The scheduler closed {job}: all its steps are recorded.",
    "compensated": "The scheduler gave {job} up and had {finished} compensated.",
}


def tell(event: Event, settings: Settings) -> str:
    """One sentence on what happened, which names the attempt if it is not the first."""
    closed = event.did in ("completed", "compensated")
    step = "" if closed else settings.steps[event.step]
    if event.attempt > 0:
        step += f" (attempt {event.attempt + 1})"
    finished = {0: "nothing", 1: "its one recorded step"}.get(event.step, f"its {event.step} recorded steps")
    return SENTENCES[event.did].format(job=f"S{event.job}", step=step, finished=finished)
