"""Links in the real page: what a sender copies, a receiver sees; the address follows the hand, and nothing else."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from nearlydone.figures import FIGURES

from .conftest import BOOT_TIMEOUT
from .test_still import FOUND, RECORD

pytestmark = pytest.mark.browser

ALL = [f"figure-{number}" for number in range(1, 10)]
# All that is to be seen of a figure, as the picture that can be downloaded.
PICTURE = """async (id) => {
    const files = document.querySelector("script[type=module][src]").src;
    const { drawPicture } = await import(new URL("picture.js", files));
    return new XMLSerializer().serializeToString(drawPicture(document.getElementById(id)));
}"""
SHOWS = f"async ([id, picture]) => await ({PICTURE})(id) === picture"
SET = """(input, value) => {
    input.value = value;
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
}"""


class Sent(NamedTuple):
    """A link, and what was seen where it was copied; what was seen before anything was done, and after Reset."""

    link: str
    picture: str
    built: str
    reset: str


def set_input(page: Page, selector: str, value: float) -> None:
    page.locator(selector).evaluate(SET, value)


def settled(page: Page, figure: str) -> str:
    """What is to be seen of the figure once it has said its last word."""
    page.locator(f"#{figure}").scroll_into_view_if_needed()
    for how_many in page.locator(f"#{figure} .in").all():
        expect(how_many).to_have_text("150 of 150 jobs, just now, in your tab", timeout=BOOT_TIMEOUT)
    page.evaluate("() => nearlyDone.ask({ command: 'figure-1' })")  # What was asked before has been answered.
    return str(page.evaluate(PICTURE, figure))


def act(page: Page, figure: str) -> None:
    """Set a figure as nobody else would."""
    match figure:
        case "figure-1":
            set_input(page, "#figure-1 .scrub", 8.0)
            page.locator("#figure-1 .hands button").nth(1).click()
            expect(page.locator("#figure-1 .attempt.failed")).to_have_count(1)
            set_input(page, "#figure-1 .scrub", 12.25)
        case "figure-2":
            for story in ("Rule 2", "Rule 3", "Rule 2"):
                page.click("#figure-2 .next")
                expect(page.locator("#figure-2 .story")).to_contain_text(story)
            page.locator("#figure-2 .node.running").first.click()
            expect(page.locator("#figure-2 .story")).to_contain_text("Rule 4")
        case "figure-6":
            page.check("#figure-6 [data-option=learn]")
            set_input(page, "#figure-6 input[type=range]", 0.35)
        case "figure-7":
            page.click('#figure-7 [data-press="over"]')
            set_input(page, "#figure-7 [data-option=scan]", 3)
            page.click('#figure-7 [data-cell="S3=invoice"] >> nth=0')
            expect(page.locator("#figure-7 .story")).to_contain_text("Invoice of S3")
            for played in range(1, 6):
                page.click('#figure-7 [data-press="next"]')
                expect(page.locator("#figure-7 .round")).to_have_text(str(played))
            page.click('#figure-7 [data-press="back"]')
            expect(page.locator("#figure-7 .round")).to_have_text("4")
        case "figure-8":
            page.check("#figure-8 .as-figure-7")
            set_input(page, "#figure-8 [data-option=scan]", 5)
        case "figure-9":
            page.uncheck("#figure-9 [data-option=key]")
            set_input(page, "#figure-9 [data-option=stall_ratio]", 0.0105)
        case _:
            set_input(page, f"#{figure} input[type=range]", {"figure-3": 0, "figure-4": 0.5, "figure-5": 6}[figure])


@pytest.fixture(scope="module")
def sent(browser: Browser, site: str, open_article: Callable[[Page], None]) -> dict[str, Sent]:
    context = browser.new_context(base_url=site, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_article(page)
    built = {figure: settled(page, figure) for figure in ALL}
    links, pictures = {}, {}
    for figure in ALL:
        act(page, figure)
        pictures[figure] = settled(page, figure)
        page.click(f"#{figure} [data-take=link]")
        expect(page.locator(f"#{figure} .taken")).to_have_text("The link is copied.")
        links[figure] = page.evaluate("navigator.clipboard.readText()")
    reset = {}
    for figure in reversed(ALL):
        page.click(f"#{figure} .reset")
        expect(page.locator(f"#{figure} .taken")).to_have_text("As the page was built.")
        reset[figure] = settled(page, figure)
    context.close()
    return {figure: Sent(links[figure], pictures[figure], built[figure], reset[figure]) for figure in ALL}


@pytest.mark.parametrize("figure", ALL)
def test_reset_brings_back_what_was_built(sent: dict[str, Sent], figure: str) -> None:
    assert sent[figure].picture != sent[figure].built
    assert sent[figure].reset == sent[figure].built


@pytest.mark.parametrize("figure", ["figure-1", "figure-5", "figure-8"])
def test_opened_in_a_fresh_browser_a_link_shows_what_its_sender_saw(
    page: Page, sent: dict[str, Sent], figure: str
) -> None:
    page.goto(sent[figure].link)
    page.wait_for_function(SHOWS, arg=[figure, sent[figure].picture], timeout=BOOT_TIMEOUT)
    expect(page.locator(f"#{figure}")).to_be_in_viewport()
    expect(page.locator(f"#{figure} .taken")).to_have_text("")
    assert page.url == sent[figure].link


@pytest.fixture
def left(article: Page) -> Iterator[Page]:
    """The article, its figures as they were built afterwards."""
    yield article
    article.evaluate("() => { location.hash = ''; }")
    for figure in ALL:
        article.click(f"#{figure} .reset")


@pytest.mark.parametrize("figure", ALL)
def test_followed_in_an_open_page_it_does_so_too(left: Page, sent: dict[str, Sent], figure: str) -> None:
    left.evaluate("(link) => { location.href = link; }", sent[figure].link)
    left.wait_for_function(SHOWS, arg=[figure, sent[figure].picture], timeout=BOOT_TIMEOUT)
    expect(left.locator(f"#{figure}")).to_be_in_viewport()


class TestTheAddress:
    def test_follows_the_figure_last_touched_and_leaves_no_trail(self, left: Page) -> None:
        trail = left.evaluate("history.length")
        left.uncheck("#figure-9 [data-option=key]")
        left.wait_for_function("() => location.hash === '#figure-9/v1/key=no'")
        left.click("#figure-2 .next")
        left.wait_for_function("() => location.hash === '#figure-2/v1/actions=next'")
        assert left.evaluate("history.length") == trail

    def test_changes_so_seldom_that_safari_allows_it(self, left: Page) -> None:
        changes = left.evaluate(
            """async () => {
                const { replaceState } = history;
                let changes = 0;
                history.replaceState = function (...how) { changes += 1; return replaceState.apply(this, how); };
                const input = document.querySelector("#figure-9 [data-option=workflows]");
                for (let step = 1; step <= 60; step += 1) {
                    input.value = 100 * step;
                    input.dispatchEvent(new Event("input", { bubbles: true }));
                    await new Promise((done) => setTimeout(done, 25));
                }
                await new Promise((done) => setTimeout(done, 700));
                delete history.replaceState;
                return changes;
            }"""
        )
        assert 1 <= changes <= 6
        assert left.evaluate("location.hash") == "#figure-9/v1/workflows=6000"

    def test_stands_still_while_a_run_plays_and_says_where_it_was_paused(self, left: Page) -> None:
        left.click("#figure-1 .start")
        left.wait_for_function("() => document.querySelector('#figure-1 .minute').textContent > 1.5")
        assert "minute" not in left.evaluate("location.hash")
        left.click("#figure-1 .start")
        minute = float(left.locator("#figure-1 .scrub").input_value())
        left.wait_for_function("() => location.hash.startsWith('#figure-1/v1/minute=')")
        assert float(left.evaluate("location.hash.split('=')[1]")) == pytest.approx(minute, abs=0.001)

    def test_of_a_section_stays(self, left: Page) -> None:
        left.evaluate("() => { location.hash = '#ending'; }")
        expect(left.locator("#ending")).to_be_in_viewport()
        left.wait_for_timeout(700)
        assert left.evaluate("location.hash") == "#ending"

    def test_brings_a_reload_back_to_what_was_set(self, page: Page) -> None:
        page.goto("./#figure-9/v1/workflows=200")
        expect(page.locator("#figure-9 .bill")).to_contain_text("800", timeout=BOOT_TIMEOUT)
        page.uncheck("#figure-9 [data-option=key]")
        page.wait_for_function("() => location.hash === '#figure-9/v1/workflows=200/key=no'")
        page.reload()
        expect(page.locator("#figure-9 .bill")).to_contain_text("key off", timeout=BOOT_TIMEOUT)
        expect(page.locator("#figure-9 .bill")).to_contain_text("800")


@pytest.mark.parametrize(
    ("fragment", "note", "options"),
    [
        ("figure-9/v1/workflows=200/key=<b>x", "Left out of this link, because it cannot be here: key=<b>x.",
         {"workflows": 200}),
        ("figure-9/v7/workflows=200", "Nothing was taken from this link: it says v7 where this page reads v1.", {}),
        ("figure-9/v1/" + "9" * 9_999, "Nothing was taken from this link, because it has more than 2,000 letters.", {}),
    ],
)
def test_a_broken_link_is_used_as_far_as_it_goes_and_says_what_was_not(
    left: Page, fragment: str, note: str, options: dict[str, Any]
) -> None:
    left.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    expect(left.locator("#figure-9 .taken")).to_have_text(note)
    expect(left.locator("#figure-9 .story")).to_have_text(FIGURES["figure-9"].ask(options)["story"])
    assert left.locator("#figure-9 .taken *").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_a_link_is_opened_not_even_for_what_it_says(browser: Browser, site: str, width: int) -> None:
    context = browser.new_context(base_url=site, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.add_init_script(RECORD)
    page.goto("./#figure-9/v1/workflows=200/shape=round")
    expect(page.locator("#figure-9 .taken")).to_contain_text("shape=round", timeout=BOOT_TIMEOUT)
    expect(page.locator("#figure-9 .bill")).to_contain_text("800")
    found: dict[str, Any] = page.evaluate(FOUND)
    context.close()
    assert found["shift"] < 0.02
