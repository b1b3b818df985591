"""The package's own unit tests pass in the Python that the page runs, in the browser that runs it."""

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from press.lock import read_lock
from press.places import HERE
from press.testing import put_test_wheels

from .conftest import Watch

TESTS = HERE.root / "tests"
ELSEWHERE = ["test_press_", "test_cli", "test_supervisor_crash"]  # need the build, a terminal, processes to kill
MODULES = sorted(path.stem for path in TESTS.glob("test_*.py") if not path.stem.startswith(tuple(ELSEWHERE)))
# The readable engine takes a minute for these; the batch engine is held to the same averages in test_agreement.
TOO_LONG = "tests/test_measure.py::test_averages_over_200_jobs_are_the_published_ones"
START = """async (home) => {
    const { loadPyodide } = await import(`${home}pyodide/pyodide.mjs`);
    const { wheel } = await (await fetch(`${home}manifest.json`)).json();
    const pyodide = await loadPyodide({
        indexURL: `${home}pyodide/`,
        env: { PYTHONPATH: "/work/tools" },
        packages: ["micropip", "matplotlib"],
    });
    await pyodide.pyimport("micropip").install.callKwargs(home + wheel, { deps: false });
    const archive = await (await fetch(`${home}archive.zip`)).arrayBuffer();
    pyodide.unpackArchive(archive, "zip", { extractDir: "/work" });
    self.runTests = pyodide.pyimport("inside").run;
}"""

Run = Callable[[list[str]], dict[str, Any]]


@pytest.fixture(scope="module")
def run_inside(browser: Browser, site: str, home: str, open_bare: Callable[[Page], None]) -> Iterator[Run]:
    """Gives arguments to pytest inside Pyodide, in a worker as on the page."""
    watch = Watch(browser, site)
    page = watch.page
    page.route("**/archive.zip", lambda route: route.fulfill(body=pack()))
    open_bare(page)
    with page.expect_worker() as worker:
        page.evaluate("window.worker = new Worker('./bare.js', { type: 'module' }), null")
    worker.value.evaluate(START, home)
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))

    def run(arguments: list[str]) -> dict[str, Any]:
        try:
            return json.loads(worker.value.evaluate("given => runTests(given)", arguments))
        except Error as error:
            pytest.fail(f"{error.message.splitlines()[0]}; the console's last lines: {console[-5:]}", pytrace=False)

    yield run
    page.context.close()
    watch.check()


def pack() -> bytes:
    """The unit tests, pytest and hypothesis to run them, and numpy's random numbers, which the page leaves out."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as pack:
        for wheel in Path(put_test_wheels(HERE)).glob("*.whl"):
            with zipfile.ZipFile(wheel) as files:
                for name in files.namelist():
                    pack.writestr(f"tools/{name}", files.read(name))
        with zipfile.ZipFile(HERE.pinned / read_lock().entries["numpy"]["file_name"]) as numpy:
            for name in numpy.namelist():
                if name.startswith("numpy/random/"):
                    pack.writestr(f"left_out/{name}", numpy.read(name))
        pack.write(Path(__file__).with_name("inside.py"), "tools/inside.py")
        pack.write(HERE.root / "pyproject.toml", "pyproject.toml")
        for path in [*TESTS.glob("*.py"), *TESTS.glob("golden/*")]:
            pack.write(path, path.relative_to(HERE.root))
        pack.writestr("wrong/test_wrong.py", "def test_wrong(): assert False\n")
    return archive.getvalue()


def test_a_test_that_fails_inside_is_seen_to_fail(run_inside: Run) -> None:
    assert run_inside(["wrong/test_wrong.py"])["outcomes"] == {"wrong/test_wrong.py::test_wrong": "failed"}


def test_the_unit_tests_pass_inside_pyodide(run_inside: Run) -> None:
    result = run_inside([f"--deselect={TOO_LONG}", *(f"tests/{module}.py" for module in MODULES)])
    outcomes = result["outcomes"]
    passed = Counter(Path(test.split("::")[0]).stem for test, outcome in outcomes.items() if outcome == "passed")
    print(result["said"])
    assert [test for test, outcome in outcomes.items() if outcome == "failed"] == []
    assert [module for module in MODULES if not passed[module]] == [], "none of their tests ran"
