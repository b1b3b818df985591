"""Python made ready: the same bytes twice, only what was meant is changed, and what can't be done is said."""

import csv
import json
import zipfile
from pathlib import Path

import pytest

from press.errors import PressError
from press.lock import read_lock
from press.places import HERE
from press.ready.archive import read_zip, wheel_of, zip_of
from press.ready.compiled import Source, compile_sources
from press.ready.node import run_in_pyodide
from press.ready.slim import RECIPES, Edit, Recipe, edited, pick, without_fonts

ABOUT = "shop-1.0.dist-info"
WHEEL = {
    "shop/__init__.py": b"",
    "shop/till.py": b"import scales\n",
    f"{ABOUT}/RECORD": b"",
    f"{ABOUT}/METADATA": b"Shop",
}


def test_a_zip_depends_on_nothing_but_its_files(tmp_path: Path) -> None:
    files = {"b": b"2" * 1000, "a/c": b"1"}
    assert zip_of(files) == zip_of(dict(reversed(files.items())))
    (tmp_path / "zip").write_bytes(zip_of(files))
    assert read_zip(tmp_path / "zip") == files


def test_a_wheel_records_every_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "wheel").write_bytes(wheel_of(WHEEL))
    files = read_zip(tmp_path / "wheel")
    rows = {name: (digest, size) for name, digest, size in csv.reader(files[f"{ABOUT}/RECORD"].decode().splitlines())}
    assert rows.keys() == files.keys()
    assert rows["shop/__init__.py"] == ("sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "0")
    assert rows["shop/till.py"][1] == "14"


def test_a_wheel_takes_in_another_with_its_licence_and_leaves_out_what_is_named() -> None:
    scales = {
        "scales.py": b"",
        "scales/tests/test_scales.py": b"",
        "scales/scales.pyi": b"",
        "scales-2.dist-info/LICENSE": b"free",
    }
    files = pick(Recipe(("shop", "scales"), left_out=("*/tests/*",)), [WHEEL, scales])
    assert files == {**WHEEL, "scales.py": b"", f"{ABOUT}/scales-2/LICENSE": b"free"}


def test_an_edit_is_made_in_the_one_place_it_was_meant_for() -> None:
    recipe = Recipe(("shop",), edits=(Edit("shop/till.py", "import scales\n"),))
    assert pick(recipe, [WHEEL])["shop/till.py"] == b""
    for content in (b"import rulers\n", b"import scales\nimport scales\n"):
        with pytest.raises(PressError, match=r"^shop/till.py does not say once .*: 'import scales'$"):
            edited(content, recipe.edits[0])


def test_matplotlib_is_given_a_list_of_no_fonts() -> None:
    listed = b'{"_version": 3, "ttflist": [{"name": "Serif"}], "afmlist": [], "defaultFamily": {"ttf": "Sans"}}'
    emptied = {"_version": 3, "ttflist": [], "afmlist": [], "defaultFamily": {"ttf": "Sans"}}
    assert json.loads(without_fonts(listed)) == emptied


def test_what_is_compiled_at_build_is_what_the_page_would_compile() -> None:
    sources = [Source("a.py", b"def f():\n    'Doc'\n    assert 0\n", 0), Source("b/c.py", b"def f():\n    'Doc'\n", 2)]
    first, second = compile_sources(sources, HERE.pinned)
    assert first[:4] == second[:4] == magic_number_of_the_page()
    assert first[4:8] == second[4:8] == (1).to_bytes(4, "little")  # by hash, unchecked
    assert b"Doc" in first
    assert b"Doc" not in second
    assert b"b/c.py" in second
    assert [first, second] == compile_sources(sources, HERE.pinned)


def magic_number_of_the_page() -> bytes:
    """Of the files that it loads: all of them were made by the Python that runs in the page."""
    [numbers] = {frozenset(file[:4] for file in compiled(path).values()) for path in shipped("*ready*.whl")}
    [number] = numbers
    return number


def shipped(pattern: str) -> list[Path]:
    return sorted((HERE.made / "pyodide").glob(pattern))


def compiled(archive: Path) -> dict[str, bytes]:
    return {name: content for name, content in read_zip(archive).items() if name.endswith(".pyc")}


def test_a_mistake_inside_pyodide_is_told_in_one_sentence() -> None:
    with pytest.raises(PressError, match=r"^press/ready/inside/compile.py failed in Pyodide: .*SyntaxError") as told:
        compile_sources([Source("wrong.py", b"def")], HERE.pinned)
    assert len(str(told.value).splitlines()) == 1


def test_a_runtime_that_is_not_there_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PressError, match=r"^press/ready/inside/imported.py failed in Pyodide: .*Cannot find module"):
        run_in_pyodide("imported.py", tmp_path / "nowhere", tmp_path)


def test_wheels_that_were_changed_bear_another_name_and_no_source() -> None:
    lock = json.loads((HERE.made / "pyodide" / "pyodide-lock.json").read_text())
    assert lock["packages"].keys() == RECIPES.keys()
    assert lock["info"] == read_lock().info
    for name, package in lock["packages"].items():
        assert f"-{package['version']}-1ready-" in package["file_name"]
        with zipfile.ZipFile(HERE.made / "pyodide" / package["file_name"]) as wheel:
            assert not [file for file in wheel.namelist() if file.endswith(".py")]
            assert any(file.endswith("/METADATA") for file in wheel.namelist())
        assert set(package["depends"]) <= RECIPES.keys(), name


def test_the_licences_come_along() -> None:
    [wheel] = shipped("matplotlib-*.whl")
    licences = {name for name in read_zip(wheel) if "LICENSE" in name}
    for package in ("matplotlib", "cycler", "kiwisolver", "packaging", "pyparsing"):
        assert any(f"{package}-" in name for name in licences), package


def test_less_is_loaded_than_was_pinned() -> None:
    lock = read_lock()
    as_made = sum(pin.size for pin in lock.packages)
    made_ready = sum(path.stat().st_size for path in shipped("*ready*.whl"))
    assert made_ready < 0.5 * as_made
