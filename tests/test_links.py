"""A link shows what its sender saw; and whatever a fragment says, all of it that can be used is used."""

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nearlydone.figures import TAKE_AWAY, rules
from nearlydone.figures.links import LINKED, LONGEST, decode, encode, file_name
from nearlydone.figures.presses import MARKS, after, first_stage, name_of
from nearlydone.jobs import random_job
from nearlydone.options import check_all
from nearlydone.scheduler import Scheduler
from nearlydone.supervisor.settings import DEFAULT_SETTINGS
from strategies import cases
from wild import LINKS, MARKUP

Given = dict[str, Any]
SAFE = re.compile(r"figure-[1-9]/v1(/[a-z0-9-]+=[A-Za-z0-9,.-]*[A-Za-z0-9])*")
marks = st.builds(
    lambda job, step, mark: f"{name_of((job, step), DEFAULT_SETTINGS)} {mark}",
    st.integers(1, 12), st.integers(0, 3), st.sampled_from(MARKS),
)


def checked(figure: str, given: Given) -> Given:
    options = check_all(LINKED[figure].options, given)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


@st.composite
def dialled(draw: st.DrawFn, figure: str) -> Given:
    """Every slider anywhere, every switch either way."""
    sliders = {slider.name: st.sampled_from([*map(shown, slider.positions)]) for slider in LINKED[figure].sliders}
    switches = {option.name: st.booleans() for option in LINKED[figure].options if option.kind == "switch"}
    return draw(st.fixed_dictionaries({**sliders, **switches}))


def shown(position: float) -> float:
    """A slider's position as a browser gives it."""
    return round(position, 10)


@st.composite
def run_settings(draw: st.DrawFn) -> Given:
    """A job, failed by hand where somebody is at work, and a minute of it or none."""
    job = random_job(seed := draw(st.integers(0, 300)))
    scheduler = Scheduler(job.deps, job.attempts, 4)
    fail = []
    for minute in sorted(draw(st.lists(st.integers(1, 20_000), max_size=3))):
        scheduler.run(until=minute / 1000)
        if scheduler.running:
            fail.append((draw(st.sampled_from(sorted(scheduler.running))), minute / 1000))
            scheduler.fail(*fail[-1])
    minute = draw(st.none() | st.integers(0, 40_000).map(lambda minute: minute / 1000))
    return {"seed": seed, "fail": fail, **({} if minute is None else {"minute": minute})}


@st.composite
def rules_settings(draw: st.DrawFn) -> Given:
    stepper, actions = rules.Stepper(random_job(rules.SEED, rules.SHAPE), rules.WORKERS), []
    for choice in draw(st.lists(st.integers(0, 4), max_size=30)):
        if running := sorted(stepper.scheduler.running) if choice < 2 else []:
            actions.append(running[choice % len(running)])
            stepper.fail(actions[-1])
        elif stepper.scheduler.left:
            actions.append("next")
            stepper.next()
    return {"actions": actions}


@st.composite
def scanning_settings(draw: st.DrawFn) -> Given:
    settings = draw(dialled("figure-8"))
    if not settings["as_figure_7"]:
        return {"scan": settings["scan"]}
    return {**settings, "marks": draw(st.lists(marks, max_size=5))}


@st.composite
def silence_settings(draw: st.DrawFn) -> Given:
    """As the page is built, or played as far as a reader likes, marked meanwhile and crashed, and gone back in."""
    settings = draw(dialled("figure-7")) | {"marks": draw(st.lists(marks, max_size=5))}
    crash = st.sampled_from(["crash S6=invoice 0 lost", "crash S1=tariff 1 stalled"])
    presses = draw(st.none() | st.lists(st.just("next") | marks | crash, max_size=12))
    if presses is None:
        return settings
    return {**settings, "presses": presses, "round": draw(st.integers(0, presses.count("next")))}


SETTINGS: dict[str, st.SearchStrategy[Given]] = {
    **{figure: dialled(figure) for figure in LINKED},
    "figure-1": run_settings(),
    "figure-2": rules_settings(),
    "figure-7": silence_settings(),
    "figure-8": scanning_settings(),
}


@cases(400)
@given(st.data(), st.sampled_from(sorted(LINKED)))
def test_a_link_brings_back_the_settings_it_was_made_of(data: st.DataObject, figure: str) -> None:
    settings = checked(figure, data.draw(SETTINGS[figure]))
    link = encode(figure, settings)
    assert SAFE.fullmatch(link)
    said = decode(link)
    assert (said.figure, said.note) == (figure, "")
    assert said.settings is not None
    assert checked(figure, said.settings) == settings


@pytest.mark.parametrize("figure", sorted(LINKED))
def test_a_figure_as_it_was_built_has_the_shortest_link(figure: str) -> None:
    assert encode(figure, checked(figure, {})) == f"{figure}/v1"
    assert decode(f"#{figure}/v1") == (figure, {}, "")


def test_links_are_short_and_can_be_read() -> None:
    play = {"scan": 4, "marks": [], "presses": ["next"] * 5 + ["S3=invoice slow", "next"], "round": 4}
    for figure, given_, link in [
        ("figure-1", {"fail": [[20, 8.0]], "minute": 9.5}, "fail=20-at-8/minute=9.5"),
        ("figure-2", {"actions": ["next", "next", "next", 1, "next"]}, "actions=3-next,1,next"),
        ("figure-5", {"workers": 12}, "workers=12"),
        ("figure-6", {"bias": 0.35, "learn": True}, "bias=0.35/learn=yes"),
        ("figure-7", play, "scan=4/marks=none/round=4/presses=5-next,S3-invoice-slow,next"),
        ("figure-9", {"stall_ratio": 0.0105, "key": False}, "stall-ratio=0.0105/key=no"),
    ]:
        assert encode(figure, checked(figure, given_)) == f"{figure}/v1/{link}"
    assert file_name("figure-5", {"workers": 12}) == "nearly-done-figure-5-workers-12"
    assert file_name("figure-2", {"actions": ["next"]}) == "nearly-done-figure-2"


def test_no_link_is_made_that_would_not_be_read() -> None:
    by_hand = [[task % 60, 0.5 + task] for task in range(300)]
    links = [encode("figure-1", checked("figure-1", {"fail": by_hand[:many]})) for many in range(1, len(by_hand))]
    made = [link for link in links if link]
    assert links == made + [None] * (len(links) - len(made))
    assert len(made) < len(links)
    assert len(made[-1]) > LONGEST - 20
    assert decode(f"#{made[-1]}").settings is not None


@pytest.mark.parametrize(
    "text",
    ["#figure-5/v1/workers=12", "figure-5%2Fv1%2Fworkers%3D12", "figure-5/v1/workers=12).", "figure-5/v1//workers=12/"],
)
def test_what_chat_programs_do_to_a_link_is_undone(text: str) -> None:
    assert decode(text) == ("figure-5", {"workers": 12}, "")


@pytest.mark.parametrize("text", ["", "#", "ending", "#figure-5", "figure-12", "figures/v1", "%00%ff", *MARKUP])
def test_of_any_other_anchor_nothing_is_said(text: str) -> None:
    assert decode(text).figure is None


@pytest.mark.parametrize(
    ("text", "settings", "left_out"),
    [
        ("figure-5/v2/workers=12", None, "it says v2 where this page reads v1"),
        ("figure-5?v=1&workers=12", None, "it says ?v=1&workers=12 where"),
        ("figure-5/v1/" + "a" * LONGEST, None, "more than 2,000 letters"),
        ("figure-5/v1/workers=5/colour=red", {}, "workers=5 and colour=red."),
        ("figure-5/v1/workers=1e9/workers=8/workers=2", {"workers": 8}, "workers=1e9 and workers=2."),
        ("figure-6/v1/bias=nan/learn=maybe", {}, "bias=nan and learn=maybe."),
        ("figure-9/v1/a/b/c/d/retry-limit=4", {"retry_limit": 4}, "a, b, c and 1 more."),
        ("figure-4/v1/spread=<script>alert(1)</script>", {}, "spread=<script>alert(1)< and script."),
        ("figure-1/v1/fail=0-at-0.5,59-at-0.1,x,1-at-0.5", {"fail": [(0, 0.5), (1, 0.5)]},
         "fail=59-at-0.1 and fail=x."),
        ("figure-1/v1/seed=-1/minute=-1", {}, "seed=-1 and minute=-1."),
        ("figure-2/v1/actions=next,0,7,next", {"actions": ["next", 0]}, "actions=7 and actions=next."),
        ("figure-2/v1/actions=9999-next", {}, "actions=9999-next."),
        ("figure-7/v1/presses=2-next,S99-x-slow,next/round=7", {"presses": ["next"] * 2, "round": 2},
         "presses=S99-x-slow, presses=next and round=7."),
        ("figure-7/v1/marks=S1-tariff-lost,S1-tariff,boo", {"marks": ["S1=tariff lost"]},
         "marks=S1-tariff and marks=boo."),
    ],
)
def test_what_cannot_be_is_left_out_and_told(text: str, settings: Given | None, left_out: str) -> None:
    said = decode(text)
    assert said.settings == settings
    assert left_out in said.note
    assert said.note.count(". ") == 0


@cases(600)
@given(st.text() | LINKS)
@example("figure-1/v1/fail=0-at-nan/seed=" + "9" * 5000)
def test_any_text_says_something_that_its_figure_can_be_asked(text: str) -> None:
    figure, settings, note = decode(text)
    assert note.isprintable()
    assert len(note) < 200
    if figure and settings is not None:
        assert TAKE_AWAY[f"{figure}-link"].ask(settings)["link"].startswith(f"{figure}/v1")
        if figure in ("figure-1", "figure-2", "figure-7", "figure-8", "figure-9"):
            TAKE_AWAY[f"{figure}-csv"].ask(settings)


def test_presses_lead_where_they_led() -> None:
    """The stages that a link is checked by are those of the figure itself."""
    said = decode("figure-7/v1/presses=next,S4-discount-stalled,next")
    assert said.settings is not None
    stage = first_stage(DEFAULT_SETTINGS, [])
    for press in said.settings["presses"]:
        stage = after(stage, press)
    assert stage.rounds == said.settings["round"] == 2
