"""Settings of figure 7 that show one idea each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nearlydone.figures.presses import marks_of
from nearlydone.supervisor.settings import DEFAULT_FAULTS, DEFAULT_SETTINGS, Settings

PUBLISHED = tuple(marks_of(DEFAULT_FAULTS, DEFAULT_SETTINGS))


@dataclass(frozen=True)
class Preset:
    """`look` says where to look. It names no result: those are the run's to show."""

    name: str
    look: str
    settings: Settings = DEFAULT_SETTINGS
    marks: tuple[str, ...] = PUBLISHED


PRESETS = (
    Preset("three stalls, one that never passes", "Three steps stall and one never passes. Watch the two boards part."),
    Preset(
        "a lease too short",
        "Nothing fails here: two steps are only slow. Compare the boards, then give the lease more rounds.",
        marks=("S4=discount slow", "S8=notification slow"),
    ),
    Preset(
        "one attempt only",
        "With a retry limit of one, nothing is tried again. Look for work that is done and that nobody undoes.",
        replace(DEFAULT_SETTINGS, retry_limit=1),
    ),
    Preset(
        "a lost start, a stall",
        "S2 stalls, the start of S9 is lost. Compare their lines in the record, then what really happened.",
        marks=("S2=discount stalled", "S9=discount lost"),
    ),
    Preset(
        "the key off",
        "Steps carry no idempotency key now. Count the lines on the invoices.",
        replace(DEFAULT_SETTINGS, key=False),
    ),
)
