"""Firefox, driven by the WebDriver BiDi that it speaks itself."""

import base64
import itertools
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from .reader import HEIGHT, PATIENCE, WIDTH
from .webdriver import Remote, running

# What Firefox says when a page or a worker ends while a service worker is still answering it. Of a load that failed
# for another reason it says the address.
ENDED = (
    "Failed to load \u2018’. A ServiceWorker intercepted the request",
    "Failed to read data from the ReadableStream: “AbortError",
)
# Firefox can call a navigation complete while what is asked is still answered by the empty page before it.
OPENED = "(address) => location.href.startsWith(address) && document.readyState === 'complete'"
PREFERENCES = {"app.update.enabled": False, "browser.shell.checkDefaultBrowser": False}


class Refusal(Exception):
    """Firefox did not do what it was told to."""


class Firefox(Remote):
    def __init__(self, socket: ClientConnection) -> None:
        self.told: list[str] = []
        self.socket = socket
        self.numbers = itertools.count(1)
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.here("browsingContext.setViewport", viewport={"width": WIDTH, "height": HEIGHT})

    def send(self, method: str, **params: Any) -> Any:
        """A command's result; what the page's console said meanwhile is noted. Raises Refusal."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                text = message["params"]["text"]
                if not text.startswith(ENDED):
                    self.told.append(text)
            if message.get("id") == number:
                if message["type"] != "success":
                    raise Refusal(message)
                return message["result"]

    def here(self, method: str, **params: Any) -> Any:
        return self.send(method, context=self.context, **params)

    def open(self, address: str) -> None:
        self.here("browsingContext.navigate", url=address, wait="complete")
        self.wait_for(OPENED, address)

    def ask(self, function: str, *arguments: Any) -> Any:
        answer = self.send(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify([await ({function})(...JSON.parse(given))])",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self.context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])[0]

    def point(self, x: float, y: float) -> None:
        """Now and then Firefox can't move the mouse, for want of a window to move it in; a moment later it can."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return super().point(x, y)
            except Refusal as refusal:
                if "NS_ERROR_FAILURE" not in str(refusal) or time.monotonic() > until:
                    raise
            time.sleep(0.05)

    def act(self, device: dict[str, Any]) -> None:
        self.here("input.performActions", actions=[device])

    def problems(self) -> list[str]:
        self.send("session.status")  # What was said before it comes before its answer.
        return self.told

    def picture(self) -> bytes:
        return base64.b64decode(self.here("browsingContext.captureScreenshot")["data"])


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Firefox with a new profile, kept in a folder."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with running(command):
        server = json.loads(waited_for(profile / "WebDriverBiDiServer.json").read_text())
        address = f"ws://{server['ws_host']}:{server['ws_port']}/session"
        with connect(address, max_size=None, proxy=None) as socket:
            yield Firefox(socket)


def waited_for(file: Path) -> Path:
    until = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < until, f"{file.name} is not there after {PATIENCE:g} s"
        time.sleep(0.02)
    return file
