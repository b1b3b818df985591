"""What drawings say in words and in tables, for those who do not see them."""

import re

import pytest

from nearlydone.charts.chart import Axis, Chart, Line
from nearlydone.charts.description import describe
from nearlydone.drawings.attempts import attempts_table
from nearlydone.drawings.shown import shown_table
from nearlydone.figures import FIGURES, billing, rules
from nearlydone.jobs import random_job
from nearlydone.scheduler import Scheduler

X = Axis("share of time", "{:.0%}", 0, 1, (0, 1))
Y = Axis("points off", "{:.1f}", 0, 10, (0, 10))
HALVES = (0.0, 0.5, 1.0)


def rows_of(table: str) -> list[list[str]]:
    return [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in re.findall(r"<tr.*?</tr>", table)]


def told(y: tuple[float, float, float]) -> str:
    chart = Chart("name", "title", X, Y, [Line("work", "work", HALVES, y)])
    return describe(chart).replace("\u00a0", " ").split("work: ")[1]


@pytest.mark.parametrize(
    ("y", "words"),
    [
        ((1.0, 9.0, 2.0), "1.0 at 0 %, up to 9.0 at 50 %, 2.0 at 100 %."),
        ((5.0, 1.0, 6.0), "5.0 at 0 %, down to 1.0 at 50 %, 6.0 at 100 %."),
        ((1.0, 2.0, 3.0), "1.0 at 0 %, 3.0 at 100 %."),
        ((4.0, 4.0, 4.0), "4.0 all along."),
    ],
)
def test_a_line_is_told_by_where_it_begins_turns_and_ends(y: tuple[float, float, float], words: str) -> None:
    assert told(y) == words


def test_axes_are_told_with_their_ends_and_lines_without_a_label_are_not() -> None:
    guide = Line("stem", None, (0.5, 0.5), (0, 10))
    description = describe(Chart("name", "title", X, Y, [Line("work", "work", HALVES, HALVES)], [guide]))
    assert description.startswith("Upwards: points off, 0 to 10. To the right: share of time, 0\u00a0% to 100\u00a0%.")
    assert "stem" not in description


def test_a_line_that_is_covered_is_not_told() -> None:
    ask = FIGURES["figure-6-drawn"].ask
    drawn = {learn: ask({"learn": learn})["drawings"]["planning-off"] for learn in (True, False)}
    assert "learn: " in drawn[True]
    assert "learn: " not in drawn[False]
    for learn, svg in drawn.items():
        plain = FIGURES["figure-6"].ask({"learn": learn})["charts"]["planning-off"]["description"]
        assert f">{plain}</desc>" in svg


def test_every_attempt_has_a_row_in_the_order_in_which_they_end() -> None:
    job = random_job(rules.SEED, rules.SHAPE)
    scheduler = Scheduler(job.deps, job.attempts, rules.WORKERS)
    scheduler.assign()
    scheduler.fail(1)
    attempts = scheduler.run()
    heads, *rows = rows_of(attempts_table(job, attempts))
    assert heads[0] == "task"
    assert [row[0] for row in rows] == [str(attempt.task) for attempt in attempts]
    assert [row[-1] for row in rows].count("failed") == 1
    assert [float(row[4]) for row in rows] == sorted(float(row[4]) for row in rows)


def test_what_bars_showed_has_a_row_for_each_tenth_of_the_time() -> None:
    table = shown_table({"count": [k / 200 for k in range(201)], "plan": [0.5] * 201}, minutes=20.0)
    heads, *rows = rows_of(table)
    assert heads == ["time passed", "count", "plan"]
    assert rows == [[f"{10 * k}\u00a0%", f"{10 * k}\u00a0%", "50\u00a0%"] for k in range(11)]
    assert re.findall(r'data-at="([^"]+)"', table)[5] == "10.0"


def test_a_slider_has_words_for_each_of_its_values() -> None:
    workflows, stalls, *_ = billing.SLIDERS
    assert workflows.words[:2] == ["100 workflows", "200 workflows"]
    assert (len(workflows.words), workflows.words[-1]) == (200, "20,000 workflows")
    assert stalls.words[:3] == ["0\u00a0% of steps", "0.05\u00a0% of steps", "0.1\u00a0% of steps"]
