"""What every reader does, in every engine: load, step, make tasks fail, drag every slider, crash, and go offline."""

import html
import re
from types import ModuleType
from typing import Any

import pytest

from nearlydone.figures import FIGURES, billing, crowding, failing, planning, rules, scanning, spreading
from nearlydone.figures.sliders import Slider

from ..host import Host
from ..test_figures_7_to_9 import CELLS, expected, replayed
from .conftest import ALIVE
from .reader import Reader

pytestmark = pytest.mark.browser

# Per figure with sliders, what they are, and where it says in words or in a table what it has read off.
DIALS: dict[str, tuple[ModuleType, str]] = {
    "figure-3": (failing, "read"),
    "figure-4": (spreading, "read"),
    "figure-5": (crowding, "read"),
    "figure-6": (planning, "read"),
    "figure-8": (scanning, "table"),
    "figure-9": (billing, "bill"),
}
INCLUDES = "(selector, words) => document.querySelector(selector).textContent.includes(words)"
SHOWN = """(id, drawing) => {
    const figure = document.getElementById(id);
    const said = [...figure.querySelectorAll("input[type=range]")].map(
        (input) => [input.dataset.option, input.parentElement.querySelector("output").textContent]);
    return {
        said: Object.fromEntries(said),
        story: figure.querySelector(".story").textContent,
        in: figure.querySelector(".in")?.textContent ?? null,
        read: figure.querySelector(`[data-drawing="${drawing}"]`).textContent,
    };
}"""
# What a Python that is started now starts from.
STARTED_FROM = """async () => {
    const { Engine } = await import(new URL("engine.js", document.querySelector("script[type=module]").src));
    const engine = new Engine();
    return new Promise((resolve) => engine.addEventListener("ready", ({ detail }) => resolve(detail.from)));
}"""
STEPS = """() => {
    const figure = document.getElementById("figure-2");
    const nodes = [...figure.querySelectorAll(".graph .node")];
    return {
        story: figure.querySelector(".story").textContent,
        now: figure.querySelector(".now-is").textContent,
        left: Number(figure.querySelector(".left-are").textContent),
        states: Object.fromEntries(nodes.map((node) => [node.dataset.task, node.classList[1]])),
    };
}"""
# The running block of figure 1 that has longest to go, marked.
LONGEST = """() => {
    const blocks = [...document.querySelectorAll("#figure-1 .attempt.running")];
    const last = blocks.sort((one, other) => other.dataset.end - one.dataset.end)[0];
    last.id = "longest";
    return last.dataset.task;
}"""


def text_of(markup: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", markup))


def steps_after(actions: list[Any]) -> dict[str, Any]:
    """What figure 2 shows after these, by native Python."""
    answer = FIGURES["figure-2"].ask({"actions": actions})
    return {**{name: answer[name] for name in ("story", "left", "states")}, "now": f"{answer['now']:.2f}"}


def test_the_page_is_complete_before_python_and_python_starts_from_its_snapshot(reader: Reader, host: Host) -> None:
    host.python.clear()
    reader.open(host.address)
    assert reader.ask("() => document.querySelectorAll('#figure-1 .attempt').length") == 60
    assert reader.ask(STEPS) == steps_after([])
    for figure, (_, drawing) in DIALS.items():
        native = FIGURES[figure].ask({})
        shown = reader.ask(SHOWN, figure, drawing)
        assert (shown["story"], shown["read"]) == (native["story"], text_of(native["drawings"][drawing]))
    assert not reader.ask(ALIVE)
    host.python.set()
    reader.wait_for(ALIVE)
    assert reader.ask(STARTED_FROM) == "snapshot"
    assert reader.problems() == []


def test_figure_2_steps_to_its_end_with_a_task_that_fails_on_the_way(article: Reader) -> None:
    actions: list[Any] = []
    while steps_after(actions)["left"]:
        if actions == ["next"] * 3:
            task = next(task for task, state in article.ask(STEPS)["states"].items() if state == "running")
            article.click(f"#figure-2 .node[data-task='{task}'] circle")
            actions.append(int(task))
        else:
            article.click("#figure-2 .next")
            actions.append("next")
        article.expect(steps_after(actions), STEPS)
    assert set(article.ask(STEPS)["states"].values()) == {"done"}
    assert len(actions) > rules.SHAPE.tasks


def test_figure_1_runs_on_when_a_running_task_is_made_to_fail_and_ends(article: Reader) -> None:
    article.drag("#figure-1 .speed", 0)
    article.click("#figure-1 .start")
    article.wait_for("() => document.querySelector('#figure-1 .minute').textContent > 1")
    task = article.ask(LONGEST)
    article.click("#longest rect", x=0.05)
    failed = f"#figure-1 .attempt.failed[data-task='{task}']"
    end = article.wait_for("(failed) => document.querySelector(failed)?.dataset.end", failed)
    assert f"Task {task} failed at minute {float(end):.1f}" in article.text("#figure-1 .story")
    article.drag("#figure-1 .speed", 1)
    article.wait_for(INCLUDES, "#figure-1 .story", "Done, after")
    native = FIGURES["figure-1"].ask({"fail": [[int(task), float(end)]]})
    minutes = article.ask("() => Number(document.querySelector('#figure-1 .scrub').max)")
    assert minutes == pytest.approx(native["minutes"], abs=0.01)
    bars = "() => [...document.querySelectorAll('#figure-1 .bars output')].map(({ textContent }) => textContent)"
    assert set(article.ask(bars)) == {"100\u00a0%"}


@pytest.mark.parametrize("figure", DIALS)
def test_whatever_is_dragged_shows_what_python_says(article: Reader, figure: str) -> None:
    module, drawing = DIALS[figure]
    sliders: list[Slider] = list(module.SLIDERS)
    for slider in sliders:
        before = article.ask(SHOWN, figure, drawing)
        article.drag(f"#{figure} [data-option={slider.name}]", 0.4, 0.9)
        options = {slider.name: setting(article, figure, slider) for slider in sliders}
        native = FIGURES[figure].ask(options)
        shown = {
            "said": {slider.name: slider.says(options[slider.name]) for slider in sliders},
            "story": native["story"],
            "in": native.get("in"),
            "read": text_of(native["drawings"][drawing]),
        }
        assert shown != before
        article.expect(shown, SHOWN, figure, drawing)


def setting(reader: Reader, figure: str, slider: Slider) -> float:
    """Where a slider stands, as an option."""
    value: float = reader.ask(
        "(selector) => document.querySelector(selector).valueAsNumber", f"#{figure} [data-option={slider.name}]"
    )
    return slider.values[int(value)] if slider.values else value


def test_figure_7_crashes_in_mid_run_and_carries_on_from_its_record(article: Reader) -> None:
    article.click("#figure-7 [data-press='preset three stalls, one that never passes']")
    article.expect_text("0", "#figure-7 .round")
    cell = "#figure-7 .watched [data-cell='S4=invoice']"
    article.click(cell)
    article.wait_for("(cell) => document.querySelector(cell).matches('.stalled')", cell)
    for played in range(1, 4):
        article.click("#figure-7 [data-press=next]")
        article.expect_text(str(played), "#figure-7 .round")
    article.click("#figure-7 .crashing summary")
    article.click("#figure-7 .crash")
    article.wait_for(INCLUDES, "#figure-7 .story", "A fresh process opened the record")
    assert article.text("#figure-7 .round") == "4"
    article.click("#figure-7 [data-press=end]")
    article.wait_for(INCLUDES, "#figure-7 .story", "It is over")
    state = article.ask("() => JSON.parse(sessionStorage.getItem('nearly-done figure 7')).state")
    assert any(press.startswith("crash ") for press in state["presses"])
    cells = article.ask(f"() => ({CELLS})([...document.querySelectorAll('#figure-7 .board td.watched .cell')])")
    assert {name: (state, mark) for name, state, mark in cells} == expected(replayed(state))


def test_a_second_visit_needs_no_network(reader: Reader, host: Host) -> None:
    reader.open(host.address)
    reader.wait_for(INCLUDES, "#stored", "opens without a network")
    reader.wait_for(ALIVE)
    host.is_down = True
    reader.open(host.address)
    reader.wait_for(ALIVE)
    reader.click("#figure-2 .next")
    reader.expect(steps_after(["next"]), STEPS)
    reader.drag("#figure-6 input[type=range]", 0.2)
    reader.wait_for(INCLUDES, "#figure-6 .in", "150 of 150")
    assert reader.problems() == []
