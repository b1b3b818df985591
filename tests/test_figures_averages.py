"""Figures 3 to 6: what Python answers is what the command line measures, at every stage and every setting."""

import re
from itertools import permutations
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import pytest

from nearlydone import commands
from nearlydone.batch.averages import Row
from nearlydone.byhand import run_failing
from nearlydone.charts.table import table
from nearlydone.figures import FIGURES, averaging, crowding, failing, planning, spreading
from nearlydone.figures.sliders import Slider
from nearlydone.honesty import curves
from nearlydone.jobs import random_job
from nearlydone.options import check_all
from nearlydone.tables import good

GOOD = {"good_estimates": True}
MODULES = {"figure-3": failing, "figure-4": spreading, "figure-5": crowding, "figure-6": planning}
SETTINGS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("figure-3", {"failure_rate": 0.3}, {**GOOD, "failure_rate": 0.3}),
    ("figure-4", {"spread": 2.8}, {**GOOD, "spread": 2.8}),
    ("figure-5", {"workers": 32}, {**GOOD, "workers": 32}),
    ("figure-6", {"bias": 0.6, "learn": True}, {}),
]
each_figure = pytest.mark.parametrize("name", sorted(MODULES))


def ask(name: str, **options: Any) -> dict[str, Any]:
    return FIGURES[name].ask(options)


def checked(name: str, **options: Any) -> dict[str, Any]:
    return check_all(MODULES[name].OPTIONS, options)


def positions(slider: Slider) -> list[float]:
    """Every value that a slider can be set to, as a browser computes it."""
    if slider.values:
        return list(slider.values)
    steps = round((slider.most - slider.least) / slider.step)
    return [round(slider.least + step * slider.step, 10) for step in range(steps + 1)]


def read_outs(answer: dict[str, Any]) -> dict[str, float]:
    """The numbers in the figure's row of read-outs, unrounded, by their names."""
    groups = ElementTree.fromstring(answer["drawings"]["read"]).iter("div")
    return {str(group.findtext("dt")): float(str(group.find("dd/data").get("value"))) for group in groups}


def measured_as_read(measured: dict[str, Any]) -> dict[str, float]:
    """What the command line measured, by the names of the read-outs."""
    names = {"minutes": "minutes", "failed attempts": "failed_attempts", "time wasted": "wasted_share"}
    read = {name: measured[key] for name, key in names.items()} | {"longest chain": measured["longest_chain"]}
    for bar, mean in measured["bars"].items():
        read |= {
            f"{bar}, points off": mean["error"],
            f"{bar} above 90\u00a0%": mean["above90"],
            f"{bar}, largest step back": mean["backwards"],
        }
    return read


class TestAverages:
    @pytest.mark.parametrize(("name", "options", "settings"), SETTINGS)
    def test_all_150_jobs_are_those_of_the_command_line(
        self, name: str, options: dict[str, Any], settings: dict[str, Any]
    ) -> None:
        measured = commands.ask("measure", {"jobs": 150, **settings})
        read = read_outs(ask(name, **options))
        tenth = read.pop("work in the largest tenth", None)
        known = measured_as_read(measured)
        assert read == pytest.approx({number: known[number] for number in read}, rel=1e-9)
        assert len(read) >= 4
        if tenth:
            jobs = [random_job(seed, good(**options)) for seed in range(1, 151)]
            sizes = [sorted(task.estimate for task in job.tasks) for job in jobs]
            assert tenth == pytest.approx(sum(sum(size[-6:]) / sum(size) for size in sizes) / 150, rel=1e-9)

    @pytest.mark.parametrize("jobs", averaging.STAGES[:2])
    def test_a_stage_is_the_mean_over_the_first_seeds(self, jobs: int) -> None:
        measured = commands.ask("measure", {"jobs": jobs, **GOOD, "failure_rate": 0.1})
        mean = failing.average(checked("figure-3", failure_rate=0.1, jobs=jobs))
        assert mean.jobs == jobs
        assert round(mean.failed_attempts * jobs) == round(measured["failed_attempts"] * jobs)
        for bar, judged in mean.honesty.items():
            assert judged._asdict() == pytest.approx(measured["bars"][bar], rel=1e-9)
            assert sum(mean.off[bar][1:]) / 100 == pytest.approx(judged.error, rel=1e-9)

    @pytest.mark.parametrize("order", list(permutations(averaging.STAGES)))
    def test_stages_asked_in_any_order_are_the_same(self, order: tuple[int, ...]) -> None:
        row, whole = (Row(good(failure_rate=0.1), 4, ("work", "plan")) for _ in range(2))
        whole.average(150)
        assert {jobs: row.average(jobs) for jobs in order} == {jobs: whole.average(jobs) for jobs in order}

    def test_a_stage_runs_only_what_the_one_before_has_not(self) -> None:
        row = Row(good(), 4, ("count",))
        for jobs in (*averaging.STAGES, *averaging.STAGES):
            row.average(jobs)
        assert [piece.seeds for piece in row.pieces] == [range(1, 26), range(26, 76), range(76, 151)]

    def test_eight_jobs_in_ten_are_in_the_shades_at_each_moment(self) -> None:
        [chart] = spreading.charts(checked("figure-4"))
        jobs = [random_job(seed, good()) for seed in range(1, 151)]
        shown = [curves(job, run_failing(job, 4), 4, ["count", "work"]) for job in jobs]
        for line in chart.lines:
            for at, (low, high) in enumerate(zip(*line.band or (), strict=True)):
                above = [bars[line.name][at] - low for bars in shown]
                below = [high - bars[line.name][at] for bars in shown]
                for inside in (above, below):
                    assert sum(by < -1e-9 for by in inside) <= 15 < sum(by <= 1e-9 for by in inside)

    def test_minutes_by_workers_are_those_of_the_readable_scheduler(self) -> None:
        [minutes, _] = crowding.charts(checked("figure-5", workers=5))
        assert 5 in minutes.lines[0].x
        jobs = [random_job(seed, good()) for seed in range(1, 151)]
        for workers, value in zip(minutes.lines[0].x, minutes.lines[0].y, strict=True):
            measured = fmean(run_failing(job, int(workers))[-1].end for job in jobs)
            assert value == pytest.approx(measured, rel=1e-9)


@each_figure
class TestEachFigure:
    def test_asks_for_more_jobs_until_all_are_in(self, name: str) -> None:
        answers = [ask(name, jobs=jobs) for jobs in averaging.STAGES]
        assert [answer["next"] for answer in answers] == [*averaging.STAGES[1:], None]
        for jobs, answer in zip(averaging.STAGES, answers, strict=True):
            assert answer["jobs"] == jobs
            assert answer["in"].startswith(f"{jobs} of 150 jobs, just now")
        assert ask(name)["jobs"] == 150

    def test_sliders_begin_where_the_options_do(self, name: str) -> None:
        defaults = checked(name)
        for slider in MODULES[name].SLIDERS:
            assert slider.default == defaults[slider.name]
            assert slider.default in positions(slider)

    def test_every_position_of_the_slider_is_answered_and_said(self, name: str) -> None:
        [slider] = MODULES[name].SLIDERS
        assert all(ask(name, **{slider.name: value}, jobs=25)["story"] for value in positions(slider))
        assert slider.words == [slider.says(value) for value in positions(slider)]
        assert len(set(slider.words)) == len(slider.words)

    def test_no_line_is_cut_off_wherever_the_slider_is(self, name: str) -> None:
        [slider] = MODULES[name].SLIDERS
        more = {"learn": True} if name == "figure-6" else {}
        for value in positions(slider):
            for jobs in averaging.STAGES:
                for chart in MODULES[name].charts(checked(name, **{slider.name: value}, jobs=jobs, **more)):
                    for line in (*chart.lines, *chart.guides):
                        assert chart.x.least <= min(line.x) <= max(line.x) <= chart.x.most
                        assert chart.y.least <= min(line.y) <= max(line.y) <= chart.y.most

    def test_lines_fill_the_height_of_their_chart_somewhere(self, name: str) -> None:
        [slider] = MODULES[name].SLIDERS
        highest: dict[str, float] = {}
        for value in positions(slider):
            for chart in MODULES[name].charts(checked(name, **{slider.name: value})):
                top = max(chart.y.share(max(line.y)) for line in chart.lines)
                highest[chart.name] = max(top, highest.get(chart.name, 0))
        assert min(highest.values()) > 0.75

    def test_paths_are_where_matplotlib_puts_them(self, name: str) -> None:
        [slider] = MODULES[name].SLIDERS
        for value in (slider.default, positions(slider)[0], positions(slider)[-1]):
            answer = ask(name, **{slider.name: value})
            drawings = ask(f"{name}-drawn", **{slider.name: value})["drawings"]
            assert drawings.keys() == answer["charts"].keys()
            for chart, drawing in drawings.items():
                lines = ElementTree.fromstring(drawing).iter("path")
                theirs = {path.get("data-line"): path.get("d") for path in lines if path.get("data-line")}
                ours = answer["charts"][chart]["paths"]
                assert theirs.keys() - {"learn"} == ours.keys()
                for line, d in ours.items():
                    assert numbers(d) == pytest.approx(numbers(str(theirs[line])), abs=0.0101)

    def test_each_row_of_the_table_has_its_place_in_the_drawing(self, name: str) -> None:
        for chart in MODULES[name].charts(checked(name)):
            answered = ask(name)["charts"][chart.name]
            assert answered["table"] == table(chart)._asdict()
            assert len(answered["at"]) == len(answered["table"]["rows"])
            assert answered["at"] == sorted(answered["at"])
            first = re.match(r"M([\d.]+)", answered["paths"][chart.lines[0].name])
            assert first
            assert answered["at"][0] * chart.box.width == pytest.approx(float(first[1]), abs=0.01)

    @pytest.mark.parametrize("wrong", [0, 151, 2.5, "25", None, True])
    def test_a_number_of_jobs_that_is_none_is_refused(self, name: str, wrong: Any) -> None:
        with pytest.raises(ValueError, match=r"jobs is .*: it must be a whole number from 1 to 150"):
            ask(name, jobs=wrong)

    def test_what_it_does_not_know_is_refused_by_name(self, name: str) -> None:
        with pytest.raises(ValueError, match="there is no option 'seed'"):
            ask(name, seed=77)


@pytest.mark.parametrize(
    ("name", "wrong", "what"),
    [
        ("figure-3", {"failure_rate": 0.31}, "failure_rate is 0.31: it must be a number from 0 to 0.3"),
        ("figure-3", {"failure_rate": "much"}, "failure_rate is 'much'"),
        ("figure-4", {"spread": 0}, "spread is 0: it must be a number from 0.2 to 2.8"),
        ("figure-4", {"spread": float("nan")}, "spread is nan"),
        ("figure-5", {"workers": 0}, "workers is 0: it must be a whole number from 1 to 32"),
        ("figure-5", {"workers": 33}, "workers is 33"),
        ("figure-6", {"bias": -0.05}, "bias is -0.05: it must be a number from 0 to 1"),
        ("figure-6", {"learn": "yes"}, "learn is 'yes': it must be true or false"),
    ],
)
def test_a_setting_beyond_the_slider_is_refused(name: str, wrong: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)):
        ask(name, **wrong)


@pytest.mark.parametrize("learn", [False, True])
def test_figure_6_is_drawn_with_the_bar_that_learns_for_its_switch_to_uncover(learn: bool) -> None:
    drawing = ask("figure-6-drawn", learn=learn)["drawings"]["planning-off"]
    assert ask("figure-6", learn=True)["charts"]["planning-off"]["paths"]["learn"] in drawing
    assert ("learn" in ask("figure-6", learn=learn)["charts"]["planning-off"]["paths"]) == learn


def test_failures_change_the_timeline_and_never_the_job() -> None:
    calm, failing_often = (
        ElementTree.fromstring(ask("figure-3", failure_rate=rate, jobs=25)["drawings"]["timeline"]) for rate in (0, 0.3)
    )
    blocks, more = (drawing.findall("g/g") for drawing in (calm, failing_often))
    assert not any("failed" in str(block.get("class")) for block in blocks)
    went_through = [block for block in more if "failed" not in str(block.get("class"))]
    assert {block.get("data-task") for block in blocks} == {block.get("data-task") for block in went_through}
    assert len(blocks) == len(went_through) < len(more)


def numbers(d: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", d)]
