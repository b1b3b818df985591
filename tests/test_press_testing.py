"""The test command runs every check and forgets no failure."""

from collections.abc import Sequence

import pytest

from press import testing
from press.places import HERE, Places


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Browsers and the wheels are there, and what is set for the tests is unset again."""
    monkeypatch.setenv(testing.VARIABLE, "")
    monkeypatch.setenv(testing.TEST_WHEELS, "")
    monkeypatch.setattr(testing, "find_browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(testing.engines, "provide", lambda: None)
    monkeypatch.setattr(testing, "put_test_wheels", lambda places: "/wheels")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The checks that ran, none of which fails."""
    names: list[str] = []

    def passes(places: Places, check: Sequence[str]) -> bool:
        names.append(" ".join(check))
        return True

    monkeypatch.setattr(testing, "passes", passes)
    return names


def test_lint_types_unit_tests_and_browser_tests_run_in_this_order(ran: list[str]) -> None:
    assert testing.test(HERE, []) == 0
    assert [name.split()[0] for name in ran] == ["ruff", "mypy", "pytest", "pytest"]
    assert "--ignore=tests/browser" in ran[2]
    assert ran[3].startswith("pytest tests/browser ")


def test_arguments_go_to_pytest_which_then_runs_alone(ran: list[str]) -> None:
    assert testing.test(HERE, ["tests/test_jobs.py", "-k", "cycle"]) == 0
    assert ran == ["pytest tests/test_jobs.py -k cycle"]


@pytest.mark.parametrize("failing", [0, 1])
def test_one_failure_is_enough_and_the_other_checks_still_run(
    failing: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    checks = [["platform"], ["platform"]]
    checks[failing] = ["no_such_module"]
    monkeypatch.setattr(testing, "CHECKS", checks)
    assert testing.test(HERE, []) == 1
    out, errors = capfd.readouterr()
    assert out.count("\nplatform\n") == 1
    assert errors.endswith("Failed: no_such_module\n")
