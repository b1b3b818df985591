"""Which of the page's modules a browser needs at once, found by what they import."""

import re
from pathlib import Path

from press.errors import PressError

IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "\./([^"]+)";', re.MULTILINE)


def modules_behind(site: Path, *entries: str) -> list[str]:
    """The entries and all that they import, and these in turn, each once, in the order in which they are found.

    A browser that is told of them in the page loads them together; otherwise it finds each when it has read the one
    before. Raises PressError if one of them is not there.
    """
    found: list[str] = []
    waiting = list(entries)
    while waiting:
        name = waiting.pop(0)
        if name in found:
            continue
        if not (site / name).is_file():
            raise PressError(f"There is no module site/{name}")
        found.append(name)
        waiting += IMPORT.findall((site / name).read_text("utf-8"))
    return found
