"""`nearlyDone.ask` in the browser's console answers what the command line answers, whichever Python that takes."""

from typing import Any

import pytest
from playwright.sync_api import Page

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
