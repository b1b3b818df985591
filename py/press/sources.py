"""Where pinned files can come from.

A source brings what it can and says, for every other file, why not, in words that follow its name. What it
brings is checked by `keep`, so a source need not be trusted.
"""

import http.client
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol

from press.files import Damaged
from press.lock import Pin
from press.pip import PipFailed, download
from press.progress import bytes_bar

Keep = Callable[[Pin, Iterable[bytes]], None]
CHUNK = 1 << 18


class Source(Protocol):
    """Somewhere to ask for pinned files."""

    name: str

    def bring(self, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        """Give every file that can be had to `keep`, which raises Damaged; return why the others can't."""


class Cdn:
    """A web address under which the files lie by name."""

    def __init__(self, address: str, patience: float = 8) -> None:
        self.name = "the Pyodide CDN"
        self.address = address
        self.patience = patience

    def bring(self, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        """Bring the files one by one; once the address can't be reached, none of the others is tried."""
        failures: dict[Pin, str] = {}
        with bytes_bar("The Pyodide CDN sends", sum(pin.size for pin in pins)) as bar:
            for number, pin in enumerate(pins):
                try:
                    with urllib.request.urlopen(self.address + pin.name, timeout=self.patience) as reply:
                        keep(pin, counted(reply, bar.update))
                except urllib.error.HTTPError as error:
                    failures[pin] = f"answers {error.code} {error.reason}"
                except Damaged as error:
                    failures[pin] = f"has other bytes ({error})"
                except (OSError, http.client.HTTPException) as error:
                    reason = f"can't be reached ({getattr(error, 'reason', error)})"
                    return failures | dict.fromkeys(pins[number:], reason)
        return failures


class PackagedWheel:
    """A wheel that carries the files in one of its folders."""

    def __init__(self, requirement: str, python: str, folder: str) -> None:
        self.name = requirement
        self.python = python
        self.folder = folder

    def bring(self, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        """Download the wheel, take the files out of it, throw it away."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                download([self.name], Path(folder), ["--python-version", self.python])
                [wheel] = Path(folder).glob("*.whl")
                with zipfile.ZipFile(wheel) as archive:
                    return self.unpack(archive, pins, keep)
            except (PipFailed, zipfile.BadZipFile) as error:
                return dict.fromkeys(pins, f"can't be had ({error})")

    def unpack(self, archive: zipfile.ZipFile, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        failures = {}
        for pin in pins:
            try:
                with archive.open(self.folder + pin.name) as file:
                    keep(pin, counted(file))
            except KeyError:
                failures[pin] = f"has no {self.folder}{pin.name}"
            except Damaged as error:
                failures[pin] = f"has other bytes ({error})"
        return failures


class PureWheels:
    """Wheels of plain Python, each the file of its own requirement."""

    def __init__(self, requirements: Mapping[Pin, str]) -> None:
        self.name = "pip"
        self.requirements = requirements

    def bring(self, pins: Sequence[Pin], keep: Keep) -> dict[Pin, str]:
        any_machine = ["--platform=any", "--implementation=py", "--abi=none", "--python-version=3.14"]
        failures = {}
        with tempfile.TemporaryDirectory() as folder:
            try:
                download([self.requirements[pin] for pin in pins], Path(folder), any_machine)
            except PipFailed as error:
                return dict.fromkeys(pins, f"can't bring it ({error})")
            for pin in pins:
                try:
                    with (Path(folder) / pin.name).open("rb") as file:
                        keep(pin, counted(file))
                except FileNotFoundError:
                    failures[pin] = "brought another file"
                except Damaged as error:
                    failures[pin] = f"has other bytes ({error})"
        return failures


def counted(file: IO[bytes], count: Callable[[int], object] = int) -> Iterator[bytes]:
    """Read a file in pieces, telling the length of each."""
    while chunk := file.read(CHUNK):
        count(len(chunk))
        yield chunk
