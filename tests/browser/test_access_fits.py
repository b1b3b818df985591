"""Nothing is cut off or runs out of the page: in a narrow window, at 200 %, in large letters, and on paper."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nearlydone.figures import FIGURES

pytestmark = pytest.mark.browser

A4 = {"width": 680, "height": 1009}  # within margins of 15 mm, in CSS pixels
# What runs out of the page, or has more in it than it shows. What a reader can scroll may.
CUT = """() => [...document.querySelectorAll("body *:not(svg *)")].flatMap((element) => {
    const scrolls = ".wide, .books-here, .terms, pre.code, .visually-hidden";
    if (!element.checkVisibility() || element.closest(scrolls)) return [];
    const { left, right } = element.getBoundingClientRect();
    const { overflowX, overflowY } = getComputedStyle(element);
    const hides = /hidden|clip/.test(overflowX + overflowY) && element.tagName !== "svg";
    const more = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    return left < -1 || right > document.documentElement.clientWidth + 1 || (hides && more)
        ? [[element.outerHTML.slice(0, 100), left, right]] : [];
})"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCROLLED = """() => [...document.querySelectorAll(".wide, .books-here, .terms, pre.code")].filter((box) =>
    box.checkVisibility() && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
).map((box) => box.className)"""
OPEN_ALL = "() => { for (const details of document.querySelectorAll('details')) details.open = true; }"


@pytest.mark.parametrize(("width", "letters"), [(320, 100), (640, 100), (640, 200), (1280, 200)])
def test_in_a_narrow_window_and_in_large_letters(reader: Page, width: int, letters: int) -> None:
    reader.set_viewport_size({"width": width, "height": 800})
    reader.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")
    reader.evaluate(OPEN_ALL)
    assert reader.evaluate(WIDER) == 0
    assert reader.evaluate(CUT) == []


def test_letters_grow_with_the_reader_s_setting(reader: Page) -> None:
    sizes = """() => [...document.querySelectorAll("p, button:not(.hands *), label, td, dd")].map(
        (element) => parseFloat(getComputedStyle(element).fontSize))"""
    before = reader.evaluate(sizes)
    reader.evaluate("document.documentElement.style.fontSize = '200%'")
    assert all(after >= 1.9 * size for size, after in zip(before, reader.evaluate(sizes), strict=True))


class TestOnPaper:
    @pytest.fixture
    def paper(self, reader: Page) -> Page:
        """Figures as somebody left them, in a dark window, on their way to a printer."""
        reader.emulate_media(color_scheme="dark")
        reader.locator("#figure-1 .seed").fill("77")
        reader.locator("#figure-1 .seed").dispatch_event("change")
        expect(reader.locator("#figure-1 .minute")).to_have_text("0.0")
        reader.locator("#figure-1 .scrub").evaluate(
            "(scrub) => { scrub.value = 14; scrub.dispatchEvent(new Event('input')); }"
        )
        reader.click('#figure-7 [data-press="preset three stalls, one that never passes"]')
        reader.click('#figure-7 [data-press="next"]')
        expect(reader.locator("#figure-7 .round")).to_have_text("1")
        reader.locator('#figure-9 [data-option="retry_limit"]').press("Home")
        expect(reader.locator("#figure-9 .bill")).to_contain_text("33.3 %")
        reader.locator("#figure-5 summary").first.click()
        reader.emulate_media(media="print")
        reader.set_viewport_size(A4)
        return reader

    def test_figures_stand_as_they_were_left(self, paper: Page) -> None:
        for selector, words in (
            ("#figure-1 .minute", "14.0"), ("#figure-7 .round", "1"),
            ("#figure-7 .settings summary", "a lease of 2 rounds"),
            ('#figure-9 .dial:has([data-option="retry_limit"]) output', "2 attempts"), ("#figure-9 .bill", "33.3 %"),
        ):  # fmt: skip
            expect(paper.locator(selector)).to_be_visible()
            expect(paper.locator(selector)).to_contain_text(words)
        expect(paper.locator("#figure-7 .cell.running").first).to_be_visible()
        minutes = FIGURES["figure-1"].ask({})["minutes"]
        width = paper.locator("#figure-1 .timeline .past").get_attribute("width")
        assert float(str(width).rstrip("%")) == pytest.approx(1400 / minutes)

    def test_nothing_that_can_only_be_pressed_is_printed(self, paper: Page) -> None:
        pressed = "button:not(.cell, .hands *), input[type=range], summary:not([open] *, .settings *), .python, .pick"
        shown = paper.locator(f"figure :is({pressed})").evaluate_all(
            "(controls) => controls.filter((control) => control.checkVisibility()).map((control) => control.outerHTML)"
        )
        assert shown == []

    def test_no_figure_is_cut_and_code_and_tables_are_whole(self, paper: Page) -> None:
        assert paper.evaluate(WIDER) == 0
        assert paper.evaluate(CUT) == []
        heights = paper.locator("figure").evaluate_all("(figures) => figures.map((figure) => figure.offsetHeight)")
        whole = [height for number, height in enumerate(heights, 1) if number not in (5, 7)]
        assert max(whole) <= A4["height"]
        parts = paper.locator("#figure-7 :is(.sheets, .tally, svg), #figure-5 svg, pre.code")
        assert max(parts.evaluate_all("(parts) => parts.map((part) => part.clientHeight)")) <= A4["height"]
        broken = parts.evaluate_all("(parts) => parts.map((part) => getComputedStyle(part).breakInside)")
        assert set(broken) == {"avoid"}
        assert paper.evaluate(SCROLLED) == []

    def test_tables_that_are_open_stand_beside_each_other(self, paper: Page) -> None:
        """A table is set in columns; where it is wider than one, its rows print over those of the next."""
        paper.evaluate("() => { for (const data of document.querySelectorAll('.data')) data.open = true; }")
        over = """(tables) => tables.flatMap((table) => {
            const [edge, parts] = [table.closest("figure").getBoundingClientRect().right, [...table.getClientRects()]];
            const covers = (one, other) => one !== other && one.left <= other.left && other.left < one.right - 1
                && one.top < other.bottom && other.top < one.bottom;
            const isOver = parts.some((one) => one.right > edge + 1 || parts.some((other) => covers(one, other)));
            return isOver ? [table.closest("figure").id] : [];
        })"""
        assert paper.locator(".data .numbers-table").count() > 5
        assert paper.locator(".data .numbers-table").evaluate_all(over) == []

    def test_nothing_is_promised_and_no_heading_is_empty(self, paper: Page) -> None:
        paper.evaluate("() => { document.querySelector('.crashing').open = true; }")
        expect(paper.locator(".crashing summary")).to_be_hidden()
        expect(paper.locator(".promise")).to_be_hidden()

    def test_it_is_dark_on_white_also_from_a_dark_window(self, paper: Page) -> None:
        colours: Any = paper.evaluate(
            "() => ['body', 'figure'].map((name) => { const { color, backgroundColor } = "
            "getComputedStyle(document.querySelector(name)); return [color, backgroundColor]; })"
        )
        assert colours == [["rgb(28, 27, 25)", "rgb(255, 255, 255)"]] * 2

    def test_it_is_a_booklet_and_not_a_book(self, paper: Page) -> None:
        pages = len(re.findall(rb"/Type /Page\b(?!s)", paper.pdf(prefer_css_page_size=True, format="A4")))
        assert 8 <= pages <= 20
