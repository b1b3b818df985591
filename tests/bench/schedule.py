"""How long it takes to schedule job 77 on four workers, here, in the page and in plain JavaScript.

    python tests/bench/schedule.py

The page is the one that the last build left in dist/. NEARLYDONE_CHROMIUM may name the browser. Each is measured
several times, turn and turn about; medians are printed.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from nearlydone.jobs import random_job  # noqa: E402
from nearlydone.speed import scheduling_time  # noqa: E402
from press.browser import find_browser  # noqa: E402
from press.server import serving  # noqa: E402

TURNS = 7
IN_JAVASCRIPT = """async () => {
    const { randomJob, run } = await import("./engine.js");
    const shape = { tasks: 60, layers: 6, spread: 1.2, kinds: 4, bias: 0.6, noise: 0.25, failure_rate: 0 };
    const job = randomJob(77, shape);
    const micros = (runs) => {
        const began = performance.now();
        for (let i = 0; i < runs; i++) run(job, 4);
        return (performance.now() - began) / runs * 1000;
    };
    micros(5000);
    return { minutes: run(job, 4).at(-1).end, micros: micros(5000) };
}"""


def main() -> None:
    job = random_job(77)
    with sync_playwright() as playwright, serving(ROOT / "dist") as article, serving(ROOT / "tests/bench") as bench:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        page, plain = browser.new_page(), browser.new_page()
        page.goto(article)
        page.wait_for_function("window.nearlyDone")
        plain.goto(f"{bench}/engine.html")
        minutes = page.evaluate("nearlyDone.ask({ command: 'run' })")["minutes"]
        assert plain.evaluate(IN_JAVASCRIPT)["minutes"] == minutes, "JavaScript schedules another job"
        ways: dict[str, Callable[[], float]] = {
            "CPython here": lambda: scheduling_time(job, 4) * 1e6,
            "Python in Chromium": lambda: float(page.evaluate("nearlyDone.ask({ command: 'speed' })")["microseconds"]),
            "JavaScript in Chromium": lambda: float(plain.evaluate(IN_JAVASCRIPT)["micros"]),
        }
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(TURNS):
            for name, way in ways.items():
                times[name].append(way())
        browser.close()
    for name, values in times.items():
        print(f"{name:24}{min(values):8.1f}{median(values):8.1f}{max(values):8.1f} microseconds (least, median, most)")
    ratio = median(times["Python in Chromium"]) / median(times["JavaScript in Chromium"])
    print(f"Python in Chromium takes {ratio:.0f} times as long as JavaScript there.")


if __name__ == "__main__":
    main()
