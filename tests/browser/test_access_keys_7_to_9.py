"""Figures 7 to 9 by keys alone: marks on the board, rounds, a crash, and the sliders."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import BOOT_TIMEOUT
from .test_access_keys import begin, press, story, tab_to
from .test_figures_7_to_9 import MIDWAY

pytestmark = pytest.mark.browser


@pytest.fixture
def silence(reader: Page) -> Iterator[Page]:
    """Figure 7 before the first round, the focus on its first preset, by which it got there."""
    begin(reader, 7)
    preset = tab_to(reader, "#figure-7 .presets button")
    press(reader, "Enter")
    expect(reader.locator("#figure-7 .round")).to_have_text("0")
    expect(preset).to_be_focused()
    yield reader
    reader.locator("#figure-7 .presets button").first.press("Enter")
    expect(reader.locator("#figure-7 .round")).to_have_text("0")


def test_a_step_on_the_board_is_marked_in_the_way_that_was_chosen(silence: Page) -> None:
    tab_to(silence, "#figure-7 .cell[tabindex='0']")  # wherever on the board the focus was last
    press(silence, "ArrowUp", 10)
    press(silence, "ArrowLeft", 10)
    expect(silence.locator("#figure-7 .alone .cell").first).to_be_focused()
    press(silence, "ArrowDown", 2)
    press(silence, "ArrowRight")
    assert silence.locator(".cell:focus").get_attribute("data-cell") == "S3=discount"
    press(silence, "Enter")
    expect(silence.locator("#figure-7 .alone .cell[data-cell='S3=discount']")).to_have_class("cell open marked stalled")
    assert silence.locator(".cell:focus").get_attribute("data-cell") == "S3=discount"
    tab_to(silence, "#figure-7 input[name=mark]", "Shift+Tab")
    press(silence, "ArrowRight", 2)
    tab_to(silence, "#figure-7 .cell:focus, #figure-7 .cell[tabindex='0']")
    assert silence.locator(".cell:focus").get_attribute("data-cell") == "S3=discount"
    press(silence, "Space")
    expect(silence.locator("#figure-7 .alone .cell[data-cell='S3=discount']")).to_have_class("cell open marked lost")
    silence.locator("#figure-7 input[name=mark]").first.check()


def test_rounds_are_played_to_the_end_and_back_and_the_focus_stays(silence: Page) -> None:
    play = tab_to(silence, "#figure-7 .play")
    press(silence, "Space")
    expect(play).to_have_text("Pause")
    expect(silence.locator("#figure-7 .round")).to_have_text(MIDWAY)
    press(silence, "Space")
    expect(play).to_have_text("Resume")
    to_end = tab_to(silence, '#figure-7 [data-press="end"]')
    press(silence, "Enter")
    expect(silence.locator("#figure-7 .round")).to_have_text("8")
    expect(to_end).to_be_disabled()
    expect(to_end).to_be_focused()
    over = tab_to(silence, '#figure-7 [data-press="over"]')
    scrub = tab_to(silence, "#figure-7 .scrub")
    press(silence, "ArrowLeft", 3)
    expect(silence.locator("#figure-7 .round")).to_have_text("5")
    expect(scrub).to_have_attribute("aria-valuetext", "round 5, 8 played")
    expect(scrub).to_be_focused()
    assert over


def test_a_crash_leaves_the_focus_on_what_is_told_of_it_and_gives_it_back(silence: Page) -> None:
    tab_to(silence, '#figure-7 [data-press="next"]')
    press(silence, "Enter")
    expect(silence.locator("#figure-7 .round")).to_have_text("1")
    tab_to(silence, "#figure-7 .crashing summary")
    press(silence, "Enter")
    crash = tab_to(silence, "#figure-7 .crash")
    tab_to(silence, "#figure-7 input[name=gap]")
    press(silence, "ArrowRight")
    tab_to(silence, "#figure-7 .crash", "Shift+Tab")
    silence.evaluate(
        """() => {
            const name = (element) => element.className || element.tagName;
            window.focused = [];
            window.seen = new Set();
            window.told = "";
            document.addEventListener("focusin", ({ target }) => focused.push(name(target)));
            window.looking = setInterval(() => seen.add(name(document.activeElement)), 10);
            const story = document.querySelector("#figure-7 .story");
            new MutationObserver(() => { told += story.textContent; }).observe(story, { childList: true });
        }"""
    )
    press(silence, "Enter")
    expect(story(silence, 7)).to_contain_text("A fresh process opened the record", timeout=BOOT_TIMEOUT)
    expect(crash).to_be_focused()
    silence.evaluate("clearInterval(looking)")
    assert "the process that runs Python is killed" in silence.evaluate("told")
    assert silence.evaluate("focused") == ["story", "crash"]
    assert {*silence.evaluate("[...seen]")} <= {"crash", "story"}
    expect(silence.locator("#figure-7 .python-says")).to_have_text("", timeout=BOOT_TIMEOUT)


def test_settings_of_figure_7_are_set(silence: Page) -> None:
    tab_to(silence, "#figure-7 .settings summary")
    press(silence, "Enter")
    slider = tab_to(silence, '#figure-7 [data-option="lease"]')
    press(silence, "ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "3 rounds"
    switch = tab_to(silence, '#figure-7 [data-option="key"]')
    press(silence, "Space")
    expect(switch).not_to_be_checked()
    expect(switch).to_be_focused()
    tab_to(silence, "#figure-7 details:has(.moments) summary")
    press(silence, "Enter")
    expect(silence.locator("#figure-7 .moments")).to_be_visible()
    settings = silence.locator("#figure-7 .settings summary")
    expect(settings).to_contain_text("a lease of 3 rounds, at most 3 attempts, without a key")


def test_figure_8_is_set_and_its_numbers_opened(reader: Page) -> None:
    begin(reader, 8)
    slider = tab_to(reader, '#figure-8 [data-option="scan"]')
    press(reader, "ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "every 3 rounds"
    expect(story(reader, 8)).to_contain_text("With a look every 3 rounds")
    tab_to(reader, "#figure-8 .as-figure-7")
    summary = tab_to(reader, "#figure-8 summary")
    press(reader, "Enter")
    expect(reader.locator('#figure-8 [data-drawing="all"] tbody tr')).to_have_count(10)
    tab_to(reader, '#figure-8 [data-drawing="all"]')
    press(reader, "Shift+Tab")
    expect(summary).to_be_focused()
    slider.focus()
    press(reader, "ArrowLeft")
    expect(story(reader, 8)).to_contain_text("With a look every 2 rounds")


def test_figure_9_is_set(reader: Page) -> None:
    begin(reader, 9)
    for name, said in (("workflows", "4,100 workflows"), ("stall_ratio", "0.55\u00a0% of steps"),
                       ("persistent_ratio", "2.1\u00a0% of workflows"), ("retry_limit", "4 attempts")):  # fmt: skip
        slider = tab_to(reader, f'#figure-9 [data-option="{name}"]')
        press(reader, "ArrowRight")
        assert slider.get_attribute("aria-valuetext") == said
        press(reader, "ArrowLeft")
    switch = tab_to(reader, '#figure-9 [data-option="key"]')
    press(reader, "Space")
    expect(reader.locator("#figure-9 .bill")).to_contain_text("key off")
    expect(switch).to_be_focused()
    press(reader, "Space")
    expect(reader.locator("#figure-9 .bill")).to_contain_text("key on")
