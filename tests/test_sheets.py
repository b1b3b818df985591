"""What a figure shows as CSV: the numbers of the answer that it shows, and what they are numbers of."""

import csv
import re
import sys
from typing import Any

import pytest

from nearlydone.figures import FIGURES, TAKE_AWAY
from nearlydone.figures.links import LINKED

Rows = list[list[str]]


def sheet(figure: str, **settings: Any) -> tuple[list[str], list[Rows]]:
    """The comments, and the tables with their heads."""
    text = TAKE_AWAY[f"{figure}-csv"].ask(settings)["csv"]
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert text.splitlines()[: len(comments)] == comments
    parts = text.split("\n\n")
    parts[0] = "\n".join(parts[0].splitlines()[len(comments) :])
    tables = [list(csv.reader(part.splitlines(), strict=True)) for part in parts]
    assert all(len({len(row) for row in table}) == 1 for table in tables)
    return comments, tables


def as_text(rows: Any) -> Rows:
    return [["" if value is None else str(value) for value in row] for row in rows]


@pytest.mark.parametrize("figure", sorted(LINKED))
def test_it_begins_with_what_it_is_and_the_link_that_makes_it_again(figure: str) -> None:
    comments, _ = sheet(figure)
    assert comments[0].startswith(f"# Nearly Done, {figure.replace('-', ' ')}: ")
    assert comments[1] == f"# link: #{figure}/v1"
    assert comments[2].startswith("# jobs: ")
    assert comments[-1].startswith("# in words: ")


def test_settings_are_told_with_their_units_and_jobs_with_their_seeds() -> None:
    comments, _ = sheet("figure-3", failure_rate=0.1, jobs=25)
    assert "# jobs: 25, seeds 1 to 25, with good estimates" in comments
    assert "# attempts that fail: 10 % of attempts" in comments
    assert "# jobs: 1, seed 5" in sheet("figure-2")[0]
    assert "# lease of a step: 3 rounds" in sheet("figure-7", lease=3)[0]


def test_figure_1_is_its_bars_and_its_attempts() -> None:
    answer = FIGURES["figure-1"].ask({"fail": [[0, 0.5]]})
    _, (bars, attempts) = sheet("figure-1", fail=[[0, 0.5]], minute=3)
    assert bars[0] == ["minute", "time passed (0 to 1)", "count (0 to 1)", "work (0 to 1)", "plan (0 to 1)"]
    assert [row[2:] for row in bars[1:]] == as_text(zip(*answer["shown"].values(), strict=True))
    assert (bars[-1][0], bars[-1][1]) == (str(answer["minutes"]), "1.0")
    *_, last = answer["attempts"]
    assert attempts[-1] == [*(str(last[name]) for name in ("task", "worker", "start", "end")), "through"]
    assert [row[4] for row in attempts[1:]] == [
        "through" if attempt["ok"] else "failed" for attempt in answer["attempts"]
    ]


def test_figure_2_is_its_attempts_those_under_way_too() -> None:
    answer = FIGURES["figure-2"].ask({"actions": ["next", 1, "next"]})
    _, [attempts] = sheet("figure-2", actions=["next", 1, "next"])
    assert len(attempts) == 1 + len(answer["ended"]) + len(answer["running"])
    assert [row[3:] for row in attempts if row[3] == ""] == [["", ""]] * len(answer["running"])


@pytest.mark.parametrize("figure", ["figure-3", "figure-4", "figure-5", "figure-6"])
def test_figures_3_to_6_are_their_charts_not_rounded(figure: str) -> None:
    settings = {"jobs": 25, **({"learn": True} if figure == "figure-6" else {})}
    charts = FIGURES[figure].ask(settings)["charts"]
    _, tables = sheet(figure, **settings)
    for chart, (heads, *rows) in zip(charts.values(), tables, strict=True):
        drawn = chart["table"]
        names = [head.split(" (")[0].split(", 0")[0] for head in heads]
        assert [name for name in names if "tenth" not in name] == drawn["names"]
        for row, written in zip(rows, drawn["rows"], strict=True):
            cells = re.findall(r"([\d.]+)(\u00a0%)?", " ".join(written))
            for value, (number, sign) in zip(row[1:], cells[1:], strict=True):
                times, digit = (100, 1) if sign else (1, 0.1)
                assert float(value) * times == pytest.approx(float(number), abs=0.501 * digit)


def test_figure_7_is_its_counters() -> None:
    settings = {"presses": ["next"] * 6, "round": 4}
    counters = FIGURES["figure-7"].ask({**settings, "press": "to 4"})["counters"]
    _, [[_, *rows]] = sheet("figure-7", **settings)
    assert {name: (alone, watched) for _, name, alone, watched in rows}["records read"] == (
        str(counters["alone"]["records_read"]), str(counters["watched"]["records_read"]))
    assert len(rows) == len(counters["alone"]) - 1  # all but the list of recoveries


def test_figures_8_and_9_are_their_rows() -> None:
    _, [[_, *rows]] = sheet("figure-8", lease=3)
    assert rows == as_text(row.values() for row in FIGURES["figure-8"].ask({"lease": 3})["rows"])
    _, [[_, *bill]] = sheet("figure-9", key=False)
    answer = FIGURES["figure-9"].ask({"key": False})["bill"]
    assert bill[-1] == ["extra lines on invoices", str(answer["extra_invoice_lines"]), "lines"]
    assert {float(amount) for _, amount, _ in bill} >= {float(answer["redrives"]), float(answer["job_share"])}


@pytest.mark.skipif(sys.platform == "emscripten", reason="a browser's tab has no command line")
def test_the_command_line_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from nearlydone.cli import main

    assert main(["csv", "https://elsewhere.test/article/#figure-8/v1/scan=4"]) == 0
    assert capsys.readouterr().out == TAKE_AWAY["figure-8-csv"].ask({"scan": 4})["csv"]
    for wrong, said in (("figure-8/v1/scan=40", "scan=40"), ("scan=4", "'scan=4' is no link to a figure")):
        with pytest.raises(SystemExit, match="2"):
            main(["csv", wrong])
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
