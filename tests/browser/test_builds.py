"""A page gets the files of its own build, or none, whatever is published meanwhile and whoever keeps files for it.

Shown with a small article, which is published and stored by what publishes and stores the real one.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from press.page import BUILD
from press.places import HERE
from press.publish import publish

from .conftest import Watch
from .host import Host, hosting

STORED = "This page is stored in your browser and opens without a network, too."
NEWER = "A newer version of this page is stored in your browser."
NOT_STORED = "This page could not be stored for reading without a network: "
PAGE = f"""<!doctype html>
<title>loading</title>
<link rel="icon" href="{BUILD}/icon.svg">
<p id="stored"><span role="status"></span> <button hidden>Reload</button></p>
<script type="module" src="{BUILD}/page.js"></script>
"""
SCRIPTS = {
    "page.js": """
        import { store } from "./stored.js";
        import { version } from "./first.js";
        document.title = version;
        const work = (worker) => new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
        window.ask = async () => [
            (await import("./late.js")).version,
            await (await fetch(new URL("late.txt?any", import.meta.url))).text(),
            await work(new Worker(new URL("worker.js?package=a&package=b", import.meta.url), { type: "module" })),
        ];
        store();
    """,
    "worker.js": """
        import { version } from "./late.js";
        const request = new XMLHttpRequest();
        request.open("GET", new URL("later.txt", import.meta.url), false);
        request.send();
        postMessage([version, request.responseText, self.location.search]);
    """,
    "first.js": "export const version = 'VERSION';",
    "late.js": "export const version = 'VERSION';",
    "late.txt": "VERSION",
    "later.txt": "VERSION",
    "same.txt": "the same in every version" * 100,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}


class Article:
    """The small article, deep in a host. All that is particular to a version says its name."""

    def __init__(self, host: Host, made: Path) -> None:
        self.host = host
        self.made = made
        self.path = "some/where/"
        self.dist = host.folder / self.path
        self.address = host.address + self.path

    def publish(self, version: str) -> str:
        """Put a version in place of what there was; returns the name of its folder."""
        self.made.mkdir(exist_ok=True)
        (self.made / "index.html").write_text(PAGE)
        for name in ("service-worker.js", "stored.js"):
            (self.made / name).write_bytes((HERE.site / name).read_bytes())
        for name, text in SCRIPTS.items():
            (self.made / name).write_text(text.replace("VERSION", version))
        return publish(self.made, self.dist)

    def sent(self) -> list[str]:
        """What has been sent since this was asked last."""
        sent = [path.removeprefix(self.path) for path in self.host.sent_whole()]
        self.host.sent.clear()
        return sent


@pytest.fixture
def article(tmp_path: Path) -> Iterator[Article]:
    with hosting(tmp_path / "host") as host:
        article = Article(host, tmp_path / "made")
        article.publish("one")
        yield article


@pytest.fixture
def watch(browser: Browser, article: Article) -> Iterator[Watch]:
    watch = Watch(browser, article.address, stored=True)
    yield watch
    watch.page.context.close()
    watch.check()


@pytest.fixture
def page(watch: Watch, article: Article) -> Page:
    """The first version, stored."""
    watch.page.goto("./")
    says(watch.page, STORED)
    return watch.page


def says(page: Page, text: str) -> None:
    expect(page.locator("#stored [role=status]")).to_have_text(re.compile(re.escape(text)), timeout=10_000)


def is_all_of(page: Page, version: str) -> bool:
    expect(page).to_have_title(version)
    answer = page.evaluate("() => ask()")
    return bool(answer == [version, version, [version, version, "?package=a&package=b"]])


def visit(context: BrowserContext) -> Page:
    """Come by again, in another tab."""
    page = context.new_page()
    page.goto("./")
    return page


def caches(page: Page) -> dict[str, int]:
    """How many files each has."""
    found: dict[str, int] = page.evaluate(
        """async () => {
            const count = async (name) => [name, (await (await caches.open(name)).keys()).length];
            return Object.fromEntries(await Promise.all((await caches.keys()).map(count)));
        }"""
    )
    return found


def stop_service_workers(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")


class TestStored:
    def test_a_first_visit_loads_nothing_twice(self, page: Page, article: Article) -> None:
        sent = article.sent()
        assert sorted(set(sent)) == sorted(sent)
        assert len(sent) == len(SCRIPTS) + 3  # and the page, stored.js, and the service worker

    def test_the_next_transfers_nothing(self, page: Page, article: Article) -> None:
        article.sent()
        article.host.sent.clear()
        page.close()
        page = visit(page.context)
        says(page, STORED)
        assert is_all_of(page, "one")
        assert {path for path, _ in article.host.sent} == {f"{article.path}service-worker.js"}
        assert article.sent() == []

    @pytest.mark.parametrize("address", ["./", "./?a=b#c", "./index.html", "./index.html?a#b"])
    def test_it_opens_without_a_network_under_all_its_addresses(
        self, page: Page, article: Article, address: str
    ) -> None:
        article.host.is_down = True
        page.goto("about:blank")
        page.goto(address)
        says(page, STORED)
        assert is_all_of(page, "one")
        assert page.url == article.address + address.removeprefix("./")
        page.reload()
        assert is_all_of(page, "one")
