"""Links: what a figure is set to, as the fragment of an address, and back.

    figure-5/v1/workers=12
    figure-2/v1/actions=3-next,1,next
    figure-7/v1/scan=4/marks=S2-discount-stalled/presses=5-next

Only letters, digits and / = - . , are in it: no program takes a link apart at these. What is not named is as the
page is built, so when a default or the meaning of a name changes, so must VERSION.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import unquote

from nearlydone.figures import billing, crowding, failing, planning, rules, run, scanning, silence, spreading
from nearlydone.figures.averaging import STAGE
from nearlydone.figures.possible import AT, Given, possible_look, possible_play, possible_run, possible_steps
from nearlydone.figures.sliders import Slider
from nearlydone.options import MOST, Option
from nearlydone.words import listed

VERSION = "v1"
LONGEST = 2000  # letters of a link that is read
NAMED = 3  # of what is left out of a link; of more, the others are only counted
LISTS = ("actions", "failures", "faults")


class Link(NamedTuple):
    """What a fragment says: of which figure, None if of none; the settings that can be used, only those named, or
    None if it cannot be read at all; and one sentence about what cannot be used."""

    figure: str | None
    settings: Given | None
    note: str


@dataclass(frozen=True)
class Linked:
    """What of a figure is in a link. `possible` is given what was read, lists still as texts; it returns what can
    be done, and what of it cannot."""

    options: tuple[Option, ...]
    sliders: tuple[Slider, ...] = ()
    possible: Callable[[Given], tuple[Given, list[str]]] = lambda given: (given, [])


def encode(figure: str, settings: Mapping[str, Any]) -> str | None:
    """The fragment, from every setting's value, checked. None if it would be longer than what is read."""
    link = "/".join((figure, VERSION, *(f"{name}={text}" for name, text in written(figure, settings).items())))
    return link if len(f"#{link}") <= LONGEST else None


def file_name(figure: str, settings: Mapping[str, Any]) -> str:
    """What to call a file of it: with all settings that are not lists."""
    lists = {spelt(option.name) for option in LINKED[figure].options if option.kind in LISTS}
    named = (f"{name}-{text}" for name, text in written(figure, settings).items() if name not in lists)
    return "-".join(("nearly-done", figure, *named))


def written(figure: str, settings: Mapping[str, Any]) -> dict[str, str]:
    """The settings that are not as the page is built, in words of a link."""
    options = {option.name: option for option in LINKED[figure].options}
    changed = {name: option for name, option in options.items() if not is_default(option, settings)}
    return {spelt(name): write(option, settings[name]) for name, option in changed.items()}


def is_default(option: Option, settings: Mapping[str, Any]) -> bool:
    value = settings[option.name]
    if option.name == "round" and settings["presses"] is not None:
        return value is None or value == list(settings["presses"]).count("next")
    if option.kind in LISTS and None not in (value, option.default):
        return list(value) == list(option.default)
    return bool(value == option.default)


def decode(text: str) -> Link:
    """What a fragment says, with or without its #. Never raises; of any other anchor it says nothing."""
    found = re.match(r"#?(figure-[1-9])(?![0-9])(.*)", unquote(text).rstrip(" .,;:!?'\")]}>*_"), re.DOTALL)
    if not found or not found[2]:
        return Link(None, None, "")
    figure, rest = found.groups()
    if len(text) > LONGEST:
        return Link(figure, None, f"Nothing was taken from this link, because it has more than {LONGEST:,} letters.")
    before, _, named = rest.partition("/")
    version, *parts = named.split("/")
    if before or version != VERSION:
        said = shortened(before or version)
        return Link(figure, None, f"Nothing was taken from this link: it says {said} where this page reads {VERSION}.")
    settings, left_out = read_all(figure, filter(None, parts))
    settings, impossible = LINKED[figure].possible(settings)
    return Link(figure, settings, told([*left_out, *impossible]))


def read_all(figure: str, parts: Iterable[str]) -> tuple[Given, list[str]]:
    """Every setting that is named as it must be, and the parts that are not."""
    options = {spelt(option.name): option for option in LINKED[figure].options}
    sliders = {slider.name: slider for slider in LINKED[figure].sliders}
    settings: Given = {}
    left_out = []
    for part in parts:
        name, _, value = part.partition("=")
        try:
            if name not in options or options[name].name in settings:
                raise ValueError
            option = options[name]
            read_value = read(option, value)
            settings[option.name] = sliders[option.name].check(read_value) if option.name in sliders else read_value
        except ValueError:
            left_out.append(part)
    return settings, left_out


def told(left_out: Sequence[str]) -> str:
    if not left_out:
        return ""
    named = [shortened(part) for part in left_out[:NAMED]]
    more = [f"{len(left_out) - NAMED} more"] if len(left_out) > NAMED else []
    return f"Left out of this link, because it cannot be here: {listed([*named, *more])}."


def shortened(text: str) -> str:
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return text if len(text) <= 30 else f"{text[:29]}…"


def spelt(name: str) -> str:
    return name.replace("_", "-")


# A value as text, and back


def write(option: Option, value: Any) -> str:
    match option.kind:
        case "switch":
            return "yes" if value else "no"
        case "failures":
            value = [f"{task}{AT}{number(at)}" for task, at in value]
        case "actions" | "faults":
            value = [str(entry).replace("=", "-").replace(" ", "-") for entry in value]
        case _:
            return number(value)
    entries: list[str] = []
    for entry, same in groupby(value):
        many = len(list(same))
        entries += [f"{many}-next"] if entry == "next" and many > 1 else [entry] * many
    return ",".join(entries) or "none"


def number(value: float) -> str:
    return repr(value).removesuffix(".0")


def read(option: Option, text: str) -> Any:
    """The value, checked; of a list its entries as texts. ValueError if it is none."""
    match option.kind:
        case "switch":
            if text not in ("yes", "no"):
                raise ValueError
            return text == "yes"
        case "whole":
            return option.check(int(text))
        case "number":
            return option.check(float(text))
    entries: list[str] = []
    for entry in [] if text == "none" else text.split(","):
        many = re.fullmatch(r"([0-9]{1,4})-next", entry)
        entries += ["next"] * int(many[1]) if many else [entry]
        if len(entries) > MOST:
            raise ValueError
    return entries


def without(options: Sequence[Option], *names: str) -> tuple[Option, ...]:
    return tuple(option for option in options if option.name not in names)


def averages(figure: ModuleType) -> Linked:
    return Linked(without(figure.OPTIONS, STAGE.name), figure.SLIDERS)


MINUTE = Option("minute", "number", None, "the minute that is shown, if one is", least=0)
AS_FIGURE_7 = Option("as_figure_7", "switch", False, "whether faults, lease and retry limit are those of figure 7")
PRESSES = replace(next(option for option in silence.OPTIONS if option.name == "presses"), default=None)

LINKED = {
    "figure-1": Linked((*run.OPTIONS, MINUTE), possible=possible_run),
    "figure-2": Linked(rules.OPTIONS, possible=possible_steps),
    "figure-3": averages(failing),
    "figure-4": averages(spreading),
    "figure-5": averages(crowding),
    "figure-6": averages(planning),
    "figure-7": Linked(
        (*without(silence.OPTIONS, "presses", "press", "record"), PRESSES), silence.SLIDERS, possible_play
    ),
    "figure-8": Linked(
        (*scanning.OPTIONS, AS_FIGURE_7), (*scanning.SLIDERS, *silence.SLIDERS[1:]), possible_look
    ),
    "figure-9": Linked(billing.OPTIONS, billing.SLIDERS),
}
"""Where `presses` of figure 7 are not named, its run is played to the end, as the page is built."""
