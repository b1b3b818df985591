"""What figure 7 leaves behind in a browser, and what it should: the tab's memory, the records, the run they tell of."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from nearlydone.figures.play import begin
from nearlydone.supervisor.record import Record
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import Settings

STORED = """async () => {
    const settled = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await settled(indexedDB.open("nearly-done"));
    const kept = await settled(database.transaction("records").objectStore("records").getAll());
    database.close();
    return kept.map(({ name, bytes }) => [name, [...bytes]]);
}"""


def remembered(page: Page) -> dict[str, Any]:
    """What the tab remembers: the name of its record, and the state."""
    return json.loads(page.evaluate("() => sessionStorage.getItem('nearly-done figure 7')"))


def replayed(state: dict[str, Any]) -> Run:
    names = ("supervisor", "scan", "lease", "retry_limit", "key")
    settings = Settings(**{name: state[name] for name in names})
    return begin(settings, state["marks"], state["presses"]).runs()[-1]


def stored(page: Page, folder: Path) -> dict[str, Run]:
    """The runs in the databases that the browser keeps, read by native SQLite."""
    runs = {}
    for name, content in page.evaluate(STORED):
        (folder / name).write_bytes(bytes(content))
        with Record.open(str(folder / name)) as record:
            runs[name.removesuffix(".db")] = record.run()
    return runs
