"""How long from navigation to Python's first answer, cold and warm, and where the time goes: python tests/bench/boot.py

Cold is a browser that has never been here; warm is the same one, coming back. It serves the dist/ of the last build.
NEARLYDONE_CHROMIUM may name the browser.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserType, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "py"))

from press.browser import find_browser  # noqa: E402
from press.server import serving  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ROUNDS = 5
RECORD = """window.stages = {};
    new MutationObserver(() => {
        const [stage] = document.querySelector(".python-says")?.textContent.split(",") ?? [""];
        if (/^(Loading|Starting)/.test(stage)) stages[stage] ??= performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });"""
ANSWER = """() => nearlyDone.ask({ command: "run" })
    .then(() => Object.entries({ ...stages, "First answer": performance.now() }))"""

Times = dict[str, float]


def visit(page: Page, address: str) -> Times:
    """Milliseconds from navigation to the beginning of each stage, and to the answer."""
    page.goto(address, wait_until="domcontentloaded")
    times = dict(page.evaluate(ANSWER))
    page.wait_for_timeout(3000)  # for the browser to keep what it compiled
    page.goto("about:blank")
    return times


def visit_twice(chromium: BrowserType, path: str, address: str) -> tuple[Times, Times]:
    with tempfile.TemporaryDirectory() as profile:
        context = chromium.launch_persistent_context(profile, executable_path=path, args=FLAGS)
        page = context.new_page()
        page.add_init_script(RECORD)
        cold, _, warm = (visit(page, address) for _ in range(3))  # the second visit compiles for the third
        context.close()
        return cold, warm


def main() -> None:
    path = find_browser()
    with serving(ROOT / "dist") as address, sync_playwright() as playwright:
        rounds = [visit_twice(playwright.chromium, path, address) for _ in range(ROUNDS)]
    for name, visits in zip(("cold", "warm"), zip(*rounds, strict=True), strict=True):
        answers = sorted(times["First answer"] / 1000 for times in visits)
        print(f"{name}: {median(answers):.2f} s to the first answer, from {answers[0]:.2f} to {answers[-1]:.2f}")
        for stage in visits[0]:
            print(f"  {median(times[stage] for times in visits) / 1000:.2f} s  {stage}")


if __name__ == "__main__":
    main()
