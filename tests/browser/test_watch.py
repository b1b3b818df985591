"""What the other tests rely on: whatever goes wrong in a page is noticed."""

import pytest

from .conftest import Watch

GO_WRONG = {
    "console.error('said aloud')": "^said aloud$",
    "setTimeout(() => { throw new Error('thrown') })": "thrown",
    "fetch('http://localhost:9/').catch(() => {})": "^a request to another origin: http://localhost:9/$",
    "Promise.reject(new Error('not caught')), null": "not caught",
}


@pytest.mark.parametrize(("script", "problem"), GO_WRONG.items())
def test_what_goes_wrong_in_the_page_is_noticed(watch: Watch, script: str, problem: str) -> None:
    watch.page.goto("./style.css")
    watch.page.evaluate(script)
    notice(watch, problem)


@pytest.mark.parametrize(("script", "problem"), GO_WRONG.items())
def test_what_goes_wrong_in_a_worker_is_noticed(watch: Watch, script: str, problem: str) -> None:
    watch.page.goto("./style.css")
    with watch.page.expect_worker() as worker:
        watch.page.evaluate("window.worker = new Worker('./download.js', { type: 'module' }), null")
    worker.value.evaluate(script)
    notice(watch, problem)


def notice(watch: Watch, problem: str) -> None:
    for _ in range(50):
        if watch.expect(problem):
            break
        watch.page.wait_for_timeout(100)
    else:
        pytest.fail(f"nobody noticed: {problem}")
    watch.expect("Failed to load resource")
