"""How the page is built for those who go by its structure: language, landmarks, headings, and names."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_it_says_its_language_and_has_one_main_part(reader: Page) -> None:
    assert reader.locator("html").get_attribute("lang") == "en"
    assert reader.get_by_role("main").count() == 1
    outside = reader.evaluate(
        "() => [...document.body.children].filter((child) => !child.matches('main, header, footer, nav')).length"
    )
    assert outside == 0


def test_headings_go_down_one_level_at_a_time(reader: Page) -> None:
    levels = [int(level[1]) for level in reader.locator("h1, h2, h3, h4, h5, h6").evaluate_all(
        "(headings) => headings.map((heading) => heading.tagName)"
    )]  # fmt: skip
    assert levels.count(1) == 1
    assert levels[0] == 1
    for before, level in zip([0, *levels], levels, strict=False):
        assert level <= before + 1


def test_every_figure_is_found_by_its_caption(reader: Page) -> None:
    for number in range(1, 10):
        caption = reader.locator(f"#figure-{number} figcaption").inner_text()
        assert reader.get_by_role("figure", name=caption, exact=True).get_attribute("id") == f"figure-{number}"


def test_every_drawing_is_named_or_left_out(reader: Page) -> None:
    nameless = reader.evaluate(
        """() => [...document.querySelectorAll("svg")].filter((svg) =>
            !svg.closest("[aria-hidden=true]") && !svg.parentElement.closest("svg")
            && !svg.ariaLabel && !svg.getAttribute("aria-labelledby")).map((svg) => svg.outerHTML.slice(0, 80))"""
    )
    assert nameless == []


def test_every_chart_has_its_numbers_in_a_table_beside_it(reader: Page) -> None:
    for chart in reader.locator("figure svg:is(.chart, .timeline, .shown)").all():
        table = chart.locator("xpath=ancestor::figure").locator("details.data table")
        assert table.count() > 0
        assert table.first.locator("th[scope=col]").count() >= 2
