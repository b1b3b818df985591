"""The row under each figure: files that stand on their own, a link even where the clipboard is closed, the code."""

import csv
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from nearlydone.figures import TAKE_AWAY
from press.places import HERE

from .conftest import BOOT_TIMEOUT, Watch

pytestmark = pytest.mark.browser

ALL = [f"figure-{number}" for number in range(1, 10)]
each_figure = pytest.mark.parametrize("figure", ALL)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True, scope="module")
def as_drawn(opened: Watch) -> None:
    """Every figure set as it was drawn, whatever was done to the page before."""
    for reset in opened.page.locator(".reset").all():
        reset.click()


def download(page: Page, figure: str, kind: str) -> tuple[str, bytes]:
    with page.expect_download() as downloading:
        page.click(f"#{figure} [data-take={kind}]")
        expect(page.locator(f"#{figure} .taken")).to_contain_text("Saved as", timeout=BOOT_TIMEOUT)
    file = downloading.value
    expect(page.locator(f"#{figure} .taken")).to_have_text(f"Saved as {file.suggested_filename}.")
    return file.suggested_filename, Path(file.path()).read_bytes()


def texts_without(element: ElementTree.Element, look: str) -> list[str | None]:
    """The texts that are not told how to look, themselves or around them."""
    if element.get(look):
        return []
    own = [element.text] if element.tag == f"{SVG}text" else []
    return own + [text for inner in element for text in texts_without(inner, look)]


@each_figure
def test_the_svg_stands_on_its_own(article: Page, figure: str) -> None:
    name, content = download(article, figure, "svg")
    assert name == f"nearly-done-{figure}.svg"
    svg = ElementTree.fromstring(content)
    elements = list(svg.iter())
    assert svg.tag == f"{SVG}svg"
    assert float(svg.get("width", 0)) > 900
    attributes = [(key, value) for element in elements for key, value in element.attrib.items()]
    assert [key for key, _ in attributes if re.match("class|style|on|data-|aria-|.*href", key)] == []
    assert "var(" not in content.decode()
    assert {element.tag.removeprefix(SVG) for element in elements}.isdisjoint({"script", "style", "foreignObject"})
    named = {element.get("id") for element in elements}
    assert {at for _, value in attributes for at in re.findall(r"url\(#([^)]*)\)", value)} <= named
    background = article.locator(f"#{figure}").evaluate("(figure) => getComputedStyle(figure).backgroundColor")
    assert elements[1].get("fill") == background
    assert " ".join("".join(svg.itertext()).split()).startswith(f"Figure {figure[-1]}")
    assert texts_without(svg, "font-family") == texts_without(svg, "font-size") == texts_without(svg, "fill") == []


def test_lines_can_be_seen_through_the_shades_around_them(article: Page) -> None:
    _, content = download(article, "figure-4", "svg")
    shades = [path for path in ElementTree.fromstring(content).iter(f"{SVG}path") if path.get("fill") != "none"]
    assert len(shades) == 3  # two bands, and a sample in the key
    assert all(float(shade.get("fill-opacity") or 1) < 0.5 for shade in shades)


def test_the_board_of_figure_7_is_drawn_cell_by_cell(article: Page) -> None:
    _, content = download(article, "figure-7", "svg")
    svg = ElementTree.fromstring(content)
    cells = article.locator("#figure-7 .board .cell").count()
    framed = [rect for rect in svg.findall(f"{SVG}rect") if rect.get("stroke") and rect.get("rx") == "3"]
    assert len(framed) == cells + article.locator("#figure-7 .legend .cell").count()


def test_in_the_dark_it_is_dark(article: Page) -> None:
    light = ElementTree.fromstring(download(article, "figure-4", "svg")[1])
    article.emulate_media(color_scheme="dark")
    dark = ElementTree.fromstring(download(article, "figure-4", "svg")[1])
    article.emulate_media(color_scheme="light")
    looks = [[element.get("fill") for element in svg.iter()] for svg in (light, dark)]
    assert looks[0][1] == "rgb(243, 241, 234)"
    assert looks[1][1] == "rgb(30, 32, 36)"
    assert [element.tag for element in light.iter()] == [element.tag for element in dark.iter()]


@each_figure
def test_the_png_is_the_same_twice_as_sharp(article: Page, figure: str) -> None:
    svg = ElementTree.fromstring(download(article, figure, "svg")[1])
    name, content = download(article, figure, "png")
    assert name == f"nearly-done-{figure}.png"
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    image = Image.open(BytesIO(content)).convert("RGB")
    assert image.size == (2 * int(svg.get("width", 0)), 2 * int(svg.get("height", 0)))
    assert image.getpixel((0, 0)) == (243, 241, 234)
    ink = image.point(lambda value: 255 * (value < 100)).getbbox()  # where something dark is drawn
    assert ink is not None
    assert ink[2] - ink[0] > 0.4 * image.width
    assert ink[3] - ink[1] > 0.6 * image.height


@each_figure
def test_the_csv_has_python_s_numbers(article: Page, figure: str) -> None:
    if article.locator(f"#{figure} .in").count():
        article.locator(f"#{figure}").scroll_into_view_if_needed()
        expect(article.locator(f"#{figure} .in")).to_contain_text("150 of 150", timeout=BOOT_TIMEOUT)
    name, content = download(article, figure, "csv")
    assert name == f"nearly-done-{figure}.csv"
    expected = TAKE_AWAY[f"{figure}-csv"].ask({})["csv"]
    rows, wanted = (list(csv.reader(text.splitlines())) for text in (content.decode(), expected))
    assert len(rows) == len(wanted) > 5
    for row, cells in zip(rows, wanted, strict=True):
        for cell, right in zip(row, cells, strict=True):
            assert cell == right or float(cell) == pytest.approx(float(right), rel=1e-9)


def test_a_file_is_called_by_what_was_set(article: Page) -> None:
    article.uncheck("#figure-9 [data-option=key]")
    assert download(article, "figure-9", "csv")[0] == "nearly-done-figure-9-key-no.csv"
    article.click("#figure-9 .reset")


def test_where_the_clipboard_is_closed_the_link_is_there_to_be_copied(article: Page) -> None:
    article.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    copy = article.locator("#figure-9 [data-take=link]")
    copy.focus()
    article.keyboard.press("Enter")
    field = article.get_by_label("Link to this figure")
    expect(field).to_be_focused()
    expect(article.locator("#aloud")).to_have_text("The browser does not let the page copy; here is the link.")
    selected = field.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert selected == f"{article.url.split('#')[0]}#figure-9/v1"
    article.click("#figure-9 .reset")
    expect(field).to_have_count(0)
    article.evaluate("() => { delete navigator.clipboard.write; }")


def test_where_python_can_t_be_started_again_neither_a_link_nor_a_reset_is_promised(
    watch: Watch, open_article: Callable[[Page], None]
) -> None:
    page = watch.page
    watch.expect("ERR_FAILED")
    open_article(page)
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    page.route("**/worker.js*", lambda route: route.abort())
    page.workers[0].evaluate("self.close()")
    expect(page.locator("#figure-9 .python")).to_have_class("python failed", timeout=BOOT_TIMEOUT)
    page.click("#figure-9 [data-take=link]")
    expect(page.locator("#figure-9 .taken")).to_contain_text("Python could not be started")
    page.click("#figure-9 [data-take=reset]")
    expect(page.locator("#figure-9 .taken")).to_contain_text("Python could not be started")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_row_is_the_same_under_every_figure_and_large_enough_to_hit(article: Page, width: int) -> None:
    article.set_viewport_size({"width": width, "height": 720})
    rows = article.locator(".take").evaluate_all(
        """(rows) => rows.map((row) => [...row.parentElement.querySelectorAll("button, summary")].map(
            (control) => [control.textContent, Math.min(control.offsetHeight, control.offsetWidth) >= 24]))"""
    )
    article.set_viewport_size({"width": 1280, "height": 720})
    names = ["Copy link", "Reset", "SVG", "PNG", "CSV", "See the Python"]
    assert rows == [[[name, True] for name in names]] * len(ALL)


def test_it_is_not_printed(article: Page) -> None:
    article.emulate_media(media="print")
    assert not any(row.is_visible() for row in article.locator(".take-away").all())
    article.emulate_media(media="screen")


def test_without_python_only_the_code_can_be_had(page: Page, open_article: Callable[[Page], None]) -> None:
    page.route("**/snapshot/*", lambda route: None)
    page.goto("./")
    assert page.locator(".take button").count() == 5 * len(ALL)
    assert page.locator(".take button:enabled").count() == 0
    for figure in ALL:
        page.click(f"#{figure} .behind > summary")
    places = page.locator(".behind .where").all_inner_texts()
    shown = page.locator(".behind pre").evaluate_all("(all) => all.map((code) => code.textContent)")
    assert len(places) == len(shown) >= 2 * len(ALL)
    for place, code in zip(places, shown, strict=True):
        [(file, first, last)] = re.findall(r"^(\S+), lines (\d+) to (\d+)$", place)
        lines = (HERE.package.parent / file).read_text("utf-8").splitlines()[int(first) - 1 : int(last)]
        assert code == dedent("\n".join(lines))
    assert "nearlydone/figures/silence.py" in " ".join(places)
