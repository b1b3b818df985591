"""What the other tests rely on: whatever goes wrong in a page is noticed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from .conftest import Watch

GO_WRONG = {
    "console.error('said aloud')": "^said aloud$",
    "setTimeout(() => { throw new Error('thrown') })": "thrown",
    "Promise.reject(new Error('not caught')), null": "not caught",
    "fetch('http://localhost:9/').catch(() => {})": "^a request to another origin: http://localhost:9/$",
}
Open = Callable[[Page], None]


@pytest.mark.parametrize(("script", "problem"), GO_WRONG.items())
def test_what_goes_wrong_in_the_page_is_noticed(watch: Watch, open_bare: Open, script: str, problem: str) -> None:
    open_bare(watch.page)
    watch.page.evaluate(script)
    notice(watch, problem)


@pytest.mark.parametrize(("script", "problem"), GO_WRONG.items())
def test_what_goes_wrong_in_a_worker_is_noticed(watch: Watch, open_bare: Open, script: str, problem: str) -> None:
    open_bare(watch.page)
    with watch.page.expect_worker() as worker:
        watch.page.evaluate("window.worker = new Worker('./bare.js', { type: 'module' }), null")
    worker.value.evaluate(script)
    notice(watch, problem)


def notice(watch: Watch, problem: str) -> None:
    for _ in range(100):
        if any(re.search(problem, noticed) for noticed in watch.problems):
            break
        watch.page.wait_for_timeout(100)
    with pytest.raises(AssertionError, match=problem.strip("^$")):
        watch.check()
    watch.expect("Failed to load resource")
