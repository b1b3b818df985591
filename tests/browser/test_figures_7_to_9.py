"""Figures 7 to 9, as a reader uses them: every fault by mouse and by key, crashes, reloads, tabs, and the bill."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nearlydone.figures import FIGURES, presses
from nearlydone.figures.presets import PRESETS
from nearlydone.figures.silence import SLIDERS
from nearlydone.supervisor.run import Run, start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, DEFAULT_SETTINGS, Settings
from records import STORED, remembered, replayed, stored

pytestmark = pytest.mark.browser

PUBLISHED = json.loads((Path(__file__).parents[1] / "golden" / "supervisor.json").read_text())
AWAKE = "#figure-7 fieldset:not([disabled])"
BOOT = 60_000  # milliseconds
TWICE = "(name) => { for (const _ of [1, 2]) document.querySelector(name).click(); }"
# Presses, and settings as a name with a value; returns where the slider was when each answer had been shown.
HURRY = """async (acts) => {
    const figure = document.getElementById("figure-7");
    const scan = figure.querySelector("[data-option=scan]");
    const positions = [];
    const note = () => positions.push(scan.value);
    figure.addEventListener("changed", note);
    for (const act of acts) {
        if (typeof act === "string") {
            figure.querySelector(act).click();
        } else {
            const input = figure.querySelector(`[data-option="${act[0]}"]`);
            input.value = act[1];
            input.dispatchEvent(new Event("input", { bubbles: true }));
        }
    }
    for (let turn = 0; turn < 8; turn += 1) await nearlyDone.ask({ command: "figure-9" });
    figure.removeEventListener("changed", note);
    return positions;
}"""
MIDWAY = re.compile("[1-7]")  # of eight rounds; while they play, one can be over before anybody looks
WORDS = {
    "completed": "jobs completed",
    "steps": "steps recorded",
    "redriven": "re-drives",
    "wasted": "re-drives wasted",
    "compensated_jobs": "jobs compensated",
    "compensated_steps": "steps compensated",
    "half_finished": "jobs half-finished",
    "last_round": "last job closed in round",
}
CELLS = """(cells) => cells.map((cell) => {
    const [, state, ...marks] = cell.classList;
    return [cell.dataset.cell, state, marks.at(-1) ?? "well"];
})"""
KEEP = """async ([name, days]) => {
    const settled = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await settled(indexedDB.open("nearly-done"));
    const records = database.transaction("records", "readwrite").objectStore("records");
    await settled(records.put({ name, bytes: new Uint8Array(8), saved: Date.now() - days * 24 * 60 * 60 * 1000 }));
    database.close();
}"""


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Until figure 7 shows the answer to what is done meanwhile."""
    page.evaluate(
        """() => {
            const figure = document.getElementById("figure-7");
            window.answered = new Promise((resolve, reject) => {
                figure.addEventListener("changed", () => resolve(), { once: true });
                setTimeout(() => reject(new Error(figure.querySelector(".story").textContent)), 30_000);
            });
            window.answered.catch(() => {});
        }"""
    )
    yield
    page.evaluate("() => window.answered")


def click(page: Page, selector: str) -> None:
    with answered(page):
        page.click(f"#figure-7 {selector}")


def press(page: Page, what: str) -> None:
    click(page, f'[data-press="{what}"]')


def unfold(page: Page, part: str) -> None:
    """Open a part of figure 7 that is folded up, if it is."""
    details = page.locator(f"#figure-7 .{part}")
    if details.get_attribute("open") is None:
        details.locator("summary").click()


def choose(page: Page, mark: str) -> None:
    page.check(f'#figure-7 input[name="mark"][value="{mark}"]')


def set_slider(page: Page, figure: int, name: str, value: float) -> None:
    page.locator(f'#figure-{figure} [data-option="{name}"]').evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


def story(page: Page, figure: int = 7) -> str:
    return page.locator(f"#figure-{figure} .story").inner_text()


def round_of(page: Page) -> str:
    return page.locator("#figure-7 .round").inner_text()


def rounds_of(page: Page) -> str | None:
    """Which round is shown, and how many were played."""
    return page.locator("#figure-7 .scrub").get_attribute("aria-valuetext")


def board(page: Page, run: str) -> dict[str, tuple[str, str]]:
    """State and mark of every step, by name, on one of the two boards."""
    cells = page.locator(f"#figure-7 .board td.{run} .cell").evaluate_all(CELLS)
    return {name: (state, mark) for name, state, mark in cells}


def expected(run: Run) -> dict[str, tuple[str, str]]:
    """The same of a run that was played natively."""
    return {
        presses.name_of((job, step), run.settings): (state_of(run, job, step), run.faults.mark_of((job, step)))
        for job in run.book.jobs
        for step in range(len(run.settings.steps))
    }


def state_of(run: Run, number: int, step: int) -> str:
    job = run.book.jobs[number]
    if step != job.step:
        recorded = "undone" if job.state == "compensated" else "recorded"
        return recorded if step < job.step else "open"
    if job.state == "compensated":
        return "given-up"
    if job.state == "waiting":
        return "waiting" if job.attempt else "open"
    return "overdue" if run.round - job.started >= run.settings.lease else "running"


def tally(page: Page) -> dict[str, tuple[str, str]]:
    """Counters without a supervisor and with one, by what stands before them."""
    rows = page.locator("#figure-7 .tally tbody tr")
    cells = rows.evaluate_all("(rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent))")
    return {words: (alone, watched) for words, alone, watched in cells}


def published_counters() -> dict[str, tuple[str, str]]:
    alone, watched = (PUBLISHED["defaults"][name] for name in ("no supervisor", "supervisor"))
    return {words: (str(alone[name]), str(watched[name])) for name, words in WORDS.items()}


@pytest.fixture
def silence(article: Page) -> Page:
    """Figure 7 before the first round of the published run."""
    press(article, "preset three stalls, one that never passes")
    choose(article, "stalled")
    return article


@pytest.fixture
def alive(page: Page) -> Page:
    """A fresh page with figure 7 awake."""
    page.goto("./")
    page.wait_for_selector(AWAKE, timeout=BOOT)
    return page


@pytest.fixture
def begun(alive: Page) -> Page:
    """A fresh page with figure 7 before the first round."""
    press(alive, "over")
    return alive


# What stands there before anything is pressed


PLAYED = ["next"] * 8


@pytest.fixture
def drawn(article: Page) -> Page:
    """Figure 7 as it was drawn, its run played to the end."""
    choose(article, "stalled")
    click(article, ".reset")
    return article


def test_the_run_that_stands_there_is_played_and_can_be_looked_back_at(alive: Page) -> None:
    for what in ("next", "end"):
        expect(alive.locator(f'#figure-7 [data-press="{what}"]')).to_be_disabled()
    press(alive, "back")
    assert rounds_of(alive) == "round 7, 8 played"
    press(alive, "next")
    assert rounds_of(alive) == "round 8, 8 played"
    assert remembered(alive)["state"]["presses"] == PLAYED


def test_a_step_marked_there_is_marked_at_its_end(drawn: Page) -> None:
    before = tally(drawn)
    click(drawn, '.watched [data-cell="S12=notification"]')
    assert remembered(drawn)["state"]["presses"] == [*PLAYED, "S12=notification stalled"]
    assert board(drawn, "watched")["S12=notification"] == ("recorded", "stalled")
    assert tally(drawn) == before


def test_a_setting_made_there_is_played_as_far(drawn: Page) -> None:
    with answered(drawn):
        set_slider(drawn, 7, "scan", 4)
    native = start(Settings(scan=4), DEFAULT_FAULTS)
    while native.round < 8:
        native = native.next_round()
    assert round_of(drawn) == "8"
    assert board(drawn, "watched") == expected(native)


def test_start_plays_it_from_the_beginning(drawn: Page) -> None:
    drawn.locator("#figure-7").scroll_into_view_if_needed()
    expect(drawn.locator("#figure-7 .play")).to_have_text("Start")
    drawn.click("#figure-7 .play")
    expect(drawn.locator("#figure-7 .round")).to_have_text(MIDWAY)
    drawn.click("#figure-7 .play")


def test_a_link_without_presses_still_shows_it_and_a_reload_too(page: Page) -> None:
    page.goto("./#figure-7/v1")
    page.wait_for_selector(AWAKE, timeout=BOOT)
    page.evaluate("() => nearlyDone.ask({ command: 'figure-9' })")  # The link has been followed.
    press(page, "back")
    page.wait_for_function("() => location.hash === '#figure-7/v1/round=7/presses=8-next'")
    page.evaluate("() => { location.hash = '#figure-7/v1'; }")
    expect(page.locator("#figure-7 .round")).to_have_text("8")
    assert remembered(page)["state"] is None
    page.reload()
    page.wait_for_selector(AWAKE, timeout=BOOT)
    assert rounds_of(page) == "round 8, 8 played"


def test_why_it_cannot_be_crashed_is_said_and_nothing_moves_when_it_can(drawn: Page) -> None:
    unfold(drawn, "crashing")
    crash, below = drawn.locator("#figure-7 .crash"), drawn.locator("#figure-7 .crashing .note").last
    why = "Nothing is under way that could be lost: start the run first."
    expect(crash).to_be_disabled()
    expect(crash).to_have_accessible_description(why)
    expect(drawn.locator("#figure-7 .crashing")).to_contain_text(why)
    top = "(it) => it.getBoundingClientRect().y - it.closest('.crashing').getBoundingClientRect().y"
    where = below.evaluate(top)
    press(drawn, "over")
    expect(crash).to_be_enabled()
    expect(crash).to_have_accessible_description("")
    assert below.evaluate(top) == where
    drawn.locator('#figure-7 input[value="recorded"]').click(force=True)  # No step has been done before round 1.
    expect(drawn.locator('#figure-7 input[value="sent"]')).to_be_checked()


@pytest.mark.parametrize("number", [7, 8, 9])
def test_python_in_the_tab_answers_what_the_build_drew(article: Page, number: int) -> None:
    native = json.loads(json.dumps(FIGURES[f"figure-{number}"].ask({})))
    assert article.evaluate(f"() => nearlyDone.ask({{ command: 'figure-{number}' }})") == native


def test_the_published_tables_are_there_without_javascript(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("./")
    assert published_counters().items() <= tally(page).items()
    expect(page.locator("#figure-8 [data-drawing=table] tbody tr")).to_have_count(len(PUBLISHED["by scan interval"]))
    expect(page.locator("#figure-9 .bill")).to_contain_text("160")
    assert board(page, "watched") == expected(start(DEFAULT_SETTINGS, DEFAULT_FAULTS).to_end())
    context.close()


# Playing


def test_played_to_the_end_round_by_round_it_shows_the_published_table(silence: Page) -> None:
    for played in range(1, 9):
        press(silence, "next")
        assert round_of(silence) == str(played)
    assert published_counters().items() <= tally(silence).items()
    assert "11 jobs completed, 1 compensated, none half-finished" in story(silence)


def test_start_plays_until_nothing_more_can_happen(silence: Page) -> None:
    silence.locator("#figure-7").scroll_into_view_if_needed()
    silence.click("#figure-7 .play")
    expect(silence.locator("#figure-7 .play")).to_have_text("Pause")
    expect(silence.locator("#figure-7 .round")).to_have_text("8", timeout=30_000)
    expect(silence.locator("#figure-7 .play")).to_have_text("Start")
    assert published_counters().items() <= tally(silence).items()


def test_at_the_end_there_is_no_next_round_and_start_begins_anew(silence: Page) -> None:
    for what in ("next", "end"):
        expect(silence.locator(f'#figure-7 [data-press="{what}"]')).to_be_enabled()
    press(silence, "end")
    assert "It is over" in story(silence)
    for what in ("next", "end"):
        expect(silence.locator(f'#figure-7 [data-press="{what}"]')).to_be_disabled()
    assert silence.locator("#figure-7 .scrub").get_attribute("max") == round_of(silence) == "8"
    silence.click("#figure-7 .play")
    expect(silence.locator("#figure-7 .round")).to_have_text(MIDWAY, timeout=10_000)
    silence.click("#figure-7 .play")


def test_start_pressed_twice_is_start_and_pause(silence: Page) -> None:
    silence.locator("#figure-7").scroll_into_view_if_needed()
    press(silence, "end")
    silence.evaluate(TWICE, "#figure-7 .play")
    expect(silence.locator("#figure-7 .round")).to_have_text("0")
    expect(silence.locator("#figure-7 .play")).to_have_text("Start")
    silence.wait_for_timeout(1500)
    assert round_of(silence) == "0"


def test_pause_keeps_the_round(silence: Page) -> None:
    silence.locator("#figure-7").scroll_into_view_if_needed()
    silence.click("#figure-7 .play")
    expect(silence.locator("#figure-7 .round")).to_have_text(MIDWAY, timeout=10_000)
    silence.click("#figure-7 .play")
    expect(silence.locator("#figure-7 .play")).to_have_text("Resume")
    paused = round_of(silence)
    silence.wait_for_timeout(1500)
    assert round_of(silence) == paused


def test_every_round_shows_the_states_of_the_model_forward_back_to_0_and_forward_again(silence: Page) -> None:
    settings = {"watched": Settings(), "alone": Settings(supervisor=False)}
    runs = {name: start(it, DEFAULT_FAULTS) for name, it in settings.items()}
    rounds = [{name: expected(run) for name, run in runs.items()}]
    while len(rounds) < 9:
        runs = {name: run if run.over else run.next_round() for name, run in runs.items()}
        rounds.append({name: expected(run) for name, run in runs.items()})

    def shown() -> dict[str, dict[str, tuple[str, str]]]:
        return {name: board(silence, name) for name in settings}

    assert shown() == rounds[0]
    for states in rounds[1:]:
        press(silence, "next")
        assert shown() == states
    for states in reversed(rounds[:-1]):
        press(silence, "back")
        assert shown() == states
    expect(silence.locator('#figure-7 [data-press="back"]')).to_be_disabled()
    for states in rounds[1:]:
        press(silence, "next")
        assert shown() == states


def test_the_scrubber_goes_to_any_round_and_plays_those_that_were_not(silence: Page) -> None:
    scrub = silence.locator("#figure-7 .scrub")
    for to, played in ((5, 5), (2, 5), (8, 8)):
        with answered(silence):
            scrub.evaluate("(it, to) => { it.value = to; it.dispatchEvent(new Event('input')); }", to)
        assert round_of(silence) == str(to)
        assert rounds_of(silence) == f"round {to}, {played} played"


# Faults


@pytest.mark.parametrize("mark", [mark for mark in presses.MARKS if mark != "well"])
def test_a_click_on_a_step_makes_it_fail_and_another_makes_it_well(silence: Page, mark: str) -> None:
    choose(silence, mark)
    click(silence, '.watched [data-cell="S4=invoice"]')
    assert board(silence, "alone")["S4=invoice"] == board(silence, "watched")["S4=invoice"] == ("open", mark)
    press(silence, "end")
    native = start(DEFAULT_SETTINGS, DEFAULT_FAULTS.marked((4, 2), mark)).to_end()  # type: ignore[arg-type]
    assert board(silence, "watched") == expected(native)
    press(silence, "over")
    click(silence, '.alone [data-cell="S4=invoice"]')
    assert board(silence, "watched")["S4=invoice"] == ("open", "well")


@pytest.mark.parametrize("mark", presses.MARKS)
@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_same_by_key_in_the_middle_of_a_run_and_the_focus_stays(silence: Page, mark: str, key: str) -> None:
    press(silence, "next")
    silence.locator(f'#figure-7 input[name="mark"][value="{mark}"]').focus()
    silence.keyboard.press("Space")
    cell = silence.locator('#figure-7 .watched [data-cell="S3=discount"]')
    silence.locator('#figure-7 .alone [data-cell="S1=tariff"]').focus()
    for arrow in ["ArrowDown"] * 2 + ["ArrowRight"] * 5:
        silence.keyboard.press(arrow)
    expect(cell).to_be_focused()
    with answered(silence):
        silence.keyboard.press(key)
    expect(cell).to_be_focused()
    assert board(silence, "watched")["S3=discount"] == ("open", mark)
    state = remembered(silence)["state"]
    assert state["presses"] == ["next", f"S3=discount {mark}"]
    press(silence, "end")
    assert board(silence, "watched") == expected(replayed(remembered(silence)["state"]))


def test_a_press_on_an_earlier_round_gives_up_what_came_after_it(silence: Page) -> None:
    press(silence, "end")
    with answered(silence):
        silence.locator("#figure-7 .scrub").evaluate("(it) => { it.value = 4; it.dispatchEvent(new Event('input')); }")
    click(silence, '.watched [data-cell="S6=notification"]')
    assert "Rounds 5 to 8 are given up" in story(silence)
    assert rounds_of(silence) == "round 4, 4 played"


def test_the_board_is_one_stop_of_the_tab_key(silence: Page) -> None:
    silence.locator('#figure-7 .alone [data-cell="S2=invoice"]').focus()
    stops = silence.locator('#figure-7 .board .cell[tabindex="0"]')
    expect(stops).to_have_count(1)
    press(silence, "next")
    expect(stops).to_have_attribute("data-cell", "S2=invoice")


# In a hurry: all of it before Python could answer the first


def test_every_step_that_is_pressed_is_marked(silence: Page) -> None:
    cells = ["S1=tariff", "S3=discount", "S5=invoice", "S6=notification"]
    silence.evaluate(HURRY, [f'.watched [data-cell="{cell}"]' for cell in cells])
    expect(silence.locator('#figure-7 .alone [data-cell="S6=notification"]')).to_have_class("cell open marked stalled")
    assert {board(silence, "watched")[cell] for cell in cells} == {("open", "stalled")}


def test_a_slider_stays_where_it_was_put_between_two_steps(silence: Page) -> None:
    positions = silence.evaluate(
        HURRY, ['.watched [data-cell="S1=tariff"]', ["scan", 3], ["scan", 4], '.watched [data-cell="S3=discount"]']
    )
    expect(silence.locator('#figure-7 .alone [data-cell="S3=discount"]')).to_have_class("cell open marked stalled")
    assert board(silence, "watched")["S1=tariff"] == ("open", "stalled")
    assert remembered(silence)["state"]["scan"] == 4
    assert silence.locator('#figure-7 [data-option="scan"]').input_value() == "4"
    assert positions == ["4"] * 3


def test_a_slider_leaves_what_a_preset_has_just_set(silence: Page) -> None:
    silence.evaluate(HURRY, ['[data-press="preset one attempt only"]', ["scan", 4]])
    expect(silence.locator("#figure-7 .settings summary")).to_contain_text("every 4 rounds")
    state = remembered(silence)["state"]
    assert (state["scan"], state["retry_limit"]) == (4, 1)


# Settings and presets


def test_settings_are_played_again_and_said_with_their_unit(silence: Page) -> None:
    press(silence, "end")
    for name, value, says in (("retry_limit", 1, "1 attempt"), ("lease", 3, "3 rounds"), ("scan", 4, "every 4 rounds")):
        with answered(silence):
            set_slider(silence, 7, name, value)
        slider = silence.locator(f'#figure-7 [data-option="{name}"]')
        assert slider.get_attribute("aria-valuetext") == says
        expect(silence.locator(f"#figure-7 output[for='silence-{name}']")).to_have_text(says)
    native = start(Settings(scan=4, lease=3, retry_limit=1), DEFAULT_FAULTS).to_end()
    assert board(silence, "watched") == expected(native)


def test_the_key_decides_how_many_lines_there_are(silence: Page) -> None:
    press(silence, "end")
    assert tally(silence)["lines on invoices"] == ("39", "45")
    unfold(silence, "settings")
    click(silence, '[data-option="key"]')
    assert tally(silence)["lines on invoices"] == ("39", "48")


def test_the_record_can_be_that_of_the_run_without_a_supervisor(silence: Page) -> None:
    press(silence, "end")
    unfold(silence, "on-record")
    click(silence, "label:has-text('nobody watching')")
    books = silence.locator("#figure-7 .books")
    expect(books).to_contain_text("without a supervisor")
    expect(books.locator("tbody tr").nth(1)).to_contain_text("discount done, not recorded")
    click(silence, "label:has-text('a supervisor watching')")
    expect(books).not_to_contain_text("without a supervisor")
    expect(books.locator("tbody tr").nth(1)).to_contain_text("discount done twice")


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_plays_as_the_model_does(silence: Page, preset: Any) -> None:
    press(silence, f"preset {preset.name}")
    assert preset.look in story(silence)
    assert rounds_of(silence) == "round 0, 0 played"
    settings = silence.locator("#figure-7 .settings summary").inner_text()
    for slider in SLIDERS:
        assert slider.says(getattr(preset.settings, slider.name)) in settings
    assert ("without a key" in settings) is not preset.settings.key
    press(silence, "end")
    stage = presses.first_stage(preset.settings, preset.marks)
    assert board(silence, "watched") == expected(stage.watched.to_end())
    counted = FIGURES["figure-7"].ask(
        {**vars_of(preset.settings), "marks": list(preset.marks), "press": "end"}
    )["counters"]
    shown = tally(silence)
    for name, words in WORDS.items():
        assert shown[words] == (str(counted["alone"][name]), str(counted["watched"][name]))


def vars_of(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in ("scan", "lease", "retry_limit", "supervisor", "key")}


# The record


def test_the_database_in_the_browser_holds_the_run_that_the_page_shows(begun: Page, tmp_path: Path) -> None:
    for what in ("next", "next", "back", "next", "next"):
        press(begun, what)
        tab = remembered(begun)
        assert stored(begun, tmp_path)[tab["record"]] == replayed(tab["state"])
    click(begun, '.watched [data-cell="S1=notification"]')
    tab = remembered(begun)
    assert stored(begun, tmp_path)[tab["record"]] == replayed(tab["state"])


@pytest.mark.parametrize(
    ("gap", "loses", "press_kept"),
    [("sent", "Lost: the start of", "lost"), ("recorded", "Lost: the result of", "stalled")],
)
def test_a_crash_ends_the_worker_in_mid_round_and_a_fresh_one_carries_on(
    begun: Page, tmp_path: Path, gap: str, loses: str, press_kept: str
) -> None:
    for _ in range(3):
        press(begun, "next")
    ended: list[str] = []
    for worker in begun.workers:
        worker.on("close", lambda worker: ended.append(worker.url))
    unfold(begun, "crashing")
    begun.check(f'#figure-7 input[name="gap"][value="{gap}"]')
    click(begun, ".crash")
    assert "In the middle of round 4 the process that runs Python is killed" in story(begun)
    expect(begun.locator("#figure-7 .story")).to_contain_text("A fresh process opened the record", timeout=BOOT)
    assert [url.split("/")[-1] for url in ended] == ["worker.js"]
    assert loses in story(begun)
    assert "past its lease in round" in story(begun)
    assert round_of(begun) == "4"
    tab = remembered(begun)
    assert tab["state"]["presses"][-2].endswith(press_kept)
    run = stored(begun, tmp_path)[tab["record"]]
    assert run == replayed(tab["state"])
    assert board(begun, "watched") == expected(run)
    press(begun, "end")
    assert "none half-finished" in story(begun)


def test_a_page_that_is_left_in_the_middle_of_a_crash_recovers_when_it_comes_back(begun: Page) -> None:
    press(begun, "next")
    unfold(begun, "crashing")
    click(begun, ".crash")
    begun.reload()
    expect(begun.locator("#figure-7 .story")).to_contain_text("A fresh process opened the record", timeout=BOOT)
    assert round_of(begun) == "2"


def test_a_reload_in_mid_run_carries_on_from_the_same_record(begun: Page) -> None:
    for _ in range(4):
        press(begun, "next")
    press(begun, "back")
    before, shown = begun.evaluate(STORED), board(begun, "watched")
    begun.reload()
    begun.wait_for_selector(AWAKE, timeout=BOOT)
    assert "Carried on where it stood. Round 3." in story(begun)
    assert rounds_of(begun) == "round 3, 4 played"
    assert board(begun, "watched") == shown
    assert begun.evaluate(STORED) == before


def test_what_a_tab_remembers_and_cannot_read_is_forgotten(alive: Page) -> None:
    press(alive, "over")
    alive.evaluate(
        """() => sessionStorage.setItem("nearly-done figure 7",
            JSON.stringify({ record: "of-another-version", state: { rounds: 7, presses: ["jump"] } }))"""
    )
    alive.reload()
    alive.wait_for_selector(AWAKE, timeout=BOOT)
    assert round_of(alive) == "8"
    press(alive, "back")
    assert round_of(alive) == "7"


def test_two_tabs_have_a_record_each_also_if_one_was_opened_from_the_other(begun: Page, tmp_path: Path) -> None:
    press(begun, "next")
    with begun.expect_popup() as opening:
        begun.evaluate("() => void window.open('./')")
    other = opening.value
    other.wait_for_selector(AWAKE, timeout=BOOT)
    assert round_of(other) == "1"
    names = [remembered(page)["record"] for page in (begun, other)]
    assert names[0] != names[1]
    press(other, "end")
    press(begun, "next")
    runs = stored(begun, tmp_path)
    assert runs[names[0]].round == 2
    assert runs[names[1]].round == 8
    unfold(begun, "crashing")
    click(begun, ".crash")
    press(other, "back")
    click(other, '.watched [data-cell="S6=notification"]')
    expect(begun.locator("#figure-7 .story")).to_contain_text("A fresh process opened the record", timeout=BOOT)
    runs = stored(begun, tmp_path)
    assert [runs[name].round for name in names] == [3, 7]
    for page, name in zip((begun, other), names, strict=True):
        assert runs[name] == replayed(remembered(page)["state"])


def test_records_that_nobody_asked_for_in_a_week_are_swept(alive: Page) -> None:
    for name, days in (("old.db", 8), ("young.db", 6)):
        alive.evaluate(KEEP, [name, days])
    alive.reload()
    alive.wait_for_selector(AWAKE, timeout=BOOT)
    assert [name for name, _ in alive.evaluate(STORED)] == ["young.db"]


@pytest.mark.parametrize(
    "harm",
    [
        "Object.defineProperty(self, 'indexedDB', { value: undefined });",
        "IDBDatabase.prototype.transaction = () => { throw new Error('It is damaged.'); };",
    ],
)
def test_where_the_browser_keeps_nothing_the_run_can_be_played_but_not_crashed(page: Page, harm: str) -> None:
    def without_a_store(route: Any) -> None:
        script = route.fetch().text()
        route.fulfill(
            body=f"{harm}\n{script}",
            content_type="text/javascript",
        )

    page.context.route("**/records.js", without_a_store)
    page.goto("./")
    page.wait_for_selector(AWAKE, timeout=BOOT)
    press(page, "over")
    for _ in range(3):
        press(page, "next")
    assert round_of(page) == "3"
    expect(page.locator("#figure-7 .crash")).to_be_disabled()
    unfold(page, "crashing")
    expect(page.locator("#figure-7 .crashing")).to_contain_text("Nothing is kept on record here")


# Figures 8 and 9


def test_figure_8_marks_the_chosen_interval_and_says_what_it_brings(article: Page) -> None:
    for scan in (8, 1, 2):
        set_slider(article, 8, "scan", scan)
        native = FIGURES["figure-8"].ask({"scan": scan})
        expect(article.locator("#figure-8 .story")).to_have_text(native["story"])
        for name, chart in native["charts"].items():
            for line, path in chart["paths"].items():
                drawn = article.locator(f'#figure-8 [data-drawing="{name}"] [data-line="{line}"]')
                assert drawn.get_attribute("d") == path


def test_figure_8_follows_figure_7_when_it_is_told_to(silence: Page) -> None:
    for cell in ("S2=discount", "S5=tariff", "S7=discount", "S9=invoice"):
        choose(silence, "persistent" if cell == "S7=discount" else "stalled")
        click(silence, f'.watched [data-cell="{cell}"]')
    silence.check("#figure-8 .as-figure-7")
    expect(silence.locator("#figure-8 .story")).to_contain_text("nothing is ever past its lease")
    choose(silence, "persistent")
    click(silence, '.watched [data-cell="S1=tariff"]')
    native = FIGURES["figure-8"].ask({"marks": ["S1=tariff persistent"]})
    expect(silence.locator("#figure-8 .story")).to_have_text(native["story"])
    [row] = (row for row in native["rows"] if row["scan"] == 8)
    cells = silence.locator("#figure-8 [data-drawing=table] tbody tr").nth(3).inner_text().split()
    assert [float(cell) for cell in cells] == [round(value, 2) for value in row.values()]
    silence.uncheck("#figure-8 .as-figure-7")
    expect(silence.locator("#figure-8 .story")).to_have_text(FIGURES["figure-8"].ask({})["story"])


def test_figure_9_bills_what_its_sliders_say_at_once(article: Page) -> None:
    for name, value in (("workflows", 10_000), ("stall_ratio", 0.01), ("persistent_ratio", 0.03), ("retry_limit", 2)):
        set_slider(article, 9, name, value)
    article.uncheck('#figure-9 [data-option="key"]')
    options = {"workflows": 10_000, "stall_ratio": 0.01, "persistent_ratio": 0.03, "retry_limit": 2, "key": False}
    native = FIGURES["figure-9"].ask(options)
    expect(article.locator("#figure-9 .story")).to_have_text(native["story"])
    rows = article.locator("#figure-9 .bill tr").evaluate_all("(rows) => rows.map((row) => row.cells[1].textContent)")
    assert rows == ["40,000", "400", "700", "1,000", "400", "400"]
    stalls = article.locator('#figure-9 [data-option="stall_ratio"]')
    assert stalls.get_attribute("aria-valuetext") == "1\u00a0% of steps"
    set_slider(article, 9, "stall_ratio", 0.015)
    expect(article.locator("#figure-9 .story")).to_contain_text("Exactly half")
    wide = "(parts) => parts.map((part) => part.getBoundingClientRect().width)"
    wasted, needed = article.locator("#figure-9 .stacks > g:nth-child(2) rect").evaluate_all(wide)
    assert wasted == pytest.approx(needed, abs=0.1)


# On screens of any size


@contextmanager
def screen(browser: Any, site: str, width: int) -> Iterator[Page]:
    context = browser.new_context(base_url=site, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto("./")
    page.wait_for_selector(AWAKE, timeout=BOOT)
    yield page
    context.close()


def tops(page: Page, cells: str) -> list[float]:
    """Where the rows of a table in figure 7 begin."""
    return page.locator(f"#figure-7 {cells}").evaluate_all("(cells) => cells.map((it) => it.getBoundingClientRect().y)")


def test_on_a_wide_screen_the_record_is_open_and_its_lines_are_beside_those_of_the_boards(
    browser: Any, site: str
) -> None:
    with screen(browser, site, 1280) as page:
        assert page.locator("#figure-7 .on-record").get_attribute("open") is not None
        for what in ("preset a lease too short", "end"):
            press(page, what)
            boards, books = tops(page, ".board tbody tr"), tops(page, ".books tbody tr")
            assert books == pytest.approx(boards, abs=1.5)
        expect(page.locator("#figure-7 .books .truth").nth(8)).to_have_text("notification done 3×, nobody undoes it")


@pytest.mark.parametrize("width", [390, 820])
def test_on_a_smaller_one_it_is_folded_up_and_once_open_nothing_of_it_is_out_of_sight(
    browser: Any, site: str, width: int
) -> None:
    with screen(browser, site, width) as page:
        expect(page.locator("#figure-7 .books")).not_to_be_visible()
        press(page, "preset a lease too short")
        press(page, "end")
        unfold(page, "on-record")
        region = page.locator("#figure-7 .books-here")
        assert region.evaluate("(it) => it.scrollWidth <= it.clientWidth")
        cells = page.locator("#figure-7 .books tbody tr").nth(3).locator(":is(th, td):visible")
        *others, truth = cells.evaluate_all("(cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON())")
        expect(cells.last).to_have_text("discount done 3×, nobody undoes it")
        assert len({round(cell["y"]) for cell in others}) == 1
        assert truth["right"] <= width
        assert (truth["y"] > others[0]["y"] + 10) == (width == 390)


def test_on_a_telephone_nothing_is_cut_off_and_everything_can_be_hit(browser: Any, site: str) -> None:
    context = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.goto("./")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    for number in (7, 8, 9):
        figure = page.locator(f"#figure-{number}")
        targets = figure.locator("button:visible, input[type=range]:visible, label:has(input)")
        for target in targets.all():
            box = target.bounding_box()
            assert box
            assert box["width"] >= 24
            assert box["height"] >= 24
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
    context.close()
