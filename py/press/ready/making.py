"""Pyodide's files made ready, and tried out: the charts drawn with them are the charts drawn here."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from press.errors import PressError
from press.files import write_if_changed
from press.lock import Lock
from press.ready.archive import read_zip, wheel_of, zip_of
from press.ready.compiled import Source, compile_sources
from press.ready.inside.charts import drawn_charts
from press.ready.node import run_in_pyodide
from press.ready.slim import RECIPES, pick

STDLIB = "python_stdlib.zip"
FOLDERS = {STDLIB: "/lib/python314.zip/"}  # where files are once the page has them; else:
INSTALLED = "/lib/python3.14/site-packages/"


def make_ready(lock: Lock, pinned: Path, target: Path, package: Path) -> list[Path]:
    """From the pinned files of Pyodide, make those that the page loads instead; returns where they are.

    `package` is the folder of the package, whose charts they are tried out with. Raises PressError if they differ.
    """
    ready = pack(lock, compile_trees(gather(lock, pinned), pinned))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pin in lock.runtime:
            shutil.copy(pinned / pin.name, folder)
        for file_name, content in ready.items():
            (folder / file_name).write_bytes(content)
        try_out(folder, package)
    for file_name, content in ready.items():
        write_if_changed(target / file_name, content)
    return [target / file_name for file_name in ready]


def gather(lock: Lock, pinned: Path) -> dict[str, dict[str, bytes]]:
    """Files by name, for Python's own zip and for each wheel."""
    trees = {STDLIB: read_zip(pinned / STDLIB)}
    for name, recipe in RECIPES.items():
        wheels = [read_zip(pinned / lock.entries[package]["file_name"]) for package in recipe.packages]
        trees[name] = pick(recipe, wheels)
    return trees


def compile_trees(trees: dict[str, dict[str, bytes]], pinned: Path) -> dict[str, dict[str, bytes]]:
    """With what the page imports compiled, without docstrings: of Python itself some modules, of the wheels all."""
    with tempfile.TemporaryDirectory() as nothing:
        imported = set(json.loads(run_in_pyodide("imported.py", pinned, Path(nothing))))
    chosen = [
        (tree, name)
        for tree, files in trees.items()
        for name in files
        if name.endswith(".py") and (tree != STDLIB or name in imported)
    ]
    sources = [
        Source(FOLDERS.get(tree, INSTALLED) + name, trees[tree][name], optimize=2) for tree, name in chosen
    ]
    compiled = {tree: dict(files) for tree, files in trees.items()}
    for (tree, name), code in zip(chosen, compile_sources(sources, pinned), strict=True):
        del compiled[tree][name]
        compiled[tree][f"{name}c"] = code
    return compiled


def pack(lock: Lock, trees: dict[str, dict[str, bytes]]) -> dict[str, bytes]:
    """The files to load, by name; wheels have names that tell them from those of their makers."""
    ready = {STDLIB: zip_of(trees[STDLIB])}
    entries = {}
    for name in RECIPES:
        entry = lock.entries[name]
        file_name = entry["file_name"].replace(f"-{entry['version']}-", f"-{entry['version']}-1ready-")
        ready[file_name] = wheel_of(trees[name])
        entries[name] = {
            **entry,
            "depends": [other for other in entry["depends"] if other in RECIPES],
            "file_name": file_name,
            "sha256": hashlib.sha256(ready[file_name]).hexdigest(),
        }
    ready["pyodide-lock.json"] = lock.pyodide_lock(entries).encode()
    return ready


def try_out(runtime: Path, package: Path) -> None:
    """Draw charts inside, and here; raises PressError when they are not the same."""
    if run_in_pyodide("charts.py", runtime, package.parent, list(RECIPES)) != drawn_charts() + "\n":
        raise PressError("matplotlib, made ready for the page, draws another chart than it does here.")
