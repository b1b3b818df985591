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
        manifest = write_manifest(places.dist, wheel, loaded, snapshot)
        page = put_page(places)
        sweep(places.dist, {*loaded, manifest, *page})


def put_pyodide(places: Places) -> list[Path]:
    """Pyodide as it is, and what is made ready of it."""
    lock = read_lock()
    pins = [*lock.runtime, *lock.packages]
    sources = pyodide_sources(lock)
    folder = places.dist / "pyodide"
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
    inputs = hash_of(_tools(places), hash_tree(places.package))
    with step("Package") as this:
        [wheel], is_new = once(places.work / "wheel.json", inputs, lambda: [build_wheel(places)])
        this.outcome = f"{wheel.name} {'built' if is_new else 'unchanged'}"
    return wheel


def put_snapshot(places: Places) -> tuple[list[Path], dict[str, Any]]:
    """The packed files in dist/, and what the page must know about them."""
    target = places.dist / "snapshot"
    inputs = hash_of(sha256_of(LOCK), hash_tree(places.press / "ready"), hash_tree(places.package), _tools(places))
    with step("Snapshot of Python") as this:
        [*packed, facts], is_new = once(
            places.work / "snapshot.json",
            inputs,
            lambda: make_snapshot(places.dist / "pyodide", places.package, target),
        )
        size = sum(path.stat().st_size for path in packed) / 1e6
        this.outcome = f"{size:.1f} MB {'made' if is_new else 'unchanged'}"
    return packed, snapshot_facts(places.dist, packed, facts)


def put_page(places: Places) -> list[Path]:
    inputs = hash_of(*map(hash_tree, (places.site, places.package, places.press)), _tools(places))
    with step("Page") as this:
        page, is_new = once(places.work / "page.json", inputs, lambda: [make_page(places)])
        this.outcome = "filled in" if is_new else "unchanged"
        return [*page, *copy_assets(places)]


def _tools(places: Places) -> str:
    """What else decides what comes out: the versions of all that the environment holds."""
    pins = (places.root / "py" / "constraints.txt").read_text("utf-8")
    return hash_of(platform.python_version(), pins, (places.root / "pyproject.toml").read_text("utf-8"))


def write_manifest(dist: Path, wheel: Path, loaded: Sequence[Path], snapshot: Mapping[str, Any]) -> Path:
    """Tell the page what the wheel is called, how Python starts from its snapshot, and the size in bytes of each
    file it may load."""
    sizes = {path.relative_to(dist).as_posix(): path.stat().st_size for path in loaded}
    facts = {
        "wheel": wheel.relative_to(dist).as_posix(),
        "snapshot": snapshot,
        "files": dict(sorted(sizes.items())),
    }
    write_if_changed(dist / "manifest.json", (json.dumps(facts, indent=1) + "\n").encode())
    return dist / "manifest.json"


def sweep(dist: Path, wanted: set[Path]) -> None:
    """Remove what an earlier build left and this one would not have made."""
    for path in sorted(dist.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()
