"""Pinned files arrive whole or not at all, from the first source that has them."""

import hashlib
import io
import socket
import threading
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from press.errors import PressError
from press.fetch import provide
from press.files import Damaged, write_pinned
from press.lock import Pin, read_lock
from press.server import serving
from press.sources import Cdn, Keep, PackagedWheel, PureWheels

CONTENTS = {"runtime.wasm": b"\0asm" * 5000, "library.zip": b"PK" * 70_000, "note.txt": b"hello"}


def pin(name: str, content: bytes) -> Pin:
    return Pin(name, hashlib.sha256(content).hexdigest(), len(content))


PINS = [pin(name, content) for name, content in CONTENTS.items()]


class Shelf:
    """A source that has what it is given, and remembers what it was asked for."""

    def __init__(self, name: str, contents: dict[str, bytes]) -> None:
        self.name = name
        self.contents = contents
        self.asked: list[str] = []

    def bring(self, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        failures = {}
        for one in pins:
            self.asked.append(one.name)
            try:
                keep(one, [self.contents[one.name]])
            except (KeyError, Damaged) as error:
                failures[one] = f"says {error}"
        return failures


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "folder"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def only_local_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """pip asks no index and finds wheels in this folder alone."""
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    return wheels


def lay_out(folder: Path, contents: dict[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)


def contents_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def wheel(name: str, version: str, files: dict[str, bytes]) -> tuple[str, bytes]:
    """The file name and the bytes of a wheel that pip accepts."""
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        for path, text in about.items():
            archive.writestr(f"{name}-{version}.dist-info/{path}", text)
    return f"{name}-{version}-py3-none-any.whl", buffer.getvalue()


def test_files_arrive_and_are_not_asked_for_twice(folder: Path, cache: Path) -> None:
    shelf = Shelf("shelf", CONTENTS)
    assert provide(PINS, folder, cache, [shelf]) == 3
    assert contents_of(folder) == CONTENTS
    assert provide(PINS, folder, cache, [shelf]) == 0
    assert sorted(shelf.asked) == sorted(CONTENTS)


def test_a_second_checkout_is_served_from_the_cache(folder: Path, cache: Path, tmp_path: Path) -> None:
    provide(PINS, folder, cache, [Shelf("shelf", CONTENTS)])
    assert provide(PINS, tmp_path / "another", cache, []) == 3
    assert contents_of(tmp_path / "another") == CONTENTS


def test_a_flipped_byte_in_the_folder_is_mended_from_the_cache(folder: Path, cache: Path) -> None:
    provide(PINS, folder, cache, [Shelf("shelf", CONTENTS)])
    flip_a_byte(folder / "runtime.wasm")
    assert provide(PINS, folder, cache, []) == 1
    assert contents_of(folder) == CONTENTS


def test_a_flipped_byte_in_the_cache_is_fetched_again(folder: Path, cache: Path) -> None:
    provide(PINS, folder, cache, [Shelf("shelf", CONTENTS)])
    flip_a_byte(cache / PINS[0].sha256)
    (folder / "runtime.wasm").unlink()
    shelf = Shelf("shelf", CONTENTS)
    provide(PINS, folder, cache, [shelf])
    assert shelf.asked == ["runtime.wasm"]
    assert contents_of(folder) == CONTENTS


def flip_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[7] ^= 1
    path.write_bytes(content)


def test_the_next_source_is_asked_only_for_what_is_still_missing(folder: Path, cache: Path) -> None:
    first = Shelf("first", {**CONTENTS, "library.zip": b"not what was pinned"})
    second = Shelf("second", CONTENTS)
    provide(PINS, folder, cache, [first, second])
    assert second.asked == ["library.zip"]
    assert contents_of(folder) == CONTENTS


def test_when_every_source_is_wrong_each_reason_is_given_and_nothing_is_written(
    folder: Path, cache: Path
) -> None:
    wrong = [Shelf("first", {"note.txt": b"hellO"}), Shelf("second", {"note.txt": b"hell"})]
    with pytest.raises(PressError) as refusal:
        provide([PINS[2]], folder, cache, wrong)
    told = str(refusal.value)
    assert told.startswith("note.txt can't be had: first says SHA-256 ")
    assert told.endswith("; second says only 4 of 5.")
    assert contents_of(cache) == contents_of(folder) == {}


@pytest.mark.parametrize("content", [b"hell", b"hello!", b"hellO", b""])
def test_other_bytes_than_pinned_leave_no_trace(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(Damaged):
        write_pinned(tmp_path / "note.txt", PINS[2], [content[:2], content[2:]])
    assert contents_of(tmp_path) == {}


def test_other_bytes_than_pinned_leave_an_older_file_alone(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_bytes(b"older")
    with pytest.raises(Damaged):
        write_pinned(tmp_path / "note.txt", PINS[2], [b"other"])
    assert contents_of(tmp_path) == {"note.txt": b"older"}


def test_an_endless_answer_is_cut_off(tmp_path: Path) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b"x"

    with pytest.raises(Damaged, match="more than 5"):
        write_pinned(tmp_path / "note.txt", PINS[2], endless())


def test_the_cdn_gives_files_by_name(folder: Path, cache: Path, tmp_path: Path) -> None:
    lay_out(tmp_path / "cdn", CONTENTS)
    with serving(tmp_path / "cdn") as address:
        provide(PINS, folder, cache, [Cdn(address)])
    assert contents_of(folder) == CONTENTS


def test_a_file_that_the_cdn_lacks_or_has_otherwise_comes_from_elsewhere(
    folder: Path, cache: Path, tmp_path: Path
) -> None:
    lay_out(tmp_path / "cdn", {"runtime.wasm": CONTENTS["runtime.wasm"], "note.txt": b"HELLO"})
    other = Shelf("other", CONTENTS)
    with serving(tmp_path / "cdn") as address:
        provide(PINS, folder, cache, [Cdn(address), other])
    assert other.asked == ["library.zip", "note.txt"]


def test_a_cdn_that_hangs_up_is_tried_once_and_not_for_every_file(folder: Path, cache: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        callers: list[object] = []
        thread = threading.Thread(target=hang_up_on_all, args=(listener, callers))
        thread.start()
        other = Shelf("other", CONTENTS)
        provide(PINS, folder, cache, [Cdn(f"http://127.0.0.1:{listener.getsockname()[1]}/"), other])
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    assert len(callers) == 1
    assert contents_of(folder) == CONTENTS


def hang_up_on_all(listener: socket.socket, callers: list[object]) -> None:
    while True:
        try:
            connection, caller = listener.accept()
        except OSError:
            return
        callers.append(caller)
        connection.close()


def test_a_cdn_that_falls_silent_is_given_up(folder: Path, cache: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(PressError, match=r"and 2 more files can't be had: .*can't be reached \(timed out\)"):
            provide(PINS, folder, cache, [Cdn(address, patience=0.2)])


def test_a_wheel_that_carries_the_files_is_unpacked_and_thrown_away(
    folder: Path, cache: Path, only_local_wheels: Path
) -> None:
    carried = {f"carrier/static/{name}": content for name, content in CONTENTS.items()}
    lay_out(only_local_wheels, dict([wheel("carrier", "1.0", carried)]))
    provide(PINS, folder, cache, [PackagedWheel("carrier==1.0", "3.12", "carrier/static/")])
    assert contents_of(folder) == CONTENTS
    assert sorted(contents_of(cache)) == sorted(one.sha256 for one in PINS)


def test_a_wheel_that_lacks_a_file_or_carries_another_is_told_so(
    folder: Path, cache: Path, only_local_wheels: Path
) -> None:
    carried = {"carrier/static/note.txt": b"HELLO", "carrier/static/library.zip": CONTENTS["library.zip"]}
    lay_out(only_local_wheels, dict([wheel("carrier", "1.0", carried)]))
    source = PackagedWheel("carrier==1.0", "3.12", "carrier/static/")
    with pytest.raises(PressError, match=r"carrier==1.0 has no carrier/static/runtime.wasm\."):
        provide(PINS, folder, cache, [source])
    with pytest.raises(PressError, match=r"carrier==1.0 has other bytes \(SHA-256 "):
        provide(PINS[2:], folder, cache, [source])


def test_a_wheel_that_pip_cannot_find_is_told_in_the_words_of_pip(
    folder: Path, cache: Path, only_local_wheels: Path
) -> None:
    source = PackagedWheel("carrier==1.0", "3.12", "carrier/static/")
    with pytest.raises(PressError, match=r"pip: No matching distribution found for carrier==1.0"):
        provide(PINS, folder, cache, [source])
    assert contents_of(cache) == {}


def test_wheels_for_the_browser_come_from_pip_and_only_with_the_pinned_bytes(
    folder: Path, cache: Path, only_local_wheels: Path
) -> None:
    wheels = dict([wheel("alpha", "1.0", {"alpha.py": b""}), wheel("beta", "2.0", {"beta.py": b""})])
    lay_out(only_local_wheels, wheels)
    alpha, beta = (pin(name, content) for name, content in wheels.items())
    requirements = {alpha: "alpha==1.0", beta: "beta==2.0"}
    provide([alpha, beta], folder, cache, [PureWheels(requirements)])
    assert contents_of(folder) == wheels

    other = alpha._replace(sha256="0" * 64)
    with pytest.raises(PressError, match=r"has other bytes"):
        provide([other], folder, cache, [PureWheels({other: "alpha==1.0"})])


def test_the_lock_lists_every_package_that_another_one_needs() -> None:
    lock = read_lock()
    packages = lock.entries
    needed = {needed for package in packages.values() for needed in package["depends"]}
    assert needed <= packages.keys()
    assert {"micropip", "numpy", "matplotlib"} <= packages.keys()
    pinned = {one.name: one.sha256 for one in lock.packages}
    assert pinned == {package["file_name"]: package["sha256"] for package in packages.values()}


def test_tests_run_with_the_same_versions_in_pyodide_as_natively() -> None:
    constraints = (Path(__file__).parents[1] / "py" / "constraints.txt").read_text().splitlines()
    assert set(read_lock().test_wheels.values()) <= set(constraints)
