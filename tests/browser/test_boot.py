"""From a cold load to Python's answers, which are those of the command line; or the reader is told what is wrong."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from nearlydone.bridge import handle
from press.places import HERE

from .conftest import BOOT_TIMEOUT, Watch

RUNTIME = ["pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"]
SNAPSHOT = "snapshot/*"
MICROPIP = "pyodide/micropip-*.whl"
WHEEL = "wheels/*.whl"
REQUESTS = [
    ("job", {}),
    ("job", {"seed": 5, "tasks": 37, "layers": 5, "kinds": 3, "failure_rate": 0.3}),
    ("run", {}),
    *[("run", {"seed": seed, "workers": 1 + seed % 9, "failure_rate": 0.2}) for seed in range(1, 13)],
    ("run", {"seed": 2**32 + 5, "spread": 2.8, "bias": 1.0, "good_estimates": False}),
    ("measure", {"jobs": 5, "first_seed": 11, "workers": 7, "failure_rate": 0.1, "engine": "readable"}),
    ("figure-1", {"seed": 78}),
]

RECORD = """window.said = [];
    new MutationObserver(() => said.push(document.querySelector(".python-says")?.textContent))
        .observe(document, { subtree: true, childList: true, characterData: true });"""

Answer = Callable[[Route], None]


def natively(command: str, options: dict[str, Any]) -> Any:
    """What this Python answers, as JSON carries it."""
    return json.loads(handle(json.dumps({"command": command, "options": options})))["answer"]


def in_page(page: Page, command: str, options: dict[str, Any]) -> Any:
    return page.evaluate("request => window.nearlyDone.ask(request)", {"command": command, "options": options})


def abort(route: Route) -> None:
    route.abort()


def not_found(route: Route) -> None:
    route.fulfill(status=404, body="no such file")


def cut_short(route: Route) -> None:
    whole = route.fetch()
    route.fulfill(response=whole, body=whole.body()[:-1000])


def as_text(route: Route) -> None:
    route.fulfill(response=route.fetch(), content_type="text/plain")


@pytest.fixture
def plain(watch: Watch) -> Watch:
    """A page whose Python can't start from its snapshot, and has to from its files."""
    watch.expect("Failed to load resource")
    watch.page.route(f"**/{SNAPSHOT}", abort)
    return watch


def test_a_cold_load_from_files_leads_to_an_answer_and_asks_nobody_else(plain: Watch, home: str, files: Path) -> None:
    watch = plain
    watch.page.goto("./")
    assert in_page(watch.page, "run", {}) == natively("run", {})
    asked_for = {url.removeprefix(home) for url in watch.requests}
    [wheel] = (files / "wheels").glob("*.whl")
    assert {*RUNTIME, "manifest.json", f"wheels/{wheel.name}"} <= asked_for
    assert [url for url in asked_for if "//" in url] == [home.removesuffix(f"{files.name}/")]


@pytest.mark.parametrize(("command", "options"), REQUESTS)
def test_python_answers_the_same_in_the_page_and_here(article: Page, command: str, options: dict[str, Any]) -> None:
    assert in_page(article, command, options) == natively(command, options)


def test_the_page_answers_what_the_command_line_prints(article: Page) -> None:
    command = [sys.executable, "-m", "nearlydone", "run", "--seed", "7", "--workers", "3", "--json"]
    printed = subprocess.run(command, cwd=HERE.root / "py", capture_output=True, check=True).stdout
    assert in_page(article, "run", {"seed": 7, "workers": 3}) == json.loads(printed)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"command": "walk"}, "there is no command 'walk'"),
        ({"command": "run", "options": {"workers": 0}}, "workers is 0: it must be a whole number from 1"),
        ({"command": "run", "options": {"colour": 1}}, "there is no option 'colour' here"),
        ({"options": {}}, "a request is an object with the name of a command"),
        (None, "a request is an object with the name of a command"),
    ],
)
def test_a_wrong_request_is_told_what_is_wrong(article: Page, request_: Any, sentence: str) -> None:
    said = article.evaluate("request => window.nearlyDone.ask(request).catch((error) => error.message)", request_)
    assert said.startswith(sentence)
    assert len(said.splitlines()) == 1
    assert in_page(article, "job", {"seed": 3}) == natively("job", {"seed": 3})


@pytest.mark.parametrize(
    ("file", "answer", "says"),
    [
        ("pyodide/pyodide.asm.wasm", abort, "pyodide/pyodide.asm.wasm could not be loaded: no connection"),
        ("pyodide/python_stdlib.zip", not_found, "pyodide/python_stdlib.zip could not be loaded: .* answered 404"),
        (WHEEL, cut_short, r"wheels/nearlydone-.*\.whl could not be loaded: \d+ bytes came instead of \d+"),
    ],
)
def test_a_file_that_fails_is_named_and_retry_works_once_it_is_there(
    plain: Watch, file: str, answer: Answer, says: str
) -> None:
    page = plain.page
    page.route(f"**/{file}", answer)
    page.goto("./")
    line = page.locator(".python-says").first
    expect(line).to_have_text(re.compile(says), timeout=BOOT_TIMEOUT)
    page.unroute(f"**/{file}")
    page.get_by_role("button", name="Retry").first.click()
    assert in_page(page, "run", {}) == natively("run", {})
    expect(line).to_be_empty(timeout=BOOT_TIMEOUT)


@pytest.mark.parametrize(
    ("file", "answer", "says"),
    [
        ("worker.js", abort, "worker.js or a part of it"),
        ("download.js", not_found, "worker.js or a part of it"),
        ("manifest.json", abort, "manifest.json could not be loaded: no connection"),
        ("manifest.json", cut_short, "manifest.json could not be loaded: "),
        ("pyodide/pyodide-lock.json", not_found, "pyodide/pyodide-lock.json .* answered 404"),
        ("pyodide/pyodide.mjs", abort, "pyodide/pyodide.mjs could not be loaded: no connection"),
        ("pyodide/pyodide.mjs", cut_short, "pyodide/pyodide.mjs could not be loaded: "),
        ("pyodide/pyodide.asm.mjs", not_found, "pyodide/pyodide.asm.mjs .* answered 404"),
        ("pyodide/pyodide.asm.mjs", cut_short, "pyodide/pyodide.asm.mjs could not be loaded: "),
        ("pyodide/pyodide.asm.wasm", not_found, "pyodide/pyodide.asm.wasm .* answered 404"),
        ("pyodide/pyodide.asm.wasm", cut_short, "pyodide/pyodide.asm.wasm could not be loaded: "),
        ("pyodide/pyodide.asm.wasm", as_text, "pyodide/pyodide.asm.wasm could not be loaded: .* MIME type"),
        ("pyodide/python_stdlib.zip", cut_short, "pyodide/python_stdlib.zip could not be loaded: "),
        (MICROPIP, abort, r"pyodide/micropip-.*\.whl could not be loaded: no connection"),
        (MICROPIP, cut_short, r"pyodide/micropip-.*\.whl could not be loaded: "),
        (WHEEL, not_found, r"wheels/nearlydone-.*\.whl .* answered 404"),
    ],
)
def test_whichever_file_fails_is_named(plain: Watch, file: str, answer: Answer, says: str) -> None:
    plain.expect("^(?!a request to another origin)")  # What is left of Pyodide may complain, and does not matter.
    page = plain.page
    page.route(f"**/{file}", answer)
    page.goto("./")
    expect(page.locator(".python-says").first).to_have_text(re.compile(says), timeout=BOOT_TIMEOUT)
    expect(page.get_by_role("button", name="Retry").first).to_be_visible()
    for command in ("run", "measure"):
        said = page.evaluate("command => window.nearlyDone.ask({ command }).catch((error) => error.message)", command)
        assert re.search(says, said)


@pytest.mark.parametrize(
    ("start", "files", "before"),
    [
        ("watch", ["pyodide/pyodide.asm.mjs", "snapshot/runtime", "snapshot/memory"], ""),
        ("plain", [*RUNTIME, MICROPIP], "Python’s quick start failed: .+ could not be loaded: no connection .+ "),
    ],
)
def test_the_reader_is_told_how_much_of_python_has_come(
    request: pytest.FixtureRequest, dist: Path, start: str, files: list[str], before: str
) -> None:
    page = request.getfixturevalue(start).page
    page.add_init_script(RECORD)
    page.goto("./")
    in_page(page, "job", {})
    line = re.compile(f"{before}Loading Python, ([\\d.]+) of ([\\d.]+) MB")
    counts = [line.fullmatch(says or "") for says in page.evaluate("said")]
    received = [float(count[1]) for count in counts if count]
    [total] = {float(count[2]) for count in counts if count}
    sizes = [path.stat().st_size for name in files for path in dist.glob(f"*/{name}")]
    assert total == pytest.approx(sum(sizes) / 1e6, abs=0.1)
    assert received == sorted(received)
    assert len({count for count in received if 0 < count < total}) > 2


def test_python_that_ends_by_itself_is_started_again(watch: Watch, open_article: Callable[[Page], None]) -> None:
    page = watch.page
    page.add_init_script(RECORD)
    open_article(page)
    page.workers[0].evaluate("self.close()")
    page.wait_for_function("() => said.some((says) => says?.includes('Python was restarted, because it ended'))")
    assert in_page(page, "run", {"seed": 8}) == natively("run", {"seed": 8})
    expect(page.locator(".python-says").first).to_be_empty(timeout=BOOT_TIMEOUT)
