"""Goes into Pyodide together with pytest and the tests, and runs them there."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import pytest
from hypothesis import is_hypothesis_test, settings

ROOT = Path(__file__).parents[1]
numpy.__path__.append(str(ROOT / "left_out" / "numpy"))
FEW = 10


class Recorder:
    """What became of each test."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        print(nodeid, file=sys.__stdout__, flush=True)  # to the browser's console: the last one, should Python end

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid] = report.outcome

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.outcomes[report.nodeid] = "failed"


class Tab:
    """Fits tests to a browser's tab: few examples of each property, and no process to start."""

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            test = getattr(item, "obj", None)
            test = getattr(test, "__func__", test)
            if is_hypothesis_test(test):
                declared = test._hypothesis_internal_use_settings or settings()
                few = settings(declared, max_examples=min(FEW, declared.max_examples), database=None)
                test._hypothesis_internal_use_settings = few

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        try:
            return (yield)
        except OSError as error:
            if "emscripten does not support processes" in str(error):
                pytest.skip("there are no processes in a tab")
            raise


def run(arguments: Sequence[str]) -> str:
    """Run pytest; returns the outcome of each test by its id, and what pytest said, as JSON."""
    recorder = Recorder()
    said = io.StringIO()
    always = ["--quiet", "--tb=short", "--durations=5", "-p", "no:cacheprovider"]
    no_threads_to_watch = ["-o", "faulthandler_timeout=0"]
    hypothesis_is_here = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
    with contextlib.redirect_stdout(said), contextlib.chdir(ROOT):
        pytest.main([*always, *no_threads_to_watch, "-W", hypothesis_is_here, *arguments], plugins=[recorder, Tab()])
    return json.dumps({"outcomes": recorder.outcomes, "said": said.getvalue()})
