"""Figures 7 to 9 without a browser: what a reader does to them, where it leads, and what is kept on disk."""

import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nearlydone.charts.drawing import draw
from nearlydone.commands import Command
from nearlydone.figures import FIGURES, billing, keeping, scanning, silence
from nearlydone.figures.play import begin
from nearlydone.figures.presets import PRESETS, PUBLISHED
from nearlydone.figures.presses import MARKS, first_stage, name_of
from nearlydone.supervisor.cost import bill
from nearlydone.supervisor.counters import counters, invoice_lines, ledger
from nearlydone.supervisor.record import Record
from nearlydone.supervisor.run import start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, DEFAULT_SETTINGS, Settings

PUBLISHED_TABLES = json.loads((Path(__file__).parent / "golden" / "supervisor.json").read_text())
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A disk would make each of a thousand transactions wait, and nothing here is about disks."""

CELLS = [name_of((job, step), DEFAULT_SETTINGS) for job in range(1, 13) for step in range(4)]
ROUND = st.integers(0, 12).map("to {}".format)
MARK = st.tuples(st.sampled_from(CELLS), st.sampled_from(MARKS)).map(" ".join)
PRESS = st.one_of(st.just("next"), st.just("back"), st.just("end"), st.just("over"), ROUND, MARK)
SETTINGS = st.fixed_dictionaries(
    {
        "scan": st.integers(1, 10),
        "lease": st.integers(1, 6),
        "retry_limit": st.integers(1, 5),
        "supervisor": st.booleans(),
    }
)


class Reader:
    """Somebody at figure 7: sends back the state they were given, with what they press. `folder` keeps the record."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.folder = folder
        self.state = {**options, "record": "r-1"}
        command = Command("silence", silence.OPTIONS, lambda options, _: silence.answer(options, folder))
        self.ask = command.ask
        self.reply: dict[str, Any] = {}

    def press(self, press: str, **options: Any) -> dict[str, Any]:
        self.reply = self.ask({**self.state, **options, "press": press})
        self.state = {**self.reply["state"], "record": "r-1"}
        return self.reply

    @property
    def file(self) -> Path:
        return self.folder / "r-1.db"

    def record(self) -> Record:
        return Record.open(str(self.file))

    def replayed(self) -> Any:
        """The run that the state says, played in memory and to its last press."""
        names = ("supervisor", "scan", "lease", "retry_limit", "key")
        settings = Settings(**{name: self.state[name] for name in names})
        return begin(settings, self.state["marks"], self.state["presses"]).runs()[-1]


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        yield Path(name)


@pytest.fixture
def reader(folder: Path) -> Reader:
    return Reader(folder)


# What is drawn before anybody has pressed anything


def test_figure_7_starts_as_the_published_run_played_to_its_end() -> None:
    reply = FIGURES["figure-7"].ask({})
    for name, table in (("alone", "no supervisor"), ("watched", "supervisor")):
        published = PUBLISHED_TABLES["defaults"][table]
        assert {counter: reply["counters"][name][counter] for counter in published} == published
    assert (reply["round"], reply["latest"]) == (8, 8)
    assert "11 jobs completed, 1 compensated, none half-finished" in reply["story"]


def test_figure_7_keeps_nothing_before_anybody_has_pressed_anything(folder: Path) -> None:
    silence.answer({option.name: option.default for option in silence.OPTIONS}, folder)
    assert not list(folder.iterdir())


# The reader's presses


def test_next_plays_a_round_and_back_shows_the_one_before(reader: Reader) -> None:
    for played in range(1, 6):
        assert reader.press("next")["round"] == played
    forward = reader.reply["drawings"]
    assert reader.press("back")["round"] == 4
    assert reader.reply["latest"] == 5
    assert reader.press("next")["drawings"] == forward


def test_rounds_seen_again_are_the_ones_that_were_played(reader: Reader) -> None:
    drawn = [reader.press("to 0")["drawings"]]
    while reader.reply["can"]["next"]:
        drawn.append(reader.press("next")["drawings"])
    for at in reversed(range(len(drawn))):
        assert reader.press(f"to {at}")["drawings"] == drawn[at]
    for at in range(1, len(drawn)):
        assert reader.press("next")["drawings"] == drawn[at]


@pytest.mark.parametrize("mark", [mark for mark in MARKS if mark != "well"])
def test_a_press_marks_a_step_and_the_same_press_makes_it_well_again(reader: Reader, mark: str) -> None:
    reader.press("to 0", marks=[])
    assert reader.press(f"S4=invoice {mark}")["marks"] == [f"S4=invoice {mark}"]
    assert f'class="cell open marked {mark}"' in reader.reply["drawings"]["board"]
    assert reader.press(f"S4=invoice {mark}")["marks"] == []


def test_a_mark_made_in_mid_run_holds_from_the_next_round_on(reader: Reader) -> None:
    reader.press("to 2", marks=[])
    assert reader.press("S3=invoice persistent")["story"].endswith("from the next round on.")
    reader.press("end")
    assert reader.reply["counters"]["alone"]["half_finished"] == 1
    assert reader.reply["counters"]["watched"]["compensated_jobs"] == 1


def test_a_mark_on_a_recorded_step_says_that_it_comes_too_late(reader: Reader) -> None:
    reader.press("to 3", marks=[])
    assert "recorded already" in reader.press("S1=tariff stalled")["story"]
    assert reader.press("end")["counters"]["alone"]["completed"] == 12


def test_start_over_keeps_the_marks(reader: Reader) -> None:
    reader.press("to 2")
    reader.press("S1=notification lost")
    reader.press("end")
    reply = reader.press("over")
    assert reply["round"] == reply["latest"] == 0
    assert reply["marks"] == ["S1=notification lost", *PUBLISHED]


def test_a_setting_is_played_again_from_the_first_round_to_the_same_one(reader: Reader) -> None:
    reader.press("end")
    reply = reader.press("set", scan=4)
    assert reply["round"] == 8
    run = start(replace(DEFAULT_SETTINGS, scan=4), DEFAULT_FAULTS)
    for _ in range(8):
        run = run.next_round()
    assert reply["counters"]["watched"]["recovery"] == list(counters(run).recovery)


def test_a_press_on_an_earlier_round_says_what_it_costs(reader: Reader) -> None:
    reader.press("end")
    reader.press("to 5")
    story = reader.press("S6=notification stalled")["story"]
    assert "Rounds 6 to 8 are given up" in story
    assert reader.reply["latest"] == 5


@pytest.mark.parametrize(
    ("press", "says"),
    [
        ("jump", "there is no"),
        ("to -1", "there is no"),
        ("S99=tariff stalled", "there is no job 'S99'"),
        ("S1=lunch stalled", "there is no step 'lunch'"),
        ("S1=tariff tired", "there is no mark 'tired'"),
        ("preset chaos", "there is no preset 'chaos'"),
        ("crash lunch", "there is no gap 'lunch'"),
    ],
)
def test_a_press_that_there_is_not_is_refused_in_one_sentence(reader: Reader, press: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as refusal:
        reader.press(press)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("presses", [["crash"], ["crash S1=tariff x lost"], ["crash S1=tariff 0 well"], ["nxt"]])
def test_presses_of_another_form_are_refused(presses: list[str]) -> None:
    with pytest.raises(ValueError, match=r"there is no|is no crash|a fault is written"):
        FIGURES["figure-7"].ask({"presses": presses})


@pytest.mark.parametrize("name", ["../r", "r/1", "R", "a b", "a" * 41])
def test_a_record_cannot_be_named_out_of_its_folder(name: str) -> None:
    with pytest.raises(ValueError, match="is no name of a record"):
        FIGURES["figure-7"].ask({"record": name})


# The record


@hypothesis_settings(max_examples=60, deadline=None)
@given(SETTINGS, st.lists(PRESS, max_size=8))
def test_whatever_is_pressed_the_record_on_disk_holds_what_the_replay_shows(
    settings: dict[str, Any], presses: list[str]
) -> None:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as name:
        reader = Reader(Path(name), **settings)
        for press in presses:
            reader.press(press)
            with reader.record() as record:
                assert record.run() == reader.replayed()


def test_looking_back_leaves_the_record_as_it_is(reader: Reader) -> None:
    reader.press("to 6")
    before = reader.file.read_bytes()
    for press in ("back", "to 0", "to 3", "next"):
        reader.press(press)
        assert reader.file.read_bytes() == before


def test_a_press_on_an_earlier_round_writes_the_record_anew_from_there(reader: Reader, folder: Path) -> None:
    for press in ("to 6", "to 2", "S8=invoice lost", "next"):
        reader.press(press)
    straight = Reader(folder / "other")
    straight.folder.mkdir()
    for press in ("to 2", "S8=invoice lost", "next"):
        straight.press(press)
    with reader.record() as record, straight.record() as other:
        assert record.run() == other.run()


def test_a_fresh_process_carries_on_from_the_record_it_finds(reader: Reader, folder: Path) -> None:
    reader.press("to 4")
    before = reader.file.read_bytes()
    fresh = Reader(folder, **{name: value for name, value in reader.state.items() if name != "record"})
    reply = fresh.press("resume")
    assert reply["found"] == 4
    assert "Carried on where it stood" in reply["story"]
    assert fresh.file.read_bytes() == before


def test_a_record_that_is_damaged_or_of_another_run_is_written_anew(reader: Reader) -> None:
    reader.press("to 4")
    reader.file.write_bytes(b"not a database, but of some length" * 100)
    assert reader.press("next")["found"] is None
    with reader.record() as record:
        assert record.run() == reader.replayed()


def test_without_a_place_to_keep_it_the_run_goes_on_and_cannot_be_crashed(folder: Path) -> None:
    reader = Reader(folder / "missing")
    assert reader.press("to 3")["round"] == 3
    assert reader.reply["can"]["crash"] == {"sent": False, "recorded": False}
    assert all("Nothing is kept on record" in why for why in reader.reply["no_crash"].values())
    with pytest.raises(ValueError, match="nothing is kept on record"):
        reader.press("crash sent")


# Crashes


def test_where_there_can_be_no_crash_it_is_said_why(reader: Reader) -> None:
    assert reader.press("to 0")["no_crash"] == {
        "sent": "", "recorded": "In the next round no result is recorded that could be lost."
    }
    assert reader.press("next")["no_crash"] == {"sent": "", "recorded": ""}
    assert all("start the run first" in why for why in reader.press("end")["no_crash"].values())
    assert reader.press("back")["can"]["crash"] == {gap: not why for gap, why in reader.reply["no_crash"].items()}


@pytest.mark.parametrize("gap", keeping.GAPS)
@pytest.mark.parametrize("supervisor", [True, False])
@pytest.mark.parametrize("round", range(8))
def test_a_crash_takes_one_start_or_one_result_and_the_rest_is_carried_on(
    reader: Reader, round: int, supervisor: bool, gap: str
) -> None:
    reader.press(f"to {round}", supervisor=supervisor)
    undisturbed = reader.reply
    if not undisturbed["can"]["crash"][gap]:
        with pytest.raises(ValueError, match="no such gap"):
            reader.press(f"crash {gap}")
        return
    assert f"In the middle of round {round + 1}" in reader.press(f"crash {gap}")["story"]
    with reader.record() as record:
        assert record.cut_off
        assert record.round == round
    fresh = reader.press("resume")
    assert fresh["round"] == round + 1
    assert f"Lost: the {'start' if gap == 'sent' else 'result'} of" in fresh["story"]
    assert fresh["state"]["presses"][-1] == "next"
    assert fresh["state"]["presses"][-2].endswith("lost" if gap == "sent" else "stalled")
    with reader.record() as record:
        assert not record.cut_off
        assert record.run() == reader.replayed()


def test_the_story_says_in_which_round_the_loss_is_found_and_then_it_is(reader: Reader) -> None:
    reader.press("to 1", marks=[])
    reader.press("crash sent")
    story = reader.press("resume")["story"]
    found = int(story.split("past its lease in round ")[1].rstrip("."))
    assert "past its lease and took it back" in reader.press(f"to {found}")["story"]
    assert "took it back" not in reader.press(f"to {found - 1}")["story"]


def test_with_nobody_watching_the_story_says_that_nobody_will_find_out(reader: Reader) -> None:
    reader.press("to 1", supervisor=False)
    reader.press("crash recorded")
    assert "nobody will ever find out" in reader.press("resume")["story"]


def test_in_the_middle_of_a_round_some_jobs_have_been_dealt_with_and_some_have_not(reader: Reader) -> None:
    before = reader.press("to 3", marks=[])["drawings"]["books"]
    middle = reader.press("crash recorded")["drawings"]["books"]
    after = reader.press("resume")["drawings"]["books"]
    assert len({before, middle, after}) == 3
    with pytest.raises(ValueError, match="there is no gap"):
        reader.press("crash")


# Presets


def ended(name: str) -> dict[str, Any]:
    [preset] = (preset for preset in PRESETS if preset.name == name)
    stage = first_stage(preset.settings, preset.marks)
    return {"alone": stage.alone.to_end(), "watched": stage.watched.to_end()}


def test_presets_show_what_they_are_there_for() -> None:
    slow = ended("a lease too short")
    assert counters(slow["alone"]).completed == 12
    assert counters(slow["watched"]).compensated_jobs == 2
    assert counters(slow["watched"]).orphan_effects == 2

    impatient = counters(ended("one attempt only")["watched"])
    assert (impatient.compensated_jobs, impatient.orphan_effects) == (4, 3)

    lost = ended("a lost start, a stall")["watched"]
    assert [(entry.job, entry.effects) for entry in ledger(lost) if entry.duplicates] == [(2, 2)]
    assert counters(lost).redriven == 2

    key_off = ended("the key off")["watched"]
    assert invoice_lines(ledger(key_off), key_off.settings.key) == 48


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_begins_at_round_0_with_its_settings_and_marks(reader: Reader, preset: Any) -> None:
    reader.press("end", scan=7)
    reply = reader.press(f"preset {preset.name}")
    assert (reply["round"], reply["latest"]) == (0, 0)
    assert reply["marks"] == sorted(preset.marks, key=place_of)
    assert reply["state"]["scan"] == preset.settings.scan
    assert reply["state"]["supervisor"] == preset.settings.supervisor
    assert preset.look in reply["story"]


def place_of(mark: str) -> int:
    return CELLS.index(mark.split(" ")[0])


# Words


@hypothesis_settings(max_examples=150, deadline=None)
@given(SETTINGS, st.lists(MARK, max_size=8), st.integers(0, 12))
def test_every_round_of_any_run_can_be_told(settings: dict[str, Any], marks: list[str], round: int) -> None:
    reply = FIGURES["figure-7"].ask({**settings, "marks": marks, "press": f"to {round}"})
    story = reply["story"]
    assert story.startswith("Nothing has started." if reply["round"] == 0 else f"Round {reply['round']}. ")
    assert story.endswith((".", ")."))
    assert "{" not in story
    assert "None" not in story


def test_what_is_out_of_the_ordinary_is_told_by_name(reader: Reader) -> None:
    assert "The result of tariff for S5 never reached the record." in reader.press("to 2")["story"]
    story = reader.press("next")["story"]
    assert "The agent tried discount for S7" in story
    assert "The result of discount for S2" in story


def test_a_round_in_which_nothing_happens_says_who_is_still_waiting(reader: Reader) -> None:
    story = reader.press("to 8", supervisor=False)["story"]
    assert "4 jobs say “running”, the longest for 7 rounds" in story
    assert "for ever (S2, S5, S7 and S9). No error was raised." in story


def test_every_moment_of_a_round_is_listed(reader: Reader) -> None:
    reply = reader.press("to 1")
    assert reply["drawings"]["moments"].count("<li>") == 24
    assert "The scheduler sent tariff of S12 to the agent." in reply["drawings"]["moments"]


# Figure 8


def test_figure_8_shows_the_published_rows() -> None:
    rows = {row["scan"]: row for row in FIGURES["figure-8"].ask({})["rows"]}
    assert list(rows) == list(range(1, 11))
    for published in PUBLISHED_TABLES["by scan interval"]:
        row = rows[published["scan"]]
        assert {name: round(value, 2) for name, value in row.items()} == published


def test_figure_8_takes_the_faults_lease_and_limit_of_figure_7(reader: Reader) -> None:
    reader.press("to 0", marks=["S1=tariff lost"], lease=4)
    options = {"marks": reader.reply["marks"], "lease": reader.state["lease"], "scan": 1}
    reply = FIGURES["figure-8"].ask(options)
    assert reply["rows"][0]["avg_recovery"] == 3
    assert "3.00 rounds on average" in reply["story"]


def test_figure_8_says_so_when_nothing_is_ever_late() -> None:
    reply = FIGURES["figure-8"].ask({"marks": []})
    assert "nothing is ever past its lease" in reply["story"]


@pytest.mark.parametrize("options", [{}, {"scan": 9}, {"marks": []}, {"lease": 6, "retry_limit": 5}])
def test_the_lines_that_move_without_matplotlib_are_those_that_it_draws(options: dict[str, Any]) -> None:
    reply = FIGURES["figure-8"].ask(options)
    for chart in scanning.both_charts(reply["rows"], options.get("scan", 2)):
        drawn = draw(chart)
        moving = reply["charts"][chart.name]
        for line, path in moving["paths"].items():
            assert f'data-line="{line}"' in drawn
            assert f'd="{path}"' in drawn
        for tick in moving["ticks"]:
            assert f">{tick}</text>" in drawn


# Figure 9


def test_figure_9_shows_the_published_bills() -> None:
    for published in PUBLISHED_TABLES["cost of a day, 4000 workflows, 16000 steps"]["rows"]:
        shown = FIGURES["figure-9"].ask({"stall_ratio": published["stall_ratio"]})["bill"]
        assert {name: pytest.approx(value) for name, value in published.items()} == {
            name: shown[name] for name in published
        }


@given(
    st.integers(100, 20_000), st.floats(0, 0.03), st.floats(0, 0.05), st.integers(2, 5), st.booleans()
)
def test_figure_9_says_exactly_when_half_of_the_redrives_are_wasted(
    workflows: int, stall: float, persistent: float, limit: int, key: bool
) -> None:
    options = {"workflows": workflows, "stall_ratio": stall, "persistent_ratio": persistent, "retry_limit": limit}
    reply = FIGURES["figure-9"].ask({**options, "key": key})
    day = bill(workflows, stall, persistent, limit)
    half = day.wasted_share is not None and abs(day.wasted_share - 0.5) < 1e-9
    assert ("Exactly half" in reply["story"]) == half
    assert reply["bill"]["extra_invoice_lines"] == (0 if key else day.wasted)


def test_figure_9_at_the_ratio_where_half_are_wasted() -> None:
    assert FIGURES["figure-9"].ask({"stall_ratio": 0.015})["story"].startswith("Exactly half")


def test_figure_9_with_nothing_to_mend() -> None:
    assert "Nothing fails" in FIGURES["figure-9"].ask({"stall_ratio": 0, "persistent_ratio": 0})["story"]


@pytest.mark.parametrize("key", [True, False])
def test_the_bars_of_figure_9_are_as_long_as_what_is_counted(key: bool) -> None:
    bars = FIGURES["figure-9"].ask({"key": key})["drawings"]["bars"]
    day = bill()
    parts = [
        (kind, float(wide) / 100 * day.redrives)
        for kind, wide in re.findall(r'part (\w+)"><rect[^>]* width="([^"]+)%"', bars)
    ]
    assert parts == [
        ("overdue", day.stalled_steps),
        ("failed", day.half_finished - day.stalled_steps),
        ("overdue", day.wasted),
        ("failed", day.redrives - day.wasted),
        *([] if key else [("overdue", day.extra_invoice_lines(key))]),
    ]


@pytest.mark.parametrize("slider", [*silence.SLIDERS, *scanning.SLIDERS, *billing.SLIDERS], ids=lambda it: it.name)
def test_a_slider_says_its_values_with_their_unit_and_refuses_what_is_beyond_its_ends(slider: Any) -> None:
    for value in (slider.least, slider.default, slider.most):
        assert any(letter.isalpha() for letter in slider.says(value))
        slider.option.check(value)
    for value in (slider.least - slider.step, slider.most + slider.step):
        with pytest.raises(ValueError, match=slider.name):
            slider.option.check(value)
