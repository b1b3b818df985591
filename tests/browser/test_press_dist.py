"""What dist/ ships is enough: Python, the package and all that charts need load from the page's own origin."""

import os

import pytest
from playwright.sync_api import sync_playwright

from press.places import HERE
from press.server import serving

LOAD = """async () => {
    const manifest = await (await fetch('/manifest.json')).json();
    const { loadPyodide } = await import('/pyodide/pyodide.mjs');
    const python = await loadPyodide({ indexURL: '/pyodide/' });
    await python.loadPackage('micropip');
    await python.pyimport('micropip').install(new URL(manifest.wheel, location).href);
    await python.loadPackage('matplotlib');
    const version = (name) => python.pyimport('importlib.metadata').version(name);
    python.pyimport('matplotlib.figure');
    python.pyimport('nearlydone.scheduler');
    return [version('nearlydone'), version('numpy'), version('matplotlib')];
}"""


@pytest.mark.browser
def test_everything_loads_and_no_request_leaves_the_origin() -> None:
    requests: list[str] = []
    with serving(HERE.dist) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("NEARLYDONE_CHROMIUM"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = chromium.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"{address}manifest.json")
        versions = page.evaluate(LOAD)
        chromium.close()
    constraints = (HERE.root / "py" / "constraints.txt").read_text().splitlines()
    assert {f"numpy=={versions[1]}", f"matplotlib=={versions[2]}"} <= set(constraints)
    assert any(request.endswith(".whl") for request in requests)
    assert all(request.startswith(address) for request in requests)
