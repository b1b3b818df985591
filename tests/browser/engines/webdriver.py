"""What both of W3C's protocols for driving a browser have in common, WebDriver and WebDriver BiDi: the hand."""

import subprocess
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .reader import Reader

KEYS = {"Enter": "\ue007", "Space": " ", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


class Remote(Reader):
    @abstractmethod
    def act(self, device: dict[str, Any]) -> None:
        """Let a device do its actions, as the protocols describe them."""

    def point(self, x: float, y: float) -> None:
        self._mouse({"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0})

    def hold(self) -> None:
        self._mouse({"type": "pointerDown", "button": 0})

    def let_go(self) -> None:
        self._mouse({"type": "pointerUp", "button": 0})

    def press(self, key: str) -> None:
        actions = [{"type": type_, "value": KEYS[key]} for type_ in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def _mouse(self, action: dict[str, Any]) -> None:
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [action]})


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs as long as the context lasts, and says nothing."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **{**quiet, **options}) as process:
        try:
            yield process
        finally:
            process.terminate()
