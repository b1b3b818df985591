"""Finding a Chromium to test with."""

from pathlib import Path

import pytest

from press import browser
from press.errors import PressError


@pytest.fixture
def empty_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No browser on the path, none from Playwright, no package manager; programs can be put in the folder."""
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setenv("PLAYWRIGHT_DOWNLOAD_HOST", "http://127.0.0.1:9")
    return tmp_path


def put_program(path: Path, status: int) -> str:
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


def test_an_installed_chromium_is_used(empty_machine: Path) -> None:
    chrome = put_program(empty_machine / "google-chrome", 0)
    assert browser.find_browser() == chrome


def test_one_that_does_not_start_is_passed_over(empty_machine: Path) -> None:
    put_program(empty_machine / "chromium", 127)
    chrome = put_program(empty_machine / "google-chrome", 0)
    assert browser.find_browser() == chrome


def test_the_one_that_is_named_goes_first(empty_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_program(empty_machine / "chromium", 0)
    monkeypatch.setenv(browser.VARIABLE, put_program(empty_machine / "mine", 0))
    assert browser.find_browser() == str(empty_machine / "mine")


def test_one_that_is_named_and_does_not_start_is_refused(
    empty_machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_program(empty_machine / "chromium", 0)
    monkeypatch.setenv(browser.VARIABLE, str(empty_machine / "missing"))
    with pytest.raises(PressError, match=r"NEARLYDONE_CHROMIUM names '.*/missing'"):
        browser.find_browser()


def test_with_no_browser_and_none_to_be_had_one_sentence_says_what_to_do(empty_machine: Path) -> None:
    with pytest.raises(PressError, match=r"No Chromium was found .* install Chromium or Chrome, or set "):
        browser.find_browser()


def test_debian_installs_its_package(empty_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """apt-get, played by a script that makes the browser appear only after `update` and `install chromium`."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    apt = empty_machine / "apt-get"
    apt.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {empty_machine}/asked\n'
        'case "$*" in *" install chromium")\n'
        f"  printf '#!/bin/sh\\n' > {empty_machine}/chromium; /bin/chmod +x {empty_machine}/chromium;;\n"
        "esac\n"
    )
    apt.chmod(0o755)
    assert browser.find_browser() == str(empty_machine / "chromium")
    asked = (empty_machine / "asked").read_text().splitlines()
    assert [words.split()[-1] for words in asked] == ["update", "chromium"]
