"""The test command: lint, types, unit tests, then the page in real browsers."""

import os
import subprocess
import sys
from collections.abc import Sequence

from press import engines
from press.browser import VARIABLE, find_browser
from press.fetch import provide, test_wheel_sources
from press.lock import read_lock
from press.places import Places, cache_folder
from press.progress import step

TEST_WHEELS = "NEARLYDONE_TEST_WHEELS"
CHECKS = [
    ["ruff", "check", "."],
    ["mypy", "--strict", "py", "build.py"],
    ["pytest", "tests", "--ignore=tests/browser", "--numprocesses=auto"],
    ["pytest", "tests/browser", "--numprocesses=2", "--dist=loadfile", "-r", "s"],
]


def test(places: Places, arguments: Sequence[str]) -> int:
    """Run every check, or pytest alone when it is given arguments; returns 0 only if all went well.

    Tests find a Chromium's path in NEARLYDONE_CHROMIUM, and in NEARLYDONE_TEST_WHEELS a folder with the
    wheels that run them inside Pyodide.
    """
    os.environ[VARIABLE] = find_browser()
    engines.provide()
    os.environ[TEST_WHEELS] = put_test_wheels(places)
    checks = [["pytest", *arguments]] if arguments else CHECKS
    failed = [check for check in checks if not passes(places, check)]
    for check in failed:
        print(f"Failed: {' '.join(check)}", file=sys.stderr)
    return 1 if failed else 0


def passes(places: Places, check: Sequence[str]) -> bool:
    """Run one check, its output shown as it comes."""
    print(f"\n{' '.join(check)}", flush=True)
    return not subprocess.run([sys.executable, "-m", *check], cwd=places.root).returncode


def put_test_wheels(places: Places) -> str:
    lock = read_lock()
    folder = places.work / "test-wheels"
    with step("Wheels for tests inside Pyodide") as this:
        missing = provide(list(lock.test_wheels), folder, cache_folder(), test_wheel_sources(lock))
        this.outcome = f"{len(lock.test_wheels)} checked, {missing} of them new"
    return str(folder)
