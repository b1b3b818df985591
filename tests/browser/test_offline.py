"""A second visit needs no network: prose, figures, averages, charts, and what Python reads late."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nearlydone.figures import FIGURES

from .conftest import BOOT_TIMEOUT, Watch
from .host import Host, hosting
from .test_boot import RECORD
from .test_builds import STORED, wait_until
from .test_figures_3_to_6 import check, mark, slider_of, wait_until_redrawn

pytestmark = pytest.mark.browser

LIBRARY = "pyodide/python_stdlib.zip"
# What Python does that reads a file of its library that has not been read yet.
READ_LATE = """(name) => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(name, self.location).href, false);
    request.responseType = "arraybuffer";
    request.send();
    return request.response.byteLength;
}"""
# How many bytes are stored of Python's memory, after others have been put there, if any.
SNAPSHOT = """async (others) => {
    const address = new URL("snapshot/memory", document.querySelector("script[type=module]").src).href;
    const cache = await caches.open(new URL("../", address).href);
    if (others) await cache.put(address, new Response(others));
    return (await (await cache.match(address)).arrayBuffer()).byteLength;
}"""

Open = Callable[[Page], None]


@pytest.fixture(scope="module")
def host(dist: Path) -> Iterator[Host]:
    with hosting(dist) as host:
        yield host


@pytest.fixture(scope="module")
def reader(browser: Browser, host: Host, open_article: Open) -> Iterator[Watch]:
    """A reader who has read the article, and left."""
    watch = Watch(browser, host.address, stored=True)
    open_article(watch.page)
    says(watch.page, STORED)
    watch.page.close()
    yield watch
    watch.page.context.close()


@pytest.fixture
def offline(reader: Watch, host: Host, open_article: Open) -> Iterator[Page]:
    """The same reader, back without a network."""
    host.is_down = True
    page = reader.page.context.new_page()
    open_article(page)
    yield page
    page.close()
    host.is_down = False
    reader.check()


def says(page: Page, text: str) -> None:
    expect(page.locator("#stored span")).to_have_text(re.compile(re.escape(text)), timeout=BOOT_TIMEOUT)


def test_a_first_visit_loads_every_file_once_and_none_that_another_one_holds(
    reader: Watch, host: Host, dist: Path
) -> None:
    files = {path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()}
    sent = [path or "index.html" for path in host.sent_whole()]
    [runtime] = files - {*sent}
    assert runtime.endswith("/pyodide/pyodide.asm.wasm")
    twice = {path for path in sent if sent.count(path) > 1}
    assert twice <= {"service-worker.js"}  # which a browser looks at once more when it is there


def test_a_second_visit_asks_for_nothing_but_whether_there_is_something_new(
    reader: Watch, host: Host, open_article: Open
) -> None:
    host.sent.clear()
    page = reader.page.context.new_page()
    open_article(page)
    says(page, STORED)
    assert {path for path, _ in host.sent} == {"service-worker.js"}
    assert host.sent_whole() == []
    page.close()


def test_figures_answer_without_a_network(offline: Page) -> None:
    offline.locator("#figure-2 .next").click()
    expect(offline.locator("#figure-2 .story")).to_have_text(FIGURES["figure-2"].ask({"actions": ["next"]})["story"])
    offline.click('#figure-7 [data-press="over"]')
    offline.click("#figure-7 .crashing summary")
    offline.click("#figure-7 .crash")
    fresh = "A fresh process opened the record"
    expect(offline.locator("#figure-7 .story")).to_contain_text(fresh, timeout=BOOT_TIMEOUT)


def test_averages_and_charts_are_made_without_a_network(offline: Page) -> None:
    slider_of(offline, "figure-5").scroll_into_view_if_needed()
    mark(offline, "figure-5")
    slider_of(offline, "figure-5").press("End")
    wait_until_redrawn(offline, FIGURES["figure-5-drawn"].ask(check(offline, "figure-5"))["drawings"])


def test_what_python_reads_late_is_there_without_a_network(offline: Page, files: Path) -> None:
    assert offline.workers[0].evaluate(READ_LATE, LIBRARY) == (files / LIBRARY).stat().st_size


def test_a_snapshot_that_was_damaged_in_the_browser_is_done_without_and_mended(
    reader: Watch, host: Host, open_article: Open
) -> None:
    page = reader.page.context.new_page()
    page.add_init_script(RECORD)
    page.goto("./")
    whole = page.evaluate(SNAPSHOT, None)
    assert page.evaluate(SNAPSHOT, "damaged") == len("damaged")
    host.is_down = True
    open_article(page)
    assert page.evaluate("() => said.some((says) => says?.includes('quick start failed'))")
    host.is_down = False
    open_article(page)
    wait_until(page, lambda: page.evaluate(SNAPSHOT, None) == whole)
    says(page, STORED)
    page.close()
