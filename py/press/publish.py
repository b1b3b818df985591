"""dist/ as it goes to a host: the page, the service worker, and every other file of this build in one folder.

The folder is named by what is in it, so no address ever gets another content. A page gets files of its own build or
none, whatever is published while it is open, and whoever keeps files for it.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from mimetypes import MimeTypes
from pathlib import Path

from press.files import sha256_of, write_if_changed
from press.page import BUILD, TEMPLATE
from press.policy import POLICY
from press.stamps import files_in, hash_of

SERVICE_WORKER = "service-worker.js"
GZIP = b"\x1f\x8b"


def publish(made: Path, dist: Path) -> str:
    """Make dist/ of the files in `made`, which are left alone; returns the name of the build's folder."""
    files = {path.relative_to(made).as_posix(): path for path in files_in(made)}
    page = files.pop(TEMPLATE).read_text("utf-8")
    script = files.pop(SERVICE_WORKER).read_text("utf-8")
    hashes = {name: sha256_of(path) for name, path in files.items()}
    build = name_of(hashes, page, script)
    page = page.replace(BUILD, build)
    for name, path in files.items():
        write_if_changed(dist / build / name, path.read_bytes())
    known = {"name": build, "page": hash_of(page), "files": hashes, "packed": packed(files, hashes), "policy": POLICY}
    write_if_changed(dist / SERVICE_WORKER, f"const BUILD = {json.dumps(known, indent=1)};\n\n{script}".encode())
    write_if_changed(dist / TEMPLATE, page.encode())
    sweep(dist, {dist / TEMPLATE, dist / SERVICE_WORKER, *(dist / build / name for name in files)})
    return build


def name_of(hashes: Mapping[str, str], *texts: str) -> str:
    return hash_of(*(f"{name} {sha256}" for name, sha256 in sorted(hashes.items())), *texts)[:16]


def packed(files: Mapping[str, Path], hashes: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Files that another one holds gzipped, with its name and their own type: who has that need not load these."""
    names = {sha256: name for name, sha256 in hashes.items()}
    found = {}
    for holder, path in files.items():
        content = path.read_bytes()
        if content.startswith(GZIP):
            name = names.get(hashlib.sha256(gzip.decompress(content)).hexdigest())
            if name:
                found[name] = {"in": holder, "type": MimeTypes().guess_type(name)[0] or ""}
    return found


def sweep(folder: Path, wanted: set[Path]) -> None:
    """Remove what an earlier build left and this one would not have made."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted:
            path.unlink()
