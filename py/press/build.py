"""dist/: the runtime, the package's wheel and the page, as plain static files."""

import json
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from press.alone import alone
from press.fetch import provide, pyodide_sources
from press.files import sha256_of, write_if_changed
from press.lock import LOCK, read_lock
from press.page import copy_assets, make_page
from press.places import Places, cache_folder
from press.progress import step
from press.publish import publish, sweep
from press.ready.making import STDLIB, make_ready
from press.ready.snapshot import make_snapshot, snapshot_facts
from press.stamps import hash_of, hash_tree, once
from press.wheel import build_wheel


def build(places: Places) -> None:
    """Bring dist/ up to date, doing only what has changed. The same inputs give the same bytes."""
    with alone(places.work):
        runtime = put_pyodide(places)
        wheel = put_wheel(places)
        packed, snapshot = put_snapshot(places)
        loaded = [*runtime, wheel, *packed]
        manifest = write_manifest(places.made, wheel, loaded, snapshot)
        page = put_page(places)
        sweep(places.made, {*loaded, manifest, *page})
        put_together(places)


def put_pyodide(places: Places) -> list[Path]:
    """Pyodide as it is, and what is made ready of it."""
    lock = read_lock()
    pins = [*lock.runtime, *lock.packages]
    sources = pyodide_sources(lock)
    folder = places.made / "pyodide"
    as_they_are = [pin for pin in lock.runtime if pin.name != STDLIB]
    with step("Pyodide") as this:
        missing = provide(pins, places.pinned, cache_folder(), sources)
        write_if_changed(places.pinned / "pyodide-lock.json", lock.pyodide_lock(lock.entries).encode())
        provide(as_they_are, folder, cache_folder(), sources)
        this.outcome = f"{len(pins)} files checked, {missing} of them new"
    inputs = hash_of(sha256_of(LOCK), hash_tree(places.press / "ready"), _tools(places))
    with step("Python made ready") as this:
        ready, is_new = once(
            places.work / "ready.json", inputs, lambda: make_ready(lock, places.pinned, folder, places.package)
        )
        this.outcome = f"{len(ready)} files {'made' if is_new else 'unchanged'}"
    return [*(folder / pin.name for pin in as_they_are), *ready]


def put_wheel(places: Places) -> Path:
    inputs = hash_of(_tools(places), hash_tree(places.package), sha256_of(places.press / "wheel.py"))
    with step("Package") as this:
        [wheel], is_new = once(places.work / "wheel.json", inputs, lambda: [build_wheel(places)])
        this.outcome = f"{wheel.name} {'built' if is_new else 'unchanged'}"
    return wheel


def put_snapshot(places: Places) -> tuple[list[Path], dict[str, Any]]:
    """The packed files, and what the page must know about them."""
    target = places.made / "snapshot"
    known = places.work / "snapshot-facts.json"
    inputs = hash_of(sha256_of(LOCK), hash_tree(places.press / "ready"), hash_tree(places.package), _tools(places))
    with step("Snapshot of Python") as this:
        [*packed, facts], is_new = once(
            places.work / "snapshot.json",
            inputs,
            lambda: make_snapshot(places.made / "pyodide", places.package, target, known),
        )
        size = sum(path.stat().st_size for path in packed) / 1e6
        this.outcome = f"{size:.1f} MB {'made' if is_new else 'unchanged'}"
    return packed, snapshot_facts(places.made, packed, facts)


def put_page(places: Places) -> list[Path]:
    inputs = hash_of(*map(hash_tree, (places.site, places.package, places.press)), _tools(places))
    with step("Page") as this:
        page, is_new = once(places.work / "page.json", inputs, lambda: [make_page(places)])
        this.outcome = "filled in" if is_new else "unchanged"
        return [*page, *copy_assets(places)]


def put_together(places: Places) -> None:
    with step("Article") as this:
        this.outcome = f"build {publish(places.made, places.dist)}"


def _tools(places: Places) -> str:
    """What else decides what comes out: the versions of all that the environment holds."""
    pins = (places.root / "py" / "constraints.txt").read_text("utf-8")
    return hash_of(platform.python_version(), pins, (places.root / "pyproject.toml").read_text("utf-8"))


def write_manifest(made: Path, wheel: Path, loaded: Sequence[Path], snapshot: Mapping[str, Any]) -> Path:
    """Tell the page what the wheel is called, how Python starts from its snapshot, and the size in bytes of each
    file it may load."""
    sizes = {path.relative_to(made).as_posix(): path.stat().st_size for path in loaded}
    facts = {
        "wheel": wheel.relative_to(made).as_posix(),
        "snapshot": snapshot,
        "files": dict(sorted(sizes.items())),
    }
    write_if_changed(made / "manifest.json", (json.dumps(facts, indent=1) + "\n").encode())
    return made / "manifest.json"

