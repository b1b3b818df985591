"""dist/: no address ever has two contents, and whoever stores the article can tell its files from any others."""

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from press.page import BUILD
from press.policy import POLICY
from press.publish import publish, sweep


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """An article of two files."""
    made = tmp_path / "made"
    (made / "pyodide").mkdir(parents=True)
    (made / "index.html").write_text(f'<script src="{BUILD}/page.js"></script>')
    (made / "service-worker.js").write_text("keep(BUILD);\n")
    (made / "page.js").write_text("export {};")
    (made / "pyodide" / "python.zip").write_bytes(b"PK\0\xff")
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def known_to_the_service_worker(dist: Path) -> dict[str, Any]:
    script = (dist / "service-worker.js").read_text()
    known, rest = script.removeprefix("const BUILD = ").split(";\n\n")
    assert rest == "keep(BUILD);\n"
    return json.loads(known)


def test_all_but_the_page_and_the_service_worker_lies_in_a_folder_that_the_page_names(
    made: Path, tmp_path: Path
) -> None:
    build = publish(made, tmp_path / "dist")
    published = contents(tmp_path / "dist")
    assert published.keys() == {"index.html", "service-worker.js", f"{build}/page.js", f"{build}/pyodide/python.zip"}
    assert published["index.html"].decode() == f'<script src="{build}/page.js"></script>'
    assert published[f"{build}/pyodide/python.zip"] == b"PK\0\xff"


def test_the_service_worker_knows_every_file_and_the_page_by_its_hash(made: Path, tmp_path: Path) -> None:
    build = publish(made, tmp_path / "dist")
    known = known_to_the_service_worker(tmp_path / "dist")
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in contents(tmp_path / "dist").items()}
    del hashes["service-worker.js"]
    assert known["page"] == hashes.pop("index.html")
    assert {f"{build}/{name}": sha256 for name, sha256 in known["files"].items()} == hashes
    assert known["name"] == build
    assert known["policy"] == POLICY


def test_it_knows_what_it_need_not_load_because_another_file_holds_it_packed(made: Path, tmp_path: Path) -> None:
    publish(made, tmp_path / "dist")
    assert known_to_the_service_worker(tmp_path / "dist")["packed"] == {}
    (made / "a.wasm").write_bytes(b"\0asm")
    (made / "packed").write_bytes(gzip.compress(b"\0asm"))
    (made / "other").write_bytes(gzip.compress(b"nothing that is there"))
    publish(made, tmp_path / "dist")
    packed = known_to_the_service_worker(tmp_path / "dist")["packed"]
    assert packed == {"a.wasm": {"in": "packed", "type": "application/wasm"}}


@pytest.mark.parametrize("changed", ["index.html", "service-worker.js", "page.js", "pyodide/python.zip", "new.css"])
def test_whatever_changes_all_addresses_do_and_so_does_the_service_worker(
    made: Path, tmp_path: Path, changed: str
) -> None:
    first = publish(made, tmp_path / "dist")
    script = (tmp_path / "dist" / "service-worker.js").read_text()
    text = (made / changed).read_bytes() if (made / changed).exists() else b""
    (made / changed).write_bytes(text + b" ")
    assert publish(made, tmp_path / "other") != first
    assert (tmp_path / "other" / "service-worker.js").read_text() != script


def test_a_file_that_changes_its_name_makes_another_build(made: Path, tmp_path: Path) -> None:
    first = publish(made, tmp_path / "dist")
    (made / "page.js").rename(made / "pages.js")
    assert publish(made, tmp_path / "dist") != first


def test_publishing_again_writes_nothing_mends_what_is_damaged_and_removes_the_build_before(
    made: Path, tmp_path: Path
) -> None:
    dist = tmp_path / "dist"
    build = publish(made, dist)
    published = contents(dist)
    dates = {path: path.stat().st_mtime_ns for path in dist.rglob("*")}
    assert publish(made, dist) == build
    assert {path: path.stat().st_mtime_ns for path in dist.rglob("*")} == dates

    (dist / build / "page.js").write_text("damaged")
    (dist / "index.html").unlink()
    publish(made, dist)
    assert contents(dist) == published

    (made / "page.js").write_text("export const a = 1;")
    after = publish(made, dist)
    assert {path.name for path in dist.iterdir()} == {"index.html", "service-worker.js", after}
    assert after != build


def test_what_is_no_longer_made_is_removed(tmp_path: Path) -> None:
    (tmp_path / "old" / "deep").mkdir(parents=True)
    (tmp_path / "old" / "deep" / "file").write_text("")
    (tmp_path / "kept").write_text("")
    sweep(tmp_path, {tmp_path / "kept"})
    assert list(tmp_path.iterdir()) == [tmp_path / "kept"]
