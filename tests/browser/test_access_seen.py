"""What can be seen by everyone: contrast, states that are told apart without colours, focus, targets, and no motion."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nearlydone.figures import FIGURES

pytestmark = pytest.mark.browser

SCHEMES: Any = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"color_scheme": "light", "forced_colors": "active"},
    {"color_scheme": "dark", "forced_colors": "active"},
]
each_scheme = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: " ".join(scheme.values()))

# What is too faint of all that is drawn, [what, where, contrast], and how much was looked at. Lines that only guide
# the eye may be faint: rows, grids, ticks, and what a bar has still before it.
FAINT = """() => {
    const parse = (color) => color.match(/[\\d.]+/g).map(Number);
    const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const contrast = (one, other) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
    };
    const look = (element) => getComputedStyle(element);
    const paper = parse(look(document.querySelector("figure")).backgroundColor);
    const under = (element) => {
        const shape = element.closest(".attempt, .node")?.querySelector("rect, circle:not(.ring)");
        return shape && shape !== element ? parse(look(shape).fill) : paper;
    };
    const see = (element, paint) => {
        let opacity = Number(look(element).opacity);
        for (let host = element.parentElement; host; host = host.parentElement) opacity *= Number(look(host).opacity);
        const below = under(element);
        return contrast(parse(paint).slice(0, 3).map((part, i) => part * opacity + below[i] * (1 - opacity)), below);
    };
    const guides = ":is(.row, .grid:not(.ninety), line.tick, .meter .back)";
    const faint = [];
    let many = 0;
    for (const element of document.querySelectorAll("figure svg :is(text, rect, circle, path, line)")) {
        const { fill, stroke, display, visibility } = look(element);
        if (element.closest("defs, clipPath") || element.matches(guides) || !element.checkVisibility()) continue;
        if (display === "none" || visibility === "hidden") continue;
        const paints = (element.matches("text") ? [fill] : [fill, stroke]).filter((paint) => paint !== "none");
        if (!paints.length) continue;
        const best = Math.max(...paints.map((paint) => see(element, paint)));
        many += 1;
        const place = `${element.outerHTML.slice(0, 120)} in ${element.closest("figure").id}`;
        if (best < (element.matches("text") ? 4.5 : 3)) faint.push([place, best]);
    }
    return [faint, many];
}"""
LOOKS = """(states) => states.map((selector) => {
    const element = document.querySelector(selector);
    const look = getComputedStyle(element);
    const told = ["fill", "strokeWidth", "strokeDasharray", "borderStyle", "borderWidth"].map((part) => look[part]);
    return JSON.stringify([...told, element.textContent]);
})"""
SYSTEM = ["Canvas", "CanvasText", "Highlight", "HighlightText", "GrayText"]


STATES = {
    "tasks": [f"#figure-2 .legend .node.{state} circle" for state in ("waiting", "ready", "running", "done")],
    "attempts": ["#figure-1 .attempt:not(.running, .failed) rect", "#figure-1 .attempt.running rect"],
    "bars": [f"#figure-1 .shown .curve.{bar}" for bar in ("count", "work", "plan")],
    "errors": [f'#figure-6 [data-line="{bar}"]' for bar in ("work", "plan", "learn")],
    "delays": [f'#figure-8 [data-line="{line}"]' for line in ("last", "worst", "average")],
    "steps": [f"#figure-7 .legend .cell.{state}"
              for state in ("open", "waiting", "running", "overdue", "recorded", "undone", "given-up")],
}  # fmt: skip


@pytest.fixture
def under_way(reader: Page) -> Page:
    """Figures 1, 2 and 7 in mid-run, with something failed in each."""
    reader.locator("#figure-1 .seed").fill("77")
    reader.locator("#figure-1 .seed").dispatch_event("change")
    expect(reader.locator("#figure-1 .minute")).to_have_text("0.0")
    scrub = reader.locator("#figure-1 .scrub")
    scrub.evaluate("(scrub) => { scrub.value = 8; scrub.dispatchEvent(new Event('input')); }")
    reader.locator("#figure-1 .hands button").first.click()
    expect(reader.locator("#figure-1 .attempt.failed")).to_have_count(1)
    scrub.evaluate("(scrub) => { scrub.value = 14; scrub.dispatchEvent(new Event('input')); }")
    if reader.locator("#figure-2 .over").is_enabled():
        reader.click("#figure-2 .over")
    expect(reader.locator("#figure-2 .story")).to_contain_text("Nothing has started")
    for steps in range(1, 8):
        reader.click("#figure-2 .next")
        story = FIGURES["figure-2"].ask({"actions": ["next"] * steps})["story"]
        expect(reader.locator("#figure-2 .story")).to_have_text(story)
    reader.click('#figure-7 [data-press="preset three stalls, one that never passes"]')
    for played in range(4):
        expect(reader.locator("#figure-7 .round")).to_have_text(str(played))
        reader.click('#figure-7 [data-press="next"]')
    expect(reader.locator("#figure-7 .round")).to_have_text("4")
    return reader


@each_scheme
def test_letters_have_a_contrast_of_4_5_marks_of_3_and_states_differ_by_more_than_colour(
    under_way: Page, scheme: dict[str, Any]
) -> None:
    under_way.emulate_media(**scheme)
    faint, many = under_way.evaluate(FAINT)
    assert faint == []
    assert many > 500
    for name, states in STATES.items():
        looks = under_way.evaluate(LOOKS, states)
        assert len(set(looks)) == len(states), name


def test_a_failed_attempt_has_a_stroke_through_it_and_no_other_has(under_way: Page) -> None:
    strokes = under_way.locator("#figure-1 .attempt line").evaluate_all(
        "(lines) => lines.filter((line) => line.checkVisibility()).map((line) => line.parentElement.matches('.failed'))"
    )
    assert strokes == [True]


def test_in_forced_colours_only_those_are_used(under_way: Page) -> None:
    under_way.emulate_media(forced_colors="active")
    used, allowed = under_way.evaluate(
        """(system) => {
            const probe = document.body.appendChild(document.createElement("div"));
            const allowed = system.map((name) => { probe.style.color = name; return getComputedStyle(probe).color; });
            probe.remove();
            const shapes = [...document.querySelectorAll("figure svg :is(rect, circle, path, line)")];
            const drawn = shapes.filter((shape) => !shape.closest("defs, clipPath"));
            return [drawn.flatMap((shape) => [getComputedStyle(shape).fill, getComputedStyle(shape).stroke]), allowed];
        }""",
        SYSTEM,
    )
    assert set(used) - {"none", "rgb(0, 0, 0)"} <= set(allowed)
    assert len(set(used)) >= 3
    filled = under_way.locator("#figure-2 .next")
    colours = filled.evaluate("(button) => [getComputedStyle(button).color, getComputedStyle(button).backgroundColor]")
    assert colours == [allowed[SYSTEM.index("Canvas")], allowed[SYSTEM.index("CanvasText")]]
    under_way.click("#figure-2 .over")
    expect(under_way.locator("#figure-2 .back")).to_be_disabled()
    grey = under_way.locator("#figure-2 .back").evaluate("(button) => getComputedStyle(button).color")
    assert grey == allowed[SYSTEM.index("GrayText")]


def test_every_target_is_24_pixels_large(reader: Page) -> None:
    reader.set_viewport_size({"width": 360, "height": 800})
    small = reader.evaluate(
        """() => [...document.querySelectorAll("button, input, summary, [role=button], .reader")].flatMap((target) => {
            if (!target.checkVisibility()) return [];
            const boxes = [target, ...(target.labels ?? [])].map((element) => element.getBoundingClientRect());
            const width = Math.max(...boxes.map((box) => box.width));
            const height = Math.max(...boxes.map((box) => box.height));
            return width >= 24 && height >= 24 ? [] : [[target.outerHTML, width, height]];
        })"""
    )
    assert small == []


def test_a_block_that_is_pressed_has_a_button_that_does_the_same(under_way: Page) -> None:
    blocks, hands = under_way.locator("#figure-1 .attempt.running"), under_way.locator("#figure-1 .hands button")
    running = blocks.evaluate_all("(blocks) => blocks.map((block) => block.dataset.task)")
    named = hands.evaluate_all("(hands) => hands.map((hand) => hand.ariaLabel)")
    assert running
    for task in running:
        assert any(f"task {task}, fail it" in name for name in named)


class TestNoMotion:
    @pytest.fixture
    def still(self, reader: Page) -> Page:
        reader.emulate_media(reduced_motion="reduce")
        return reader

    def test_start_shows_how_it_ends_and_steps_lead_from_end_to_end(self, still: Page) -> None:
        still.locator("#figure-1 .seed").fill("77")
        still.locator("#figure-1 .seed").dispatch_event("change")
        expect(still.locator("#figure-1 .minute")).to_have_text("0.0")
        still.click("#figure-1 .start")
        assert still.locator("#figure-1 .minute").inner_text() == "29.1"
        assert still.locator("#figure-1 .count output").inner_text() == "100\u00a0%"
        ends = sorted({attempt["end"] for attempt in FIGURES["figure-1"].ask({})["attempts"]})
        minute = still.locator("#figure-1 .minute")
        for end in reversed(ends[-4:-1]):
            still.click("#figure-1 .step-back")
            assert minute.inner_text() == f"{end:.1f}"
        still.click("#figure-1 .step")
        assert minute.inner_text() == f"{ends[-3]:.1f}"
        still.locator("#figure-1 .scrub").fill("0")
        expect(still.locator("#figure-1 .step-back")).to_be_disabled()
        still.click("#figure-1 .step")
        assert minute.inner_text() == f"{ends[0]:.1f}"

    def test_nothing_plays_by_itself(self, still: Page) -> None:
        expect(still.locator("#figure-2 .play")).not_to_be_visible()
        still.click('#figure-7 [data-press="preset three stalls, one that never passes"]')
        for played in (1, 2):
            still.click("#figure-7 .play")
            expect(still.locator("#figure-7 .round")).to_have_text(str(played))
        still.wait_for_timeout(1500)
        expect(still.locator("#figure-7 .round")).to_have_text("2")
        expect(still.locator("#figure-7 .play")).to_have_text("Step")

    def test_nothing_is_animated_by_style(self, still: Page) -> None:
        moving = still.evaluate(
            """() => [...document.querySelectorAll("*")].filter((element) => {
                const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
                return transitionDuration !== "0s" || animationName !== "none" || scrollBehavior !== "auto";
            }).length"""
        )
        assert moving == 0
