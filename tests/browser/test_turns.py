"""Questions that come faster than answers: which are asked, and in which order."""

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# What is asked, and whether a newer one was waiting then, when all questions come before the first answer.
ASKED = """async ([way, questions]) => {
    const files = document.querySelector("script[type=module][src]").src;
    const { inTurn, newest } = await import(new URL("turns.js", files));
    const isSame = (one, other) => one[0] === other[0];
    const ways = { newest, inTurn, "inTurn, same letter": (ask) => inTurn(ask, isSame) };
    const asked = [];
    const go = ways[way](async (question, isOld) => {
        asked.push([question, isOld()]);
        await new Promise((resolve) => setTimeout(resolve));
        if (question === "wrong") throw new Error(question);
        return question;
    });
    const outcomes = await Promise.allSettled(questions.map(go));
    return [asked, outcomes.map(({ value, reason }) => value ?? reason.message)];
}"""


def asked(page: Page, way: str, *questions: str) -> Any:
    return page.evaluate(ASKED, [way, questions])


def test_none_is_lost_and_each_has_its_own_answer(article: Page) -> None:
    questions, answers = asked(article, "inTurn", "a", "b", "c")
    assert questions == [["a", False], ["b", True], ["c", False]]
    assert answers == ["a", "b", "c"]


def test_one_takes_only_the_place_of_its_own_kind(article: Page) -> None:
    questions, answers = asked(article, "inTurn, same letter", "a1", "a2", "a3", "b1", "a4", "a5")
    assert [question for question, _ in questions] == ["a1", "a3", "b1", "a5"]
    assert answers == ["a1", "a3", "a3", "b1", "a5", "a5"]


def test_of_a_slider_s_only_the_newest_is_asked_next(article: Page) -> None:
    questions, answers = asked(article, "newest", "a", "b", "c", "d")
    assert questions == [["a", False], ["d", False]]
    assert answers == ["a", "d", "d", "d"]


@pytest.mark.parametrize("way", ["newest", "inTurn"])
def test_one_that_goes_wrong_does_not_hold_up_the_next(article: Page, way: str) -> None:
    questions, answers = asked(article, way, "wrong", "b")
    assert [question for question, _ in questions] == ["wrong", "b"]
    assert answers == ["wrong", "b"]
