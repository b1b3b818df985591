"""How closely figures 3 to 6 follow a hand on their slider: python tests/bench/drag.py

Chromium opens the article that was built last, steps through each slider with pauses, and drags it for three seconds
without one. NEARLYDONE_CHROMIUM may name the browser.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "py"))

from playwright.sync_api import Browser, Locator, Page, sync_playwright  # noqa: E402

from nearlydone.figures.averaging import JOBS  # noqa: E402
from press.browser import find_browser  # noqa: E402
from press.server import serving  # noqa: E402

FIGURES = {"figure-3": "failures", "figure-4": "spread", "figure-5": "workers", "figure-6": "bias"}
THUMB = 16  # pixels, in Chromium
SECONDS = 3
ALIVE = "() => [...document.querySelectorAll('.python-says')].every(({ textContent }) => !textContent)"
DONE = "([id, jobs]) => document.querySelector(`#${id} .in`).textContent.startsWith(`${jobs} of`)"
ENDED = """([id, value, all]) => noted.draws.some(
    ({ figure, value: drawn, jobs, seen }) => figure === id && drawn === value && jobs === all && seen)"""

Notes = dict[str, list[dict[str, Any]]]


def slider_of(page: Page, figure: str) -> Locator:
    return page.locator(f"#{figure} input[type=range]")


def open_article(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_function(ALIVE, timeout=120_000)


def look_at(page: Page, figure: str) -> None:
    page.locator(f"#{figure}").scroll_into_view_if_needed()
    page.wait_for_function(DONE, arg=[figure, JOBS])
    take_notes(page)


def wait_for_end(page: Page, figure: str) -> None:
    """Wait until all jobs of where the slider stands have been seen."""
    page.wait_for_function(ENDED, arg=[figure, slider_of(page, figure).input_value(), JOBS], polling=5)


def take_notes(page: Page) -> Notes:
    notes: Notes = page.evaluate("JSON.parse(JSON.stringify(noted))")
    page.evaluate("Object.values(noted).forEach((list) => { list.length = 0; })")
    return notes


def step_through(page: Page, figure: str, key: str, pause: float = 0.15) -> Notes:
    """Press a key until the slider is at its end, each time when all jobs are in and a moment has passed."""
    slider = slider_of(page, figure)
    slider.focus()
    while True:
        before = slider.input_value()
        page.keyboard.press(key)
        if slider.input_value() == before:
            return take_notes(page)
        wait_for_end(page, figure)
        time.sleep(pause)


def drag(page: Page, figure: str, turns: float) -> Notes:
    """Drag the slider to and fro for three seconds, as many times."""
    slider = slider_of(page, figure)
    box = slider.bounding_box()
    assert box
    left, width, height = box["x"] + THUMB / 2, box["width"] - THUMB, box["y"] + box["height"] / 2
    at = slider.evaluate("({ valueAsNumber, min, max }) => (valueAsNumber - min) / (max - min)")
    page.mouse.move(left + at * width, height)
    page.mouse.down()
    began = time.monotonic()
    while (passed := time.monotonic() - began) < SECONDS:
        page.mouse.move(left + width * (0.5 - 0.5 * math.cos(2 * math.pi * turns * passed / SECONDS)), height)
        time.sleep(max(0.0, 0.012 - (time.monotonic() - began - passed)))
    page.mouse.up()
    wait_for_end(page, figure)
    return take_notes(page)


def reactions(notes: Notes) -> Iterator[tuple[float, float]]:
    """Of each input that was answered to the end, milliseconds until its first curve was seen, and that of all jobs."""
    for this, after in pairwise([*notes["inputs"], {"at": math.inf}]):
        seen = [draw for draw in notes["draws"] if this["at"] < draw["at"] < after["at"] and "seen" in draw]
        if whole := [draw["seen"] for draw in seen if draw["jobs"] == JOBS]:
            yield seen[0]["seen"] - this["at"], whole[0] - this["at"]


def spell(times: Iterable[float]) -> str:
    each = sorted(times)
    return f"{median(each):.0f} ({each[0]:.0f} to {each[-1]:.0f})" if each else "none"


def report_steps(what: str, notes: Notes) -> None:
    firsts, wholes = zip(*reactions(notes), strict=True)
    curves = f"{spell(firsts)} ms to the first curve on screen, {spell(wholes)} to all {JOBS} jobs"
    print(f"  {len(firsts)} steps, {what}: {curves}")


def report_drags(turns: float, drags: list[Notes]) -> None:
    rates, settings, waits, tasks = [], [], [], []
    for notes in drags:
        first, last = notes["inputs"][0]["at"], notes["inputs"][-1]["at"]
        during = [draw for draw in notes["draws"] if draw["at"] <= last]
        rates.append(len(during) / (last - first) * 1000)
        settings.append(len({draw["value"] for draw in during}) / len({moved["value"] for moved in notes["inputs"]}))
        waits += [whole for _, whole in reactions({**notes, "inputs": notes["inputs"][-1:]})]
        tasks += [task["duration"] for task in notes["tasks"]]
    print(
        f"  {len(drags)} drags of {SECONDS} s, {turns:g} times to and fro: {median(rates):.0f} answers drawn a second, "
        f"{median(settings):.0%} of the settings passed were drawn; {spell(waits)} ms from the last move to all {JOBS} "
        f"jobs; tasks of more than 50 ms on the page's thread: {len(tasks)}, of {spell(tasks)} ms"
    )


def busiest_task(browser: Browser, page: Page, figure: str) -> float:
    """The longest that any task on the page's thread computed during a drag, in milliseconds.

    A task can take longer than that when other programs keep the processor.
    """
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    drag(page, figure, 3.5)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    [(thread, _)] = Counter(place(event) for event in events if event["name"] == "EventDispatch").most_common(1)
    tasks = [event for event in events if place(event) == thread and event["name"].endswith("RunTask")]
    return max(float(task["tdur"]) for task in tasks if "tdur" in task) / 1000


def place(event: Mapping[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drags", type=int, default=5)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the built article")
    given = parser.parse_args()
    with sync_playwright() as playwright, serving(given.dist) as address:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.add_init_script(path=HERE / "drag.js")
        print(f"Chromium {browser.version}; medians (least to most)")
        open_article(page, address)
        look_at(page, "figure-6")
        print("While matplotlib is on its way, from the first step on")
        report_steps(FIGURES["figure-6"], step_through(page, "figure-6", "ArrowRight", pause=0))
        report_steps(FIGURES["figure-6"], step_through(page, "figure-6", "ArrowLeft", pause=0))
        open_article(page, address)
        look_at(page, "figure-4")
        with page.expect_response("**/matplotlib-*.whl"):
            step_through(page, "figure-4", "ArrowLeft", pause=0)
        page.wait_for_timeout(3000)
        for figure, name in FIGURES.items():
            look_at(page, figure)
            print(f"{figure}, {name}")
            step_through(page, figure, "ArrowLeft", pause=0)
            report_steps("half of them to new settings", step_through(page, figure, "ArrowRight"))
            report_steps("to settings seen before", step_through(page, figure, "ArrowLeft"))
            for turns in (0.5, 3.5):
                report_drags(turns, [drag(page, figure, turns) for _ in range(given.drags)])
            busiest = busiest_task(browser, page, figure)
            print(f"  in one more drag, no task on that thread computed for more than {busiest:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
