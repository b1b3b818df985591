"""Python starts from the memory it had at build; where that can't be used, from its files, and answers the same."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from nearlydone.bridge import handle

from .conftest import BOOT_TIMEOUT, Watch

ENGINE = """async (packages) => {
    const { Engine } = await import("./engine.js");
    const engine = new Engine(packages);
    window.heard = [];
    window.engine = engine;
    for (const type of ["progress", "ready", "failed", "restarted"]) {
        engine.addEventListener(type, ({ detail }) => heard.push({ type, ...detail }));
    }
    await new Promise((resolve) => engine.addEventListener("ready", resolve, { once: true }));
}"""
REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("run", {"seed": 12, "workers": 5, "failure_rate": 0.2}),
    ("job", {"spread": 2.8, "tasks": 64}),
    ("supervisor", {}),
    ("cost", {}),
    ("figure-1", {}),
    ("figure-2", {"actions": ["next", "next", "next"]}),
    ("figure-7", {}),
    ("figure-8", {}),
    ("figure-9", {}),
]
MEMORY, RUNTIME = "snapshot/memory", "snapshot/runtime"
LIBRARY = "pyodide/python_stdlib.zip"
FAILED = "Python’s quick start failed: "

Answer = Callable[[Route], None]


def start(page: Page, open_bare: Callable[[Page], None], *packages: str) -> None:
    open_bare(page)
    page.evaluate(ENGINE, list(packages))


def started_from(page: Page) -> list[str]:
    return [event["from"] for event in page.evaluate("heard") if event["type"] == "ready"]


def stages(page: Page) -> list[str]:
    return [event["stage"] for event in page.evaluate("heard") if event["type"] == "progress"]


def ask(page: Page, command: str, options: dict[str, Any]) -> Any:
    return page.evaluate("(request) => engine.ask(request)", {"command": command, "options": options})


def natively(command: str, options: dict[str, Any]) -> Any:
    return json.loads(handle(json.dumps({"command": command, "options": options})))["answer"]


def abort(route: Route) -> None:
    route.abort()


def not_found(route: Route) -> None:
    route.fulfill(status=404, body="no such file")


def cut_short(route: Route) -> None:
    route.fulfill(body=route.fetch().body()[:-1000])


def damaged(route: Route) -> None:
    """One bit is wrong, in the middle."""
    body = bytearray(route.fetch().body())
    body[len(body) // 2] ^= 1
    route.fulfill(body=bytes(body))


def of_another_build(route: Route) -> None:
    """A whole file, and a right one, but not the one of this article."""
    contents = bytearray(gzip.decompress(route.fetch().body()))
    contents[-1] ^= 1
    route.fulfill(body=gzip.compress(bytes(contents)))


def put_in_place(page: Page, files: Path, name: str, contents: bytes) -> None:
    """Another file of the snapshot, gzipped, which the manifest knows as the right one."""
    body = gzip.compress(contents)
    manifest = json.loads((files / "manifest.json").read_text())
    manifest["files"][name] = len(body)
    manifest["snapshot"]["sha256"] = {}
    page.route(f"**/{name}", lambda route: route.fulfill(body=body))
    page.route("**/manifest.json", lambda route: route.fulfill(json=manifest))


def manifest_with(**changes: Any) -> Answer:
    def change(route: Route) -> None:
        manifest = route.fetch().json()
        manifest["snapshot"] |= changes
        route.fulfill(json=manifest)

    return change


@pytest.fixture(scope="module")
def quick(browser: Browser, site: str, open_bare: Callable[[Page], None]) -> Iterator[Watch]:
    watch = Watch(browser, site)
    start(watch.page, open_bare)
    yield watch
    watch.page.context.close()
    watch.check()


@pytest.fixture(scope="module")
def slow(browser: Browser, site: str, open_bare: Callable[[Page], None]) -> Iterator[Watch]:
    watch = Watch(browser, site)
    watch.expect("Failed to load resource")
    watch.page.route(f"**/{MEMORY}", abort)
    start(watch.page, open_bare)
    yield watch
    watch.page.context.close()
    watch.check()


def test_python_starts_from_its_snapshot_and_loads_nothing_beside_it(quick: Watch, home: str) -> None:
    assert started_from(quick.page) == ["snapshot"]
    loaded = {url.removeprefix(home) for url in quick.requests}
    assert {"pyodide/pyodide.asm.mjs", MEMORY, RUNTIME} <= loaded
    assert not [name for name in loaded if name.endswith((".wasm", ".zip", ".whl"))]


@pytest.mark.parametrize(("command", "options"), REQUESTS)
def test_both_ways_lead_to_the_same_answers(quick: Watch, slow: Watch, command: str, options: dict[str, Any]) -> None:
    assert started_from(slow.page) == ["files"]
    assert ask(quick.page, command, options) == natively(command, options) == ask(slow.page, command, options)


def test_whatever_is_asked_of_it_python_needs_none_of_its_files(quick: Watch) -> None:
    for command, options in REQUESTS:
        ask(quick.page, command, options)
    wrong = {"command": "run", "options": {"workers": "many"}}
    said = quick.page.evaluate("(request) => engine.ask(request).catch((error) => error.message)", wrong)
    assert said == json.loads(handle(json.dumps(wrong)))["error"]
    assert not [url for url in quick.requests if url.endswith((".zip", ".whl"))]


def test_numpy_comes_after_the_snapshot_and_needs_no_more_of_the_library(
    watch: Watch, open_bare: Callable[[Page], None]
) -> None:
    start(watch.page, open_bare, "numpy")
    assert started_from(watch.page) == ["snapshot"]
    assert ask(watch.page, "measure", {"jobs": 4}) == natively("measure", {"jobs": 4})
    assert not [url for url in watch.requests if url.endswith(LIBRARY)]


def test_a_killed_python_starts_from_the_snapshot_again(watch: Watch, open_bare: Callable[[Page], None]) -> None:
    start(watch.page, open_bare)
    watch.page.evaluate("engine.kill()")
    assert ask(watch.page, "job", {"seed": 9}) == natively("job", {"seed": 9})
    assert started_from(watch.page) == ["snapshot", "snapshot"]


@pytest.mark.parametrize(
    ("file", "answer", "says"),
    [
        (MEMORY, abort, f"{MEMORY} could not be loaded: no connection"),
        (MEMORY, not_found, f"{MEMORY} could not be loaded: the server answered 404"),
        (MEMORY, cut_short, f"{MEMORY} could not be loaded: "),
        (MEMORY, damaged, f"{MEMORY} could not be loaded: "),
        (MEMORY, of_another_build, f"{MEMORY} could not be loaded: "),
        (RUNTIME, abort, f"{RUNTIME} could not be loaded: no connection"),
        (RUNTIME, not_found, f"{RUNTIME} could not be loaded: the server answered 404"),
        (RUNTIME, cut_short, f"{RUNTIME} could not be loaded: "),
        (RUNTIME, damaged, f"{RUNTIME} could not be loaded: "),
        ("manifest.json", manifest_with(known={"from": 192, "length": 65536, "sum": 1}), "The runtime begins with"),
        ("manifest.json", manifest_with(pieces=[]), "Snapshot has invalid magic number"),
    ],
)
def test_a_snapshot_that_cannot_be_used_is_done_without(
    watch: Watch, open_bare: Callable[[Page], None], file: str, answer: Answer, says: str
) -> None:
    watch.expect("Failed to load resource")
    watch.page.route(f"**/{file}", answer)
    start(watch.page, open_bare)
    assert started_from(watch.page) == ["files"]
    assert [stage for stage in stages(watch.page) if stage.startswith(FAILED + says)]
    assert ask(watch.page, "run", {}) == natively("run", {})


def test_a_snapshot_of_another_runtime_is_refused_by_pyodide_and_done_without(
    watch: Watch, files: Path, open_bare: Callable[[Page], None]
) -> None:
    contents = bytearray(gzip.decompress((files / MEMORY).read_bytes()))
    contents[16] ^= 1  # Here begins the number of Pyodide's build.
    put_in_place(watch.page, files, MEMORY, bytes(contents))
    start(watch.page, open_bare)
    assert started_from(watch.page) == ["files"]
    assert [stage for stage in stages(watch.page) if stage.startswith(f"{FAILED}Snapshot build id mismatch")]


def test_a_runtime_that_cannot_be_instantiated_is_done_without(
    watch: Watch, files: Path, open_bare: Callable[[Page], None]
) -> None:
    """It compiles, and then wants what nobody gives it: a function "f" of a module "m"."""
    put_in_place(watch.page, files, RUNTIME, b"\0asm\1\0\0\0" b"\1\4\1\x60\0\0" b"\2\7\1\1m\1f\0\0")
    start(watch.page, open_bare)
    assert started_from(watch.page) == ["files"]
    assert [stage for stage in stages(watch.page) if stage.startswith(f"{FAILED}WebAssembly.instantiate")]


def test_the_page_says_so_while_it_loads_the_long_way(watch: Watch) -> None:
    watch.expect("Failed to load resource")
    page = watch.page
    page.route(f"**/{MEMORY}", not_found)
    page.route(f"**/{LIBRARY}", lambda route: None)
    page.goto("./")
    says = re.compile(rf"{FAILED}{MEMORY} could not be loaded: the server answered 404; .+\. Loading Python, .+ MB")
    expect(page.locator(".python-says").first).to_have_text(says, timeout=BOOT_TIMEOUT)


def test_files_that_come_late_are_there_when_they_are_read(watch: Watch, files: Path, open_bare: Any) -> None:
    """Nothing the article asks for reads one; a mistake in it might."""
    start(watch.page, open_bare)
    watch.expect("404")
    [worker] = watch.page.workers
    sizes = worker.evaluate(
        """async (library) => {
            const { loadPyodide } = await import("./pyodide/pyodide.mjs");
            const { putLate } = await import("./late.js");
            const { FS } = await loadPyodide({ indexURL: new URL("./pyodide/", self.location).href });
            putLate(FS, "/late.zip", library);
            putLate(FS, "/lost.zip", "pyodide/there_is_none");
            return [FS.stat("/late.zip").size, FS.readFile("/late.zip").length, FS.readFile("/lost.zip").length];
        }""",
        LIBRARY,
    )
    size = (files / LIBRARY).stat().st_size
    assert sizes == [size, size, 0]
