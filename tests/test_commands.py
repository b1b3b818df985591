"""Every command says what the model says, in plain data, and refuses in one sentence what it cannot be asked."""

import json
import re
from dataclasses import asdict
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given

import literal
from nearlydone import commands, tables
from nearlydone.commands import COMMANDS, ask
from nearlydone.printing import PRINTERS
from nearlydone.shape import Shape
from strategies import cases, seeds, shapes, worker_counts

SMALL = {"tasks": 8, "layers": 3, "seed": 5}


# What the answers are


@cases(60)
@given(seeds, shapes())
def test_job_tells_all_of_a_job(seed: int, shape: Shape) -> None:
    tasks, factors = literal.draw_job(seed, **asdict(shape))
    assert ask("job", {"seed": seed, **asdict(shape)}) == {"tasks": tasks, "factors": factors}


@cases(60)
@given(seeds, shapes(), worker_counts)
def test_run_tells_what_happened_and_what_the_bars_showed(seed: int, shape: Shape, workers: int) -> None:
    answer = ask("run", {"seed": seed, "workers": workers, **asdict(shape)})
    tasks, _ = literal.draw_job(seed, **asdict(shape))
    ended, begun = literal.schedule(tasks, {task["id"]: task["attempts"] for task in tasks}, workers)
    names = ("task", "worker", "start", "end", "ok")
    assert answer["minutes"] == ended[-1][3]
    assert answer["attempts"] == [dict(zip(names, attempt, strict=True)) for attempt in ended]
    shown = [literal.show_bars(tasks, begun, workers, answer["minutes"] * k / 100) for k in range(101)]
    assert answer["curves"] == {bar: [sample[bar] for sample in shown] for bar in shown[0]}
    judged = {bar: literal.judge(values) for bar, values in answer["curves"].items()}
    assert answer["honesty"] == {
        bar: dict(zip(("error", "above90", "backwards"), values, strict=True)) for bar, values in judged.items()
    }
    assert set(answer) == {"minutes", "attempts", "curves", "honesty"}


def test_run_lets_a_task_be_failed_by_hand() -> None:
    before = ask("run", SMALL)["attempts"]
    victim = before[-1]
    minute = (victim["start"] + victim["end"]) / 2
    after = ask("run", {**SMALL, "fail": [[victim["task"], minute]]})["attempts"]
    failed, again = after[-2:]
    assert (failed["task"], failed["ok"], failed["end"]) == (victim["task"], False, minute)
    assert (again["task"], again["ok"], len(after)) == (victim["task"], True, len(before) + 1)


def test_failures_by_hand_may_come_in_any_order() -> None:
    one, *_, last = ask("run", SMALL)["attempts"]
    failures = [[one["task"], one["end"] / 2], [last["task"], (last["start"] + last["end"]) / 2 + one["end"] / 2]]
    for extra in ({}, {"good_estimates": False}):
        assert ask("run", {**SMALL, **extra, "fail": failures}) == ask("run", {**SMALL, "fail": failures[::-1]})


def test_measure_tells_the_averages_of_the_runs() -> None:
    options = {"tasks": 9, "layers": 2, "workers": 2, "failure_rate": 0.3}
    answer = ask("measure", {**options, "jobs": 3, "first_seed": 20})
    each = [ask("run", {**options, "seed": seed}) for seed in (20, 21, 22)]
    attempts = [attempt for run in each for attempt in run["attempts"]]
    spent = sum(attempt["end"] - attempt["start"] for attempt in attempts)
    wasted = sum(attempt["end"] - attempt["start"] for attempt in attempts if not attempt["ok"])
    assert answer["jobs"] == 3
    assert answer["minutes"] == pytest.approx(sum(run["minutes"] for run in each) / 3)
    assert answer["failed_attempts"] == pytest.approx(sum(not attempt["ok"] for attempt in attempts) / 3)
    assert answer["wasted_share"] == pytest.approx(wasted / spent)
    for bar, judged in answer["bars"].items():
        for figure in ("error", "above90", "backwards"):
            assert judged[figure] == pytest.approx(sum(run["honesty"][bar][figure] for run in each) / 3)
    averages = {"minutes", "failed_attempts", "wasted_share", "longest_chain", "bars"}
    assert set(answer) == averages | {"jobs", "standard_errors"}


def test_measure_without_options_is_the_articles_table(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables.JOBS == 200
    monkeypatch.setattr(commands, "JOBS", 2)
    answer = ask("measure", {})
    rows = {row.pop("setting"): row for row in answer["rows"]}
    assert len(rows) == 10
    assert rows["default, 16 workers"] == ask("measure", {"jobs": 2, "workers": 16})
    assert rows["good estimates, spread 2.8, 4 workers"] == ask(
        "measure", {"jobs": 2, "good_estimates": True, "spread": 2.8}
    )
    assert rows["default, failure rate 0.2, 4 workers"] == ask("measure", {"jobs": 2, "failure_rate": 0.2})
    default = {name: value for name, value in answer.items() if name != "rows"}
    assert default == rows["default, 4 workers"] == ask("measure", {"jobs": 2})


def test_measure_shows_its_progress() -> None:
    totals: list[int] = []
    seen: list[int] = []

    def progress(pieces: Any, of: int) -> Any:
        totals.append(of)
        for piece in pieces:
            seen.append(piece.jobs)
            yield piece

    ask("measure", {"jobs": 3, "tasks": 6}, progress)
    assert (totals, sum(seen)) == ([3], 3)


# Defaults


@pytest.mark.parametrize("name", ["job", "run", "measure"])
def test_the_defaults_are_those_of_the_model_page(name: str) -> None:
    defaults = {option.name: option.default for option in COMMANDS[name].options}
    published = {"tasks": 60, "layers": 6, "spread": 1.2, "kinds": 4, "bias": 0.6, "noise": 0.25, "failure_rate": 0}
    assert published.items() <= defaults.items()


def test_a_run_is_job_77_with_4_workers_unless_told_otherwise() -> None:
    assert ask("run", {}) == ask("run", {"seed": 77, "workers": 4})


@pytest.mark.parametrize("name", ["job", "run", "measure"])
def test_good_estimates_mean_no_bias_and_little_noise(name: str) -> None:
    extra = {"jobs": 2} if name == "measure" else {}
    short = ask(name, {"good_estimates": True, **extra})
    assert short == ask(name, {"bias": 0, "noise": 0.05, **extra})
    assert short != ask(name, {"good_estimates": False, **extra})


def test_what_is_said_beside_good_estimates_holds() -> None:
    assert ask("job", {"good_estimates": True, "noise": 0.5}) == ask("job", {"bias": 0, "noise": 0.5})


def test_whole_numbers_may_come_as_numbers_with_a_point() -> None:
    """As JSON from JavaScript may write them."""
    for extra in ({}, {"good_estimates": True}):
        assert ask("run", {**SMALL, **extra, "workers": 3.0}) == ask("run", {**SMALL, **extra, "workers": 3})


# Refusals


NOT_NUMBERS: list[Any] = ["4", None, True, [], {}, [[[]]] * 9, nan, inf, -inf, 10**400, -(10**400), "\ud800\n" * 99]


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    ("name", "option"), [("job", "seed"), ("run", "tasks"), ("run", "workers"), ("measure", "jobs"), ("run", "spread")]
)
def test_what_is_no_number_is_refused(name: str, option: str, value: Any) -> None:
    refuses(name, {option: value}, f"{option} is ")


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("run", {"tasks": 0}, "tasks is 0"),
        ("run", {"tasks": 2.5}, "tasks is 2.5"),
        ("run", {"workers": 0}, "workers is 0"),
        ("run", {"workers": -1}, "workers is -1"),
        ("job", {"layers": 0}, "layers is 0"),
        ("job", {"layers": 61}, "layers is 61"),
        ("job", {"tasks": 3}, "layers is 6"),
        ("job", {"kinds": 0}, "kinds is 0"),
        ("job", {"spread": -1}, "spread is -1"),
        ("job", {"bias": 1e300}, "bias is 1e+300"),
        ("job", {"noise": -0.001}, "noise is -0.001"),
        ("run", {"failure_rate": 1.5}, "failure_rate is 1.5"),
        ("run", {"failure_rate": -0.5}, "failure_rate is -0.5"),
        ("run", {"seed": 0.5}, "seed is 0.5"),
        ("measure", {"jobs": 0}, "jobs is 0"),
        ("measure", {"first_seed": 1.5}, "first_seed is 1.5"),
        ("measure", {"engine": "steam"}, "engine is 'steam'"),
        ("measure", {"engine": None}, "engine is None"),
        ("run", {"good_estimates": "yes"}, "good_estimates is 'yes'"),
        ("run", {"fail": 3}, "fail "),
        ("run", {"fail": [3]}, "fail "),
        ("run", {"fail": [[3]]}, "fail "),
        ("run", {"fail": [["3", 1]]}, "task is '3'"),
        ("run", {"fail": [[3, nan]]}, "minute is nan"),
        ("run", {"fail": [[3, -1]]}, "minute is -1"),
        ("run", {"fail": [[59, 0.5]]}, "task 59 cannot fail at minute 0.5"),
        ("run", {"fail": [[0, 1000]]}, "task 0 cannot fail at minute 1000"),
        ("run", {"fail": [[60, 0]]}, "task 60 cannot fail"),
        ("run", {"speed": 1}, "there is no option 'speed'"),
        ("job", {"workers": 4}, "there is no option 'workers'"),
        ("jog", {}, "there is no command 'jog'"),
        ("", {}, "there is no command ''"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(name: str, options: dict[str, Any], start: str) -> None:
    refuses(name, options, start)


def refuses(name: str, options: dict[str, Any], start: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(start)) as refusal:
        ask(name, options)
    sentence = str(refusal.value)
    assert sentence.isprintable()
    assert len(sentence) < 400


def test_an_unknown_name_is_told_what_there_is() -> None:
    with pytest.raises(ValueError, match="job, run, measure"):
        ask("jog", {})
    with pytest.raises(ValueError, match=r"tasks.*failure_rate.*seed"):
        ask("job", {"size": 1})


# Plain data


@pytest.mark.parametrize(
    ("name", "options"), [("job", {}), ("run", {}), ("run", {"failure_rate": 1}), ("measure", {"jobs": 2})]
)
def test_answers_survive_json_unchanged(name: str, options: dict[str, Any]) -> None:
    answer = ask(name, options)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


def test_every_command_has_a_table_for_people() -> None:
    assert PRINTERS.keys() == COMMANDS.keys()
