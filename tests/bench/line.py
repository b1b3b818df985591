"""The article served as over a line: so many bits a second for all that comes, and some time for each answer."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from press.server import HOST, Handler, Server

CHUNK = 16384  # bytes


@dataclass
class Line:
    """`rate` in bytes a second, `latency` in seconds; without a rate, as fast as it goes. Notes what was sent, and
    when: (file, bytes, seconds since the epoch when its last byte was)."""

    rate: float | None = None
    latency: float = 0
    gzipped: bool = True
    sent: list[tuple[str, int, float]] = field(default_factory=list)
    _turn: threading.Lock = field(default_factory=threading.Lock)
    _free_at: float = 0

    def carry(self, size: int) -> None:
        """Wait until the line has carried so many bytes, after all that it had to carry before."""
        if self.rate is None:
            return
        with self._turn:
            self._free_at = max(self._free_at, time.monotonic()) + size / self.rate
            until = self._free_at
        time.sleep(max(0, until - time.monotonic()))


class LineHandler(Handler):
    def __init__(self, *arguments: Any, line: Line, **options: Any) -> None:
        self.line = line
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        time.sleep(self.line.latency)
        super().do_GET()

    def copyfile(self, source: Any, outputfile: IO[bytes]) -> None:  # type: ignore[override]
        size = 0
        while chunk := source.read(CHUNK):
            self.line.carry(len(chunk))
            outputfile.write(chunk)
            size += len(chunk)
        self.line.sent.append((self.path.split("?")[0].lstrip("/"), size, time.time()))

    def _is_packed(self) -> bool:
        return self.line.gzipped and super()._is_packed()


@contextmanager
def serving_over(line: Line, folder: Path) -> Iterator[str]:
    with Server((HOST, 0), partial(LineHandler, directory=str(folder), line=line)) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server.address
        finally:
            server.shutdown()
