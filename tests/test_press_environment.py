"""build.py from a bare Python: its own environment, and a clear sentence when there can be none."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType

import pytest

from press.places import HERE

BUILD = HERE.root / "build.py"


@pytest.fixture
def script(tmp_path: Path) -> ModuleType:
    """build.py as a module, standing in a folder of its own."""
    for part in ("build.py", "pyproject.toml"):
        shutil.copy(HERE.root / part, tmp_path / part)
    (tmp_path / "py").mkdir()
    shutil.copy(HERE.root / "py" / "constraints.txt", tmp_path / "py" / "constraints.txt")
    spec = importlib.util.spec_from_file_location("build_script", tmp_path / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def commands(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What build.py would run, noted; the environment's Python appears as `-m venv` would make it."""
    labels: list[str] = []

    def note(label: str, command: list[str]) -> None:
        labels.append(label)
        if "venv" in command:
            shutil.rmtree(script.VENV, ignore_errors=True)
            script.PYTHON.parent.mkdir(parents=True)
            script.PYTHON.write_text("")

    monkeypatch.setattr(script, "run", note)
    return labels


def make_all(script: ModuleType) -> None:
    script.make_environment()
    script.install("test")


def test_an_older_python_is_told_which_one_is_needed() -> None:
    pretend = "import sys, runpy; sys.version_info = (3, 10, 4); runpy.run_path('build.py', run_name='__main__')"
    result = subprocess.run([sys.executable, "-c", pretend], cwd=HERE.root, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr.startswith("build.py needs Python 3.11 or later, and this is Python ")
    assert len(result.stderr.splitlines()) == 1


def test_an_older_python_can_read_the_file_that_tells_it() -> None:
    ast.parse(BUILD.read_text("utf-8"), feature_version=(3, 7))
    head = BUILD.read_text("utf-8").split("sys.exit(", 1)[0]
    assert "\nimport tomllib" not in head


@pytest.mark.parametrize(("arguments", "status"), [([], 2), (["sevre"], 2), (["--help"], 0)])
def test_without_a_known_command_it_says_how_it_is_used(arguments: list[str], status: int) -> None:
    result = subprocess.run([sys.executable, BUILD, *arguments], capture_output=True, text=True)
    assert result.returncode == status
    assert "python3 build.py serve" in (result.stderr if status else result.stdout)


def test_the_environment_is_made_once(script: ModuleType, commands: list[str]) -> None:
    make_all(script)
    assert commands == ["Environment", "Tools to build with", "Tools to test with"]
    make_all(script)
    assert len(commands) == 3


def test_building_does_not_install_what_tests_need(script: ModuleType, commands: list[str]) -> None:
    script.make_environment()
    assert commands == ["Environment", "Tools to build with"]
    assert not {"pytest", "playwright"} & set(script.requirements("build"))


def test_other_pins_make_it_anew(script: ModuleType, commands: list[str]) -> None:
    make_all(script)
    commands.clear()
    with script.CONSTRAINTS.open("a") as file:
        file.write("another==1.0\n")
    make_all(script)
    assert commands == ["Environment", "Tools to build with", "Tools to test with"]


def test_another_python_makes_it_anew(
    script: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_all(script)
    commands.clear()
    monkeypatch.setattr(sys, "version", "3.99.0 (another)")
    make_all(script)
    assert commands == ["Environment", "Tools to build with", "Tools to test with"]


def test_a_new_tool_for_tests_leaves_the_rest_alone(script: ModuleType, commands: list[str]) -> None:
    make_all(script)
    commands.clear()
    project = script.ROOT / "pyproject.toml"
    project.write_text(project.read_text().replace('test = ["pytest"', 'test = ["another", "pytest"'))
    make_all(script)
    assert commands == ["Tools to test with"]


def test_an_installation_that_failed_is_tried_again(
    script: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script.make_environment()
    with monkeypatch.context() as patch:
        patch.setattr(script, "run", lambda label, command: sys.exit("no network"))
        with pytest.raises(SystemExit):
            script.install("test")
    script.install("test")
    assert commands[-1] == "Tools to test with"


def test_a_python_without_ensurepip_is_told_what_is_missing(
    script: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"ensurepip is missing .* package python3-venv"):
        script.make_environment()
    assert commands == []


def test_a_command_that_fails_ends_with_the_reason_it_gave(script: ModuleType) -> None:
    failing = "print('Collecting'); print('ERROR: no such thing'); print('notice'); raise SystemExit(1)"
    with pytest.raises(SystemExit, match=r"^Tools: this failed, ERROR: no such thing$"):
        script.run("Tools", [sys.executable, "-c", failing])


def test_without_network_the_real_thing_says_so_in_one_sentence(script: ModuleType, tmp_path: Path) -> None:
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_FIND_LINKS": ""}
    environment = {**os.environ, **nowhere, "PIP_RETRIES": "1"}
    command = [sys.executable, tmp_path / "build.py", "build"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 1
    assert result.stderr == "Tools to build with: this failed, the package index can't be reached.\n"


@pytest.mark.skipif(Path(sys.prefix) != HERE.root / ".venv", reason="not the environment build.py makes")
def test_all_that_is_installed_is_pinned() -> None:
    lines = (HERE.root / "py" / "constraints.txt").read_text().splitlines()
    pins = {line.replace("_", "-") for line in lines if not line.startswith("#")}
    installed = {
        f"{found.metadata['Name'].lower().replace('_', '-')}=={found.version}" for found in distributions()
    }
    brought_by_venv = {line for line in installed if line.startswith("setuptools==")}
    assert installed - brought_by_venv <= pins
