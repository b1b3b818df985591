"""A Python that hangs or runs out of memory is replaced while the reader looks on, and nothing is lost by it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, Worker, expect

from .conftest import BOOT_TIMEOUT, Watch

WATCH = """(figure) => {
    const says = document.querySelector(`#${figure} .python-says`);
    window.said = "";
    new MutationObserver(() => { said ||= says.textContent; }).observe(says, { childList: true });
}"""
HANG = "setTimeout(() => { for (;;); })"
HOARD = """python.runPython(`
from dataclasses import replace
from nearlydone import bridge
hoard = []
def answer(options, progress):
    while True:
        hoard.append(bytearray(2**30))
bridge.KNOWN["figure-9"] = replace(bridge.KNOWN["figure-9"], answer=answer)
`)"""
EXHAUST = "setTimeout(() => { const all = []; for (;;) all.push(new ArrayBuffer(2 ** 30)); })"
RESTARTED = "Python was restarted, because "
Open = Callable[[Page], None]


def worker_of(page: Page, package: str = "") -> Worker:
    """The worker whose Python has that package, or none; the newest, as one that hangs takes a while to die."""
    return [worker for worker in page.workers if worker.url.endswith(f"worker.js{package}")][-1]


def notice(page: Page, figure: str, act: Callable[[], None]) -> str:
    """What the figure says of Python after an act."""
    page.evaluate(WATCH, figure)
    act()
    says: str = page.wait_for_function("() => said", timeout=BOOT_TIMEOUT).json_value()
    return says


def change(page: Page, file: str, old: str, new: str) -> None:
    """Have the page, or every worker of it, do one thing otherwise."""

    def answer(route: Route) -> None:
        script = route.fetch().text()
        assert script.count(old) == 1
        route.fulfill(content_type="text/javascript", body=script.replace(old, new))

    page.context.route(f"**/{file}*", answer)


@pytest.fixture
def alive(page: Page, open_article: Open) -> Page:
    open_article(page)
    return page


def press(page: Page, times: int) -> None:
    for _ in range(times):
        before = page.locator("#figure-2 .story").inner_text()
        page.click("#figure-2 .next")
        expect(page.locator("#figure-2 .story")).not_to_have_text(before)


# A Python that hangs


def test_a_hung_python_is_replaced_and_the_press_that_it_swallowed_counts(alive: Page) -> None:
    press(alive, 3)
    alive.wait_for_function("() => location.hash.includes('3-next')")  # Python is asked for the address, a little later
    hung = worker_of(alive)
    hung.evaluate(HANG)
    says = notice(alive, "figure-2", lambda: alive.click("#figure-2 .next"))
    assert re.match(rf'{RESTARTED}it gave no answer to "figure-2" within [\d.]+ s\.', says)
    expect(alive.locator("#figure-1 .python-says")).to_contain_text(RESTARTED)
    expect(alive.locator("#figure-2 .story")).to_contain_text("Rule 3", timeout=BOOT_TIMEOUT)
    assert worker_of(alive) is not hung
    for _ in range(4):
        expect(alive.locator("#figure-2 .back")).to_have_attribute("aria-disabled", "false")
        before = alive.locator("#figure-2 .story").inner_text()
        alive.click("#figure-2 .back")
        expect(alive.locator("#figure-2 .story")).not_to_have_text(before)
    expect(alive.locator("#figure-2 .back")).to_have_attribute("aria-disabled", "true")
    expect(alive.locator(".python-says").nth(1)).to_be_empty(timeout=BOOT_TIMEOUT)


def test_so_is_one_that_averages_and_one_that_draws(alive: Page) -> None:
    figure = alive.locator("#figure-4")
    slider, says = figure.locator("input[type=range]"), figure.locator(".python-says")
    slider.scroll_into_view_if_needed()
    slider.press("ArrowLeft")
    wait_until_drawn(alive)
    for package in ("?package=numpy", "?package=matplotlib"):
        hung = worker_of(alive, package)
        hung.evaluate(HANG)
        slider.press("ArrowLeft")
        expect(says).to_contain_text(f'{RESTARTED}it gave no answer to "figure-4', timeout=10_000)
        wait_until_drawn(alive)
        assert worker_of(alive, package) is not hung
        expect(figure.locator("output")).to_have_text(slider.get_attribute("aria-valuetext") or "")


def wait_until_drawn(page: Page) -> None:
    """Until figure 4 shows all jobs, in a chart that is drawn anew."""
    expect(page.locator("#figure-4 .in")).to_contain_text("150 of 150", timeout=BOOT_TIMEOUT)
    page.evaluate("document.querySelector('#figure-4 .plot svg').dataset.old = ''")
    page.wait_for_function("() => !document.querySelector('#figure-4 [data-old]')", timeout=BOOT_TIMEOUT)


def test_a_slow_python_that_is_sound_is_waited_for(page: Page, open_article: Open) -> None:
    """All its answers take longer than those for which others would be given up, as they would on a slow telephone."""
    slowly = """const until = performance.now() + 1700;
        while (request.includes('"figure-2"') && performance.now() < until);
        const reply = answer("""
    change(page, "worker.js", "const reply = answer(", slowly)
    open_article(page)
    slow = worker_of(page)
    press(page, 1)
    assert worker_of(page) is slow


def test_a_python_that_is_slow_all_of_a_sudden_is_asked_once_more_and_given_more_time(
    page: Page, open_article: Open
) -> None:
    slowly = """const until = performance.now() + 5000;
        while (/"figure-2".*"next","next"/.test(request) && performance.now() < until);
        const reply = answer("""
    change(page, "worker.js", "const reply = answer(", slowly)
    open_article(page)
    press(page, 1)
    says = notice(page, "figure-2", lambda: page.click("#figure-2 .next"))
    assert re.match(rf'{RESTARTED}it gave no answer to "figure-2" within [\d.]+ s\.', says)
    expect(page.locator("#figure-2 .story")).to_contain_text("Rule 3", timeout=BOOT_TIMEOUT)
    fresh = worker_of(page)
    press(page, 1)
    assert worker_of(page) is fresh


def test_a_question_over_which_python_always_hangs_is_not_asked_for_ever(page: Page, open_article: Open) -> None:
    """The reader is told; the figure stays as it was before, and answers whatever else it is asked."""
    hang = """while (/"figure-2".*"next","next"/.test(request));
        const reply = answer("""
    change(page, "worker.js", "const reply = answer(", hang)
    open_article(page)
    press(page, 1)
    page.click("#figure-2 .next")
    refusal = 'This was not answered, and Python had to be restarted over it 2 times ("figure-2").'
    expect(page.locator("#figure-2 .story")).to_have_text(refusal, timeout=30_000)


# A Python that runs out of memory


def test_what_needs_more_memory_than_there_is_says_so_and_python_begins_anew_with_little(
    page: Page, open_article: Open
) -> None:
    change(page, "patience.js", "LEAST = 1.5", "LEAST = 60")  # Memory takes a while to be filled.
    change(page, "worker.js", "self.onmessage =", "self.python = python;\n  self.onmessage =")
    open_article(page)
    full = worker_of(page)
    full.evaluate(HOARD)
    asked = "nearlyDone.ask({ command: 'figure-9' }).catch((error) => error.message)"
    assert page.evaluate(asked) == "figure-9 needs more memory than there is for it"
    expect(page.locator("#figure-9 .python-says")).to_contain_text("it had come to hold 3.2 GB of memory")
    assert page.evaluate(asked)["story"]
    assert worker_of(page) is not full
    assert worker_of(page).evaluate("python._module.HEAPU8.length") < 2**26


def test_a_worker_that_no_memory_is_left_for_is_replaced(alive: Page, watch: Watch) -> None:
    watch.expect("allocation failed")
    press(alive, 2)
    full = worker_of(alive)
    says = notice(alive, "figure-2", lambda: full.evaluate(EXHAUST))
    assert says.startswith(RESTARTED)
    press(alive, 1)
    assert worker_of(alive) is not full
