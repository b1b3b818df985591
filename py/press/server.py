"""dist/ served to a browser on this machine."""

import gzip
import io
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from press.errors import PressError
from press.policy import POLICY

HOST = "127.0.0.1"
PACKABLE = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"}


class Handler(SimpleHTTPRequestHandler):
    """Static files: the right type, asked for anew every time, sent only when they changed, gzipped where that pays."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    extensions_map = {  # noqa: RUF012 - the base class declares it so
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".ico": "image/x-icon",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".zip": "application/zip",
    }

    def send_head(self) -> Any:
        tag = self._tag()
        if tag and self.headers.get("If-None-Match") == tag:
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.end_headers()
            return None
        if tag and self._is_packed():
            file = self._file()
            content = packed(file, tag)
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", self.guess_type(str(file)))
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            return io.BytesIO(content)
        return super().send_head()

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Vary", "Accept-Encoding")
        if tag := self._tag():
            self.send_header("ETag", tag)
        super().end_headers()

    def _tag(self) -> str | None:
        """A name for the file's present content; dates alone are whole seconds, and a build is quicker."""
        file = self._file()
        if not file.is_file():
            return None
        facts = file.stat()
        return f'"{facts.st_mtime_ns:x}-{facts.st_size:x}{"-gzip" if self._is_packed() else ""}"'

    def _is_packed(self) -> bool:
        return self._file().suffix in PACKABLE and "gzip" in self.headers.get("Accept-Encoding", "")

    def _file(self) -> Path:
        path = Path(self.translate_path(self.path))
        return path / "index.html" if path.is_dir() else path

    def list_directory(self, path: Any) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: what a browser asks for is in its own tools."""


@lru_cache(maxsize=64)
def packed(file: Path, tag: str) -> bytes:
    """The file gzipped, once for the same `tag`."""
    return gzip.compress(file.read_bytes(), compresslevel=6)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # On Windows this option would let a second server share the port instead of saying that it is taken.
    allow_reuse_address = os.name != "nt"
    allow_reuse_port = False

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing either: a browser that hangs up in the middle of a file is not an error."""


def open_server(folder: Path, port: int) -> Server:
    """A server for the folder, bound and ready; port 0 picks a free one. Raises PressError."""
    try:
        return Server((HOST, port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise PressError(
            f"Port {port} can't be used ({error.strerror}): give another with --port, or 0 for any free one."
        ) from error


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve the folder from a thread as long as the context lasts; gives the address."""
    with open_server(folder, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server.address
        finally:
            server.shutdown()
            thread.join()


def serve(folder: Path, port: int) -> None:
    """Serve the folder until interrupted, and say where."""
    with open_server(folder, port) as server:
        print(f"Nearly Done is at {server.address} (Ctrl-C ends it)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
