"""How much sooner Python is done with 150 jobs than JavaScript, in the same browser: python tests/bench/engine.py

Chromium runs engine.html, which measures 150 jobs with all four bars in JavaScript and in Python, turn and turn
about. The averages must be the same. NEARLYDONE_CHROMIUM may name the browser; Pyodide's files are those that the
last build left in .build/.
"""

import argparse
import io
import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYODIDE = ROOT / ".build" / "made" / "pyodide"
sys.path.insert(0, str(ROOT / "py"))

from nearlydone.shape import Shape  # noqa: E402
from press.browser import find_browser  # noqa: E402

NAMES = {
    "javascript": "JavaScript, a Scheduler for every forecast",
    "tuned": "JavaScript, tuned by hand",
    "python": "Python, jobs drawn for the first time",
    "pythonAgain": "Python, a slider moved",
}


class Files(SimpleHTTPRequestHandler):
    """The bench's own files, Pyodide's under pyodide/, and the package as one archive."""

    pyodide: Path
    package: bytes

    def translate_path(self, path: str) -> str:
        name = urlsplit(path).path.lstrip("/")
        return str(self.pyodide / name.removeprefix("pyodide/") if name.startswith("pyodide/") else HERE / name)

    def do_GET(self) -> None:
        if urlsplit(self.path).path != "/nearlydone.zip":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.package)))
        self.end_headers()
        self.wfile.write(self.package)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads along."""


def pack() -> bytes:
    """The package and the bench's Python side, zipped."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as files:
        for path in sorted((ROOT / "py" / "nearlydone").rglob("*.py")):
            files.write(path, path.relative_to(ROOT / "py"))
        files.write(HERE / "in_browser.py", "in_browser.py")
    return archive.getvalue()


@contextmanager
def serving(pyodide: Path) -> Iterator[str]:
    handler = type("Handler", (Files,), {"pyodide": pyodide, "package": pack()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def race(pyodide: Path, repeats: int, workers: int, jobs: int, shape: Shape) -> dict[str, Any]:
    """What engine.html found."""
    from playwright.sync_api import sync_playwright

    settings = {"repeats": repeats, "warmups": 4, "workers": workers, "jobs": jobs, "shape": asdict(shape)}
    query = urlencode({name: json.dumps(value) for name, value in settings.items()})
    with sync_playwright() as playwright, serving(pyodide) as address:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(f"{address}/engine.html?{query}")
        page.wait_for_function("document.querySelector('output').textContent.startsWith('{')", timeout=600_000)
        found: dict[str, Any] = json.loads(page.inner_text("output"))
        found["browser"] = browser.version
        browser.close()
    if "error" in found:
        raise SystemExit(found["error"])
    return found


def largest_difference(one: dict[str, Any], other: dict[str, Any]) -> float:
    """Between two measurements: of minutes in parts of them, of errors in points, of curves in shares."""
    differences = [abs(one["minutes"] / other["minutes"] - 1)]
    for bar, mean in one["bars"].items():
        differences.append(abs(mean["error"] - other["bars"][bar]["error"]))
        pairs = zip(mean["curve"], other["bars"][bar]["curve"], strict=True)
        differences += [abs(this - that) for this, that in pairs]
    largest: float = max(differences)
    return largest


def ratios(slower: Sequence[float], faster: Sequence[float]) -> str:
    each = sorted(one / other for one, other in zip(slower, faster, strict=True))
    best = min(slower) / min(faster)
    return f"{median(each):.2f} times as long ({each[0]:.2f} to {each[-1]:.2f}; the best of each, {best:.2f})"


def report(found: dict[str, Any]) -> None:
    times = found["times"]
    print(f"Chromium {found['browser']}, {len(times['python'])} turns; median, least and most milliseconds")
    for name, line in NAMES.items():
        each = sorted(times[name])
        print(f"  {line:44}{median(each):8.1f}{each[0]:8.1f}{each[-1]:8.1f}")
    for slower in ("javascript", "tuned"):
        for faster in ("python", "pythonAgain"):
            print(f"  {NAMES[slower]} / {NAMES[faster]}:\n    {ratios(times[slower], times[faster])}")
    print("50 jobs at a time, all there after: " + ", ".join(f"{time:.1f}" for time in found["chunks"]) + " ms")
    print("Where Python's time goes, in milliseconds at best:")
    for name, time in found["stages"].items():
        print(f"  {name:24}{time:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=21)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=150)
    parser.add_argument("--failure-rate", type=float, default=0.0)
    parser.add_argument("--pyodide", type=Path, default=PYODIDE, help="where Pyodide's files are")
    given = parser.parse_args()
    shape = Shape(failure_rate=given.failure_rate)
    found = race(given.pyodide, given.repeats, given.workers, given.jobs, shape)
    report(found)
    apart = max(largest_difference(found["python"], found[name]) for name in ("javascript", "tuned"))
    print(f"The averages differ by {apart:.1e} at most.")
    if apart > 1e-9:
        raise SystemExit("These are not the same results, so the times say nothing.")


if __name__ == "__main__":
    main()
