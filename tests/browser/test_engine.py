"""The engine keeps its word: every request is settled, and a worker that ends is replaced."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .conftest import Watch

START = """async () => {
    window.sent = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
        sent.push(JSON.parse(message.request).command);
        postMessage.call(this, message);
    };
    const { Engine } = await import("./engine.js");
    window.engine = new Engine();
    window.heard = [];
    for (const type of ["progress", "ready", "failed", "restarted"]) {
        engine.addEventListener(type, ({ detail }) => heard.push({ type, ...detail }));
    }
    window.job = { command: "job", options: { tasks: 6 } };
    window.long = { command: "measure", options: { jobs: 100000, engine: "readable" } };
    window.outcome = (asked) => asked.then(
        (answer) => ({ tasks: answer.tasks.length }),
        ({ name, message }) => ({ name, message }),
    );
}"""
Open = Callable[[Page], None]
RESTARTED = "Python was restarted, because "


@pytest.fixture(scope="module")
def bare(browser: Browser, site: str, open_bare: Open) -> Iterator[Watch]:
    """A page with an engine and nothing else."""
    watch = Watch(browser, site)
    open_bare(watch.page)
    watch.page.evaluate(START)
    yield watch
    watch.page.context.close()


@pytest.fixture
def page(bare: Watch) -> Iterator[Page]:
    bare.page.evaluate("outcome(engine.ask(job)).then(() => { heard.length = sent.length = 0; })")
    yield bare.page
    bare.check()


def outcomes(page: Page, script: str) -> list[Any]:
    """What became of the requests in a script that returns their promises."""
    return page.evaluate(f"async () => Promise.all([...await (async () => {{ {script} }})()].map(outcome))")


def heard(page: Page, type_: str) -> list[dict[str, Any]]:
    return [event for event in page.evaluate("heard") if event["type"] == type_]


def test_each_request_gets_its_own_answer(page: Page) -> None:
    asked = "return [30, 40, 12].map((tasks) => engine.ask({ command: 'job', options: { tasks } }));"
    assert outcomes(page, asked) == [{"tasks": 30}, {"tasks": 40}, {"tasks": 12}]


def test_a_wrong_request_is_refused_and_the_next_one_answered(page: Page) -> None:
    asked = "return [engine.ask({ command: 'job', options: { tasks: 0 } }), engine.ask(job)];"
    refused, answered = outcomes(page, asked)
    assert refused["name"] == "Error"
    assert refused["message"].startswith("tasks is 0: it must be a whole number from 1")
    assert answered == {"tasks": 6}


def test_what_a_killed_python_was_asked_is_asked_again_of_a_fresh_one_in_the_same_order(page: Page) -> None:
    answered = outcomes(
        page,
        """const asked = [
            engine.ask({ command: "measure", options: { jobs: 20, engine: "readable" } }),
            ...[30, 40].map((tasks) => engine.ask({ command: "job", options: { tasks } })),
        ];
        await new Promise((resolve) => setTimeout(resolve, 50));
        engine.kill();
        return [...asked.slice(1), engine.ask(job)];""",
    )
    assert answered == [{"tasks": 30}, {"tasks": 40}, {"tasks": 6}]
    assert page.evaluate("sent") == ["measure", "measure", "job", "job", "job"]
    assert [event["message"] for event in heard(page, "restarted")] == [f"{RESTARTED}it was stopped."]
    assert len(heard(page, "ready")) == 1


def test_a_request_that_takes_longer_than_its_limit_is_given_up(page: Page) -> None:
    late, next_ = outcomes(
        page,
        """const late = engine.ask(long, { limit: 0.3 });
        return [late, late.catch(() => engine.ask(job))];""",
    )
    why = 'it gave no answer to "measure" within 0.3 s'
    assert late["message"] == f'{RESTARTED}{why}; the answer to "measure" is lost.'
    assert next_ == {"tasks": 6}


def test_a_limit_counts_from_when_python_begins(page: Page) -> None:
    asked = """return [[80, 60], [1, 1.2]].map(([jobs, limit]) => {
            const measure = { command: "measure", options: { jobs, engine: "readable" } };
            return engine.ask(measure, { limit }).then(() => engine.ask(job));
        });"""
    assert outcomes(page, asked) == [{"tasks": 6}, {"tasks": 6}]


def test_a_python_is_not_slow_for_having_slept(watch: Watch, open_bare: Open) -> None:
    """After a night in the middle of an answer, a worker that hangs is not waited for all day."""
    page = watch.page
    page.clock.install()
    open_bare(page)
    page.evaluate(START)
    measure = "engine.ask({ command: 'measure', options: { jobs: 40, engine: 'readable' } })"
    page.evaluate(measure)
    page.evaluate(f"window.asleep = {measure}; undefined")
    page.clock.fast_forward("08:00:00")
    page.evaluate("asleep")
    page.evaluate(f"window.hung = {measure}; undefined")
    page.workers[0].evaluate("setTimeout(() => { for (;;); })")
    page.evaluate(f"window.hung = {measure}; undefined")
    page.clock.run_for(30_000)
    page.wait_for_function("() => heard.some(({ type }) => type === 'restarted')")
    page.evaluate("hung")


@pytest.mark.parametrize(
    ("end", "why"),
    [
        ("self.close()", "it ended unexpectedly"),
        ("setTimeout(() => { throw new Error('out of luck') })", "Uncaught Error: out of luck"),
    ],
)
def test_a_worker_that_ends_without_a_word_is_noticed_and_replaced(bare: Watch, page: Page, end: str, why: str) -> None:
    bare.expect("out of luck")
    [worker] = page.workers
    worker.evaluate(end)
    page.wait_for_function("() => heard.some(({ type }) => type === 'restarted')")
    assert heard(page, "restarted") == [{"type": "restarted", "message": f"{RESTARTED}{why}."}]
    assert outcomes(page, "return [engine.ask(job)];") == [{"tasks": 6}]


def test_a_start_that_falls_silent_fails_and_can_be_retried(watch: Watch, open_bare: Open) -> None:
    page = watch.page
    page.clock.install()
    page.route("**/snapshot/memory", lambda route: None)
    open_bare(page)
    page.evaluate(START)
    page.wait_for_function("() => heard.length > 3")
    page.evaluate("window.early = outcome(engine.ask(job)); undefined")
    for _ in range(10):  # A file that arrives late begins the silence anew.
        page.clock.run_for(70_000)
        if heard(page, "failed"):
            break
    message = "Python could not be started: nothing was heard of it for 60 s."
    assert heard(page, "failed") == [{"type": "failed", "message": message}]
    late = "outcome(engine.ask(job))"
    assert page.evaluate(f"Promise.all([early, {late}])") == [{"name": "Error", "message": message}] * 2
    page.unroute("**/snapshot/memory")
    page.evaluate("engine.retry()")
    assert outcomes(page, "return [engine.ask(job)];") == [{"tasks": 6}]
