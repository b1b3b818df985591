"""Finding the other browsers, installing them where that may be done, and saying which are not tested, and why."""

from pathlib import Path

import pytest

from press import engines
from press.engines import FIREFOX, WEBKIT, find, provide
from press.errors import PressError


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Its only programs are those that are put in the folder; it is nobody's CI, and we are not root."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    return tmp_path


@pytest.fixture
def apt(machine: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Debian's apt-get, played by a script that has all packages; and we are root. Returns what it was asked."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    programs = "\n".join(
        f"*{package}*) printf '#!/bin/sh\\n' > {machine}/{program}; /bin/chmod +x {machine}/{program};;&"
        for package, program in (("firefox-esr", "firefox-esr"), ("webkit2gtk", "WebKitWebDriver"), ("xvfb", "Xvfb"))
    )
    asked = machine / "asked"
    put(machine, "apt-get", f'echo "$@" >> {asked}\ncase "$*" in\n{programs}\nesac\n')
    return asked


def put(machine: Path, program: str, script: str = "") -> None:
    path = machine / program
    path.write_text(f"#!/bin/bash\n{script}")
    path.chmod(0o755)


def test_an_engine_is_there_when_all_its_programs_are(machine: Path) -> None:
    put(machine, "WebKitWebDriver")
    with pytest.raises(PressError, match=r"^WebKitGTK: not tested here, Xvfb is not installed\.$"):
        find(WEBKIT)
    put(machine, "Xvfb")
    assert find(WEBKIT) == [f"{machine}/WebKitWebDriver", f"{machine}/Xvfb"]


def test_firefox_goes_by_two_names(machine: Path) -> None:
    put(machine, "firefox")
    assert find(FIREFOX) == [f"{machine}/firefox"]


def test_who_may_not_install_is_told_what_is_not_tested_and_why(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(machine, "apt-get", "exit 1")
    provide()
    assert capsys.readouterr().out.splitlines() == [
        "Firefox: not tested here, firefox-esr is not installed.",
        "WebKitGTK: not tested here, WebKitWebDriver is not installed.",
    ]


def test_root_has_debian_install_what_is_missing_at_once(apt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(apt.parent, "firefox-esr")
    provide()
    assert [line.split(" ", 3)[3:] for line in apt.read_text().splitlines()] == [
        ["update"],
        ["install webkit2gtk-driver xvfb"],
    ]
    assert capsys.readouterr().out.startswith("WebKitGTK from the system's packages: done")


def test_what_is_there_is_not_installed_again(apt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    provide()
    apt.unlink()
    capsys.readouterr()
    provide()
    assert not apt.exists()
    assert capsys.readouterr().out == ""


def test_a_package_that_is_not_to_be_had_is_no_failure(apt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(apt.parent, "apt-get", "exit 100")
    provide()
    out = capsys.readouterr().out
    assert out.startswith("Firefox and WebKitGTK from the system's packages: not to be had")
    assert out.count("not tested here") == len(engines.ENGINES)


def test_but_in_ci_it_is(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(PressError, match=r"Firefox: not tested here, .* WebKitGTK: not tested here"):
        provide()
