"""A page gets the files of its own build, or none, whatever is published meanwhile and whoever keeps files for it.

Shown with a small article, which is published and stored by what publishes and stores the real one.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

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
<p id="stored"><span></span> <button hidden>Reload</button></p>
<script type="module" src="{BUILD}/page.js"></script>
"""
SCRIPTS = {
    "page.js": """
        import { store } from "./stored.js";
        import { version } from "./first.js";
        document.title = version;
        const work = (worker) => new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = () => reject(new Error("the worker could not be loaded"));
        });
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
    "same.txt": "the same in every version" * 4000,
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}

IN_CACHE = """const address = document.scripts[0].src.replace("page.js", name);
    const cache = await caches.open(new URL("./", address).href);"""


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
    """The first version, stored, on a second visit."""
    watch.page.goto("./")
    says(watch.page, STORED)
    watch.page.reload()
    says(watch.page, STORED)
    return watch.page


def says(page: Page, text: str) -> None:
    expect(page.locator("#stored span")).to_have_text(re.compile(re.escape(text)), timeout=10_000)


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


def lose(page: Page, name: str) -> None:
    page.evaluate(f"async (name) => {{ {IN_CACHE} cache.delete(address); }}", name)


def damage(page: Page, name: str) -> None:
    page.evaluate(f"async (name) => {{ {IN_CACHE} cache.put(address, new Response('damaged')); }}", name)


@contextmanager
def room(page: Page, article: Article, size: int) -> Iterator[None]:
    """Give the article so many bytes to store itself."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": article.host.address, "quotaSize": size})
    yield
    session.send("Storage.overrideQuotaForOrigin", {"origin": article.host.address})
    session.detach()


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    for _ in range(50):
        if holds():
            return
        page.wait_for_timeout(100)
    pytest.fail("It did not come about within 5 s.")


def stop_service_workers(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")


class TestStored:
    def test_a_first_visit_loads_nothing_twice(self, watch: Watch, article: Article) -> None:
        watch.page.goto("./")
        says(watch.page, STORED)
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

    def test_nothing_else_on_the_host_is_answered_for(self, page: Page, article: Article) -> None:
        for name in ("beside.txt", "feed/beside.txt"):
            (article.dist / name).parent.mkdir(exist_ok=True)
            (article.dist / name).write_text("once")
            assert page.evaluate("async (name) => (await fetch(name)).text()", name) == "once"
            (article.dist / name).write_text("twice")
            assert page.evaluate("async (name) => (await fetch(name)).text()", name) == "twice"

    def test_a_stopped_service_worker_has_forgotten_nothing(self, page: Page, article: Article) -> None:
        article.host.is_down = True
        stop_service_workers(page)
        assert is_all_of(page, "one")
        stop_service_workers(page)
        page.goto("./")
        assert is_all_of(page, "one")

    def test_what_is_stored_comes_with_the_policy(self, page: Page, article: Article) -> None:
        for address in ("./", page.evaluate("performance.getEntriesByType('resource')[0].name")):
            headers = page.evaluate("async (address) => [...(await fetch(address)).headers.keys()]", address)
            assert "content-security-policy" in headers


class TestAnew:
    def test_a_tab_stays_with_its_build_and_says_that_there_is_a_newer_one(self, page: Page, article: Article) -> None:
        article.publish("two")
        assert is_all_of(visit(page.context), "two")
        says(page, NEWER)
        assert is_all_of(page, "one")
        article.host.is_down = True
        assert is_all_of(page, "one")
        page.get_by_role("button", name="Reload").click()
        says(page, STORED)
        assert is_all_of(page, "two")

    def test_who_comes_back_waits_for_nothing_and_gets_it_the_next_time(self, page: Page, article: Article) -> None:
        context = page.context
        page.close()
        article.publish("two")
        page = visit(context)
        assert is_all_of(page, "one")
        says(page, NEWER)
        page.close()
        article.host.is_down = True
        assert is_all_of(visit(context), "two")

    def test_a_reload_gets_it_at_once(self, page: Page, article: Article) -> None:
        for version in ("two", "three"):
            article.publish(version)
            page.reload()
            assert is_all_of(page, version)
            says(page, STORED)

    def test_only_what_is_new_is_transferred(self, page: Page, article: Article) -> None:
        article.sent()
        build = article.publish("two")
        page.reload()
        says(page, STORED)
        changed = {f"{build}/{name}" for name, text in SCRIPTS.items() if "VERSION" in text}
        assert sorted(article.sent()) == sorted({"", "service-worker.js", *changed})

    def test_what_no_page_needs_any_more_is_let_go(self, page: Page, article: Article) -> None:
        first, second = article.publish("one"), article.publish("two")
        other = visit(page.context)
        says(other, STORED)
        assert {f"{article.address}{build}/" for build in (first, second)} < caches(page).keys()
        page.close()
        other.reload()
        says(other, STORED)
        assert caches(other).keys() == {article.address, f"{article.address}{second}/"}

    def test_tabs_of_three_builds_stay_apart_while_service_workers_come_and_go(
        self, page: Page, article: Article
    ) -> None:
        tabs = {"one": page}
        for version in ("two", "three"):
            article.publish(version)
            tabs[version] = visit(page.context)
            says(tabs[version], STORED)
        article.host.is_down = True
        for _ in range(2):
            for version, tab in tabs.items():
                stop_service_workers(tab)
                assert is_all_of(tab, version)

    def test_the_one_before_is_as_good_as_any(self, page: Page, article: Article) -> None:
        for version in ("two", "one"):
            article.publish(version)
            page.reload()
            says(page, STORED)
            assert is_all_of(page, version)


class TestHalfway:
    """A host has some of the new files, and some of the old."""

    @pytest.mark.parametrize("file", ["late.txt", "first.js"])
    @pytest.mark.parametrize("how", ["missing", "another"])
    def test_the_old_one_stays_whole_until_the_new_one_is(
        self, page: Page, article: Article, file: str, how: str
    ) -> None:
        path = article.dist / article.publish("two") / file
        content = path.read_bytes()
        path.unlink() if how == "missing" else path.write_text("another")
        for _ in range(2):
            page.reload()
            says(page, STORED)
            assert is_all_of(page, "one")
        path.write_bytes(content)
        page.reload()
        says(page, STORED)
        assert is_all_of(page, "two")

    @pytest.mark.parametrize("new", ["index.html", "service-worker.js"])
    def test_so_it_does_when_only_the_page_or_the_service_worker_is_new(
        self, page: Page, article: Article, new: str
    ) -> None:
        old = {path: path.read_bytes() for path in article.dist.rglob("*.*") if path.is_file()}
        article.publish("two")
        files = {path: path.read_bytes() for path in article.dist.rglob("*.*") if path.is_file()}
        for path in files.keys() - {article.dist / new}:
            path.unlink()
        for path, content in old.items():
            if path != article.dist / new:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)
        page.reload()
        says(page, STORED)
        assert is_all_of(page, "one")
        article.publish("two")
        page.reload()
        assert is_all_of(page, "two")

    def test_a_first_visit_is_told_so(self, watch: Watch, article: Article) -> None:
        watch.expect("404")
        (article.dist / article.publish("one") / "late.txt").unlink()
        watch.page.goto("./")
        says(watch.page, f"{NOT_STORED}")
        expect(watch.page.locator("#stored")).to_contain_text("late.txt could not be loaded: the server answered 404.")
        article.publish("one")
        watch.page.reload()
        says(watch.page, STORED)

    def test_a_first_visit_during_which_the_article_changes_gets_no_file_of_the_new_build(
        self, watch: Watch, article: Article
    ) -> None:
        page = watch.page
        watch.expect("404|Failed to fetch")
        (article.dist / "service-worker.js").unlink()
        page.goto("./")
        says(page, f"{NOT_STORED}the browser refused")
        article.publish("two")
        assert page.evaluate("() => ask().catch(({ message }) => message)").startswith("Failed to fetch")
        page.reload()
        assert is_all_of(page, "two")


class TestNotStored:
    def test_without_room_the_page_says_so_and_is_read_from_the_network(self, watch: Watch, article: Article) -> None:
        page = watch.page
        with room(page, article, 60_000):
            page.goto("./")
            says(page, NOT_STORED)
            assert is_all_of(page, "one")
        page.reload()
        says(page, STORED)

    def test_without_room_for_two_builds_the_new_one_is_read_rather_than_the_old_one_for_ever(
        self, page: Page, article: Article
    ) -> None:
        with room(page, article, 180_000):
            article.publish("two")
            page.reload()
            assert is_all_of(page, "two")
            says(page, NOT_STORED)
            stop_service_workers(page)  # as browsers do before long: what it let go is gone then
            page.reload()
            says(page, STORED)
        article.host.is_down = True
        page.reload()
        assert is_all_of(page, "two")

    def test_a_build_that_can_t_be_stored_is_not_taken_for_an_older_one(self, page: Page, article: Article) -> None:
        folder = article.publish("two")
        (article.dist / folder / "late.txt").unlink()
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})  # past the service worker
        expect(page).to_have_title("two")
        says(page, f"{NOT_STORED}{folder}/late.txt could not be loaded")
        page.wait_for_timeout(500)  # for what the older build's service worker could have to say
        says(page, NOT_STORED)

    def test_a_page_that_came_over_plain_http_says_so(self, watch: Watch, article: Article) -> None:
        def answer(route: Route) -> None:
            route.fulfill(response=route.fetch(url=route.request.url.replace("http://nearly.test/", article.address)))

        watch.expect("another origin: http://nearly.test/")
        watch.page.route("http://nearly.test/**", answer)
        watch.page.goto("http://nearly.test/")
        says(watch.page, f"{NOT_STORED}it came over plain http.")
        assert is_all_of(watch.page, "one")

    @pytest.mark.parametrize(
        ("script", "why"),
        [
            ("delete Navigator.prototype.serviceWorker", "this browser does not store pages, or not in a private"),
            (
                "ServiceWorkerContainer.prototype.register = async () => { throw new Error('It is insecure.'); }",
                "the browser refused: It is insecure",
            ),
        ],
    )
    def test_a_browser_that_stores_nothing_is_no_harm(self, watch: Watch, script: str, why: str) -> None:
        watch.page.add_init_script(script)
        watch.page.goto("./")
        says(watch.page, f"{NOT_STORED}{why}")
        assert is_all_of(watch.page, "one")


class TestDamaged:
    def test_what_the_browser_has_lost_comes_from_the_network_and_is_stored_again(
        self, page: Page, article: Article
    ) -> None:
        lose(page, "late.txt")
        lose(page, "first.js")
        page.reload()
        assert is_all_of(page, "one")
        says(page, STORED)
        article.host.is_down = True
        page.reload()
        assert is_all_of(page, "one")

    def test_a_lost_page_too(self, page: Page, article: Article) -> None:
        page.evaluate("async (home) => caches.delete(home)", article.address)
        page.reload()
        says(page, STORED)
        article.host.is_down = True
        page.reload()
        assert is_all_of(page, "one")

    def test_what_is_damaged_is_found_when_it_is_looked_for_and_stored_again(
        self, page: Page, article: Article
    ) -> None:
        damage(page, "late.txt")
        assert not is_all_of(page, "one")
        page.evaluate("async () => (await import(document.scripts[0].src.replace('page.js', 'stored.js'))).mend()")
        wait_until(page, lambda: is_all_of(page, "one"))

    def test_what_is_damaged_does_not_get_into_the_next_build(self, page: Page, article: Article) -> None:
        damage(page, "same.txt")
        article.publish("two")
        page.reload()
        says(page, STORED)
        same = page.evaluate("async () => (await fetch(document.scripts[0].src.replace('page.js', 'same.txt'))).text()")
        assert same == SCRIPTS["same.txt"]
