"""An hour of a reader who tries everything, and whether the page stands it: python tests/bench/endurance.py

Chromium shows the article that was built last in two tabs. In one, chance does what a reader could do, and worse. In
the other, mostly out of sight, figure 7 is played. Once a minute every figure has to answer, and a line is printed.
At the end follow a verdict, and 1 where something was wrong. NEARLYDONE_CHROMIUM may name the browser.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests")]

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright  # noqa: E402

from bench.company import Company  # noqa: E402
from bench.footprint import Footprint, measure, verdict  # noqa: E402
from bench.health import complaints  # noqa: E402
from bench.wanderer import Wanderer  # noqa: E402
from press.browser import find_browser  # noqa: E402
from press.server import serving  # noqa: E402

FLAGS = [
    "--headless=new", "--remote-debugging-port=0", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
ALIVE = "() => [...document.querySelectorAll('.python-says')].every(({ textContent }) => !textContent)"
RESTARTS = """addEventListener("DOMContentLoaded", () => {
    window.restarts = [];
    const aloud = document.getElementById("aloud");
    const note = () => { if (aloud.textContent.includes("restarted")) restarts.push(aloud.textContent); };
    new MutationObserver(note).observe(aloud, { childList: true });
});"""


@contextmanager
def browsing(playwright: Playwright) -> Iterator[Browser]:
    """A browser whose tabs are hidden by those before them, which one that Playwright starts keeps them from."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [find_browser(), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                port = wait_for(Path(profile) / "DevToolsActivePort").split()[0]
                browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
                browser.new_browser_cdp_session().send("Browser.setDownloadBehavior", {"behavior": "deny"})
                yield browser
                browser.close()
            finally:
                process.kill()


def wait_for(file: Path) -> str:
    """What a file says, once it says something. Raises TimeoutError after a while."""
    for _ in range(300):
        if file.exists() and (text := file.read_text()):
            return text
        time.sleep(0.1)
    raise TimeoutError(f"{file} has not come")


class Endurance:
    """Two tabs and what went wrong in them. `footprints` are taken of the first, once a minute."""

    def __init__(self, browser: Browser, address: str, seed: int, folder: Path) -> None:
        self.browser = browser
        self.seed = seed
        self.wrong: list[str] = []
        self.restarts: list[str] = []
        self.footprints: list[Footprint] = []
        self.context = browser.contexts[0]
        self.context.add_init_script(RESTARTS)
        self.context.on("console", lambda message: message.type == "error" and self.complain(message.text))
        self.context.on("weberror", lambda error: self.complain(str(error.error)))
        self.chance = Random(seed)
        other, page = self.open(address), self.open(address)
        self.company = Company(other, self.chance, folder)
        self.wanderer = Wanderer(page, self.chance)
        page.bring_to_front()

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.on("crash", lambda _: self.complain("the tab crashed"))
        page.goto(address)
        page.wait_for_function(ALIVE, timeout=120_000)
        return page

    def reload(self) -> None:
        self.wanderer.page.reload()
        self.wanderer.page.wait_for_function(ALIVE, timeout=120_000)
        self.wanderer.note("reloaded")

    def complain(self, what: str) -> None:
        self.wrong.append(what)
        done = "; ".join(self.wanderer.done) if hasattr(self, "wanderer") else "nothing"
        print(f"WRONG, seed {self.seed}: {what}\n  after: {done}", flush=True)

    def run(self, seconds: float) -> None:
        """Act for so long, which is a minute, or less."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.act()
            except Error as error:
                self.complain(f"an action failed: {error.message.splitlines()[0]}")
        self.check()

    def act(self) -> None:
        if self.chance.random() < 0.04:
            self.wanderer.note(self.company.play())
            if complaint := self.company.complaint():
                self.complain(complaint)
        else:
            self.wanderer.wander()

    def check(self) -> None:
        page = self.wanderer.page
        for complaint in complaints(page, self.chance):
            self.complain(complaint)
        for complaint in (self.company.complaint(), self.company.complaint_of_neighbour(page)):
            if complaint:
                self.complain(complaint)
        restarts = page.evaluate("restarts.splice(0)")
        self.restarts += restarts
        for restart in restarts:
            if "gave no answer" in restart:
                print(f"  {restart}")
        self.footprints.append(measure(self.browser, page))

    def __str__(self) -> str:
        slow = sum("gave no answer" in restart for restart in self.restarts)
        return (
            f"{self.wanderer.count} actions, {len(self.wrong)} wrong; {self.footprints[-1]}; "
            f"{len(self.restarts)} restarts, {slow} because of no answer, where {self.wanderer.hung} workers were hung"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the built article")
    given = parser.parse_args()
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        serving(shutil.copytree(given.dist, Path(folder) / "dist")) as address,
        browsing(playwright) as browser,
    ):
        print(f"Chromium {browser.version}, seed {given.seed}", flush=True)
        endurance = Endurance(browser, address, given.seed, Path(folder))
        for minute in range(1, given.minutes + 1):
            endurance.run(60)
            print(f"minute {minute}: {endurance}", flush=True)
            if minute < given.minutes / 5:  # later, what does not go away would be hidden by it
                endurance.reload()
    flat, words = verdict(endurance.footprints)
    print(words)
    print(f"{len(endurance.wrong)} things went wrong." if endurance.wrong else "Nothing went wrong.")
    return int(bool(endurance.wrong) or not flat)


if __name__ == "__main__":
    sys.exit(main())
