"""The local server: right types, nothing stale, nothing from outside its folder."""

import gzip
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from press.errors import PressError
from press.places import HERE
from press.policy import POLICY
from press.server import open_server, serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("not for you")
    folder = tmp_path / "dist"
    (folder / "pyodide").mkdir(parents=True)
    for name in ("index.html", "pyodide/a.mjs", "a.js", "a.css", "a.json", "a.svg", "a.wasm", "a.whl", "a.zip"):
        (folder / name).write_text(f"this is {name}")
    return folder


@pytest.fixture
def server(folder: Path) -> Iterator[http.client.HTTPConnection]:
    with serving(folder) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
        yield connection
        connection.close()


def get(
    server: http.client.HTTPConnection, path: str, headers: dict[str, str] | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    server.request("GET", path, headers=headers or {})
    response = server.getresponse()
    return response, response.read()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/pyodide/a.mjs", "text/javascript; charset=utf-8"),
        ("/a.js", "text/javascript; charset=utf-8"),
        ("/a.css", "text/css; charset=utf-8"),
        ("/a.json", "application/json"),
        ("/a.svg", "image/svg+xml"),
        ("/a.wasm", "application/wasm"),
        ("/a.whl", "application/zip"),
        ("/a.zip", "application/zip"),
    ],
)
def test_every_kind_of_file_has_its_type(server: http.client.HTTPConnection, path: str, kind: str) -> None:
    response, body = get(server, path)
    assert response.status == 200
    assert response.headers["Content-Type"] == kind
    assert body.decode() == f"this is {path[1:] or 'index.html'}"


@pytest.mark.parametrize("path", ["/", "/a.js", "/nothing.html"])
def test_every_answer_comes_with_the_page_s_policy_since_workers_take_theirs_from_it(
    server: http.client.HTTPConnection, path: str
) -> None:
    response, _ = get(server, path)
    assert response.headers["Content-Security-Policy"] == POLICY


def test_a_browser_that_has_the_file_is_not_sent_it_again(server: http.client.HTTPConnection) -> None:
    first, _ = get(server, "/a.js")
    assert first.headers["Cache-Control"] == "no-cache"
    second, body = get(server, "/a.js", {"If-None-Match": first.headers["ETag"]})
    assert (second.status, body) == (304, b"")
    assert second.headers["ETag"] == first.headers["ETag"]


def test_text_and_webassembly_are_gzipped_for_who_takes_that(
    server: http.client.HTTPConnection, folder: Path
) -> None:
    (folder / "long.mjs").write_text("const x = 1;\n" * 1000)
    plain, whole = get(server, "/long.mjs")
    response, body = get(server, "/long.mjs", {"Accept-Encoding": "gzip, br"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.headers["Content-Type"] == plain.headers["Content-Type"]
    assert int(response.headers["Content-Length"]) == len(body) < len(whole) / 10
    assert gzip.decompress(body) == whole
    assert plain.headers["Content-Encoding"] is None
    assert {plain.headers["Vary"], response.headers["Vary"]} == {"Accept-Encoding"}
    assert plain.headers["ETag"] != response.headers["ETag"]
    again, nothing = get(
        server, "/long.mjs", {"Accept-Encoding": "gzip", "If-None-Match": response.headers["ETag"]}
    )
    assert (again.status, nothing) == (304, b"")
    archive, _ = get(server, "/a.zip", {"Accept-Encoding": "gzip"})
    assert archive.headers["Content-Encoding"] is None


def test_a_rebuild_shows_even_within_the_same_second(
    server: http.client.HTTPConnection, folder: Path
) -> None:
    first, _ = get(server, "/a.js")
    date = (folder / "a.js").stat().st_mtime_ns
    (folder / "a.js").write_text("THIS IS a.js")
    os.utime(folder / "a.js", ns=(date + 1, date + 1))
    conditions = {"If-None-Match": first.headers["ETag"], "If-Modified-Since": first.headers["Last-Modified"]}
    second, body = get(server, "/a.js", conditions)
    assert (second.status, body) == (200, b"THIS IS a.js")


def test_one_connection_carries_many_requests(server: http.client.HTTPConnection) -> None:
    get(server, "/")
    connection = server.sock
    for _ in range(5):
        response, _ = get(server, "/a.js")
        assert response.version == 11
    assert server.sock is connection


@pytest.mark.parametrize(
    "path",
    ["/../secret.txt", "/%2e%2e/secret.txt", "/pyodide/../../secret.txt", "/..%2fsecret.txt", "//secret.txt"],
)
def test_nothing_outside_the_folder_is_served(server: http.client.HTTPConnection, path: str) -> None:
    response, body = get(server, path)
    assert response.status == 404
    assert b"not for you" not in body


@pytest.mark.parametrize("path", ["/nothing.html", "/pyodide/"])
def test_what_is_not_there_is_not_found_and_folders_are_not_listed(
    server: http.client.HTTPConnection, path: str
) -> None:
    response, body = get(server, path)
    assert response.status == 404
    assert b"a.mjs" not in body


def test_a_busy_port_is_named_together_with_the_way_out(folder: Path) -> None:
    with open_server(folder, 0) as first, pytest.raises(PressError) as refusal:
        open_server(folder, first.server_port)
    assert f"Port {first.server_port} can't be used (Address already in use)" in str(refusal.value)
    assert "--port" in str(refusal.value)


def test_only_this_machine_is_served(folder: Path) -> None:
    with open_server(folder, 0) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert server.socket.family == socket.AF_INET


def test_a_browser_that_hangs_up_is_no_news(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "large.wasm").write_bytes(bytes(20_000_000))
    with serving(folder) as address:
        host, port = urlsplit(address).netloc.split(":")
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(b"GET /large.wasm HTTP/1.1\r\nHost: here\r\n\r\n")
            connection.recv(100)
        response = http.client.HTTPConnection(host, int(port), timeout=10)
        assert get(response, "/a.js")[0].status == 200
        response.close()
    assert capfd.readouterr() == ("", "")


def test_the_command_says_where_the_page_is_and_ends_without_a_murmur() -> None:
    environment = {**os.environ, "PYTHONPATH": str(HERE.root / "py"), "no_proxy": "*"}
    command = [sys.executable, "-m", "press", "serve", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            said = next(found for line in process.stdout if (found := re.search(r"http://\S+", line)))
            with urlopen(said[0], timeout=10) as page:
                content = page.read()
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=10)
    assert content == (HERE.dist / "index.html").read_bytes()
    assert (process.returncode, errors) == (0, "")
