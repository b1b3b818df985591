"""A host that can be reached or not, and remembers what it sent."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from press.server import HOST, Handler, Server


class Host:
    """What a folder is served by: (path, status) of all that was `sent`; nothing is while it `is_down`, and no file
    of Python's while `python` is not set."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.is_down = False
        self.python = threading.Event()
        self.python.set()
        self.sent: list[tuple[str, int]] = []

    def sent_whole(self) -> list[str]:
        """The files that were sent, not merely confirmed; those twice that were sent twice."""
        return [path for path, status in self.sent if status == 200]


class HostHandler(Handler):
    def __init__(self, *arguments: Any, host: list[Host], **options: Any) -> None:
        self.hosts = host
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if "/pyodide/" in self.path or "/snapshot/" in self.path:
            self.hosts[0].python.wait()
        if self.hosts[0].is_down:
            self.close_connection = True
        else:
            super().do_GET()

    def send_response(self, code: int, message: str | None = None) -> None:
        self.hosts[0].sent.append((self.path.lstrip("/"), code))
        super().send_response(code, message)


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    hosts: list[Host] = []
    with Server((HOST, 0), partial(HostHandler, directory=str(folder), host=hosts)) as server:
        hosts.append(Host(folder, server.address))
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield hosts[0]
        finally:
            server.shutdown()
