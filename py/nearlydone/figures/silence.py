"""Figure 7, silence: twelve jobs whose steps may fail without a word, with and without a supervisor.

What the reader did is the whole state: settings, marks before the first round, and presses since. Python
replays it in memory, for any round that the reader looks at, and keeps one of the two runs in a record on
disk (`keeping`). Looking back leaves the record as it is; a press on an earlier round gives up what came
after it, and the record is written anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nearlydone.drawings.board import board
from nearlydone.drawings.books import books
from nearlydone.drawings.ruler import ruler
from nearlydone.drawings.svg import tag
from nearlydone.drawings.tally import tally
from nearlydone.figures import keeping, telling
from nearlydone.figures.keeping import GAPS, Gap
from nearlydone.figures.play import Play, begin
from nearlydone.figures.presets import PRESETS, PUBLISHED
from nearlydone.figures.presses import is_still, last_round, marks_of, next_round, parse_mark, to_end
from nearlydone.figures.sliders import Slider, every_rounds, of
from nearlydone.options import Option
from nearlydone.supervisor.counters import Counters, counters, invoice_lines, ledger
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import DEFAULT_SETTINGS, Settings
from nearlydone.supervisor.tables import counters_as_dict

SLIDERS = (
    Slider("scan", "the supervisor looks", 1, 10, 1, DEFAULT_SETTINGS.scan, every_rounds),
    Slider("lease", "lease of a step", 1, 6, 1, DEFAULT_SETTINGS.lease, of("round")),
    Slider("retry_limit", "retry limit", 1, 5, 1, DEFAULT_SETTINGS.retry_limit, of("attempt")),
)
SHORTEST = 8  # rounds on the ruler, at least

OPTIONS = (
    *(slider.option for slider in SLIDERS),
    Option("supervisor", "switch", DEFAULT_SETTINGS.supervisor, "whether the record is of the run with one"),
    Option("key", "switch", DEFAULT_SETTINGS.key, "whether steps carry an idempotency key"),
    Option("marks", "faults", PUBLISHED, 'marks before the first round, such as "S2=discount stalled"'),
    Option("presses", "faults", (), "what was pressed since"),
    Option("round", "whole", None, "the round that is shown, if not the latest", 0, DEFAULT_SETTINGS.rounds),
    Option("press", "text", "end", "what is pressed now"),
    Option("record", "text", "", "the name of the record on disk, if one is kept"),
)


def answer(options: Mapping[str, Any], folder: Path = keeping.FOLDER) -> dict[str, Any]:
    """Where the press leads, as plain data and drawings, with the state to send with the next press.

    ValueError, in one sentence, for a press that there is not or that cannot be.
    """
    settings = Settings(**{name: options[name] for name in ("supervisor", "scan", "lease", "retry_limit", "key")})
    play = begin(settings, options["marks"], options["presses"])
    path = keeping.path_of(options["record"], folder) if options["record"] else keeping.NOWHERE
    if path and (recovery := keeping.recover(path)):
        play = play.recovered(recovery)
        keeping.keep(path, play.runs())
        ahead = [stage.run(settings.supervisor) for stage in to_end(play.shown)]
        return shown(play, telling.told_recovery(recovery, play.run, ahead), path)
    if options["round"] is not None:
        play = play.look(min(options["round"], play.latest))
    word, _, rest = options["press"].partition(" ")
    if word == "crash":
        return crashed(play, rest, path)
    then, story = pressed(play, word, rest)
    return shown(then, story, path)


def pressed(play: Play, word: str, rest: str) -> tuple[Play, str]:
    """Where a press leads, and what is to be said of it. ValueError if there is no such press."""
    match word:
        case "next":
            then = play.look(play.round + 1) if can_go_on(play) else play
        case "back":
            then = play.look(play.round - 1)
        case "to" if rest.isdecimal():
            then = play.look(min(int(rest), last(play)))
        case "end":
            then = play.to_end()
        case "over":
            then = play.over_again()
        case "set":
            return play, f"Played again with this setting. {told(play)}" if play.round else told(play)
        case "resume":
            return play, f"Carried on where it stood. {told(play)}"
        case "preset":
            preset = next((preset for preset in PRESETS if preset.name == rest), None)
            if preset is None:
                raise ValueError(f"there is no preset {rest!r}")
            return begin(preset.settings, preset.marks), f"{preset.look} Press Start."
        case _:
            then = play.mark(f"{word} {rest}")
            cell, mark = parse_mark(then.presses[-1], play.settings)
            given_up = telling.told_given_up(play.round, play.latest)
            return then, telling.told_mark(play.run, cell, mark) + given_up
    return then, told(then)


def crashed(play: Play, gap: str, path: str | None) -> dict[str, Any]:
    """The next round as far as a gap in it, on the record. To end the process is the caller's part."""
    if gap not in GAPS:
        raise ValueError(f"there is no gap {gap!r}: a crash is before a step is {' or '.join(GAPS)}")
    if path is None or not keeping.outlives(path):
        raise ValueError("nothing is kept on record here, so a crash would take all of it")
    play = play.then()
    keeping.keep(path, play.runs())
    event, run = keeping.crash(path, gap, next_round(play.run))
    no_crash = dict.fromkeys(GAPS, telling.CRASHED)
    return drawn(play, run, play.run, no_crash, telling.told_crash(gap, event, play.settings))


def shown(play: Play, story: str, path: str | None) -> dict[str, Any]:
    """The shown round: from the record, if it is the latest and there is one."""
    kept = keeping.keep(path, play.runs()) if path else None
    run = kept.run if kept and play.place == len(play.stages) - 1 else play.run
    no_crash = why_no_crash(play, run, kept=path is not None and keeping.outlives(path))
    return {**drawn(play, run, play.before, no_crash, story), "found": kept.found if kept else None}


def why_no_crash(play: Play, run: Run, kept: bool) -> dict[Gap, str]:
    """Why there can be no crash in a gap of the next round, "" if there can be. `kept` says whether the record would
    be there after one."""
    if is_over(play):
        return dict.fromkeys(GAPS, telling.NOTHING_UNDER_WAY)
    if not kept:
        return dict.fromkeys(GAPS, telling.NOT_KEPT)
    return {gap: "" if jobs else telling.NO_GAP[gap] for gap, jobs in keeping.gaps(next_round(run)).items()}


def drawn(play: Play, run: Run, before: Run, no_crash: Mapping[Gap, str], story: str) -> dict[str, Any]:
    """`run` is that of the record, in the middle of a round or not; the other one is as it is shown."""
    settings, until = play.settings, max(SHORTEST, last(play))
    alone, watched = (play.shown.alone, run) if settings.supervisor else (run, play.shown.watched)
    counted, lines = (counters(alone), counters(watched)), (lines_of(alone), lines_of(watched))
    return {
        "state": {
            **{slider.name: getattr(settings, slider.name) for slider in SLIDERS},
            "supervisor": settings.supervisor,
            "key": settings.key,
            "marks": list(play.marks),
            "presses": list(play.presses),
            "round": play.round,
        },
        "round": play.round,
        "latest": play.latest,
        "last": last(play),
        "can": {
            "next": can_go_on(play),
            "back": play.round > 0,
            "crash": {gap: not why for gap, why in no_crash.items()},
        },
        "no_crash": dict(no_crash),
        "marks": marks_of(run.faults, settings),
        "story": story,
        "counters": {"alone": plain(counted[0], lines[0]), "watched": plain(counted[1], lines[1])},
        "drawings": {
            "board": board(alone, watched),
            "ruler": ruler(run, play.round, until),
            "books": books(run, before),
            "tally": tally(*counted, lines),
            "settings": tag("span", told_settings(settings)),
            "moments": tag("ol", *(tag("li", said) for said in telling.told_all(play.run.events, settings))),
        },
    }


def plain(counted: Counters, lines: int) -> dict[str, Any]:
    return {**counters_as_dict(counted), "invoice_lines": lines}


def lines_of(run: Run) -> int:
    return invoice_lines(ledger(run), run.settings.key)


def can_go_on(play: Play) -> bool:
    """Whether there is a later round, played or not, in which something happens."""
    return play.round < play.latest or not is_over(play)


def is_over(play: Play) -> bool:
    """Whether nothing more can happen by itself in either run."""
    return all(is_still(run) for run in play.shown[1:])


def last(play: Play) -> int:
    """The last round that there is to see."""
    return last_round(play.settings, play.marks, play.presses)


def told(play: Play) -> str:
    """The shown round in words."""
    if play.round == 0:
        return "Nothing has started. " + telling.told_marks(play.run)
    end = telling.told_end(play.run) if is_over(play) else ""
    return f"Round {play.round}. {telling.told_round(play.run)} {end}".rstrip()


def told_settings(settings: Settings) -> str:
    """What the run is set to, for when its controls are folded up."""
    scan, lease, limit = (slider.says(getattr(settings, slider.name)) for slider in SLIDERS)
    return f"a look {scan}, a lease of {lease}, at most {limit}, {'with' if settings.key else 'without'} a key"
