"""Whatever the page is asked, it answers or says what was wrong, and goes on; nothing given to it becomes markup."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from playwright.sync_api import Page, expect

from strategies import cases
from wild import LINKS, MARKUP, nearly_right, requests, scalars

# JSON as Python writes it has NaN and Infinity, which JSON.parse refuses: the page is then asked the text itself.
ASK = """(text) => {
    let request = text;
    try { request = JSON.parse(text); } catch {}
    return nearlyDone.ask(request).then((answer) => ({ answer }), ({ message }) => ({ error: message }));
}"""


def ask(page: Page, request: Any) -> dict[str, Any]:
    return page.evaluate(ASK, json.dumps(request))


def test_hundreds_of_requests_that_nobody_meant_leave_the_page_alive(article: Page) -> None:
    before = ask(article, {"command": "figure-2"})

    @cases(400)
    @given(nearly_right() | requests | scalars)
    def hold(request: Any) -> None:
        reply = ask(article, request)
        assert reply.keys() in ({"answer"}, {"error"})
        if "error" in reply:
            assert len(reply["error"].splitlines()) == 1
            assert "mistake of its own" not in reply["error"]

    hold()
    assert ask(article, {"command": "figure-2"}) == before
    assert article.evaluate("self.ran") is None


@pytest.mark.parametrize(
    "request_",
    [
        "undefined", "() => 1", "Symbol()", "10n", "Object.create(null)", "document.body",
        "(() => { const a = []; a.push(a); return a; })()", "new Proxy({}, { get() { throw new Error('no') } })",
    ],
)
def test_what_no_json_can_say_is_refused_too(article: Page, request_: str) -> None:
    said = article.evaluate(f"() => nearlyDone.ask({request_}).catch((error) => error.message)")
    assert isinstance(said, str)
    assert "answer" in ask(article, {"command": "job"})


@pytest.mark.parametrize("fragment", [*MARKUP, "#", "%", "%00%ff", "figure-2&seed=<b>", "&" * 5000, "=" * 5000])
def test_any_fragment_opens_the_page_as_it_is(article: Page, fragment: str) -> None:
    """Whatever stands behind the #, also when it is changed while the page is open."""
    article.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    try:
        assert article.evaluate("document.querySelectorAll('[onerror], [onload], b[style]').length") == 0
        assert article.evaluate("self.ran") is None
        assert "answer" in ask(article, {"command": "job"})
    finally:
        article.evaluate("location.hash = ''")


def test_links_that_nobody_copied_leave_the_page_alive(article: Page) -> None:
    """They are followed as they come, and what cannot be used of them is said as text."""
    @cases(40)
    @given(LINKS)
    def hold(fragment: str) -> None:
        article.evaluate(
            """async (fragment) => {
                location.hash = fragment;
                for (let turn = 0; turn < 3; turn += 1) await nearlyDone.ask({ command: "figure-9" });
            }""",
            fragment,
        )
        assert article.locator(".taken *").count() == 0

    hold()
    article.evaluate("location.hash = ''")
    for reset in article.locator(".reset").all():
        reset.click()
    assert article.evaluate("self.ran") is None
    assert article.locator("main :is(script, img, [onerror], [onload], b[style])").count() == 0


@pytest.mark.parametrize(
    "remembered",
    ["{", "7", "[]", '{"record": "<b>"}', '{"record": "<b>", "state": {}}', '{"record": [], "state": {"press": 1}}'],
)
def test_a_tab_that_remembers_nonsense_begins_anew(
    page: Page, open_article: Callable[[Page], None], remembered: str
) -> None:
    page.add_init_script(f"sessionStorage.setItem('nearly-done figure 7', {json.dumps(remembered)})")
    open_article(page)
    page.click('#figure-7 [data-press="over"]')
    page.click('#figure-7 [data-press="next"]')
    expect(page.locator("#figure-7 .round")).to_have_text("1")
