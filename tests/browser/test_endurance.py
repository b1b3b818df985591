"""A page that is used for long by somebody who tries everything: the first seconds of tests/bench/endurance.py."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from bench.endurance import Endurance, browsing
from press.server import serving

pytestmark = pytest.mark.browser

SEED = 1
SECONDS = 20


def test_a_reader_who_tries_everything_finds_nothing_broken(
    playwright: Playwright, dist: Path, tmp_path: Path
) -> None:
    """Every kind of action once, then whatever comes, in two tabs; then every figure answers, and records are right.

    The seed is the first there is, and was not picked for what comes of it.
    """
    with serving(dist) as address, browsing(playwright) as browser:
        endurance = Endurance(browser, address, SEED, tmp_path)
        end = time.monotonic() + SECONDS
        for action in endurance.chance.sample(endurance.wanderer.actions, len(endurance.wanderer.actions)):
            endurance.wanderer.note(action())
        while time.monotonic() < end:
            endurance.act()
        endurance.check()
    assert endurance.wrong == []
