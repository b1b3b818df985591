"""The page's way to Python: whatever comes in, an answer or an error goes out, as JSON."""

import json
import sys
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from markup import problems_in
from nearlydone.bridge import KNOWN, handle
from nearlydone.commands import COMMANDS, ask
from nearlydone.figures.averaging import row_of
from strategies import cases
from wild import MARKUP, nearly_right, requests, values

LONGEST = 700  # letters of an error: it is one sentence


def reply_to(request: Any) -> dict[str, Any]:
    return read(handle(request if isinstance(request, str) else json.dumps(request)))


def read(text: str) -> dict[str, Any]:
    """A reply's one entry: an answer, or an error in one sentence. Only plain JSON, so no NaN; and no markup but
    the package's own, in the drawings and nowhere else."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    reply = json.loads(text, parse_constant=refuse)
    assert isinstance(reply, dict)
    assert reply.keys() in ({"answer"}, {"error"})
    if "error" in reply:
        assert isinstance(reply["error"], str)
        assert reply["error"].strip()
        assert "\n" not in reply["error"]
        assert len(reply["error"]) < LONGEST
    else:
        assert isinstance(reply["answer"], dict)
        for markup in reply["answer"].get("drawings", {}).values():
            ElementTree.fromstring(markup)
            assert problems_in(markup) == []
    return reply


def error_of(request: Any) -> str:
    return str(reply_to(request)["error"])


# Answers


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("job", {}),
        ("job", {"seed": 5, "tasks": 37, "layers": 5, "kinds": 3}),
        ("run", {"workers": 2, "failure_rate": 0.2}),
        ("run", {"fail": [[0, 0.5], [0, 1]]}),
        ("measure", {"jobs": 2, "good_estimates": True}),
    ],
)
def test_the_page_gets_the_answer_that_the_command_line_prints(command: str, options: dict[str, Any]) -> None:
    assert reply_to({"command": command, "options": options}) == {"answer": ask(command, options)}


def test_options_may_be_left_out() -> None:
    assert reply_to({"command": "job"}) == {"answer": ask("job", {})}


def test_the_page_can_ask_all_that_the_command_line_can() -> None:
    assert COMMANDS.keys() <= KNOWN.keys()


# Errors


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "{",
        "null",
        "7",
        '"run"',
        "[]",
        "{}",
        '{"command": "run"',
        '{"command": "run"} {"command": "run"}',
        '{"command": null}',
        '{"command": ["run"]}',
        '{"command": "run", "options": null}',
        '{"command": "run", "options": []}',
        '{"command": "run", "options": "seed=5"}',
        '{"command": "run", "seed": 5}',
        '{"command": "Run"}',
        '{"command": "run", "options": {"seed": NaN}}',
        '{"command": "run", "options": {"spread": Infinity}}',
        '{"command": "run", "options": {"seed": 1e999}}',
        '{"command": "run", "options": {"seed": ' + "9" * 5000 + "}}",
        '{"command": "run", "options": {"seed": ' + "9" * 400 + "}}",
        "[" * 100_000,
        '{"command":' * 100_000,
    ],
    ids=lambda text: text[:40],
)
def test_a_wrong_request_gets_an_error(text: str) -> None:
    assert error_of(text)


@pytest.mark.parametrize("depth", [5, 50, 200, 400, 600, 800, 950, 990, 2000, 50_000])
def test_a_value_may_be_nested_to_any_depth(depth: int) -> None:
    assert error_of('{"command": "run", "options": {"workers": ' + "[" * depth + "]" * depth + "}}")
    assert error_of('{"command": ' + "[" * depth + "]" * depth + "}")


def test_an_error_names_what_was_wrong() -> None:
    assert "'jog'" in error_of({"command": "jog"})
    assert "'speeed'" in error_of({"command": "job", "options": {"speeed": 1}})
    assert error_of({"command": "run", "options": {"tasks": "many"}}).startswith("tasks is 'many'")
    assert "'seed'" in error_of({"command": "run", "seed": 5})


def test_what_needs_more_memory_than_there_is_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def hoard(options: object, progress: object) -> dict[str, Any]:
        return {"all": [None] * sys.maxsize}

    monkeypatch.setitem(KNOWN, "job", replace(KNOWN["job"], answer=hoard))
    assert error_of({"command": "job"}) == "job needs more memory than there is for it"


def test_an_error_about_something_huge_is_still_one_sentence() -> None:
    huge = "x" * 1_000_000
    for request in ({"command": huge}, {huge: 1, "command": "run"}, {"command": "run", "options": {huge: 1}}):
        assert error_of(request)
    for name in ("presses", "marks", "press", "record"):
        assert error_of({"command": "figure-7", "options": {name: [huge] if name in ("presses", "marks") else huge}})


def test_what_needs_a_library_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nearlydone.batch.averages", None)
    row_of.cache_clear()
    assert error_of({"command": "figure-4"}) == "figure-4 needs nearlydone.batch.averages, which is not in this Python"


@pytest.mark.parametrize("text", MARKUP)
@pytest.mark.parametrize("press", ["{}", "preset {}", "crash {}", "to {}", "S1={}", "S1=tariff {}", "{}=tariff lost"])
def test_markup_in_a_press_is_a_press_that_there_is_not(press: str, text: str) -> None:
    assert error_of({"command": "figure-7", "options": {"press": press.format(text)}})
    assert error_of({"command": "figure-7", "options": {"presses": [press.format(text)]}})


# Anything at all


@cases(1000)
@given(st.text() | values.map(json.dumps))
@example("\ufeff{}")
def test_any_text_gets_a_reply(text: str) -> None:
    reply_to(text)


@cases(400)
@given(requests)
def test_any_object_gets_a_reply(request: dict[str, Any]) -> None:
    reply_to(request)


@cases(400)
@given(nearly_right())
def test_any_values_of_real_options_get_a_reply(request: dict[str, Any]) -> None:
    reply_to(request)


@cases(200)
@given(st.sampled_from(["job", "run", "measure"]), st.data())
def test_right_values_get_an_answer(command: str, data: st.DataObject) -> None:
    right: dict[str, st.SearchStrategy[Any]] = {
        "tasks": st.integers(6, 12),
        "layers": st.integers(1, 6),
        "spread": st.floats(0, 20),
        "kinds": st.integers(1, 40),
        "bias": st.floats(0, 20),
        "noise": st.floats(0, 20),
        "failure_rate": st.floats(0, 1),
        "good_estimates": st.booleans(),
        "seed": st.integers(-(2**53), 2**53),
        "workers": st.integers(1, 1_000_000),
        "first_seed": st.integers(-(2**53), 2**53),
        "engine": st.just("readable"),
    }
    names = [option.name for option in COMMANDS[command].options if option.name in right]
    options = {"tasks": 8, "jobs": 1} if command == "measure" else {"tasks": 8}
    for name in data.draw(st.lists(st.sampled_from(names), unique=True)):
        options[name] = data.draw(right[name])
    assert "answer" in reply_to({"command": command, "options": options})
