"""Whether every figure still answers, asked something ordinary."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from playwright.sync_api import Error, Page

SECONDS = 20  # for an answer, also when the figure's Python has been ended just before
LINES = "() => [...document.querySelectorAll('.python-says')].map(({ textContent }) => textContent).filter(Boolean)"
SETTLED = """() => {
    const failed = document.querySelectorAll(".python.failed .retry");
    for (const retry of failed) retry.click();
    return [...document.querySelectorAll(".python-says")].every(({ textContent }) => !textContent);
}"""
START = 90  # seconds for a start that hangs to be given up, and for another
CLICK = """([figure, selector]) => {
    const it = document.querySelector(`${figure} ${selector}`);
    if (it.getAttribute("aria-disabled") !== "true") it.click();
}"""
CHANGE = """([figure, sign]) => {
    document.querySelector(figure).scrollIntoView({ behavior: "instant" });
    if (sign) document.querySelector(`${figure} ${sign}`).textContent = "";
    const input = document.querySelector(`${figure} fieldset input[type=range]`);
    input.dispatchEvent(new Event("input", { bubbles: true }));
}"""
SET_SEED = """(seed) => {
    const input = document.querySelector("#figure-1 .seed");
    input.value = seed;
    input.dispatchEvent(new Event("change", { bubbles: true }));
}"""
SAYS = "([selector, pattern]) => new RegExp(pattern).test(document.querySelector(selector).textContent)"


def complaints(page: Page, chance: Random) -> Iterator[str]:
    """What is wrong with the page, if anything is."""
    asks = {
        1: lambda: ask_run(page, chance.randint(1, 10**6)),
        2: lambda: press_through(page, "#figure-2", [(".over", ".story", "Nothing"), (".next", ".story", "Rule 2")]),
        **{number: lambda at=f"#figure-{number}": ask_averages(page, at) for number in (3, 4, 5, 6)},
        7: lambda: press_through(
            page,
            "#figure-7",
            [('[data-press="over"]', ".round", "^0$"), ('[data-press="next"]', ".round", "^1$")],
        ),
        **{number: lambda at=f"#figure-{number}": ask_dials(page, at) for number in (8, 9)},
    }
    with suppress(Error):
        page.wait_for_function(SETTLED, timeout=START * 1000, polling=500)  # Whoever is offered Retry presses it.
    for number, ask in asks.items():
        try:
            ask()
        except Error as error:
            story = page.evaluate("(number) => document.querySelector(`#figure-${number} .story`)?.textContent", number)
            yield f"figure {number} does not answer ({error.message.splitlines()[0]}); it says: {story}"
    try:
        page.wait_for_function(f"() => !({LINES})().length", timeout=SECONDS * 1000)
    except Error:
        yield f"this stays: {set(page.evaluate(LINES))}"


def wait_until(page: Page, selector: str, says: str) -> None:
    page.wait_for_function(SAYS, arg=[selector, says], timeout=SECONDS * 1000)


def ask_run(page: Page, seed: int) -> None:
    page.evaluate(SET_SEED, seed)
    wait_until(page, "#figure-1 .story", f"Job {seed}")


def press_through(page: Page, figure: str, steps: list[tuple[str, str, str]]) -> None:
    """Press each, and wait until it says there what is to be expected. If it plays, it is paused first."""
    if page.locator(f"{figure} .play").inner_text() == "Pause":
        page.evaluate(CLICK, [figure, ".play"])
    for selector, sign, says in steps:
        page.evaluate(CLICK, [figure, selector])
        wait_until(page, f"{figure} {sign}", says)


def ask_averages(page: Page, figure: str) -> None:
    page.evaluate(CHANGE, [figure, ".in"])
    wait_until(page, f"{figure} .in", "^150 of 150")


def ask_dials(page: Page, figure: str) -> None:
    page.evaluate(CHANGE, [figure, ".story"])
    wait_until(page, f"{figure} .story", ".")
