"""dist/: the same bytes from the same inputs, only what changed is done, and problems are one sentence."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from press.code import CodeReader
from press.errors import PressError
from press.page import copy_assets, make_page
from press.places import HERE, Places
from press.stamps import hash_tree, once

PARTS = ("py", "site", "build.py", "pyproject.toml", ".gitignore")


def copy_project(target: Path) -> Places:
    """A checkout without anything built."""
    target.mkdir()
    for part in PARTS:
        source = HERE.root / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / part)
    return Places(target)


def run_press(places: Places, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    everything = {**os.environ, "PYTHONPATH": str(places.root / "py"), **environment}
    command = [sys.executable, "-m", "press", *arguments]
    return subprocess.run(command, cwd=places.root, env=everything, capture_output=True, text=True)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """A project with a page of one line that can show code and nothing else, for what needs no Pyodide."""
    monkeypatch.setattr("press.page.page_context", lambda places: {"code": CodeReader(places.package)})
    places = Places(tmp_path / "project")
    places.package.mkdir(parents=True)
    places.site.mkdir()
    (places.package / "shop.py").write_text("def sell():\n    pass\n")
    (places.site / "index.html").write_text("<p>{{ code('shop.sell').file }}</p>\n")
    return places


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Places:
    places = copy_project(tmp_path_factory.mktemp("built") / "project")
    return build(places, PYTHONHASHSEED="1")


def build(places: Places, **environment: str) -> Places:
    result = run_press(places, "build", **environment)
    assert result.returncode == 0, result.stderr
    return places


def files_of(places: Places) -> Path:
    """The folder in dist/ with everything but the page."""
    [folder] = (path for path in places.dist.iterdir() if path.is_dir())
    return folder


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_two_checkouts_build_the_same_bytes(built: Places, tmp_path: Path) -> None:
    other = copy_project(tmp_path / "other place")
    for path in other.package.rglob("*.py"):
        os.utime(path, (1e9, 1e9))
        path.chmod(0o600)
    build(other, PYTHONHASHSEED="2")
    assert {path.relative_to(files_of(built)).as_posix() for path in files_in(files_of(built))} >= {
        "manifest.json",
        "pyodide/pyodide.asm.wasm",
    }
    assert hash_tree(built.dist) == hash_tree(other.dist)


def test_a_second_build_writes_nothing_and_mends_what_was_damaged(built: Places) -> None:
    whole = hash_tree(built.dist)
    dates = {path: path.stat().st_mtime_ns for path in files_in(built.dist)}
    build(built)
    assert {path: path.stat().st_mtime_ns for path in files_in(built.dist)} == dates

    for made in (built.made, files_of(built)):
        [wheel] = (made / "wheels").iterdir()
        for damaged in (wheel, made / "pyodide" / "pyodide.mjs"):
            damaged.write_text("damaged")
        (made / "manifest.json").unlink()
        (made / "wheels" / "older.whl").write_text("left over")
    (built.dist / "index.html").write_text("damaged")
    build(built)
    assert hash_tree(built.dist) == whole


def test_the_manifest_knows_the_wheel_and_every_size(built: Places) -> None:
    manifest = json.loads((files_of(built) / "manifest.json").read_text())
    assert manifest["wheel"].endswith(".whl")
    assert {manifest["wheel"], "pyodide/pyodide.mjs", "pyodide/pyodide-lock.json"} <= manifest["files"].keys()
    for name, size in manifest["files"].items():
        assert (files_of(built) / name).stat().st_size == size


def test_the_wheel_is_the_whole_package_and_nothing_else(built: Places) -> None:
    [wheel] = (files_of(built) / "wheels").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = next(name for name in archive.namelist() if name.endswith("/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    package = (path for path in files_in(built.package) if "__pycache__" not in path.parts)
    assert names == {path.relative_to(built.root / "py").as_posix() for path in package}
    required = [line for line in lines if line.startswith("Requires-Dist")]
    assert required
    assert all("sys_platform != 'emscripten'" in line or "extra ==" in line for line in required)


def test_without_network_a_build_says_so_in_one_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    places = copy_project(tmp_path / "project")
    nowhere = "http://127.0.0.1:9"
    result = run_press(
        places,
        "build",
        XDG_CACHE_HOME=str(tmp_path / "cache"),
        https_proxy=nowhere,
        http_proxy=nowhere,
        PIP_CONFIG_FILE=os.devnull,
        PIP_FIND_LINKS="",
        PIP_INDEX_URL=nowhere,
    )
    assert result.returncode == 1
    [sentence] = result.stderr.splitlines()
    assert sentence.startswith("pyodide.asm.mjs and 10 more files can't be had: the Pyodide CDN can't be reached")
    assert "open-webui==0.12.4 can't be had (pip: No matching distribution found" in sentence
    folders = (places.dist, places.pinned, tmp_path / "cache" / "nearlydone")
    assert not [path for folder in folders for path in folder.rglob("*") if path.is_file()]


def test_the_page_is_filled_in_and_the_rest_copied(small: Places) -> None:
    assert make_page(small).read_text() == "<p>nearlydone/shop.py</p>\n"


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("a\n{{ nothing }}\n", "site/index.html, line 2: 'nothing' is undefined"),
        ("a\nb\n{% if %}\n", "site/index.html, line 3: "),
        ("{{ code('shop.buy') }}", "site/index.html, line 1: code('shop.buy'): nearlydone/shop.py has no 'buy'"),
    ],
)
def test_a_template_that_cannot_be_filled_in_is_told_by_line(
    small: Places, template: str, sentence: str
) -> None:
    (small.site / "index.html").write_text(template)
    with pytest.raises(PressError) as refusal:
        make_page(small)
    assert str(refusal.value).startswith(sentence)
    assert not (small.made / "index.html").exists()


def test_a_part_that_cannot_be_filled_in_is_told_by_its_own_name(small: Places) -> None:
    (small.site / "parts").mkdir()
    (small.site / "index.html").write_text('{% include "parts/one.html" %}')
    for part, sentence in (("\n{{ nothing }}", "line 2: 'nothing'"), ("{% if %}", "line 1: ")):
        (small.site / "parts" / "one.html").write_text(part)
        with pytest.raises(PressError, match=f"^site/parts/one.html, {sentence}"):
            make_page(small)


def test_parts_are_in_the_page_and_not_beside_it(small: Places) -> None:
    (small.site / "parts").mkdir()
    (small.site / "parts" / "one.html").write_text("<i>one</i>")
    (small.site / "index.html").write_text('{% include "parts/one.html" %}')
    (small.site / "page.js").write_text("export {};")
    assert make_page(small).read_text() == "<i>one</i>"
    assert list(copy_assets(small)) == [small.made / "page.js"]


def test_text_in_the_page_is_escaped_and_code_is_not(small: Places) -> None:
    (small.site / "index.html").write_text("{{ '<' }}{{ code('shop.sell') }}")
    assert make_page(small).read_text().startswith('&lt;<pre class="code" tabindex="0"><code><span class="k">def')


def test_a_step_runs_again_only_when_what_it_read_or_wrote_changed(tmp_path: Path) -> None:
    runs: list[str] = []

    def work() -> list[Path]:
        runs.append("run")
        (tmp_path / "out").write_text("result")
        return [tmp_path / "out"]

    def times_run(inputs: str) -> int:
        runs.clear()
        once(tmp_path / "stamp", inputs, work)
        return len(runs)

    assert times_run("a") == 1
    assert times_run("a") == 0
    assert times_run("b") == 1
    (tmp_path / "out").write_text("touched")
    assert times_run("b") == 1
    (tmp_path / "out").unlink()
    assert times_run("b") == 1


@pytest.mark.parametrize("change", ["content", "name", "new file", "removed file"])
def test_any_change_in_a_folder_counts(tmp_path: Path, change: str) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("2")
    before = hash_tree(tmp_path)
    match change:
        case "content":
            (tmp_path / "a").write_text("2")
        case "name":
            (tmp_path / "a").rename(tmp_path / "c")
        case "new file":
            (tmp_path / "c").write_text("")
        case "removed file":
            (tmp_path / "a").unlink()
    assert hash_tree(tmp_path) != before


def test_what_python_compiles_does_not_count(tmp_path: Path) -> None:
    before = hash_tree(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_text("compiled")
    assert hash_tree(tmp_path) == before


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8000.5"])
def test_a_port_that_is_none_is_refused_before_anything_is_built(port: str) -> None:
    result = run_press(HERE, "serve", "--port", port)
    assert result.returncode == 2
    assert f"{port!r} is no port" in result.stderr or "expected one argument" in result.stderr
    assert result.stdout == ""
