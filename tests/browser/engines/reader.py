"""A reader at a browser: what a hand can do there and an eye can see, the same in every engine."""

import time
from abc import ABC, abstractmethod
from typing import Any

PATIENCE = 60.0  # seconds; where nothing else runs, hardly anything takes more than two
WIDTH, HEIGHT = 1280, 900  # of the window's inside, in pixels
PLACE = """(selector, x, y) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + x * width, top + y * height];
}"""
TEXT = "(selector) => document.querySelector(selector).textContent"
ON_SLIDER = """(selector, share) => {
    const slider = document.querySelector(selector);
    const { min, max, valueAsNumber } = slider;
    slider.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = slider.getBoundingClientRect();
    const halfAThumb = 8; // pixels, or nearly so
    const way = (share ?? (valueAsNumber - min) / (max - min)) * (width - 2 * halfAThumb);
    return [left + halfAThumb + way, top + height / 2];
}"""


class Reader(ABC):
    """One browser with one window. Each engine brings the verbs that have no body here."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page, and wait until all that stands in it has been loaded."""

    @abstractmethod
    def ask(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns in the page, or its promise; JSON both ways."""

    @abstractmethod
    def point(self, x: float, y: float) -> None:
        """Move the mouse there, in pixels from the window's corner."""

    @abstractmethod
    def hold(self) -> None:
        """Press the mouse's button, and keep it pressed."""

    @abstractmethod
    def let_go(self) -> None: ...

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key, such as "Enter" or "ArrowRight"."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What the page's console told of as an error."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is in the window, as PNG."""

    def click(self, selector: str, x: float = 0.5, y: float = 0.5) -> None:
        """Click there, as a share of the element's width and height."""
        self.point(*self.ask(PLACE, selector, x, y))
        self.hold()
        self.let_go()

    def drag(self, slider: str, *shares: float) -> None:
        """Take a slider by its thumb, and move that to so large shares of the way, one after another."""
        self.point(*self.ask(ON_SLIDER, slider, None))
        self.hold()
        for share in shares:
            self.point(*self.ask(ON_SLIDER, slider, share))
        self.let_go()

    def focus(self, selector: str) -> None:
        self.ask("(selector) => document.querySelector(selector).focus()", selector)

    def text(self, selector: str) -> str:
        text: str = self.ask(TEXT, selector)
        return text

    def expect(self, wanted: Any, function: str, *arguments: Any, seconds: float = PATIENCE) -> None:
        """Wait until that is what the function returns."""
        until = time.monotonic() + seconds
        while (found := self.ask(function, *arguments)) != wanted and time.monotonic() < until:
            time.sleep(0.02)
        assert found == wanted, f"{found}\nis there instead of\n{wanted}"

    def expect_text(self, wanted: str, selector: str) -> None:
        self.expect(wanted, TEXT, selector)

    def wait_for(self, function: str, *arguments: Any, seconds: float = PATIENCE) -> Any:
        """What the function returns as soon as that is not nothing."""
        until = time.monotonic() + seconds
        while not (found := self.ask(function, *arguments)) and time.monotonic() < until:
            time.sleep(0.02)
        assert found, f"within {seconds:g} s there was nothing of {function}"
        return found
