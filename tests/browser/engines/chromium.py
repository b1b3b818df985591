"""Chromium, driven by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from .reader import HEIGHT, WIDTH, Reader


class Chromium(Reader):
    def __init__(self, context: BrowserContext) -> None:
        self.told: list[str] = []
        context.on("console", lambda said: said.type == "error" and self.told.append(said.text))
        context.on("weberror", lambda error: self.told.append(str(error.error)))
        self.page = context.new_page()

    def open(self, address: str) -> None:
        self.page.goto(address)

    def ask(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"(given) => ({function})(...given)", list(arguments))

    def point(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def hold(self) -> None:
        self.page.mouse.down()

    def let_go(self) -> None:
        self.page.mouse.up()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def problems(self) -> list[str]:
        return self.told

    def picture(self) -> bytes:
        return self.page.screenshot()


@contextmanager
def chromium(browser: Browser) -> Iterator[Chromium]:
    with browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}) as context:
        yield Chromium(context)
