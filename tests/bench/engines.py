"""How soon figure 2 answers, and how soon a slider's curve follows, in each engine: python tests/bench/engines.py

A visit is timed from navigation until Python has answered in figure 2. Cold is a browser that has just been started
and has never been there; warm is the same one, coming back when it has stored the article. Then each slider with a
curve is set to other values: until the curve has moved, and until all jobs are in it. Medians, in milliseconds. It
serves the dist/ of the last build; NEARLYDONE_CHROMIUM may name the Chromium.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests")]

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.engines.chromium import chromium  # noqa: E402
from browser.engines.firefox import firefox  # noqa: E402
from browser.engines.reader import Reader  # noqa: E402
from browser.engines.webkit import webkit  # noqa: E402
from press.browser import find_browser  # noqa: E402
from press.engines import FIREFOX, WEBKIT, find  # noqa: E402
from press.places import HERE  # noqa: E402
from press.server import serving  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
SHARES = (0.0, 0.9, 0.3, 0.6, 1.0)  # of a slider's way
MARKED = "(name) => performance.getEntriesByName(name)[0]?.startTime"
STORED = "() => document.querySelector('#stored').textContent.includes('opens without a network')"
IN_SIGHT = "(id) => document.getElementById(id).scrollIntoView({ block: 'center', behavior: 'instant' })"
COMPLETE = "(id) => document.querySelector(`#${id} .in`)?.textContent.startsWith('150 of 150') ?? true"
# Milliseconds from a hand's touch to the first new curve, and to that of all jobs.
FOLLOW = """async (id, share) => {
    const figure = document.getElementById(id);
    const slider = figure.querySelector("input[type=range][data-option]");
    const jobs = figure.querySelector(".in");
    const began = performance.now();
    const seen = (node, what, isIt) => new Promise((resolve) => {
        const watcher = new MutationObserver(() => {
            if (!isIt()) return;
            watcher.disconnect();
            resolve(performance.now() - began);
        });
        watcher.observe(node, { subtree: true, ...what });
    });
    const first = seen(figure, { attributeFilter: ["d"] }, () => true);
    const last = jobs && seen(jobs, { childList: true }, () => jobs.textContent.startsWith("150 of 150"));
    slider.value = Number(slider.min) + share * (slider.max - slider.min);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    return [await first, await last];
}"""


@contextmanager
def in_chromium() -> Iterator[Reader]:
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_browser(), args=FLAGS) as browser,
        chromium(browser) as reader,
    ):
        yield reader


@contextmanager
def in_firefox() -> Iterator[Reader]:
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile,
        firefox(*find(FIREFOX), Path(profile)) as reader,
    ):
        yield reader


def in_webkit() -> AbstractContextManager[Reader]:
    return webkit(*find(WEBKIT))


ENGINES: dict[str, Callable[[], AbstractContextManager[Reader]]] = {
    "Chromium": in_chromium,
    "Firefox": in_firefox,
    "WebKitGTK": in_webkit,
}


def visit(reader: Reader, address: str) -> float:
    reader.open(address)
    awake: float = reader.wait_for(MARKED, "figure-2 awake")
    return awake


def follow(reader: Reader, figure: str) -> str:
    """How soon a figure's first curve follows its slider, and that of all jobs."""
    reader.ask(IN_SIGHT, figure)
    times = []
    for share in SHARES:
        reader.wait_for(COMPLETE, figure)
        times.append(reader.ask(FOLLOW, figure, share))
    first, last = zip(*times, strict=True)
    return f"{figure}: {median(first):.0f}" + (f", all jobs {median(last):.0f}" if last[0] else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=5, help="default %(default)s")
    parser.add_argument("engines", nargs="*", default=list(ENGINES), help="default: all of them")
    given = parser.parse_args()
    for name in given.engines:
        cold, warm = [], []
        for number in range(1, given.visits + 1):
            with serving(HERE.dist) as address, ENGINES[name]() as reader:
                cold.append(visit(reader, address))
                reader.wait_for(STORED)
                warm.append(visit(reader, address))
                if number == given.visits:
                    reader.wait_for(MARKED, "figure-6 awake")
                    rows = [follow(reader, f"figure-{n}") for n in (3, 4, 5, 6, 8)]
        print(f"{name}: figure 2 answers, cold {median(cold):.0f}, warm {median(warm):.0f}", *rows, sep="\n    ")


if __name__ == "__main__":
    main()
