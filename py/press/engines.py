"""The browsers besides Chromium that the article is read with: found, or installed where that may be done."""

import os
import shutil
from dataclasses import dataclass

from press.errors import PressError
from press.progress import step
from press.system import can_install, install


@dataclass(frozen=True)
class Engine:
    """What it takes to test in a browser: `programs`, each under one of several names, from Debian's `packages`."""

    name: str
    programs: tuple[tuple[str, ...], ...]
    packages: tuple[str, ...]


FIREFOX = Engine("Firefox", (("firefox-esr", "firefox"),), ("firefox-esr",))
WEBKIT = Engine("WebKitGTK", (("WebKitWebDriver",), ("Xvfb",)), ("webkit2gtk-driver", "xvfb"))
ENGINES = (FIREFOX, WEBKIT)


def find(engine: Engine) -> list[str]:
    """The paths of its programs. Raises PressError when one of them is not installed."""
    paths = []
    for names in engine.programs:
        path = next(filter(None, map(shutil.which, names)), None)
        if not path:
            raise PressError(f"{engine.name}: not tested here, {names[0]} is not installed.")
        paths.append(path)
    return paths


def provide() -> None:
    """Install what is missing, and say what can't be tested then, and why. In CI, raises PressError for that."""
    missing = [engine for engine in ENGINES if problem(engine)]
    if missing and can_install():
        with step(f"{' and '.join(engine.name for engine in missing)} from the system's packages") as this:
            if not install(*(package for engine in missing for package in engine.packages)):
                this.outcome = "not to be had"
    problems = [said for engine in missing if (said := problem(engine))]
    if problems and os.environ.get("CI"):
        raise PressError(" ".join(problems))
    for said in problems:
        print(said)


def problem(engine: Engine) -> str | None:
    try:
        find(engine)
    except PressError as error:
        return str(error)
    return None
