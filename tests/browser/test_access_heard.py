"""What those hear who do not see the page: milestones and not ticks, and sliders in words that are right at once."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from nearlydone.figures import billing, crowding, failing, planning, scanning, silence, spreading

from .conftest import BOOT_TIMEOUT, Watch

pytestmark = pytest.mark.browser

LISTEN = """() => {
    window.heard = [];
    const live = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output";
    const isLive = (element) =>
        element.matches(live) && element.ariaLive !== "off" && !element.closest("[aria-hidden=true]");
    window.listener?.disconnect();
    window.listener = new MutationObserver((changes) => {
        for (const { target } of changes) {
            let element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            while (element && !isLive(element)) element = element.parentElement;
            if (element?.textContent && heard.at(-1) !== element.textContent) heard.push(element.textContent);
        }
    });
    listener.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
QUIET = 500  # milliseconds that a sentence waits to be said
# Notes every sentence of a figure's, and for how many milliseconds it stood before the next.
STAND = """(figure) => {
    const story = figure.querySelector(".story");
    let [sentence, since] = [story.textContent, performance.now()];
    window.stood = [];
    const note = () => {
        const now = performance.now();
        stood.push([sentence, now - since]);
        [sentence, since] = [story.textContent, now];
    };
    new MutationObserver(note).observe(story, { subtree: true, childList: true, characterData: true });
}"""
NEXT = "() => new Promise((resolve) => setTimeout(resolve, 700))"  # longer than a sentence waits to be said
# Every position of every slider of a figure, and what it is said to be in the same breath, before Python could answer.
SAID = """(figure) => [...figure.querySelectorAll("input[type=range][data-option]")].map((input) => {
    const before = input.value;
    const said = [];
    const go = (value) => {
        input.value = value;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        return [input.ariaValueText, input.parentElement.querySelector("output").textContent];
    };
    const steps = Math.round((input.max - input.min) / input.step);
    for (let step = 0; step <= steps; step += 1) said.push(go(Number(input.min) + step * input.step));
    go(before);
    return [input.dataset.option, said];
})"""
# When both Pythons have answered, also what a figure asks after an answer.
ANSWERED = """async () => {
    for (let turn = 0; turn < 5; turn += 1) {
        for (const command of ["figure-9", "figure-4"]) await nearlyDone.ask({ command });
    }
}"""
SLIDERS = {3: failing, 4: spreading, 5: crowding, 6: planning, 7: silence, 8: scanning, 9: billing}


@pytest.fixture
def heard(reader: Page) -> Iterator[Callable[[], list[str]]]:
    """What has been said since the test began."""
    reader.evaluate(NEXT)
    reader.evaluate(LISTEN)

    def heard() -> list[str]:
        reader.evaluate(NEXT)
        said: list[str] = reader.evaluate("heard")
        return said

    yield heard
    reader.evaluate("listener.disconnect()")


def drag(page: Page, selector: str) -> int:
    """Take a slider by the mouse from one end to the other and to the middle; returns in how many moves."""
    slider = page.locator(selector)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    shares = [k / 20 for k in (*range(1, 20), *range(19, 9, -1))]
    for share in shares:
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
        page.wait_for_timeout(40)
    page.mouse.up()
    return len(shares)


def test_of_a_whole_run_a_handful_of_moments(reader: Page, heard: Callable[[], list[str]]) -> None:
    reader.locator("#figure-1 .seed").fill("77")
    reader.locator("#figure-1 .seed").dispatch_event("change")
    expect(reader.locator("#figure-1 .minute")).to_have_text("0.0")
    heard()
    reader.evaluate(LISTEN)
    reader.evaluate(
        """() => {
            window.words = new Set();
            const scrub = document.querySelector("#figure-1 .scrub");
            new MutationObserver(() => words.add(scrub.ariaValueText)).observe(scrub, { attributes: true });
        }"""
    )
    reader.locator("#figure-1 .speed").fill("2")
    reader.click("#figure-1 .start")
    expect(reader.locator("#figure-1 .story")).to_contain_text("Done, after 29.1 minutes", timeout=20_000)
    reader.locator("#figure-1 .speed").fill("0")
    said = heard()
    assert said[-1].replace("\u00a0", " ") == (
        "Done, after 29.1 minutes. Counting said 90 % or more for the last 24 % of them."
    )
    assert any("Half of the time has passed: count says 67\u00a0%" in sentence for sentence in said)
    assert len(said) <= 4
    assert set(reader.evaluate("[...words]")) <= {"running", "minute 0.0 of 29.1", "minute 29.1 of 29.1"}


def test_each_step_of_the_rules_and_when_they_play_the_last(reader: Page, heard: Callable[[], list[str]]) -> None:
    story = reader.locator("#figure-2 .story")
    for rule in ("Rule 2", "Rule 3"):
        reader.click("#figure-2 .next")
        expect(story).to_contain_text(rule)
        assert heard()[-1] == story.inner_text()
    many = len(heard())
    reader.click("#figure-2 .play")
    reader.wait_for_timeout(2500)
    assert len(heard()) == many
    reader.click("#figure-2 .play")
    assert heard()[many:] == [story.inner_text()]
    reader.click("#figure-2 .over")


@pytest.mark.parametrize("figure", [4, 7, 9])
def test_of_a_slider_that_is_dragged_only_where_it_led(
    reader: Page, heard: Callable[[], list[str]], figure: int
) -> None:
    name = {4: "spread", 7: "lease", 9: "stall_ratio"}[figure]
    reader.locator(f"#figure-{figure}").scroll_into_view_if_needed()
    heard()
    reader.evaluate(LISTEN)
    if figure == 7:
        reader.click("#figure-7 .settings summary")
    reader.locator(f"#figure-{figure}").evaluate(STAND)
    moves = drag(reader, f'#figure-{figure} [data-option="{name}"]')
    reader.evaluate(ANSWERED)
    said = heard()
    assert moves > 20
    *before, last = said
    assert last == reader.locator(f"#figure-{figure} .story").inner_text()
    waited = {sentence for sentence, milliseconds in reader.evaluate("stood.slice(1)") if milliseconds >= QUIET}
    assert {*before} <= waited  # none, unless the machine is too slow for a hand that does not stop


@pytest.mark.parametrize("figure", SLIDERS)
def test_what_a_slider_is_set_to_the_moment_it_moves(reader: Page, figure: int) -> None:
    said = reader.locator(f"#figure-{figure}").evaluate(SAID)
    words = {slider.name: [[word, word] for word in slider.words] for slider in SLIDERS[figure].SLIDERS}
    assert dict(said) == words


def test_what_is_wrong_with_python_once(watch: Watch) -> None:
    page = watch.page
    page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
    page.route("**/pyodide/**", lambda route: route.abort())
    page.goto("./")
    expect(page.locator("#figure-1 .retry")).to_be_visible(timeout=BOOT_TIMEOUT)
    [message] = page.evaluate("heard")
    assert message == page.locator("#figure-1 .python-says").inner_text()
    assert "could not be loaded" in message
    page.locator("#figure-1 .retry").press("Enter")
    expect(page.locator("#figure-1 .python")).to_be_focused()
    watch.expect("ERR_FAILED|pyodide|Failed to load")
