"""How long from navigation until Python has answered in figure 2, cold and warm: python tests/bench/boot.py

Beside the article a page is timed that does a plain loadPyodide, installs the package and asks the same; turn and
turn about, with nothing in between and over a slow line. Cold is a browser that has never been there; warm is the
same one, coming back. Then follows what a first visit transfers. It serves the dist/ of the last build;
NEARLYDONE_CHROMIUM may name the browser.
"""

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import BrowserType, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "py"), str(HERE)]

from line import Line, serving_over  # noqa: E402

from press.browser import find_browser  # noqa: E402
from press.places import HERE as PLACES  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
LINES = {"this machine": {}, "10 Mbit/s, 40 ms": {"rate": 10e6 / 8, "latency": 0.04}}
ARTICLE, PLAIN = "the article", "plain loadPyodide"
MARKED = "(name) => performance.getEntriesByName(name)[0]?.startTime"
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

STORED = "() => document.querySelector('#stored span').textContent"


class Visit(NamedTuple):
    """Milliseconds since navigation."""

    awake: float
    painted: float


@contextmanager
def site() -> Iterator[tuple[Path, dict[str, str]]]:
    """The article, and beside it the plain page with Pyodide's files as its makers made them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in [*PLACES.dist.iterdir(), *(HERE / "boot").iterdir()]:
            (folder / path.name).symlink_to(path)
        (folder / "pinned").symlink_to(PLACES.pinned)
        [wheel] = PLACES.dist.glob("*/wheels/*.whl")
        yield folder, {ARTICLE: "", PLAIN: f"plain.html?wheel={wheel.relative_to(PLACES.dist).as_posix()}"}


def visit(page: Page, address: str, mark: str = "figure-2 awake") -> Visit:
    page.goto(address, wait_until="commit")
    awake = page.wait_for_function(MARKED, arg=mark, timeout=120_000).json_value()
    return Visit(awake, page.evaluate(PAINTED))


def visits(chromium: BrowserType, address: str) -> tuple[Visit, Visit]:
    """Cold and warm. A visit in between is not counted: in it a browser keeps what it compiles."""
    with tempfile.TemporaryDirectory() as profile:
        context = chromium.launch_persistent_context(profile, executable_path=find_browser(), args=FLAGS)
        found = []
        for _ in range(3):
            page = context.new_page()
            found.append(visit(page, address))
            page.wait_for_timeout(2000)
            page.close()
        context.close()
        return found[0], found[2]


def race(chromium: BrowserType, rounds: int) -> None:
    with site() as (folder, pages):
        for name, options in LINES.items():
            times: dict[tuple[str, str], list[Visit]] = defaultdict(list)
            with serving_over(Line(**options), folder) as address:
                for turn in range(rounds + 1):
                    for page, path in pages.items():
                        cold, warm = visits(chromium, address + path)
                        if turn:  # In the first the server packs its files.
                            times[page, "cold"].append(cold)
                            times[page, "warm"].append(warm)
            report(name, times)


def report(line: str, times: dict[tuple[str, str], list[Visit]]) -> None:
    print(f"{line}, {len(times[ARTICLE, 'cold'])} turns; seconds to figure 2: median, least, most")
    for (page, state), found in times.items():
        each = sorted(visit.awake / 1000 for visit in found)
        print(f"  {page:20}{state:6}{median(each):7.2f}{each[0]:7.2f}{each[-1]:7.2f}")
    for state in ("cold", "warm"):
        ratios = [
            ours.awake / plain.awake
            for ours, plain in zip(times[ARTICLE, state], times[PLAIN, state], strict=True)
        ]
        print(f"  {ARTICLE} / {PLAIN}, {state}: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    paints = [visit.painted for visit in times[ARTICLE, "cold"]]
    print(f"  first contentful paint of {ARTICLE}, cold: {median(paints):.0f} ms", flush=True)


def weigh(chromium: BrowserType) -> None:
    """What a first visit transfers, on a host that gzips and on one that does not."""
    with site() as (folder, pages):
        for gzipped in (True, False):
            line = Line(gzipped=gzipped)
            with serving_over(line, folder) as address, tempfile.TemporaryDirectory() as profile:
                context = chromium.launch_persistent_context(profile, executable_path=find_browser(), args=FLAGS)
                page = context.new_page()
                visit(page, address + pages[ARTICLE], "figure-6 awake")
                began = page.evaluate("() => performance.timeOrigin") / 1000
                ends = {n: began + page.evaluate(MARKED, f"figure-{n} awake") / 1000 for n in (2, 6)}
                said = page.wait_for_function(STORED, timeout=120_000).json_value()
                context.close()
            print(f"A first visit, from a host that {'gzips' if gzipped else 'does not gzip'}:")
            for number, end in ends.items():
                size = sum(size for _, size, sent in line.sent if sent <= end)
                print(f"  {size / 1e6:6.2f} MB until figure {number} is awake")
            print(f"  {sum(size for _, size, _ in line.sent) / 1e6:6.2f} MB in all: {said}")
            for name, size, sent in sorted(line.sent, key=lambda entry: -entry[1])[:8]:
                when = "" if sent <= ends[2] else ", behind figure 2" if sent <= ends[6] else ", to be stored"
                print(f"  {size / 1e6:6.2f} MB  {name}{when}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with sync_playwright() as playwright:
        weigh(playwright.chromium)
        race(playwright.chromium, given.rounds)


if __name__ == "__main__":
    main()
