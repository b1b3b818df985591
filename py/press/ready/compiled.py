"""Python compiled at build by the Python that will import it, which then need not.

Compiling is most of what importing costs in a browser.
"""

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from press.ready.node import run_in_pyodide


class Source(NamedTuple):
    """A file of Python: the name that tracebacks give it, its text, and the level of `compile`'s optimization."""

    name: str
    text: bytes
    optimize: int = 0


def compile_sources(sources: Iterable[Source], runtime: Path) -> list[bytes]:
    """What a .pyc file holds, for each source: valid whatever the date of its source, or without one.

    Raises PressError when one can't be compiled.
    """
    listed = list(sources)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sources.json").write_text(json.dumps([(source.name, source.optimize) for source in listed]))
        for number, source in enumerate(listed):
            (folder / f"{number}.py").write_bytes(source.text)
        run_in_pyodide("compile.py", runtime, folder)
        return [(folder / f"{number}.pyc").read_bytes() for number in range(len(listed))]
