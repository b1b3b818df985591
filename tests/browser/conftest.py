"""The built page in a real browser.

A test that uses `page` or `article` fails if the page says an error on the console, throws one, or asks
another origin for anything, unless the test expected that.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from press.alone import alone
from press.browser import find_browser
from press.places import HERE
from press.server import serving

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
OUTCOME = """() => {
    const lines = [...document.querySelectorAll(".python")];
    const failed = lines.find((line) => line.classList.contains("failed"));
    if (failed) return { failed: failed.textContent };
    return lines.every((line) => !line.querySelector(".python-says").textContent) && { failed: null };
}"""
BOOT_TIMEOUT = 60_000  # milliseconds; a boot takes 3 s where nothing else runs
expect.set_options(timeout=15_000)  # A busy machine is slow, and not wrong.


class Watch:
    """A page, what it asked for, and what went wrong in it.

    It is `stored` only for the tests that are about that: what a service worker answers can't be intercepted.
    """

    def __init__(self, browser: Browser, site: str, stored: bool = False) -> None:
        context = browser.new_context(base_url=site, service_workers="allow" if stored else "block")
        self.requests: list[str] = []
        self.problems: list[str] = []
        self.expected: list[str] = []
        context.on("request", lambda request: self.note_request(request.url, site))
        context.on("console", lambda message: message.type == "error" and self.problems.append(message.text))
        context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self.page = context.new_page()

    def note_request(self, url: str, site: str) -> None:
        self.requests.append(url)
        if urlsplit(url).netloc not in (urlsplit(site).netloc, ""):
            self.problems.append(f"a request to another origin: {url}")

    def expect(self, pattern: str) -> None:
        """Problems that match, past and future, are none."""
        self.expected.append(pattern)

    def check(self) -> None:
        problems, self.problems = self.problems, []
        assert [problem for problem in problems if not re.search("|".join(self.expected) or "$.", problem)] == []


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The article as it was built last, out of reach of a build that begins while the tests run."""
    if not (HERE.dist / "index.html").is_file():
        pytest.fail("There is no article in dist/ yet: run `python3 build.py build` first.", pytrace=False)
    with alone(HERE.work):
        return shutil.copytree(HERE.dist, tmp_path_factory.mktemp("site") / "dist")


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """The article's address."""
    with serving(dist) as address:
        yield address


@pytest.fixture(scope="session")
def files(dist: Path) -> Path:
    """The folder with all files of this build but the page."""
    [manifest] = dist.glob("*/manifest.json")
    return manifest.parent


@pytest.fixture(scope="session")
def home(site: str, files: Path) -> str:
    """That folder's address."""
    return f"{site}{files.name}/"


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def watch(browser: Browser, site: str) -> Iterator[Watch]:
    """A fresh page, like that of a reader who has never been here, and what goes wrong in it."""
    watch = Watch(browser, site)
    yield watch
    watch.page.context.close()
    watch.check()


@pytest.fixture
def page(watch: Watch) -> Page:
    return watch.page


@pytest.fixture(scope="session")
def open_article() -> Callable[[Page], None]:
    """Open the article and wait until Python is there and the figures are alive."""

    def open_article(page: Page) -> None:
        page.goto("./")
        outcome = page.wait_for_function(OUTCOME, timeout=BOOT_TIMEOUT).json_value()
        assert outcome["failed"] is None

    return open_article


@pytest.fixture(scope="session")
def open_bare(home: str) -> Callable[[Page], None]:
    """Open a page beside the article's files that has nothing in it and may do anything, as a worker of bare.js may."""

    def open_bare(page: Page) -> None:
        icon = '<link rel="icon" href="data:,">'
        page.route("**/bare", lambda route: route.fulfill(content_type="text/html", body=icon))
        page.route("**/bare.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
        page.goto(f"{home}bare")

    return open_bare


@pytest.fixture(scope="session")
def opened(browser: Browser, site: str, open_article: Callable[[Page], None]) -> Iterator[Watch]:
    watch = Watch(browser, site)
    open_article(watch.page)
    yield watch
    watch.page.context.close()


@pytest.fixture
def article(opened: Watch) -> Iterator[Page]:
    """The article with Python ready, one for all tests that leave it as they found it."""
    yield opened.page
    opened.check()


@pytest.fixture
def reader(article: Page) -> Iterator[Page]:
    """The same, as somebody reads it: how large, in which colours, with what open and set is put back afterwards."""
    size = article.viewport_size
    assert size
    article.mouse.move(0, 0)
    yield article
    article.emulate_media(media="null", color_scheme="null", forced_colors="null", reduced_motion="null")
    article.set_viewport_size(size)
    article.evaluate(
        """() => {
            document.documentElement.style.fontSize = "";
            for (const details of document.querySelectorAll("details")) details.open = false;
            for (const input of document.querySelectorAll("[data-option]")) {
                const [now, first] = input.type === "range" ? ["value", "defaultValue"] : ["checked", "defaultChecked"];
                if (input[now] === input[first]) continue;
                input[now] = input[first];
                input.dispatchEvent(new Event("input", { bubbles: true }));
            }
            document.activeElement.blur();
        }"""
    )
