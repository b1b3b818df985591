"""The page is closed: it runs its own files, asks its own origin, and has nothing inline."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from markup import problems_in
from nearlydone.figures import FIGURES
from press.policy import POLICY

from .conftest import BOOT_TIMEOUT, Watch

Open = Callable[[Page], None]

NOTE = """addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    (self.violations ??= []).push(effectiveDirective);
    console.error(`against the policy: ${effectiveDirective} ${blockedURI}`);
});"""
MARKUP = re.compile(
    r".*\b(?:innerHTML|outerHTML|insertAdjacentHTML|(?<!clipboard\.)write(?:ln)?\(|DOMParser|setHTML|srcdoc|createContextualFragment"
    r"|(?<!-)eval|Function\()[^;]*"
)
VIOLATIONS = """() => new Promise((resolve) => {
    const look = () => (self.violations ? resolve(violations) : setTimeout(look, 20));
    look();
})"""
# Everything that a figure has to move and to press, from one end to the other; playing it takes care of itself.
USE_ALL = """(figure) => {
    const all = (selector) => [...figure.querySelectorAll(selector)].filter((control) => !control.matches(":disabled"));
    for (const details of all("details")) details.open = true;
    for (const input of all("input[type=range]")) {
        for (const value of [input.min, input.max, input.defaultValue]) {
            input.value = value;
            input.dispatchEvent(new Event("input", { bubbles: true }));
        }
    }
    for (const input of all("input[type=checkbox], input[type=radio]")) input.click();
    for (const button of all("button:not(.crash)")) button.click();
    for (const node of all("[role=button]")) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
IN_PAGE = {
    "const it = document.createElement('script'); it.text = 'ran = true'; document.head.append(it)": "script-src-elem",
    "document.body.insertAdjacentHTML('beforeend', '<b onclick=\"ran = true\">b</b>')": "script-src-attr",
    "document.body.insertAdjacentHTML('beforeend', '<b style=\"color: red\">b</b>')": "style-src-attr",
    "document.head.append(document.createElement('style')); document.querySelector('style').append('b {}')":
        "style-src-elem",
    "setTimeout('ran = true')": "script-src",
    "fetch('https://elsewhere.test/').catch(() => {})": "connect-src",
    "new Image().src = 'https://elsewhere.test/'": "img-src",
    "new Image().src = 'data:,'": "img-src",
    "new Worker('data:text/javascript,')": "worker-src",
    "document.body.append(document.createElement('iframe')); document.querySelector('iframe').src = './'": "frame-src",
    "const it = document.createElement('base'); it.href = '/elsewhere/'; document.head.append(it)": "base-uri",
    "const it = document.createElement('form'); document.body.append(it); it.submit()": "form-action",
}
IN_WORKER = {
    "setTimeout('ran = true')": "script-src",
    "fetch('https://elsewhere.test/').catch(() => {})": "connect-src",
    "import('data:text/javascript,').catch(() => {})": "script-src-elem",
}


def test_nothing_in_the_page_runs_or_has_looks_by_itself(dist: Path) -> None:
    page = (dist / "index.html").read_text()
    assert problems_in(page) == []
    assert problems_in("<p style='color: red'><a href='https://elsewhere.test/'>") == ["<p style>"]


@pytest.mark.parametrize("command", FIGURES)
def test_nothing_that_python_draws_does(command: str) -> None:
    answer = FIGURES[command].ask({})
    assert all(problems_in(markup) == [] for markup in answer.get("drawings", {}).values())


def test_the_policy_stands_in_the_page_before_anything_it_loads(page: Page) -> None:
    page.goto("./")
    first = page.evaluate("document.querySelector('meta[http-equiv], link, script').outerHTML")
    assert "Content-Security-Policy" in first
    assert POLICY in first.replace("&#39;", "'")


def test_a_use_of_every_figure_is_within_the_policy(watch: Watch, open_article: Open) -> None:
    page = watch.page
    page.add_init_script(NOTE)
    open_article(page)
    for number in range(1, 10):
        page.locator(f"#figure-{number}").evaluate(USE_ALL)
    for number in (3, 4, 5, 6):
        page.locator(f"#figure-{number}").scroll_into_view_if_needed()  # out of sight it rests
        expect(page.locator(f"#figure-{number} .in")).to_contain_text("just now, in your tab", timeout=BOOT_TIMEOUT)
    page.click('#figure-7 [data-press="over"]')
    page.click("#figure-7 .crash")
    expect(page.locator("#figure-7 .story")).to_contain_text("A fresh process opened the record", timeout=BOOT_TIMEOUT)
    assert page.evaluate("self.violations ?? []") == []
    assert any(url.endswith("page.js") for url in watch.requests)


@pytest.mark.parametrize(("script", "directive"), IN_PAGE.items())
def test_what_is_not_the_page_s_own_is_refused(watch: Watch, script: str, directive: str) -> None:
    watch.expect("Content Security Policy|against the policy|a request to another origin: https://elsewhere.test/")
    page = watch.page
    page.route("**/*.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    page.add_init_script(NOTE)
    page.goto("./")
    page.evaluate(f"() => {{ {script} }}")
    assert set(page.evaluate(VIOLATIONS)) == {directive}  # twice: by the page and by the header
    assert page.evaluate("self.ran") is None


@pytest.mark.parametrize(("script", "directive"), IN_WORKER.items())
def test_what_is_not_the_page_s_own_is_refused_in_a_worker(
    watch: Watch, open_bare: Open, script: str, directive: str
) -> None:
    watch.expect("Content Security Policy|against the policy")
    open_bare(watch.page)
    with watch.page.expect_worker() as opening:
        watch.page.evaluate("window.worker = new Worker('./download.js', { type: 'module' }), null")
    worker = opening.value
    worker.evaluate(f"() => {{ {NOTE} }}")
    worker.evaluate(f"{script}, null")
    assert worker.evaluate(VIOLATIONS) == [directive]


def test_only_one_line_of_the_scripts_makes_markup_of_text(dist: Path) -> None:
    """All but drawings reaches the page as text, which nothing else could turn into elements."""
    scripts = {path.name: path.read_text() for path in dist.rglob("*.js") if path.parent.name != "pyodide"}
    assert {"page.js", "worker.js"} < scripts.keys()
    uses = [(name, use) for name, script in scripts.items() for use in map(str.strip, MARKUP.findall(script))]
    assert uses == [("patch.js", "template.innerHTML = markup")]
