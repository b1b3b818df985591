"""axe-core finds nothing on the page, in whichever state it is."""

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from .conftest import BOOT_TIMEOUT, Watch

pytestmark = pytest.mark.browser

# Besides all that it looks for by itself.
MORE = ["target-size", "td-has-header", "p-as-heading", "table-fake-caption", "duplicate-id"]
# Letters in drawings it can't judge, and takes long to say so; `test_access_seen` does. Of long tables, in which one
# row is like the other, it sees the first five.
RUN = """async ([where, more]) => {
    axe.configure({ rules: [{ id: "color-contrast", selector: "*:not(svg *)" }] });
    const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
    const context = { include: [where], exclude: [".numbers-table tbody tr:nth-child(n+6)"] };
    const { violations } = await axe.run(context, { resultTypes: ["violations"], rules });
    return violations;
}"""
OPEN_ALL = "() => { for (const details of document.querySelectorAll('details')) details.open = true; }"


def found(page: Page, where: str = "html") -> list[str]:
    """What axe has to say of a part of the page, and of which elements."""
    if not page.evaluate("'axe' in self"):
        page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
    violations: list[dict[str, Any]] = page.evaluate(RUN, [where, MORE])
    return [f"{rule['help']}: {[node['html'] for node in rule['nodes']]}" for rule in violations]


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_with_every_disclosure_open(reader: Page, scheme: Any, width: int) -> None:
    reader.emulate_media(color_scheme=scheme)
    reader.set_viewport_size({"width": width, "height": 800})
    reader.evaluate(OPEN_ALL)
    assert found(reader) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_in_the_middle_of_what_they_do(reader: Page, scheme: Any) -> None:
    reader.emulate_media(color_scheme=scheme)
    scrub = reader.locator("#figure-1 .scrub")
    scrub.evaluate("(scrub) => { scrub.value = 9; scrub.dispatchEvent(new Event('input')); }")
    reader.locator("#figure-1 .hands button").first.click()
    expect(reader.locator("#figure-1 .story")).to_contain_text("failed at minute 9")
    reader.locator("#figure-1 .seed").fill("-3")
    reader.locator("#figure-1 .seed").dispatch_event("change")
    expect(reader.locator("#figure-1 .story")).to_contain_text("whole number")
    reader.click("#figure-2 .next")
    chart = reader.locator('[data-chart="spreading-shown"] .reader')
    chart.scroll_into_view_if_needed()
    expect(chart).to_be_enabled(timeout=BOOT_TIMEOUT)
    chart.hover()
    expect(reader.locator("#figure-4 .read-off")).to_contain_text("count")
    reader.click('#figure-7 [data-press="preset three stalls, one that never passes"]')
    for _ in range(4):
        reader.click('#figure-7 [data-press="next"]')
    expect(reader.locator("#figure-7 .cell.overdue").first).to_be_visible()
    for number in (1, 2, 4, 7):
        assert found(reader, f"#figure-{number}") == []
    reader.click("#figure-2 .over")


def test_the_page_as_it_was_built(watch: Watch) -> None:
    page = watch.page
    page.route("**/page.js", lambda route: route.abort())
    page.goto("./")
    assert page.locator("#figure-1 .start").is_disabled()
    page.evaluate(OPEN_ALL)
    assert found(page) == []
    watch.expect("ERR_FAILED")


def test_figures_without_python(watch: Watch) -> None:
    page = watch.page
    page.route(re.compile("/pyodide/"), lambda route: route.abort())
    page.goto("./")
    expect(page.locator("#figure-9 .retry")).to_be_visible(timeout=BOOT_TIMEOUT)
    for number in (1, 7, 9):
        assert found(page, f"#figure-{number}") == []
    watch.expect("ERR_FAILED|pyodide|Failed to load")


def test_axe_does_find_what_is_wrong(reader: Page) -> None:
    reader.evaluate("document.querySelector('#figure-9').append(document.createElement('button'))")
    assert any("discernible text" in problem for problem in found(reader, "#figure-9"))
    reader.evaluate("document.querySelector('#figure-9 > button').remove()")
