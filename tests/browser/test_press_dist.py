"""What dist/ ships is enough: Python, the package and all that charts need load from the page's own origin."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from press.places import HERE
from press.ready.inside import charts

START = """async (home) => {
    const { wheel } = await (await fetch(`${home}manifest.json`)).json();
    const { loadPyodide } = await import(`${home}pyodide/pyodide.mjs`);
    const pyodide = await loadPyodide({ indexURL: `${home}pyodide/`, packages: ["micropip", "matplotlib"] });
    await pyodide.pyimport("micropip").install(home + wheel);
    self.runPython = (code) => {
        pyodide.runPython(code);
        return pyodide.globals.get("answer").toJs?.() ?? pyodide.globals.get("answer");
    };
}"""
VERSIONS = """
import matplotlib, numpy
answer = [f"{module.__name__}=={module.__version__}" for module in (matplotlib, numpy)]
"""
FROM_SOURCE = """
import sys
import nearlydone.bridge, nearlydone.batch.averages, nearlydone.charts.drawing
origins = (module.__spec__.origin or "" for module in list(sys.modules.values()) if module.__spec__)
answer = [origin for origin in origins if origin.endswith(".py") and "/nearlydone/" not in origin]
"""

Run = Callable[[str], Any]


@pytest.fixture(scope="module")
def run(browser: Any, site: str, home: str, open_bare: Callable[[Page], None]) -> Any:
    """Runs Python in the page's own Python, and returns what it calls `answer`."""
    requests: list[str] = []
    page = browser.new_context(base_url=site).new_page()
    page.on("request", lambda request: requests.append(request.url))
    open_bare(page)
    page.evaluate(START, home)
    yield lambda code: page.evaluate("code => runPython(code)", code)
    page.context.close()
    assert any(request.endswith(".whl") for request in requests)
    assert all(request.startswith((site, "data:")) for request in requests)


def test_everything_loads_in_the_versions_that_are_pinned(run: Run) -> None:
    assert set(run(VERSIONS)) <= set((HERE.root / "py" / "constraints.txt").read_text().splitlines())


def test_charts_are_drawn_there_as_they_are_here(run: Run) -> None:
    code = Path(charts.__file__).read_text()
    assert run(f"{code}\nanswer = drawn_charts()") == charts.drawn_charts()


def test_nothing_but_the_package_is_compiled_there(run: Run) -> None:
    assert run(FROM_SOURCE) == []
