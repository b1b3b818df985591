"""The command line: tables for people, JSON for programs, and one line for what was wrong."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Self

import pytest

from nearlydone.commands import COMMANDS, ask

if sys.platform == "emscripten":
    pytest.skip("a browser's tab has no command line", allow_module_level=True)
from nearlydone.cli import main

PACKAGES = str(Path(__file__).parents[1] / "py")
SCRIPT = "import sys; from nearlydone.cli import main; sys.exit(main())"  # what `nearlydone` is after pip install


def call(*arguments: str, module: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments, module=module),
        env={**os.environ, "PYTHONPATH": PACKAGES, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


def command(*arguments: str, module: bool = True) -> list[str]:
    return [sys.executable, *(["-m", "nearlydone"] if module else ["-c", SCRIPT]), *arguments]


# JSON


@pytest.mark.parametrize(
    ("arguments", "name", "options"),
    [
        ("job", "job", {}),
        ("job --seed 5 --tasks 37 --layers 5 --kinds 3", "job", {"seed": 5, "tasks": 37, "layers": 5, "kinds": 3}),
        ("job --seed -8 --spread 0.5 --bias 1 --noise 0", "job", {"seed": -8, "spread": 0.5, "bias": 1, "noise": 0}),
        ("run", "run", {}),
        ("run --workers 16 --failure-rate 0.3", "run", {"workers": 16, "failure_rate": 0.3}),
        ("run --good-estimates", "run", {"good_estimates": True}),
        ("run --good-estimates --noise 0.1", "run", {"bias": 0, "noise": 0.1}),
        ("run --fail 0=0.5 --fail 1=1.25", "run", {"fail": [[0, 0.5], [1, 1.25]]}),
        ("measure --jobs 2", "measure", {"jobs": 2}),
        (
            "measure --jobs 2 --first-seed 9 --workers 3 --engine readable",
            "measure",
            {"jobs": 2, "first_seed": 9, "workers": 3, "engine": "readable"},
        ),
    ],
)
def test_json_is_the_answer_and_nothing_else(
    arguments: str, name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == ask(name, options)
    assert printed.out.count("\n") == 1
    assert printed.err == ""


@pytest.mark.parametrize("module", [True, False], ids=["python -m nearlydone", "nearlydone"])
def test_it_runs_as_a_module_and_as_a_program(module: bool) -> None:
    done = call("run", "--seed", "3", "--json", module=module)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == ask("run", {"seed": 3})


@pytest.mark.parametrize("seed", ["1", "77"])
def test_the_same_seed_gives_the_same_bytes_whatever_hashes_are(seed: str) -> None:
    arguments = ("run", "--seed", seed, "--failure-rate", "0.2", "--fail", "0=0", "--json")
    printed = {call(*arguments, PYTHONHASHSEED=hashes).stdout for hashes in ("0", "1", "4294967295", "random")}
    assert len(printed) == 1
    assert json.loads(printed.pop())["minutes"] > 0


# Tables for people


def table(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out.splitlines()


def test_job_prints_a_line_for_each_task(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(capsys, "job", "--failure-rate", "0.4")
    assert len(lines) == 1 + 60
    for task, line in zip(ask("job", {"failure_rate": 0.4})["tasks"], lines[1:], strict=True):
        id, layer, _, estimate, duration, failures, *deps = line.split()
        assert (int(id), int(layer), [int(dep) for dep in deps]) == (task["id"], task["layer"], task["deps"])
        assert (estimate, duration) == (f"{task['estimate']:.2f}", f"{task['duration']:.2f}")
        assert int(failures) == len(task["attempts"]) - 1


def test_run_prints_what_happened_and_how_honest_each_bar_was(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(capsys, "run", "--failure-rate", "0.1")
    answer = ask("run", {"failure_rate": 0.1})
    printed = [line.split() for line in lines]
    for attempt in answer["attempts"]:
        went = "through" if attempt["ok"] else "failed"
        times = [f"{attempt['start']:.2f}", f"{attempt['end']:.2f}"]
        assert [str(attempt["task"]), str(attempt["worker"]), *times, went] in printed
    for bar, judged in answer["honesty"].items():
        (line,) = (line for line in lines if line.startswith(f"{bar} "))
        assert f"{answer['curves'][bar][50]:.0%}".rstrip("%") in line.split()
        assert f"{judged['error']:.1f}" in line.split()
    assert f"{answer['minutes']:.1f} minutes" in lines


def test_measure_prints_the_bars_and_the_averages(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(capsys, "measure", "--jobs", "2")
    answer = ask("measure", {"jobs": 2})
    for bar, judged in answer["bars"].items():
        (line,) = (line for line in lines if line.startswith(f"{bar} "))
        assert f"{judged['error']:.1f}" in line.split()
    assert f"{answer['minutes']:.1f} minutes" in lines[-1]


def test_measure_without_options_prints_a_row_for_each_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nearlydone.commands.JOBS", 1)
    lines = table(capsys, "measure")
    for row in ask("measure", {})["rows"]:
        (line,) = (line for line in lines if line.startswith(f"{row['setting']}  "))
        assert f"{row['minutes']:.1f}" in line.split()


@pytest.mark.parametrize("arguments", ["job --tasks 40 --kinds 40", "run --tasks 1 --layers 1 --workers 900"])
def test_unusual_jobs_have_tables_too(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert table(capsys, *arguments.split())


# Help


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_names_every_command_and_option(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*([name] if name else []), "--help"])
    printed = capsys.readouterr()
    assert (leaving.value.code, printed.err) == (0, "")
    names = ["--" + option.name.replace("_", "-") for option in COMMANDS[name].options] if name else list(COMMANDS)
    assert all(re.search(rf"(^|\s){re.escape(option)}\b", printed.out) for option in names)


# What is wrong


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        ([], "COMMAND"),
        (["jog"], "jog"),
        (["run", "--speed", "3"], "--speed"),
        (["run", "extra"], "extra"),
        (["job", "--workers", "3"], "--workers"),
        (["run", "--tasks"], "--tasks"),
        (["run", "--tasks", "many"], "many"),
        (["run", "--tasks", "2.5"], "2.5"),
        (["run", "--tasks", "0"], "tasks"),
        (["run", "--tasks", "-4"], "tasks"),
        (["run", "--tasks", "9" * 400], "tasks"),
        (["run", "--tasks", "9" * 5000], "--tasks"),
        (["run", "--layers", "61"], "layers"),
        (["run", "--workers", "0"], "workers"),
        (["run", "--spread", "nan"], "spread"),
        (["run", "--spread", "inf"], "spread"),
        (["run", "--spread", "1e999"], "spread"),
        (["run", "--bias", "-1"], "bias"),
        (["run", "--failure-rate", "1.01"], "failure_rate"),
        (["run", "--seed", ""], "--seed"),
        (["run", "--fail", "3"], "--fail"),
        (["run", "--fail", "a=b"], "--fail"),
        (["run", "--fail", "3=nan"], "minute"),
        (["run", "--fail", "59=0.5"], "task 59"),
        (["run", "--fail", "0=1e9"], "task 0"),
        (["measure", "--jobs", "0"], "jobs"),
        (["measure", "--engine", "steam"], "steam"),
        (["run", "--two\nlines"], "--two"),
        (["two\nlines"], "two"),
        (["run", "--seed", "two\nlines\x1b[31m"], "--seed"),
        (["run", "--seed", "\udcff"], "--seed"),
    ],
    ids=lambda it: repr(it)[:40],
)
def test_a_wrong_argument_is_one_line_on_standard_error(
    arguments: list[str], culprit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*arguments, "--json"] if arguments else [])
    printed = capsys.readouterr()
    assert (leaving.value.code, printed.out) == (2, "")
    assert printed.err.endswith("\n")
    assert printed.err.startswith("nearlydone")
    assert culprit in printed.err
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["run", "--workers", "0"], ["run", "--seed", "x"], ["jog"], ["run", "--\udcff"]])
def test_a_wrong_argument_ends_the_program_with_2(arguments: list[str]) -> None:
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


# Pipes, terminals, interruptions


@pytest.mark.parametrize("module", [True, False], ids=["python -m nearlydone", "nearlydone"])
@pytest.mark.parametrize("arguments", [["job", "--tasks", "4000"], ["job", "--tasks", "4000", "--json"], ["--help"]])
def test_a_reader_who_has_seen_enough_leaves_no_traceback(arguments: list[str], module: bool) -> None:
    """As in `nearlydone job | head`."""
    reading, writing = os.pipe()
    program = subprocess.Popen(
        command(*arguments, module=module),
        env={**os.environ, "PYTHONPATH": PACKAGES},
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    if len(arguments) > 1:
        assert os.read(reading, 10)
    os.close(reading)
    _, complaints = program.communicate(timeout=60)
    assert complaints == b""


def heed_interrupts() -> None:
    """A shell that runs us in the background has us, and all that we start, ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class OnTerminal:
    """A program whose standard error is a terminal, and what it has shown there so far."""

    def __init__(self, *arguments: str) -> None:
        import pty
        import termios

        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (24, 80))
        self.program = subprocess.Popen(
            command(*arguments),
            env={**os.environ, "PYTHONPATH": PACKAGES},
            stdout=subprocess.PIPE,
            stderr=self.theirs,
            preexec_fn=heed_interrupts,
        )
        self.shown = ""

    def wait_for(self, pattern: str) -> None:
        until = monotonic() + 60
        while not re.search(pattern, self.shown):
            readable, _, _ = select.select([self.ours], [], [], max(0, until - monotonic()))
            assert readable, f"nothing like {pattern} within a minute, only {self.shown[-200:]!r}"
            self.shown += os.read(self.ours, 4096).decode()

    def finish(self) -> str:
        """What it printed on standard output, by its own end."""
        return self.program.communicate(timeout=60)[0].decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.communicate()
        os.close(self.theirs)
        os.close(self.ours)


def test_a_progress_bar_shows_on_a_terminal_and_never_in_the_answer() -> None:
    with OnTerminal("measure", "--jobs", "30", "--json") as terminal:
        terminal.wait_for(r"\d+/30 ")
        assert json.loads(terminal.finish())["jobs"] == 30


def test_no_progress_bar_shows_where_nobody_looks() -> None:
    done = call("measure", "--jobs", "30", "--json")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupted_measurement_says_so_without_a_traceback() -> None:
    with OnTerminal("measure", "--jobs", "1000000") as terminal:
        terminal.wait_for(r"\d+/1000000 ")
        terminal.program.send_signal(signal.SIGINT)
        terminal.wait_for("nearlydone: stopped\r\n$")
        assert terminal.finish() == ""
        assert terminal.program.returncode == 130
        assert "Traceback" not in terminal.shown
