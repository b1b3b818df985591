"""Seconds from a question to a Python that hangs until it is replaced: python tests/bench/hang.py

Each time in a fresh tab that has been used a little: the worker is made to hang, and the figure asked. It serves the
dist/ of the last build; NEARLYDONE_CHROMIUM may name the browser.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "py")]

from press.browser import find_browser  # noqa: E402
from press.places import HERE  # noqa: E402
from press.server import serving  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
ALIVE = "() => [...document.querySelectorAll('.python-says')].every(({ textContent }) => !textContent)"
HANG = "setTimeout(() => { for (;;); })"
LISTEN = """(figure) => {
    const says = document.querySelector(`#${figure} .python-says`);
    const began = performance.now();
    window.replaced = 0;
    new MutationObserver(() => {
        if (says.textContent.includes("restarted")) replaced ||= (performance.now() - began) / 1000;
    }).observe(says, { childList: true });
}"""


def press(page: Page) -> None:
    page.locator("#figure-2 .next").dispatch_event("click")


def slide(page: Page) -> None:
    page.locator("#figure-4 input[type=range]").press("ArrowLeft")


# By what is asked: how the worker's address ends, which figure asks, and how.
CASES: dict[str, tuple[str, str, Callable[[Page], None]]] = {
    "a press in figure 2": ("worker.js", "figure-2", press),
    "the averages of figure 4": ("numpy", "figure-4", slide),
    "the chart of figure 4": ("matplotlib", "figure-4", slide),
}


def use(page: Page) -> None:
    """Ask everything a few times, as a reader will have done."""
    page.wait_for_function(ALIVE, timeout=120_000)
    for _ in range(3):
        press(page)
        slide(page)
        page.wait_for_timeout(1500)


def hang(browser: Browser, address: str, case: str) -> float:
    worker, figure, ask = CASES[case]
    page = browser.new_page(base_url=address)
    page.goto("./")
    use(page)
    [hung] = [one for one in page.workers if one.url.endswith(worker)]
    hung.evaluate(HANG)
    page.evaluate(LISTEN, figure)
    ask(page)
    seconds: float = page.wait_for_function("() => replaced", timeout=120_000).json_value()
    page.context.close()
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args().turns
    with sync_playwright() as playwright, serving(HERE.dist) as address:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        print(f"Chromium {browser.version}; seconds, median of {turns} (and the longest)")
        for case in CASES:
            seconds = [hang(browser, address, case) for _ in range(turns)]
            print(f"{case:<26} {median(seconds):.2f} ({max(seconds):.2f})", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
