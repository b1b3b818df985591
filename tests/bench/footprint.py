"""What a tab takes of the machine: the page, every worker, and the process they are in."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from bench.workers import workers_of

WARM = 3  # minutes that are not looked at: caches fill
FEW = 6  # minutes that are too few to tell


class Footprint(NamedTuple):
    """Megabytes and counts, after garbage has been collected."""

    heap: float  # of the page's JavaScript
    nodes: int
    listeners: int
    workers: tuple[float, ...]  # JavaScript and Python of each, in the order of what they have imported
    process: float  # resident, of the renderer that needs most

    def __str__(self) -> str:
        workers = " + ".join(f"{size:.0f}" for size in self.workers)
        return (
            f"page {self.heap:.1f} MB, {self.nodes} nodes, {self.listeners} listeners; "
            f"{len(self.workers)} workers {workers} MB; process {self.process:.0f} MB"
        )


def measure(browser: Browser, page: Page) -> Footprint:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    counts = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    footprint = Footprint(
        heap=counts["JSHeapUsedSize"] / 1e6,
        nodes=int(counts["Nodes"]),
        listeners=int(counts["JSEventListeners"]),
        workers=tuple(size for _, size in sorted(measure_workers(page))),
        process=largest_renderer(browser),
    )
    session.detach()
    return footprint


def measure_workers(page: Page) -> list[tuple[str, float]]:
    """(address, megabytes) of each worker that answers; one that hangs does not."""
    with workers_of(page) as workers:
        for method in ("HeapProfiler.collectGarbage", "Runtime.getHeapUsage"):
            for target in workers.addresses:
                workers.tell(target, method)
            workers.wait(500)
        found = [(address, result) for address, result in workers.heard if "usedSize" in result]
    return [(address, (result["usedSize"] + result["backingStorageSize"]) / 1e6) for address, result in found]


def largest_renderer(browser: Browser) -> float:
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return max(resident(process["id"]) for process in processes if process["type"] == "renderer")


def resident(process: int) -> float:
    """Megabytes of memory that a process has to itself or shares; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS:")), 0)


def verdict(footprints: Sequence[Footprint]) -> tuple[bool, str]:
    """Whether memory, taken once a minute, was flat after the first minutes, and in words."""
    steady = footprints[WARM:]
    if len(steady) < FEW:
        return True, f"{len(footprints)} minutes are too few to tell whether memory is flat."
    each = {
        "page": [footprint.heap for footprint in steady],
        "nodes": [float(footprint.nodes) for footprint in steady],
        "listeners": [float(footprint.listeners) for footprint in steady],
        "largest worker": [max(footprint.workers, default=0.0) for footprint in steady],
        "process": [footprint.process for footprint in steady],
    }
    growths = {what: growth(values) for what, values in each.items()}
    words = ", ".join(f"{what} {share:+.0%}" for what, share in growths.items())
    flat = all(share < 0.2 for share in growths.values())
    return flat, f"Memory {'was flat' if flat else 'GREW'} after {WARM} minutes, last third against first: {words}."


def growth(values: Sequence[float]) -> float:
    third = len(values) // 3
    return mean(values[-third:]) / mean(values[:third]) - 1
