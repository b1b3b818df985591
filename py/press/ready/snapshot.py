"""The memory of a Python that has the package imported, kept at build: from it the page's Python starts at once."""

import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from press.files import sha256_of, write_if_changed
from press.ready.archive import Files, read_zip, zip_of
from press.ready.compiled import Source, compile_sources
from press.ready.making import STDLIB
from press.ready.node import run_in_node

MODULES = (
    "nearlydone.bridge",
    # What numpy, and installing it, need of Python's library, so that the page need not load that for them.
    "ctypes",
    "encodings.cp437",
    "importlib.metadata",
    "pickle",
    "platform",
    "sysconfig",
    "tarfile",
)
PACKED = ("runtime", "memory")


def make_snapshot(runtime: Path, package: Path, target: Path, facts: Path) -> list[Path]:
    """Write into `target` the packed runtime and memory, and into `facts` what is to be known about them; returns where
    they are, in this order. `runtime` is the folder with Pyodide's files, `package` that of the package. Raises
    PressError."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "library.zip").write_bytes(stored(compiled_library(runtime)))
        (folder / "package.zip").write_bytes(stored(compiled_package(package, runtime)))
        (folder / "modules.json").write_text(json.dumps(MODULES))
        run_in_node("snapshot.mjs", [runtime, folder], "snapshot.mjs")
        written = {name: target / name for name in PACKED} | {"facts.json": facts}
        for name, path in written.items():
            write_if_changed(path, (folder / name).read_bytes())
    return list(written.values())


def stored(files: Files) -> bytes:
    """A zip file that needs no unpacking, which would leave traces in the memory."""
    return zip_of(files, zipfile.ZIP_STORED)


def compiled_library(runtime: Path) -> Files:
    return {name: code for name, code in read_zip(runtime / STDLIB).items() if name.endswith(".pyc")}


def compiled_package(package: Path, runtime: Path) -> Files:
    """The package, compiled, for where it lies in the page."""
    names = [path.relative_to(package.parent).as_posix() for path in sorted(package.rglob("*.py"))]
    sources = [Source(f"/lib/nearlydone.zip/{name}", (package.parent / name).read_bytes()) for name in names]
    return {f"{name}c": code for name, code in zip(names, compile_sources(sources, runtime), strict=True)}


def snapshot_facts(made: Path, packed: list[Path], facts: Path) -> dict[str, Any]:
    """What the page must know: the packed files' names and SHA-256, and how a memory is put together from them."""
    known: dict[str, Any] = json.loads(facts.read_text("utf-8"))
    names = {path.name: path.relative_to(made).as_posix() for path in packed}
    return {**known, **names, "sha256": {names[path.name]: sha256_of(path) for path in packed}}
