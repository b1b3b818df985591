"""What figure 7 draws of a run: its ruler, what its record leaves unsaid, and where it ends."""

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from nearlydone.figures import FIGURES
from nearlydone.figures.play import begin
from nearlydone.figures.presses import MARKS, name_of
from nearlydone.supervisor.counters import restarts
from nearlydone.supervisor.run import Run
from nearlydone.supervisor.settings import DEFAULT_SETTINGS, Settings

CELLS = [name_of((job, step), DEFAULT_SETTINGS) for job in range(1, 13) for step in range(4)]
MARKED = st.lists(st.tuples(st.sampled_from(CELLS), st.sampled_from(MARKS)).map(" ".join), max_size=20)
OPTIONS = st.fixed_dictionaries(
    {
        "scan": st.integers(1, 10),
        "lease": st.integers(1, 6),
        "retry_limit": st.integers(1, 5),
        "supervisor": st.booleans(),
        "marks": MARKED,
    }
)
few = settings(max_examples=60, deadline=None)


def ask(press: str, **options: Any) -> dict[str, Any]:
    reply: dict[str, Any] = FIGURES["figure-7"].ask({**options, "press": press})
    return reply


def played(rounds: int, marks: list[str], **options: Any) -> Run:
    return begin(Settings(**options), marks, ["next"] * rounds).runs()[-1]


def truths(reply: dict[str, Any]) -> list[str]:
    """What the books say beside each job's line in the record."""
    return re.findall(r'<td class="reality truth[^"]*">([^<]*)</td>', reply["drawings"]["books"])


@few
@given(OPTIONS, st.integers(0, 12))
def test_the_ruler_tells_apart_what_was_recorded_failed_silent_and_late(options: dict[str, Any], round: int) -> None:
    reply = ask(f"to {round}", **options)
    drawn = reply["drawings"]["ruler"]
    run = played(reply["round"], **options)
    attempts = run.book.attempts.values()
    failed = {key for key, command in run.book.commands.items() if command.answer == "failed"}
    late = [it for it in attempts if (run.round if it.ended is None else it.ended) > it.started + run.settings.lease]
    assert drawn.count('class="span recorded"') == sum(it.outcome == "recorded" for it in attempts)
    assert drawn.count('class="span failed"') == drawn.count('class="stroke"') == len(failed)
    assert drawn.count('class="span silent"') == sum(it.outcome == "expired" for it in attempts if it.key not in failed)
    assert drawn.count('class="beyond"') == len(late)
    assert drawn.count('<line class="again"') == restarts(run)
    assert drawn.count(">given up<") == sum(job.state == "compensated" for job in run.book.jobs.values())


def test_a_step_that_is_given_up_has_a_stroke_through_it_on_the_board_too() -> None:
    [given_up] = re.findall(r'<button[^>]*class="cell given-up[^>]*>.*?</button>', ask("end")["drawings"]["board"])
    assert 'class="stroke"' in given_up


@few
@given(OPTIONS, st.integers(0, 30))
def test_what_the_record_does_not_say_is_said_in_two_short_lines(options: dict[str, Any], round: int) -> None:
    said = truths(ask(f"to {round}", **options))
    assert len(said) == DEFAULT_SETTINGS.jobs
    assert all(len(truth) <= 64 for truth in said)


def test_so_is_a_job_of_which_everything_was_done_twice() -> None:
    marks = [f"S1={step} stalled" for step in DEFAULT_SETTINGS.steps]
    assert truths(ask("end", marks=marks))[0] == "4 steps done more than once"


def test_nothing_is_said_of_a_job_of_which_the_record_is_right() -> None:
    assert set(truths(ask("to 3", marks=[]))) == {""}
    assert truths(ask("to 3", marks=["S4=discount lost"]))[3] == "discount never sent"
    slow = {"marks": ["S4=discount slow"], "supervisor": False}
    assert truths(ask("to 3", **slow))[3] == ""
    assert truths(ask("to 4", **slow))[3] == "the agent is still at it"


@few
@given(OPTIONS)
def test_the_last_round_is_one_in_which_something_happens(options: dict[str, Any]) -> None:
    end = ask("end", **options)
    assert not end["can"]["next"]
    assert end["round"] == end["last"]
    assert any(played(end["round"], **{**options, "supervisor": watched}).events for watched in (True, False))
    for press in ("next", f"to {end['round'] + 1}"):
        assert ask(press, **{**options, "presses": ["next"] * end["round"]})["round"] == end["round"]
