#!/usr/bin/env python3
"""Build the article.

    python3 build.py serve [--port N]   build, then serve dist/ on this machine
    python3 build.py build              write dist/, plain static files
    python3 build.py test [...]         build, lint, type-check and test; arguments go to pytest

Needs Python 3.11 or later and nothing else: it makes its own environment in .venv, in two layers
(what a build needs; what the tests need on top), and hands over to py/press, which does the work.
"""

import platform
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python is given to read
    sys.exit(f"build.py needs Python 3.11 or later, and this is Python {platform.python_version()}.")

import contextlib
import hashlib
import importlib.util
import os
import subprocess
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
CONSTRAINTS = ROOT / "py" / "constraints.txt"


def main(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] not in ("serve", "build", "test"):
        asked = arguments[:1] in (["-h"], ["--help"])
        print(__doc__, file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    make_environment()
    if arguments[0] == "test":
        install("test")
    return hand_over(arguments)


def make_environment() -> None:
    """Make .venv anew unless it was made by this Python, here, from these pins."""
    if is_installed("build"):
        return
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit(
            "This Python can't make environments, its module ensurepip is missing "
            "(on Debian and Ubuntu it is in the package python3-venv)."
        )
    run("Environment", [sys.executable, "-I", "-m", "venv", "--clear", str(VENV)])
    install("build")


def install(layer: str) -> None:
    """Install a layer's requirements, every version pinned, unless they are in already."""
    if is_installed(layer):
        return
    pip = [str(PYTHON), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    run(f"Tools to {layer} with", [*pip, "--constraint", str(CONSTRAINTS), *requirements(layer)])
    stamp(layer).write_text(fingerprint(layer))


def requirements(layer: str) -> list[str]:
    """What a layer needs directly, from pyproject.toml; a build needs what the package itself does, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    of_package = project["project"]["dependencies"] if layer == "build" else []
    return [*of_package, *project["dependency-groups"][layer]]


def is_installed(layer: str) -> bool:
    return PYTHON.exists() and stamp(layer).exists() and stamp(layer).read_text() == fingerprint(layer)


def stamp(layer: str) -> Path:
    return VENV / f"{layer}.stamp"


def fingerprint(layer: str) -> str:
    facts = [str(VENV), sys.version, sys.base_prefix, CONSTRAINTS.read_text("utf-8"), *requirements(layer)]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def run(label: str, command: Sequence[str]) -> None:
    """Run a command behind one line that counts the seconds. If it fails, end with the reason it gave."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process:
            while process.returncode is None:
                show(f"{label}: {time.monotonic() - began:.0f} s")
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=1)
        log.seek(0)
        said = [line.strip() for line in log if line.strip()]
    show("")
    if process.returncode:
        sys.exit(f"{label}: this failed, {reason(said)}")
    print(f"{label}: done, {time.monotonic() - began:.1f} s", flush=True)


def reason(said: Sequence[str]) -> str:
    """Why pip failed. Without a network it speaks of conflicts in the end, so its warnings go first."""
    if any("connection broken" in line for line in said):
        return "the package index can't be reached."
    errors = [line for line in said if line.startswith(("ERROR", "Error"))]
    return (errors or said or ["and said nothing."])[0]


def show(text: str) -> None:
    """Replace the line at hand, on a terminal; a log is spared lines that say nothing yet."""
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)


def hand_over(arguments: Sequence[str]) -> int:
    """Become `python -m press` inside the environment, so that a signal reaches the one process there is."""
    command = [str(PYTHON), "-P", "-m", "press", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    sys.stdout.flush()
    return os.execve(PYTHON, command, environment)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
