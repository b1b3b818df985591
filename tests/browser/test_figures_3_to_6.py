"""Figures 3 to 6, as a reader uses them: by mouse, by keys and by touch, in a hurry, and scrolled out of sight."""

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from nearlydone.figures import FIGURES, crowding, failing, planning, spreading
from nearlydone.figures.averaging import JOBS, STAGES
from press.places import HERE

from .conftest import BOOT_TIMEOUT, Watch

pytestmark = pytest.mark.browser

MODULES = {"figure-3": failing, "figure-4": spreading, "figure-5": crowding, "figure-6": planning}
COMMAND_LINE = {"figure-3": ["--good-estimates"], "figure-4": ["--good-estimates"], "figure-5": ["--good-estimates"],
                "figure-6": []}
DONE = f"{JOBS} of {JOBS} jobs, just now, in your tab"
PATIENCE = 10  # seconds
THUMB = 16  # pixels, in Chromium
each_figure = pytest.mark.parametrize("figure", MODULES)

# What a figure drew, noted in the same breath, with what its slider was set to.
WATCH = """(id) => {
    const figure = document.getElementById(id);
    window.drawn = [];
    window.watcher?.disconnect();
    window.watcher = new MutationObserver(() => drawn.push({
        slider: figure.querySelector("input[type=range]").value,
        said: figure.querySelector("output").textContent,
        in: figure.querySelector(".in").textContent,
        lines: Object.fromEntries([...figure.querySelectorAll("[data-line]")].map(
            (line) => [line.dataset.line, line.getAttribute("d")])),
    }));
    watcher.observe(figure, { subtree: true, attributeFilter: ["d"] });
}"""
# A figure as it was built, and as it is: all but what says whether Python is there, and what a reader cannot see.
BUILT_AND_NOW = """async (id) => {
    const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
    const now = document.getElementById(id);
    const comparable = (figure) => {
        const copy = figure.cloneNode(true);
        const unlike = ".in, .python, .take-away, .reader, .read-off, .plot:not([data-lines~=learn]) path.learn";
        copy.querySelectorAll(unlike).forEach((part) => part.remove());
        copy.querySelector("fieldset").disabled = false;
        copy.querySelectorAll("[data-row]").forEach((chart) => chart.removeAttribute("data-row"));
        for (const element of copy.querySelectorAll("*")) {
            const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
            for (const { name } of attributes) element.removeAttribute(name);
            for (const { name, value } of attributes) element.setAttribute(name, value);
        }
        return copy.innerHTML;
    };
    const [slider, switch_] = now.querySelectorAll("input");
    return [
        [comparable(page.getElementById(id)), slider.defaultValue, switch_?.defaultChecked],
        [comparable(now), slider.value, switch_?.checked],
    ];
}"""
# Requests to workers, noted; while `held` is a list they wait there.
HOLD = """
    window.sent = [];
    window.held = null;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
        sent.push(JSON.parse(message.request).command);
        if (held) held.push(() => postMessage.call(this, message));
        else postMessage.call(this, message);
    };
"""


def slider_of(page: Page, figure: str) -> Locator:
    return page.locator(f"#{figure} input[type=range]")


def setting(figure: str, value: str) -> dict[str, Any]:
    """The option that a slider sets, from the value of its input."""
    [slider] = MODULES[figure].SLIDERS
    return {slider.name: slider.values[int(value)] if slider.values else float(value)}


def words(figure: str, options: dict[str, Any]) -> str:
    """What stands beside the slider."""
    [slider] = MODULES[figure].SLIDERS
    return slider.says(options[slider.name])


def shown(page: Page, figure: str) -> dict[str, Any]:
    """What a reader sees of an answer."""
    seen: dict[str, Any] = page.locator(f"#{figure}").evaluate(
        """(figure) => ({
            in: figure.querySelector(".in").textContent,
            said: figure.querySelector("output").textContent,
            valuetext: figure.querySelector("input[type=range]").ariaValueText,
            story: figure.querySelector(".story").textContent,
            read: Object.fromEntries([...figure.querySelectorAll("dl > div")].map(
                (div) => [div.firstChild.textContent, Number(div.querySelector("data").value)])),
            written: [...figure.querySelectorAll("dd")].map((dd) => dd.textContent),
            lines: Object.fromEntries([...figure.querySelectorAll(".plot")].flatMap((plot) =>
                [...plot.querySelectorAll("[data-line]")]
                    .filter((line) => getComputedStyle(line).display !== "none")
                    .map((line) => [`${plot.dataset.drawing} ${line.dataset.line}`, line.getAttribute("d")]))),
        })"""
    )
    return seen


def expected(page: Page, figure: str, options: dict[str, Any]) -> dict[str, Any]:
    """The same of Python's answer outside of the browser."""
    answer = FIGURES[figure].ask(options)
    said = words(figure, options)
    numbers = page.evaluate(
        """(markup) => [...new DOMParser().parseFromString(markup, "text/html").querySelectorAll("dl > div")].map(
            ({ firstChild, lastChild }) =>
                [firstChild.textContent, Number(lastChild.firstChild.value), lastChild.textContent])""",
        answer["drawings"]["read"],
    )
    return {
        "in": DONE,
        "said": said,
        "valuetext": said,
        "story": answer["story"],
        "read": {name: pytest.approx(value, rel=1e-9) for name, value, _ in numbers},
        "written": [words for *_, words in numbers],
        "lines": {
            f"{name} {line}": d for name, chart in answer["charts"].items() for line, d in chart["paths"].items()
        },
    }


def check(page: Page, figure: str, **more: Any) -> dict[str, Any]:
    """Wait for all jobs, and see that the figure shows what Python answers for where its slider stands."""
    options = {**setting(figure, slider_of(page, figure).input_value()), **more}
    wanted, until = expected(page, figure, options), time.monotonic() + PATIENCE
    while (seen := shown(page, figure)) != wanted and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert seen == wanted
    return options


def measured(figure: str, options: dict[str, Any]) -> dict[str, float]:
    """What the command line prints for the same jobs, by the names of the read-outs."""
    given = [f"--{name.replace('_', '-')}={value}" for name, value in options.items() if name != "learn"]
    command = [sys.executable, "-m", "nearlydone", "measure", "--json", f"--jobs={JOBS}", *COMMAND_LINE[figure], *given]
    printed = subprocess.run(command, check=True, capture_output=True, cwd=HERE.root / "py").stdout
    means = json.loads(printed)
    read = {"minutes": means["minutes"], "failed attempts": means["failed_attempts"],
            "time wasted": means["wasted_share"], "longest chain": means["longest_chain"]}
    for bar, mean in means["bars"].items():
        read |= {f"{bar}, points off": mean["error"], f"{bar} above 90\u00a0%": mean["above90"],
                 f"{bar}, largest step back": mean["backwards"]}
    return read


def place(slider: Locator, share: float) -> tuple[float, float]:
    """Where the slider's thumb is on the page, so far along."""
    box = slider.bounding_box()
    assert box
    return box["x"] + THUMB / 2 + share * (box["width"] - THUMB), box["y"] + box["height"] / 2


def share_of(slider: Locator) -> float:
    return float(slider.evaluate("({ valueAsNumber, min, max }) => (valueAsNumber - min) / (max - min)"))


def set_to(page: Page, figure: str, value: float) -> None:
    """As a script would, wherever the figure is."""
    slider_of(page, figure).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


@pytest.fixture
def figures(article: Page) -> Page:
    """The article, each of the four figures at its defaults."""
    for figure in MODULES:
        article.locator(f"#{figure} .reset").click()
        check(article, figure)
    article.mouse.move(0, 0)
    return article


@pytest.fixture
def tall(figures: Page) -> Iterator[Page]:
    """The same on a screen so tall that all of them are in sight."""
    size = figures.viewport_size
    assert size
    figures.set_viewport_size({"width": 1280, "height": 20_000})
    yield figures
    figures.set_viewport_size(size)


@pytest.fixture
def touch(figures: Page) -> Iterator[Callable[..., None]]:
    """A finger: touch("touchStart", x, y), "touchMove", "touchEnd"."""
    session: CDPSession = figures.context.new_cdp_session(figures)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    yield touch
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


@each_figure
class TestASlider:
    @pytest.mark.parametrize("share", [0.0, 0.8])
    def test_is_dragged_by_mouse(self, figures: Page, figure: str, share: float) -> None:
        slider = slider_of(figures, figure)
        slider.scroll_into_view_if_needed()
        before = slider.input_value()
        figures.mouse.move(*place(slider, share_of(slider)))
        figures.mouse.down()
        figures.mouse.move(*place(slider, share), steps=12)
        figures.mouse.up()
        assert slider.input_value() != before
        check(figures, figure)

    def test_is_moved_by_keys_and_keeps_the_focus(self, figures: Page, figure: str) -> None:
        slider = slider_of(figures, figure)
        slider.focus()
        values = [float(slider.input_value())]
        for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "End", "Home"):
            figures.keyboard.press(key)
            values.append(float(slider.input_value()))
            check(figures, figure)
            expect(slider).to_be_focused()
        assert values[0] < values[1] < values[2] > values[3] == values[1]
        assert values[4:] == [float(slider.get_attribute(end) or "") for end in ("max", "min")]

    def test_is_dragged_by_a_finger(self, figures: Page, figure: str, touch: Callable[..., None]) -> None:
        slider = slider_of(figures, figure)
        slider.scroll_into_view_if_needed()
        before, here = slider.input_value(), share_of(slider)
        there = 0.9 if here < 0.5 else 0.1
        touch("touchStart", *place(slider, here))
        for step in range(1, 9):
            touch("touchMove", *place(slider, here + (there - here) * step / 8))
        touch("touchEnd")
        assert slider.input_value() != before
        check(figures, figure)

    def test_dragged_fast_it_ends_on_the_last_value_and_never_draws_an_older_one(
        self, figures: Page, figure: str
    ) -> None:
        figures.evaluate(WATCH, figure)
        slider = slider_of(figures, figure)
        slider.scroll_into_view_if_needed()
        figures.mouse.move(*place(slider, share_of(slider)))
        figures.mouse.down()
        began = time.monotonic()
        while (passed := time.monotonic() - began) < 3:
            figures.mouse.move(*place(slider, 0.5 + 0.5 * math.sin(4 * math.pi * passed / 3)))
        figures.mouse.move(*place(slider, 1))
        figures.mouse.up()
        options = check(figures, figure)
        [most] = MODULES[figure].SLIDERS
        assert options == {most.name: most.most}
        read = shown(figures, figure)["read"]
        read.pop("work in the largest tenth", None)
        command_line = measured(figure, options)
        assert read == pytest.approx({name: command_line[name] for name in read}, rel=1e-9)

        drawn = figures.evaluate("drawn")
        for state in drawn:
            stood = setting(figure, state["slider"])
            answer = FIGURES[figure].ask({**stood, "jobs": int(state["in"].split()[0])})
            assert state["said"] == words(figure, stood)
            lines = {line: d for chart in answer["charts"].values() for line, d in chart["paths"].items()}
            assert {line: state["lines"][line] for line in lines} == lines
        assert len({state["slider"] for state in drawn}) >= 3, "the curves do not follow the hand"

    def test_an_answer_to_an_older_value_is_dropped(self, figures: Page, figure: str) -> None:
        slider = slider_of(figures, figure)
        slider.scroll_into_view_if_needed()
        figures.evaluate(WATCH, figure)
        figures.evaluate(
            """(input) => {
                for (const value of [input.min, input.value, input.max]) {
                    input.value = value;
                    input.dispatchEvent(new Event("input", { bubbles: true }));
                }
            }""",
            slider.element_handle(),
        )
        check(figures, figure)
        drawn = {state["said"] for state in figures.evaluate("drawn")}
        assert drawn == {figures.locator(f"#{figure} output").inner_text()}

    def test_reset_brings_the_built_page_back(self, figures: Page, figure: str) -> None:
        slider_of(figures, figure).press("Home")
        for summary in figures.locator(f"#{figure} summary").all():
            summary.click()
        if figure == "figure-6":
            figures.check('#figure-6 [data-option="learn"]')
        check(figures, figure, **({"learn": True} if figure == "figure-6" else {}))
        figures.locator(f"#{figure} .reset").click()
        check(figures, figure)
        for summary in figures.locator(f"#{figure} summary").all():
            summary.click()
        built, now = figures.evaluate(BUILT_AND_NOW, figure)
        assert now == built


class TestTheSwitch:
    LEARN = '#figure-6 [data-option="learn"]'

    @pytest.fixture(params=["mouse", "key", "finger"])
    def flip(self, request: pytest.FixtureRequest, figures: Page, touch: Callable[..., None]) -> Callable[[], None]:
        switch = figures.locator(self.LEARN)

        def by_key() -> None:
            switch.focus()
            figures.keyboard.press("Space")

        def by_finger() -> None:
            switch.scroll_into_view_if_needed()
            box = switch.bounding_box()
            assert box
            touch("touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            touch("touchEnd")

        return {"mouse": switch.click, "key": by_key, "finger": by_finger}[request.param]

    def test_uncovers_the_bar_that_learns_and_covers_it_again(self, figures: Page, flip: Callable[[], None]) -> None:
        key, line = (figures.locator(f"#figure-6 {part}") for part in (".key-learn", "[data-line=learn]"))
        expect(key).not_to_be_visible()
        expect(line).not_to_be_visible()
        flip()
        expect(figures.locator(self.LEARN)).to_be_checked()
        expect(key).to_be_visible()
        expect(line).to_be_visible()
        check(figures, "figure-6", learn=True)
        read = shown(figures, "figure-6")["read"]
        assert read["learn, points off"] < min(read["work, points off"], read["plan, points off"])
        flip()
        expect(key).not_to_be_visible()
        check(figures, "figure-6", learn=False)

    def test_the_bar_that_learns_moves_with_the_slider(self, figures: Page) -> None:
        figures.check(self.LEARN)
        for key in ("End", "Home"):
            slider_of(figures, "figure-6").press(key)
            check(figures, "figure-6", learn=True)


def test_two_figures_changed_at_once_both_end_on_their_own_value(tall: Page) -> None:
    tall.evaluate(
        """(ids) => {
            for (let step = 0; step <= 6; step += 1) {
                for (const id of ids) {
                    const input = document.querySelector(`#${id} input[type=range]`);
                    input.value = Number(input.max) - step * Number(input.step || 1);
                    input.dispatchEvent(new Event("input", { bubbles: true }));
                }
            }
        }""",
        list(MODULES),
    )
    for figure in MODULES:
        check(tall, figure)


class TestReadingOff:
    def row(self, figure: str, chart: str, row: int, **options: Any) -> str:
        table = FIGURES[figure].ask(options)["charts"][chart]["table"]
        return ", ".join(f"{head} {cell}" for head, cell in zip(table["names"], table["rows"][row], strict=True))

    @pytest.mark.parametrize(
        ("figure", "chart", "share", "row"),
        [
            ("figure-3", "failing-off", 58 / 480, 0),
            ("figure-4", "spreading-shown", (58 + 0.752 * 398) / 480, 75),
            ("figure-5", "crowding-minutes", (58 + 0.4 * 398) / 480, 3),
            ("figure-5", "crowding-shown", 1.0, 100),
            ("figure-6", "planning-off", (58 + 0.5 * 398) / 480, 50),
        ],
    )
    def test_the_pointer_reads_off_what_the_lines_are_there(
        self, figures: Page, figure: str, chart: str, share: float, row: int
    ) -> None:
        plot = figures.locator(f'[data-drawing="{chart}"] svg')
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        assert box
        figures.mouse.move(box["x"] + share * box["width"] - 0.01, box["y"] + box["height"] / 2)
        read_off = figures.locator(f'[data-chart="{chart}"] .read-off')
        expect(read_off).to_have_text(self.row(figure, chart, row))
        slider_of(figures, figure).press("End")
        [slider] = MODULES[figure].SLIDERS
        expect(read_off).to_have_text(self.row(figure, chart, row, **{slider.name: slider.most}))

    def test_arrow_keys_go_from_number_to_number(self, figures: Page) -> None:
        chart = figures.locator('[data-chart="spreading-shown"]')
        reader, read_off = chart.locator(".reader"), chart.locator(".read-off")
        chart.evaluate("(chart) => { delete chart.dataset.row; }")
        reader.focus()
        for key, row in (
            ("ArrowRight", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1), ("PageUp", 11),
            ("End", 100), ("PageDown", 90), ("ArrowDown", 89), ("Home", 0),
        ):  # fmt: skip
            figures.keyboard.press(key)
            words = self.row("figure-4", "spreading-shown", row)
            expect(read_off).to_have_text(words)
            expect(reader).to_have_attribute("aria-valuetext", words)
            expect(reader).to_have_attribute("aria-valuenow", str(row))
        chart.evaluate("(chart) => { delete chart.dataset.row; }")
        for _ in range(2):
            figures.keyboard.press("ArrowLeft")
        expect(read_off).to_have_text(self.row("figure-4", "spreading-shown", 99))

    def test_a_line_marks_the_place_that_is_read_off(self, figures: Page) -> None:
        here = figures.locator('[data-chart="crowding-minutes"]')
        here.evaluate("(chart) => { delete chart.dataset.row; }")
        line = here.locator(".mark line")
        expect(line).to_have_css("visibility", "hidden")
        here.locator(".reader").focus()
        for _ in range(4):
            figures.keyboard.press("ArrowRight")
        expect(here.locator(".read-off")).to_contain_text("workers 4,")
        expect(line).to_have_css("visibility", "visible")
        slider_of(figures, "figure-5").press("Home")
        for _ in range(3):
            slider_of(figures, "figure-5").press("ArrowRight")
        check(figures, "figure-5")
        stem = here.locator("[data-line=stem]")
        at, chosen = (part.evaluate("(line) => line.getBoundingClientRect().x") for part in (line, stem))
        assert at == pytest.approx(chosen, abs=1)

    def test_a_tap_reads_off_too(self, figures: Page, touch: Callable[..., None]) -> None:
        plot = figures.locator('[data-drawing="failing-off"] svg')
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        assert box
        touch("touchStart", box["x"] + (58 + 0.25 * 398) / 480 * box["width"], box["y"] + box["height"] / 2)
        touch("touchEnd")
        read_off = figures.locator('[data-chart="failing-off"] .read-off')
        expect(read_off).to_have_text(self.row("figure-3", "failing-off", 25))


def mark(page: Page, figure: str) -> None:
    """Put something into each chart that a redrawing takes away again."""
    page.evaluate(
        """(id) => {
            window.charts = [...document.querySelectorAll(`#${id} .plot svg`)];
            for (const chart of charts) chart.dataset.old = "";
        }""",
        figure,
    )


def wait_until_redrawn(page: Page, drawings: dict[str, str] | None = None) -> None:
    """No chart is marked any more, all are still the same elements, and they equal the drawings."""
    page.wait_for_function(
        """(drawings) => charts.every((chart) => {
            const markup = drawings?.[chart.parentElement.dataset.drawing];
            const drawn = markup && new DOMParser().parseFromString(markup, "text/html").querySelector("svg");
            return chart.isConnected && !("old" in chart.dataset) && (!drawn || chart.isEqualNode(drawn));
        })""",
        arg=drawings,
        timeout=BOOT_TIMEOUT,
    )


@each_figure
class TestRedrawnByMatplotlib:
    def test_at_the_defaults_charts_are_those_of_the_built_page(self, figures: Page, figure: str) -> None:
        built = figures.evaluate(
            """async (id) => {
                const page = new DOMParser().parseFromString(await (await fetch("./")).text(), "text/html");
                const plots = [...page.querySelectorAll(`#${id} .plot`)];
                return Object.fromEntries(plots.map((plot) => [plot.dataset.drawing, plot.innerHTML]));
            }""",
            figure,
        )
        slider_of(figures, figure).press("Home")
        check(figures, figure)
        mark(figures, figure)
        figures.locator(f"#{figure} .reset").click()
        wait_until_redrawn(figures, built)
        assert built.keys() == FIGURES[figure].ask({})["charts"].keys()

    def test_elsewhere_they_are_what_matplotlib_draws_outside_of_the_browser(self, figures: Page, figure: str) -> None:
        mark(figures, figure)
        slider_of(figures, figure).press("End")
        options = check(figures, figure)
        wait_until_redrawn(figures, FIGURES[f"{figure}-drawn"].ask(options)["drawings"])


@pytest.fixture
def noted(page: Page, open_article: Callable[[Page], None]) -> Page:
    """A fresh article whose requests to Python are noted, and can be held."""
    page.add_init_script(HOLD)
    open_article(page)
    return page


def asked(page: Page, figure: str) -> int:
    return int(page.evaluate("(figure) => sent.filter((command) => command === figure).length", figure))


def after_frames(page: Page) -> None:
    """Give the browser time to see what is in sight."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


def test_charts_are_not_redrawn_while_the_slider_is_held(noted: Page) -> None:
    slider = slider_of(noted, "figure-4")
    slider.scroll_into_view_if_needed()
    noted.mouse.move(*place(slider, share_of(slider)))
    noted.mouse.down()
    for share in (0.9, 0.8):
        noted.mouse.move(*place(slider, share), steps=3)
        check(noted, "figure-4")
    mark(noted, "figure-4")
    after_frames(noted)
    assert asked(noted, "figure-4-drawn") == 0
    noted.mouse.up()
    wait_until_redrawn(noted)
    assert asked(noted, "figure-4-drawn") == 1


class TestWithoutMatplotlib:
    def test_lines_move_while_it_is_on_its_way(self, page: Page, open_article: Callable[[Page], None]) -> None:
        page.route("**/matplotlib-*.whl", lambda route: None)
        open_article(page)
        for figure in MODULES:
            with page.expect_request("**/matplotlib-*.whl") if figure == "figure-3" else nullcontext():
                slider_of(page, figure).press("End")
                check(page, figure)
            slider_of(page, figure).press("Home")
            check(page, figure)

    def test_lines_move_when_it_could_not_be_loaded(self, watch: Watch, open_article: Callable[[Page], None]) -> None:
        page = watch.page
        page.route("**/matplotlib-*.whl", lambda route: route.abort())
        open_article(page)
        with page.expect_event("requestfailed"):
            slider_of(page, "figure-6").press("End")
            check(page, "figure-6")
        for key in ("Home", "ArrowRight"):
            slider_of(page, "figure-6").press(key)
            check(page, "figure-6")
        expect(page.locator("#figure-6 .python-says")).to_have_text("")
        watch.expect("ERR_FAILED")


@each_figure
def test_the_table_behind_the_disclosure_has_the_newest_numbers(figures: Page, figure: str) -> None:
    rows = "(table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
    [slider] = MODULES[figure].SLIDERS
    for name in FIGURES[figure].ask({})["charts"]:
        here = figures.locator(f'[data-chart="{name}"]')
        here.locator("summary").click()
        for key, value in (("Home", slider.least), ("End", slider.most)):
            slider_of(figures, figure).press(key)
            check(figures, figure)
            table = FIGURES[figure].ask({slider.name: value})["charts"][name]["table"]
            assert here.locator("table").evaluate(rows) == [table["heads"], *table["rows"]]
        here.locator("summary").click()


def test_the_attempts_behind_their_disclosure_are_those_of_the_timeline_when_it_is_opened(figures: Page) -> None:
    slider_of(figures, "figure-3").press("End")
    check(figures, "figure-3")
    figures.locator("#figure-3 summary").first.click()
    table = FIGURES["figure-3"].ask({"failure_rate": 0.3})["drawings"]["attempts"]
    attempts = figures.locator('#figure-3 [data-drawing="attempts"]')
    figures.wait_for_function(
        "(table) => document.querySelector('#figure-3 [data-drawing=attempts]').innerHTML === table", arg=table
    )
    assert attempts.locator("tbody tr").count() == figures.locator("#figure-3 .attempt").count()
    figures.locator("#figure-3 summary").first.click()


class TestOutOfSight:
    def test_a_page_opened_at_the_top_runs_no_jobs_until_a_figure_is_seen(self, noted: Page) -> None:
        after_frames(noted)
        assert [asked(noted, figure) for figure in MODULES] == [0] * 4
        expect(noted.locator("#figure-4 .in")).to_have_text(f"{JOBS} jobs, when the page was built")
        expect(slider_of(noted, "figure-4")).to_be_enabled()
        noted.locator("#figure-4").scroll_into_view_if_needed()
        expect(noted.locator("#figure-4 .in")).to_have_text(DONE)
        assert asked(noted, "figure-4") == len(STAGES)
        assert asked(noted, "figure-6") == 0

    def test_a_figure_scrolled_away_leaves_off_between_two_stages_and_takes_up_again(self, noted: Page) -> None:
        slider_of(noted, "figure-4").scroll_into_view_if_needed()
        expect(noted.locator("#figure-4 .in")).to_have_text(DONE)
        noted.evaluate("() => { sent.length = 0; held = []; }")
        slider_of(noted, "figure-4").press("End")
        assert asked(noted, "figure-4") == 1
        noted.evaluate("() => scrollTo(0, 0)")
        after_frames(noted)
        noted.evaluate("() => { const waiting = held; held = null; for (const send of waiting) send(); }")
        expect(noted.locator("#figure-4 .in")).to_contain_text(f"{STAGES[0]} of")
        set_to(noted, "figure-4", 1)
        set_to(noted, "figure-4", 2)
        noted.evaluate("nearlyDone.ask({ command: 'figure-1' })")
        after_frames(noted)
        assert asked(noted, "figure-4") == 1
        slider_of(noted, "figure-4").scroll_into_view_if_needed()
        assert check(noted, "figure-4") == {"spread": 2.0}


def test_when_their_python_ends_they_say_so_and_a_fresh_one_carries_on(
    watch: Watch, open_article: Callable[[Page], None]
) -> None:
    page = watch.page
    open_article(page)
    slider_of(page, "figure-5").scroll_into_view_if_needed()
    slider_of(page, "figure-5").press("End")
    check(page, "figure-5")
    [numbers] = [worker for worker in page.workers if "package=numpy" in worker.url]
    numbers.evaluate("self.close()")
    says = page.locator("#figure-5 .python-says")
    expect(says).to_contain_text("Python was restarted, because it ended unexpectedly.")
    expect(page.locator("#figure-1 .python-says")).to_have_text("")
    expect(says).to_have_text("", timeout=60_000)
    slider_of(page, "figure-5").press("ArrowLeft")
    assert check(page, "figure-5") == {"workers": 24}
