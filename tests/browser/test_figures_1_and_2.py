"""Figures 1 and 2, as a reader uses them: with a mouse, with keys, and in a hurry."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from nearlydone.figures import FIGURES, rules

from .conftest import BOOT_TIMEOUT

pytestmark = pytest.mark.browser

EVERY_STEP = 23
PRESS = "(names) => { for (const name of names) document.querySelector(name).click(); }"
GUESS = """async (asBuilt) => {
    const built = async () => new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
    const page = asBuilt ? await built() : document;
    const parts = [".guess", ".guessed"].map((part) => page.querySelector(`#figure-1 ${part}`).outerHTML);
    return parts.map((html) => html.replaceAll("&nbsp;", " "));
}"""
# When job 78 is asked for, Python is asked for one that there is not; once.
REFUSE = """() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
        const request = message.request.replace('"seed":78', '"seed":-1');
        if (request !== message.request) Worker.prototype.postMessage = postMessage;
        postMessage.call(this, { ...message, request });
    };
}"""


def text(page: Page, selector: str) -> str:
    return page.locator(selector).inner_text()


def shown_bars(page: Page) -> dict[str, str]:
    names = ("count", "work", "plan", "truth")
    return {name: text(page, f"#figure-1 .bars .{name} output") for name in names}


def as_percent(value: float) -> str:
    return f"{int(value * 100 + 0.5)}\u00a0%"


def scrub_to(page: Page, minute: float) -> None:
    page.locator("#figure-1 .scrub").evaluate(
        "(scrub, minute) => { scrub.value = minute; scrub.dispatchEvent(new Event('input')); }", minute
    )


def states_drawn(page: Page) -> dict[str, str]:
    return dict(
        page.locator("#figure-2 .graph .node").evaluate_all(
            "nodes => nodes.map(node => [node.dataset.task, node.classList[1]])"
        )
    )


@pytest.fixture
def run(article: Page) -> Page:
    """Figure 1 with job 77 at its beginning."""
    seed = article.locator("#figure-1 .seed")
    seed.fill("77")
    seed.dispatch_event("change")
    expect(article.locator("#figure-1 .story")).to_contain_text("Job 77")
    expect(article.locator("#figure-1 .minute")).to_have_text("0.0")
    return article


def test_the_counting_bar_keeps_its_value_to_itself_until_the_run_begins(
    page: Page, open_article: Callable[[Page], None]
) -> None:
    open_article(page)
    says = page.locator("#figure-1 .count output")
    assert not says.is_visible()
    assert page.locator("#figure-1 .work output").is_visible()
    scrub_to(page, 3.0)
    assert says.is_visible()


def test_without_scripts_nothing_is_kept_back_and_nothing_is_asked(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("./")
    assert page.locator("#figure-1 .count output").is_visible()
    assert not page.locator("#figure-1 .guess").is_visible()
    context.close()


def test_a_guess_is_marked_and_judged_at_half_time_and_not_before(run: Page) -> None:
    words = run.locator("#figure-1 .guess-words")
    half = FIGURES["figure-1"].ask({})["minutes"] / 2
    run.locator("#figure-1 .guess input").fill("42")
    assert run.locator("#figure-1 .guessed").get_attribute("x1") == "42%"
    scrub_to(run, half * 0.9)
    expect(words).to_contain_text("Take a guess")
    scrub_to(run, half * 1.01)
    expect(words).to_have_text(FIGURES["guess"].ask({"said": 42})["verdict"])
    scrub_to(run, half * 0.9)
    expect(words).to_contain_text("Take a guess")


def test_reset_takes_the_guess_back(run: Page) -> None:
    built = run.evaluate(GUESS, True)
    run.locator("#figure-1 .guess input").fill("42")
    scrub_to(run, FIGURES["figure-1"].ask({})["minutes"])
    expect(run.locator("#figure-1 .guess-words")).to_have_text(FIGURES["guess"].ask({"said": 42})["verdict"])
    run.click("#figure-1 .reset")
    expect(run.locator("#figure-1 .taken")).to_have_text("As the page was built.")
    assert run.evaluate(GUESS, False) == built
    assert run.locator("#figure-1 .guess input").input_value() == "50"
    scrub_to(run, FIGURES["figure-1"].ask({})["minutes"])
    run.evaluate("() => nearlyDone.ask({ command: 'figure-1' })")
    assert "Take a guess" in text(run, "#figure-1 .guess-words")


@pytest.fixture
def steps(article: Page) -> Page:
    """Figure 2 at its beginning."""
    if article.locator("#figure-2 .over").is_enabled():
        article.click("#figure-2 .over")
    expect(article.locator("#figure-2 .story")).to_contain_text("Nothing has started")
    return article


class TestTheRun:
    def test_start_runs_to_the_end_and_every_bar_to_100(self, run: Page) -> None:
        speed = run.locator("#figure-1 .speed")
        speed.fill("3")
        run.click("#figure-1 .start")
        expect(run.locator("#figure-1 .story")).to_contain_text("Done, after 29.1 minutes", timeout=20_000)
        assert shown_bars(run) == dict.fromkeys(("count", "work", "plan", "truth"), "100\u00a0%")
        expect(run.locator("#figure-1 .start")).to_have_text("Start")
        speed.fill("0")

    def test_at_half_time_each_bar_says_what_python_says(self, run: Page) -> None:
        python = FIGURES["figure-1"].ask({})
        scrub_to(run, python["minutes"] / 2)
        expected = {bar: as_percent(values[100]) for bar, values in python["shown"].items()}
        assert shown_bars(run) == {**expected, "truth": "50\u00a0%"}

    def test_time_passes_while_it_plays_and_stands_still_while_it_is_paused(self, run: Page) -> None:
        run.click("#figure-1 .start")
        run.wait_for_function("() => document.querySelector('#figure-1 .minute').textContent > 1")
        run.click("#figure-1 .start")
        paused = text(run, "#figure-1 .minute")
        expect(run.locator("#figure-1 .start")).to_have_text("Resume")
        run.wait_for_timeout(300)
        assert text(run, "#figure-1 .minute") == paused

    def test_a_click_on_a_running_block_fails_it_there_and_then(self, run: Page) -> None:
        scrub_to(run, 8.0)
        block = run.locator("#figure-1 .attempt.running").first
        task = block.get_attribute("data-task")
        block.scroll_into_view_if_needed()
        box = block.locator("rect").bounding_box()
        assert box
        run.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
        expect(run.locator("#figure-1 .story")).to_contain_text(f"Task {task} failed at minute 8.0")
        failed = run.locator(f"#figure-1 .attempt.failed[data-task='{task}']")
        expect(failed).to_have_attribute("data-end", re.compile(r"^8(\.0)?$"))
        python = FIGURES["figure-1"].ask({"fail": [[int(task or 0), 8.0]]})
        assert run.locator("#figure-1 .scrub").get_attribute("max") == str(python["minutes"])

    def test_the_worker_s_button_does_the_same_by_key_and_keeps_the_focus(self, run: Page) -> None:
        scrub_to(run, 8.0)
        hand = run.locator("#figure-1 .hands button").nth(1)
        task = hand.get_attribute("data-task")
        hand.focus()
        run.keyboard.press("Enter")
        expect(run.locator("#figure-1 .story")).to_contain_text(f"Task {task} failed")
        expect(hand).to_be_focused()
        expect(hand).to_contain_text(f"task {task}")

    def test_the_first_touch_of_the_slider_goes_where_it_was_put(self, page: Page, open_article) -> None:
        open_article(page)
        scrub_to(page, 7.5)
        assert text(page, "#figure-1 .minute") == "7.5"
        expect(page.locator("#figure-1 .start")).to_have_text("Resume")

    def test_the_future_is_not_shown(self, run: Page) -> None:
        scrub_to(run, 5.0)
        width = run.locator("#figure-1 .timeline .past").get_attribute("width")
        minutes = FIGURES["figure-1"].ask({})["minutes"]
        assert width is not None
        assert float(width.rstrip("%")) == pytest.approx(500 / minutes)

    def test_run_again_forgets_what_was_failed_by_hand(self, run: Page) -> None:
        scrub_to(run, 8.0)
        run.locator("#figure-1 .hands button").first.click()
        expect(run.locator("#figure-1 .attempt.failed")).to_have_count(1)
        run.click("#figure-1 .again")
        expect(run.locator("#figure-1 .attempt.failed")).to_have_count(0)
        run.click("#figure-1 .start")

    def test_run_again_while_it_runs_does_not_make_it_run_faster(self, run: Page) -> None:
        run.click("#figure-1 .start")
        for _ in range(2):
            run.click("#figure-1 .again")
            run.wait_for_function("() => document.querySelector('#figure-1 .minute').textContent > 0.5")
        rate = run.evaluate(
            """async () => {
                const scrub = document.querySelector("#figure-1 .scrub");
                const [minute, then] = [scrub.valueAsNumber, performance.now()];
                await new Promise((resolve) => setTimeout(resolve, 1000));
                return (scrub.valueAsNumber - minute) / (performance.now() - then) * 1000;
            }"""
        )
        run.click("#figure-1 .start")
        assert 0 < rate < 1.2 * FIGURES["figure-1"].ask({})["undisturbed"] / 16

    def test_another_job_is_another_job(self, run: Page) -> None:
        run.click("#figure-1 .another")
        expect(run.locator("#figure-1 .story")).to_contain_text("Job 78")
        expect(run.locator("#figure-1 .seed")).to_have_value("78")
        attempts = run.locator("#figure-1 .attempt").count()
        assert attempts == len(FIGURES["figure-1"].ask({"seed": 78})["attempts"])
        run.click("#figure-1 .start")

    def test_another_job_stays_when_a_task_of_the_one_before_was_failed_at_the_last_moment(self, run: Page) -> None:
        scrub_to(run, 8.0)
        run.evaluate(PRESS, ["#figure-1 .another", "#figure-1 .hands button"])
        expect(run.locator("#figure-1 .story")).to_contain_text("Job 78")
        run.click("#figure-1 .start")
        run.evaluate("() => nearlyDone.ask({ command: 'figure-1' })")  # What was asked before has been answered.
        expect(run.locator("#figure-1 .seed")).to_have_value("78")
        expect(run.locator("#figure-1 .attempt.failed")).to_have_count(0)

    @pytest.mark.parametrize("playing", [False, True])
    def test_where_another_job_is_refused_nothing_plays_and_why_can_be_read(self, run: Page, playing: bool) -> None:
        if playing:
            run.click("#figure-1 .start")
        run.evaluate(REFUSE)
        run.click("#figure-1 .another")
        expect(run.locator("#figure-1 .story")).to_contain_text("whole number")
        run.wait_for_timeout(300)
        assert "whole number" in text(run, "#figure-1 .story")
        assert text(run, "#figure-1 .start") in ("Start", "Resume")
        expect(run.locator("#figure-1 .seed")).to_have_value("77")

    @pytest.mark.parametrize("wrong", ["-3", "1.5", ""])
    def test_a_job_number_that_is_none_is_refused_and_the_job_stays(self, run: Page, wrong: str) -> None:
        seed = run.locator("#figure-1 .seed")
        seed.fill(wrong)
        seed.dispatch_event("change")
        expect(run.locator("#figure-1 .story")).to_contain_text("whole number")
        expect(seed).to_have_value("77")


class TestTheRules:
    def test_every_step_shows_the_state_that_python_is_in(self, steps: Page) -> None:
        for n in range(1, EVERY_STEP + 1):
            steps.click("#figure-2 .next")
            python = FIGURES["figure-2"].ask({"actions": ["next"] * n})
            expect(steps.locator("#figure-2 .story")).to_have_text(python["story"])
            assert states_drawn(steps) == python["states"]
            assert text(steps, "#figure-2 .now-is") == f"{python['now']:.2f}"
            assert text(steps, "#figure-2 .ready-are") == str(len(python["ready"]))
            assert text(steps, "#figure-2 .left-are") == str(python["left"])
        assert text(steps, "#figure-2 .left-are") == "0"
        expect(steps.locator("#figure-2 .next")).to_be_disabled()
        expect(steps.locator("#figure-2 .play")).to_be_disabled()

    def test_back_is_the_same_way_in_reverse(self, steps: Page) -> None:
        seen = []
        for _ in range(6):
            seen.append((states_drawn(steps), text(steps, "#figure-2 .story")))
            steps.click("#figure-2 .next")
            expect(steps.locator("#figure-2 .story")).not_to_have_text(seen[-1][1])
        for states, story in reversed(seen):
            steps.click("#figure-2 .back")
            expect(steps.locator("#figure-2 .story")).to_have_text(story)
            assert states_drawn(steps) == states
        expect(steps.locator("#figure-2 .back")).to_be_disabled()

    def test_a_press_on_a_running_task_is_rule_4(self, steps: Page) -> None:
        steps.click("#figure-2 .next")
        steps.locator("#figure-2 .node.running[data-task='1']").click()
        expect(steps.locator("#figure-2 .story")).to_contain_text("Rule 4: task 1 failed")
        assert states_drawn(steps)["1"] == "ready"

    @pytest.mark.parametrize("key", ["Enter", "Space"])
    def test_a_key_does_it_too_and_the_focus_stays_on_the_task(self, steps: Page, key: str) -> None:
        steps.click("#figure-2 .next")
        node = steps.locator("#figure-2 .node[data-task='2']")
        expect(node).to_have_attribute("role", "button")
        node.focus()
        steps.keyboard.press(key)
        expect(steps.locator("#figure-2 .story")).to_contain_text("Rule 4: task 2 failed")
        expect(node).to_be_focused()

    def test_a_task_that_is_not_running_cannot_be_failed(self, steps: Page) -> None:
        before = text(steps, "#figure-2 .story")
        steps.locator("#figure-2 .node[data-task='0']").click()
        steps.wait_for_timeout(100)
        assert text(steps, "#figure-2 .story") == before

    def test_play_goes_on_by_itself_until_it_is_paused(self, steps: Page) -> None:
        steps.click("#figure-2 .play")
        expect(steps.locator("#figure-2 .story")).to_contain_text("Rule 3", timeout=5000)
        steps.click("#figure-2 .play")
        expect(steps.locator("#figure-2 .play")).to_have_text("Play")
        story = text(steps, "#figure-2 .story")
        steps.wait_for_timeout(1200)
        assert text(steps, "#figure-2 .story") == story

    def test_three_presses_in_a_row_are_three_steps(self, steps: Page) -> None:
        steps.evaluate(PRESS, ["#figure-2 .next"] * 3)
        expect(steps.locator("#figure-2 .story")).to_have_text(
            FIGURES["figure-2"].ask({"actions": ["next"] * 3})["story"]
        )
        steps.evaluate(PRESS, [*["#figure-2 .back"] * 2, "#figure-2 .next"])
        expect(steps.locator("#figure-2 .story")).to_have_text(
            FIGURES["figure-2"].ask({"actions": ["next"] * 2})["story"]
        )

    def test_presses_past_the_last_step_are_none(self, steps: Page) -> None:
        steps.evaluate(PRESS, ["#figure-2 .next"] * (EVERY_STEP + 3))
        last = FIGURES["figure-2"].ask({"actions": ["next"] * EVERY_STEP})["story"]
        expect(steps.locator("#figure-2 .story")).to_have_text(last)
        steps.evaluate("() => nearlyDone.ask({ command: 'figure-2' })")
        assert text(steps, "#figure-2 .story") == last

    def test_hurried_clicks_never_break_it(self, steps: Page) -> None:
        steps.evaluate(
            """() => { for (let i = 0; i < 60; i++) {
                for (const name of ["next", "back", "next"]) document.querySelector(`#figure-2 .${name}`).click();
            } }"""
        )
        steps.click("#figure-2 .over")
        expect(steps.locator("#figure-2 .left-are")).to_have_text("14")
        steps.click("#figure-2 .next")
        expect(steps.locator("#figure-2 .story")).to_contain_text("Rule 2")


def test_the_page_as_built_is_what_python_draws_in_the_tab(article: Page) -> None:
    built, drawn = article.evaluate(
        """async () => {
            const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
            const hosts = [
                "#figure-1 .timeline-here", "#figure-1 .shown-here", "#figure-1 [data-drawing=numbers]",
                "#figure-1 [data-drawing=attempts]", "#figure-2 .graph-here", "#figure-2 .timeline-here",
                "#figure-2 [data-drawing=attempts]",
            ];
            const answers = [];
            for (const command of ["figure-1", "figure-2"]) answers.push(await nearlyDone.ask({ command }));
            const parsed = (markup) => new DOMParser().parseFromString(markup, "text/html").body.innerHTML;
            return [
                hosts.map((host) => page.querySelector(host).innerHTML),
                answers.flatMap(({ drawings }) => Object.values(drawings)).map(parsed),
            ];
        }"""
    )
    assert built == drawn


def test_without_python_the_figures_are_complete_and_their_controls_wait(page: Page, watch) -> None:
    page.route("**/pyodide/*", lambda route: route.abort())
    page.goto("./")
    assert page.locator("#figure-1 .attempt").count() == 60
    expect(page.locator("#figure-1 .bars .count output")).to_be_visible(timeout=BOOT_TIMEOUT)
    assert text(page, "#figure-1 .bars .count output") == "67\u00a0%"
    assert page.locator("#figure-1 button:not(.retry):enabled").count() == 0
    assert page.locator("#figure-2 .graph .node").count() == rules.SHAPE.tasks
    expect(page.locator("#figure-1 .retry")).to_be_visible(timeout=20_000)
    watch.expect("pyodide|ERR_FAILED|Failed to load")
