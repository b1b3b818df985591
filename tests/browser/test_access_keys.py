"""Every figure by keys alone: as a reader would who has no mouse, and whose focus must not get lost."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from nearlydone.figures import FIGURES

from .conftest import BOOT_TIMEOUT
from .test_builds import wait_until

pytestmark = pytest.mark.browser

MANY = 200  # stops of the tab key, more than there are on the page
# Where the focus is, and whether it can be seen: by an outline, or by the ring around a task.
STOP = """() => {
    const at = document.activeElement;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(at);
    const ring = at.querySelector(".ring");
    const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && outlineColor !== "rgba(0, 0, 0, 0)";
    const ringed = ring !== null && getComputedStyle(ring).stroke !== "none";
    const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
    return {
        what: at.outerHTML.slice(0, 90), lost: at === document.body, seen: (outlined || ringed) && width * height > 0,
        left, right, top: top + scrollY, bottom: bottom + scrollY, figure: at.closest("figure")?.id,
    };
}"""

# A place to begin at, which is none any more when the focus has left it.
BEGIN_AT = """(place) => {
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
    place.focus();
}"""


def begin(page: Page, figure: int) -> None:
    """Put the focus on a figure's caption, from where the tab key goes on."""
    page.locator(f"#figure-{figure} figcaption").evaluate(BEGIN_AT)


def tab_to(page: Page, wanted: str, key: str = "Tab") -> Locator:
    """Press tab until the focus is there, and see that it is never lost on the way."""
    there = page.locator(wanted).first
    way: list[str] = []
    for _ in range(MANY):
        page.keyboard.press(key)
        stop = page.evaluate(STOP)
        way.append(stop["what"])
        assert stop["seen"], way
        assert not stop["lost"], way
        if there.evaluate("(element) => element === document.activeElement"):
            return there
    raise AssertionError(f"the tab key does not lead to {wanted}")


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def story(page: Page, figure: int) -> Locator:
    return page.locator(f"#figure-{figure} .story")


def test_the_order_of_focus_is_that_of_reading_and_it_can_be_seen_at_every_stop(reader: Page) -> None:
    reader.set_viewport_size({"width": 1280, "height": 800})
    reader.locator("h1").evaluate(BEGIN_AT)
    stops: list[dict[str, Any]] = []
    for _ in range(MANY):
        reader.keyboard.press("Tab")
        stop = reader.evaluate(STOP)
        if stop["lost"]:
            break
        stops.append(stop)
    assert {stop["figure"] for stop in stops} >= {f"figure-{number}" for number in range(1, 10)}
    assert [stop["what"] for stop in stops if not stop["seen"]] == []
    for one, other in pairwise(stops):
        goes_on = other["bottom"] > one["top"] + 1
        in_the_next_column = other["left"] > one["right"] - 1
        assert goes_on or in_the_next_column, (one["what"], other["what"])


class TestFigure1:
    @pytest.fixture
    def run(self, reader: Page) -> Page:
        begin(reader, 1)
        tab_to(reader, "#figure-1 .seed")
        for job in ("78", "77"):
            press(reader, "Control+a")
            reader.keyboard.type(job)
            press(reader, "Enter")
            expect(story(reader, 1)).to_contain_text(f"Job {job}:")
        expect(reader.locator("#figure-1 .minute")).to_have_text("0.0")
        return reader

    def test_is_started_paused_and_moved(self, run: Page) -> None:
        begin(run, 1)
        start = tab_to(run, "#figure-1 .start")
        press(run, "Enter")
        expect(start).to_have_text("Pause")
        run.wait_for_function("() => document.querySelector('#figure-1 .minute').textContent > 1")
        press(run, "Space")
        expect(start).to_have_text("Resume")
        expect(start).to_be_focused()
        scrub = tab_to(run, "#figure-1 .scrub", "Shift+Tab")
        before = float(run.locator("#figure-1 .minute").inner_text())
        press(run, "ArrowRight", 5)
        after = run.locator("#figure-1 .minute").inner_text()
        assert float(after) > before
        assert scrub.get_attribute("aria-valuetext") == f"minute {after} of 29.1"
        press(run, "End")
        expect(story(run, 1)).to_contain_text("Done, after 29.1 minutes")

    def test_a_running_task_is_failed_and_the_focus_stays_when_its_worker_is_idle(self, run: Page) -> None:
        begin(run, 1)
        tab_to(run, "#figure-1 .scrub")
        press(run, "ArrowRight", 20)
        hand = tab_to(run, "#figure-1 .hands button", "Shift+Tab")
        hand = run.locator("#figure-1 .hands button:focus")
        task = hand.get_attribute("data-task")
        press(run, "Enter")
        expect(story(run, 1)).to_contain_text(f"Task {task} failed")
        expect(hand).to_have_attribute("aria-label", f"w{hand.get_attribute('data-worker')}: task {task}, fail it")
        run.locator("#figure-1 .scrub").evaluate(
            "(scrub) => { scrub.value = scrub.max; scrub.dispatchEvent(new Event('input')); }"
        )
        expect(hand).to_be_disabled()
        expect(hand).to_be_focused()

    def test_its_numbers_are_opened_and_tell_nothing_of_the_future(self, run: Page) -> None:
        begin(run, 1)
        tab_to(run, "#figure-1 .scrub")
        press(run, "ArrowRight", 55)
        minute = float(run.locator("#figure-1 .minute").inner_text())
        tab_to(run, "#figure-1 summary")
        press(run, "Enter")
        rows = run.locator('#figure-1 [data-drawing="attempts"] tbody tr')
        ended = [attempt for attempt in FIGURES["figure-1"].ask({})["attempts"] if attempt["end"] <= minute]
        assert 10 < len(ended) < 60
        visible = rows.evaluate_all("(rows) => rows.filter((row) => row.checkVisibility()).length")
        assert abs(visible - len(ended)) <= 1  # the minute is read off to a tenth
        tab_to(run, '#figure-1 [data-drawing="attempts"]')


class TestFigure2:
    @pytest.fixture
    def rules(self, reader: Page) -> Page:
        if reader.locator("#figure-2 .over").is_enabled():
            reader.locator("#figure-2 .over").press("Enter")
        expect(story(reader, 2)).to_contain_text("Nothing has started")
        begin(reader, 2)
        return reader

    def test_is_stepped_to_the_end_and_back_without_losing_the_focus(self, rules: Page) -> None:
        button = tab_to(rules, "#figure-2 .next")
        steps = 0
        while button.is_enabled():
            press(rules, "Enter")
            steps += 1
            expect(story(rules, 2)).to_have_text(FIGURES["figure-2"].ask({"actions": ["next"] * steps})["story"])
        expect(button).to_be_focused()
        press(rules, "Enter")
        expect(story(rules, 2)).to_contain_text("It was the last one")
        back = tab_to(rules, "#figure-2 .back")
        over = tab_to(rules, "#figure-2 .over")
        press(rules, "Space")
        expect(story(rules, 2)).to_contain_text("Nothing has started")
        expect(over).to_be_disabled()
        expect(over).to_be_focused()
        expect(back).to_be_disabled()

    def test_a_running_task_is_reached_and_failed(self, rules: Page) -> None:
        tab_to(rules, "#figure-2 .next")
        press(rules, "Enter")
        expect(story(rules, 2)).to_contain_text("Rule 2")
        node = tab_to(rules, "#figure-2 .node.running", "Shift+Tab")
        task = rules.locator("#figure-2 .node:focus").get_attribute("data-task")
        press(rules, "Space")
        expect(story(rules, 2)).to_contain_text(f"Rule 4: task {task} failed")
        stop = rules.evaluate(STOP)
        assert stop["seen"]
        assert f'data-task="{task}"' in rules.evaluate("document.activeElement.outerHTML")
        assert node


@pytest.mark.parametrize("figure", [3, 4, 5, 6])
def test_averages_are_set_reset_and_read_off(reader: Page, figure: int) -> None:
    begin(reader, figure)
    slider = tab_to(reader, f"#figure-{figure} .dial input")
    press(reader, "Home")
    before = str(slider.evaluate("({ defaultValue }) => defaultValue"))
    press(reader, "ArrowRight")
    assert slider.input_value() != before
    said = reader.locator(f"#figure-{figure} .dial output").inner_text()
    assert slider.get_attribute("aria-valuetext") == said
    if figure == 6:
        switch = tab_to(reader, '#figure-6 [data-option="learn"]')
        press(reader, "Space")
        expect(switch).to_be_checked()
        expect(reader.locator("#figure-6 desc")).to_contain_text("learn:", timeout=BOOT_TIMEOUT)
    expect(reader.locator(f"#figure-{figure} .in")).to_contain_text("150 of 150 jobs", timeout=BOOT_TIMEOUT)
    reset = tab_to(reader, f"#figure-{figure} .reset")
    press(reader, "Enter")
    expect(reset).to_be_focused()
    expect(slider).to_have_value(before)
    expect(reader.locator(f"#figure-{figure} .in")).to_contain_text("150 of 150 jobs", timeout=BOOT_TIMEOUT)
    chart = tab_to(reader, f"#figure-{figure} .reader", "Shift+Tab")
    press(reader, "Home")
    press(reader, "ArrowRight", 2)
    assert chart.get_attribute("aria-valuenow") == "2"
    summary = tab_to(reader, f"#figure-{figure} .chart-here summary")
    press(reader, "Enter")
    words = summary.locator("xpath=../..").locator(".read-off")
    row = summary.locator("xpath=..").locator("tbody tr").nth(2).locator("th, td")

    def is_the_row_read_off() -> bool:
        cells = row.all_inner_texts()
        return len(cells) > 1 and all(cell in words.inner_text() for cell in cells)

    wait_until(reader, is_the_row_read_off)  # The table is filled when it opens.
    press(reader, "Enter")


def test_what_a_chart_tells_those_who_do_not_see_it_is_what_its_lines_are_now(reader: Page) -> None:
    description = reader.locator("#figure-6 desc")
    expect(description).not_to_contain_text("learn")
    begin(reader, 6)
    tab_to(reader, "#figure-6 .dial input")
    for key, bias in (("End", 1.0), ("Home", 0.0)):
        press(reader, key)
        expect(reader.locator("#figure-6 .in")).to_contain_text("150 of 150 jobs", timeout=BOOT_TIMEOUT)
        told = FIGURES["figure-6"].ask({"bias": bias})["charts"]["planning-off"]["description"]
        expect(description).to_have_text(told)
        assert "plan: 0.0 at 0" in told
    tab_to(reader, "#figure-6 .reset")
    press(reader, "Enter")
    expect(reader.locator("#figure-6 .in")).to_contain_text("150 of 150 jobs", timeout=BOOT_TIMEOUT)
