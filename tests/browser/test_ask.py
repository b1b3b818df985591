"""`nearlyDone.ask` in the browser's console answers what the command line answers, whichever Python that takes."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nearlydone.commands import ask

pytestmark = pytest.mark.browser

REQUESTS: list[dict[str, Any]] = [
    {"command": "job", "options": {"seed": 5}},
    {"command": "measure", "options": {"jobs": 40}},
    {"command": "measure", "options": {"jobs": 5, "engine": "readable"}},
    {"command": "supervisor"},
    {"command": "cost"},
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: " ".join(map(str, request.values())))
def test_the_console_answers_as_the_command_line_does(article: Page, request_: dict[str, Any]) -> None:
    answer = article.evaluate("request => nearlyDone.ask(request)", request_)
    assert answer == ask(request_["command"], request_.get("options", {}))


def test_no_figure_waits_for_what_the_console_asks(page: Page, open_article: Callable[[Page], None]) -> None:
    open_article(page)
    page.evaluate(
        """() => {
            window.asked = "";
            const measure = { command: "measure", options: { jobs: 100000, engine: "readable" } };
            for (const request of [measure, { command: "job" }]) {
                nearlyDone.ask(request).then(() => { asked += request.command; });
            }
        }"""
    )
    slider = page.locator("#figure-4 input[type=range]")
    slider.press("ArrowLeft")
    expect(page.locator("#figure-4 .in")).to_contain_text("150 of 150")
    page.click("#figure-2 .next")
    expect(page.locator("#figure-2 .story")).to_contain_text("Rule 2")
    assert page.evaluate("asked") == ""
