"""WebKitGTK, driven by its WebDriver, in a window on a screen of its own."""

import base64
import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from .reader import HEIGHT, PATIENCE, WIDTH
from .webdriver import Remote, running

# Its WebDriver has no word for the console, and the session that it drives keeps it to itself.
LISTEN = """() => {
    window.told = [];
    const { error } = console;
    console.error = (...words) => {
        told.push(words.join(" "));
        error.apply(console, words);
    };
    addEventListener("error", ({ message }) => told.push(message));
    addEventListener("unhandledrejection", ({ reason }) => told.push(String(reason)));
    addEventListener("securitypolicyviolation", ({ violatedDirective }) => told.push(violatedDirective));
}"""


class WebKit(Remote):
    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self.connection = connection
        self.session = f"/session/{self.send('POST', '/session', capabilities={})['sessionId']}"
        self._fit()

    def _fit(self) -> None:
        """Make the window so large that the page is as large as it has to be."""
        size = {"width": WIDTH, "height": HEIGHT}
        self.here("/window/rect", **size)
        width, height = self.ask("() => [innerWidth, innerHeight]")
        self.here("/window/rect", width=2 * WIDTH - width, height=2 * HEIGHT - height)

    def send(self, method: str, path: str, **body: Any) -> Any:
        """A command's result."""
        content = json.dumps(body) if method == "POST" else None
        self.connection.request(method, path, content)
        response = self.connection.getresponse()
        value = json.loads(response.read())["value"]
        assert response.status == 200, value
        return value

    def here(self, path: str, **body: Any) -> Any:
        return self.send("POST", self.session + path, **body)

    def open(self, address: str) -> None:
        self.here("/url", url=address)
        self.ask(LISTEN)

    def ask(self, function: str, *arguments: Any) -> Any:
        script = f"""const [given, done] = arguments;
            (async () => ({function})(...given))().then((it) => done([it]), (error) => done(String(error)))"""
        answer = self.here("/execute/async", script=script, args=[arguments])
        assert isinstance(answer, list), answer
        return answer[0]

    def act(self, device: dict[str, Any]) -> None:
        self.here("/actions", actions=[device])

    def problems(self) -> list[str]:
        told: list[str] = self.ask("() => window.told")
        return told

    def picture(self) -> bytes:
        return base64.b64decode(self.send("GET", f"{self.session}/screenshot"))


@contextmanager
def webkit(driver: str, screen: str) -> Iterator[WebKit]:
    """A window of WebKitGTK's own small browser, from the paths of its WebDriver and of Xvfb."""
    size = f"{2 * WIDTH}x{2 * HEIGHT}x24"
    command = [screen, "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"]
    port = free_port()
    with running(command, stdout=subprocess.PIPE) as xvfb:
        assert xvfb.stdout
        display = f":{xvfb.stdout.readline().strip()}"
        with running([driver, f"--port={port}"], env={**os.environ, "DISPLAY": display}):
            wait_for(port)
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                reader = WebKit(connection)
                yield reader
                reader.send("DELETE", reader.session)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < until, f"no one answers at port {port}"
            time.sleep(0.02)
