"""The page is there before anything else, and stays where it is when the figures come alive."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .conftest import BOOT_TIMEOUT

RECORD = """
window.shifts = [];
new PerformanceObserver((entries) => {
    for (const { value, hadRecentInput } of entries.getEntries()) if (!hadRecentInput) shifts.push(value);
}).observe({ type: "layout-shift", buffered: true });
window.heights = {};
addEventListener("DOMContentLoaded", () => {
    const noting = new ResizeObserver((entries) => {
        for (const { target, contentRect } of entries) (heights[target.id] ??= new Set()).add(contentRect.height);
    });
    for (const figure of document.querySelectorAll("figure")) noting.observe(figure);
});
"""
FOUND = """() => ({
    shift: shifts.reduce((sum, value) => sum + value, 0),
    heights: Object.entries(heights).map(([figure, known]) => [figure, [...known]]),
})"""
FIGURES = [f"figure-{number}" for number in range(1, 10)]
WOKEN = "(figures) => figures.every((figure) => performance.getEntriesByName(`${figure} awake`).length)"


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_the_figures_come_alive(
    browser: Browser, site: str, width: int, open_article: Callable[[Page], None]
) -> None:
    context = browser.new_context(base_url=site, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.add_init_script(RECORD)
    open_article(page)
    page.wait_for_function(WOKEN, arg=FIGURES, timeout=BOOT_TIMEOUT)
    found: dict[str, Any] = page.evaluate(FOUND)
    context.close()
    assert found["shift"] < 0.02
    assert sorted(figure for figure, _ in found["heights"]) == FIGURES
    assert [(figure, heights) for figure, heights in found["heights"] if len(heights) > 1] == []


def test_the_page_is_read_while_python_is_on_its_way(page: Page) -> None:
    page.route("**/snapshot/*", lambda route: None)
    page.goto("./")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    assert page.locator("figure").count() == len(FIGURES)
    assert page.locator("#figure-2 svg").first.is_visible()
    assert not page.evaluate(WOKEN, ["figure-1"])
