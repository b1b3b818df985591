"""Charts: real text, looks left to the page, lines where the numbers are, the same text every time."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearlydone.charts.chart import HALF, Axis, Box, Chart, Line
from nearlydone.charts.drawing import draw
from nearlydone.charts.kinds import WORKERS, minutes_by_workers, points_off_over_time, shown_over_time
from nearlydone.charts.paths import paths
from nearlydone.charts.table import table

ROOT = Path(__file__).parents[1]
EVEN = [k / 100 for k in range(101)]
FAST = [share**0.5 for share in EVEN]
SLOW = [share**2 for share in EVEN]

SHOWN = shown_over_time("spread-shown", "What the bars showed", {"count": FAST, "work": SLOW})
BAND = (SLOW, [y**0.5 for y in FAST])
BANDED = shown_over_time("banded", "What the bar showed, in most jobs too", {"count": FAST}, {"count": BAND})
OFF = points_off_over_time("bias-off", "Points off", {"plan": [12 * y for y in FAST], "learn": SLOW}, most=30)
MINUTES = {workers: 30 + 90 / workers for workers in WORKERS}
BY_WORKERS = minutes_by_workers("workers-minutes", "Minutes by workers", MINUTES, 31.0, chosen=4, most=130)
CHARTS = [SHOWN, BANDED, OFF, BY_WORKERS]
each_chart = pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)


def parse(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(draw(chart))


def words(chart: Chart) -> list[str | None]:
    return [text.text for text in parse(chart).iter("text")]


def of_class(chart: Chart, name: str) -> ElementTree.Element:
    [element] = (element for element in parse(chart).iter() if name in element.get("class", "").split())
    return element


def numbers(d: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", d)]


def lines_of(chart: Chart) -> dict[str, str]:
    """The `d` of each line in the drawing, by name; no name may come twice."""
    found = [(path.get("data-line"), path.get("d")) for path in parse(chart).iter("path") if path.get("data-line")]
    named = {str(name): str(d) for name, d in found}
    assert len(named) == len(found)
    return named


@each_chart
def test_all_looks_are_left_to_the_page(chart: Chart) -> None:
    assert {element.tag for element in parse(chart).iter()} == {
        "svg", "title", "desc", "clipPath", "rect", "path", "text",
    }  # fmt: skip
    attributes = {name for element in parse(chart).iter() for name in element.attrib}
    assert attributes <= {
        "viewBox", "width", "height", "x", "y", "d", "text-anchor", "clip-path",
        "class", "id", "role", "aria-labelledby", "data-line",
    }  # fmt: skip
    assert all(element.get("class") for element in parse(chart).iter() if element.tag in ("path", "text"))


@each_chart
def test_a_chart_has_a_name_and_says_what_it_shows(chart: Chart) -> None:
    svg = parse(chart)
    parts = {element.get("id"): element for element in svg.iter() if element.get("id")}
    title, description = (parts[id] for id in str(svg.get("aria-labelledby")).split())
    assert svg.get("role") == "img"
    assert title.text == chart.title
    for told in (chart.x.label, chart.y.label, *(line.label for line in chart.lines)):
        assert str(told) in str(description.text)


def test_no_id_stands_in_a_page_twice_and_each_that_is_used_is_there() -> None:
    page = "".join(map(draw, CHARTS))
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 3 * len(CHARTS)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)


@each_chart
def test_ticks_labels_and_legend_are_text(chart: Chart) -> None:
    ticks = [axis.write_tick(tick) for axis in (chart.x, chart.y) for tick in axis.ticks]
    labels = [line.label for line in (*chart.lines, *chart.guides) if line.label]
    bands = ["shaded: eight jobs in ten"] if chart.bands else []
    assert sorted(map(str, words(chart))) == sorted([*ticks, chart.x.label, chart.y.label, *labels, *bands])


def test_ticks_are_written_for_people() -> None:
    assert {"0\u00a0%", "50\u00a0%", "90\u00a0%", "100\u00a0%"} <= set(words(SHOWN))
    assert {"0", "10", "20", "30"} <= set(words(OFF))
    assert {"1", "6", "32"} <= set(words(BY_WORKERS))


def test_text_that_looks_like_markup_is_text() -> None:
    odd = 'a < b & "c"'
    axis = Axis(odd, "{:g}", 0, 1, (0, 1))
    chart = Chart("odd", odd, axis, axis, [Line("line", odd, (0, 1), (0, 1))])
    assert words(chart).count(odd) == 3
    assert parse(chart).findtext("title") == odd


@each_chart
def test_each_line_is_drawn_once_under_its_name_with_a_point_for_each_number(chart: Chart) -> None:
    drawn = lines_of(chart)
    for line in (*chart.lines, *chart.guides, *chart.bands):
        separator = "M" if line.dots else "[ML]"
        assert len(re.findall(separator, drawn.pop(line.name))) == len(line.x)
    assert not drawn


def test_lines_are_where_the_numbers_are() -> None:
    diagonal = numbers(lines_of(SHOWN)["honest"])
    assert diagonal == [HALF.left, HALF.bottom, HALF.right, HALF.top]
    count = numbers(lines_of(SHOWN)["count"])[1::2]
    work = numbers(lines_of(SHOWN)["work"])[1::2]
    assert all(high <= low for high, low in zip(count, work, strict=True))
    assert count[25] == pytest.approx(HALF.bottom - 0.5 * (HALF.bottom - HALF.top), abs=0.01)


def test_every_doubling_of_workers_is_as_long() -> None:
    at = dict(zip(WORKERS, numbers(lines_of(BY_WORKERS)["minutes"])[::2], strict=True))
    steps = [at[2 * workers] - at[workers] for workers in (1, 2, 4, 8, 16)]
    assert steps == pytest.approx([(HALF.right - HALF.left) / 5] * 5, abs=0.02)


def test_the_chosen_number_of_workers_is_marked_and_nothing_gets_below_the_longest_chain() -> None:
    drawn = {name: numbers(d) for name, d in lines_of(BY_WORKERS).items()}
    x, y = drawn["minutes"][::2][3], drawn["minutes"][1::2][3]
    assert drawn["chosen"][:2] == [x, y]
    assert drawn["stem"] == [x, HALF.bottom, x, y]
    assert max(drawn["minutes"][1::2]) < drawn["chain"][1] == drawn["chain"][3]


values = st.floats(-50, 150)


@settings(deadline=None, max_examples=60)
@given(
    ys=st.lists(values, min_size=1, max_size=150),
    least=st.floats(-10, 10),
    most=st.floats(11, 200),
    doubling=st.booleans(),
    box=st.sampled_from([HALF, Box(960, 340, left=58, top=30, right=936, bottom=290)]),
    dots=st.booleans(),
)
def test_without_matplotlib_lines_are_put_where_it_puts_them(
    ys: Sequence[float], least: float, most: float, doubling: bool, box: Box, dots: bool
) -> None:
    xs = [1 + k for k in range(len(ys))]
    across = Axis("x", "{:g}", 1, max(2, len(ys)), (1,), doubling)
    upwards = Axis("y", "{:g}", least, most, ())
    chart = Chart("any", "Any", across, upwards, [Line("line", "line", xs, ys, dots)], box=box)
    ours, theirs = paths(chart)["line"], lines_of(chart)["line"]
    assert re.sub(r"-?[\d.]+", "", ours) == re.sub(r"-?[\d.]+", "", theirs)
    assert numbers(ours) == pytest.approx(numbers(theirs), abs=0.0101)


def test_new_numbers_change_nothing_but_the_lines() -> None:
    others = shown_over_time("spread-shown", "What the bars showed", {"count": EVEN, "work": FAST})
    lines = re.compile(r'd="[^"]+" data-line="(count|work)"')
    assert lines.sub("", draw(SHOWN)) == lines.sub("", draw(others))
    assert lines_of(SHOWN) != lines_of(others)


def test_a_band_goes_from_end_to_end_and_back_below_all_lines() -> None:
    drawn = lines_of(BANDED)
    assert next(iter(drawn)) == "count-band"
    around = numbers(drawn["count-band"])
    low, high = around[1:202:2], around[:201:-2]
    height = HALF.bottom - HALF.top
    for ends, ys in ((low, SLOW), (high, BAND[1])):
        assert ends == pytest.approx([HALF.bottom - y * height for y in ys], abs=0.01)
    assert table(BANDED).rows[25] == ["25\u00a0%", "50\u00a0% (6\u00a0% to 71\u00a0%)"]


def test_what_a_band_holds_is_said_beside_a_sample_of_it_and_above_the_table() -> None:
    sample, words = (of_class(BANDED, name) for name in ("any-band", "key-bands"))
    assert max(numbers(str(sample.get("d")))[::2]) < float(str(words.get("x")))
    assert float(str(words.get("x"))) + 9 * len(str(words.text)) <= BANDED.box.width
    assert sample.get("data-line") is None
    assert table(BANDED).heads[1:] == ["count (eight jobs in ten)"]
    assert table(BANDED).names[1:] == ["count"]
    assert "shaded" not in draw(SHOWN)


@pytest.mark.parametrize("bars", [("count",), ("count", "work", "plan", "learn")])
def test_the_legend_fits_in_one_row_in_letters_for_telephones(bars: Sequence[str]) -> None:
    chart = shown_over_time("all", "All", dict.fromkeys(bars, EVEN))
    keys = [text for text in parse(chart).iter("text") if str(text.get("class")).startswith("key ")]
    begins = [float(str(key.get("x"))) for key in keys]
    ends = [x + 9 * len(str(key.text)) for x, key in zip(begins, keys, strict=True)]
    assert all(end < begin for end, begin in zip(ends, begins[1:], strict=False))
    assert ends[-1] <= chart.box.width


def test_the_table_has_a_row_for_each_moment_with_what_every_line_is_there() -> None:
    heads, rows, _ = table(SHOWN)
    assert heads == ["share of time that has passed", "count", "work"]
    assert len(rows) == 101
    assert rows[25] == ["25\u00a0%", "50\u00a0%", "6\u00a0%"]
    assert table(OFF).rows[100] == ["100\u00a0%", "12.0", "1.0"]
    assert table(BY_WORKERS).heads == ["workers", "minutes"]
    assert table(BY_WORKERS).rows[3] == ["4", "52.5"]


def python(code: str, **environment: str) -> str:
    """What a fresh Python prints."""
    path = os.pathsep.join(map(str, (ROOT, ROOT / "py")))
    everything = {**os.environ, "PYTHONPATH": path, **environment}
    result = subprocess.run([sys.executable, "-c", code], env=everything, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_chart_is_the_same_text_everywhere(tmp_path: Path, seed: str) -> None:
    """Whatever the seed of hashes, and whatever the machine's owner likes charts to be."""
    taste = tmp_path / "matplotlibrc"
    taste.write_text("font.size: 20\nlines.linewidth: 9\naxes.grid: True\nfigure.dpi: 300\naxes.labelpad: 20\n")
    code = "from tests.test_charts import CHARTS, draw; print(*map(draw, CHARTS), sep='', end='')"
    assert python(code, PYTHONHASHSEED=seed, MATPLOTLIBRC=str(taste)) == "".join(map(draw, CHARTS))


def test_lines_move_without_matplotlib() -> None:
    code = """
import sys
from nearlydone.charts import kinds, paths, table
print({"matplotlib", "numpy"} & set(sys.modules))
"""
    assert python(code) == "set()\n"
