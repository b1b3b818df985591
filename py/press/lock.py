"""The files of Pyodide that the page ships, pinned.

`pyodide.lock.json` holds, for the runtime and for every package, name, SHA-256 and size. Its `info` and
`packages` are those of Pyodide's own pyodide-lock.json, reduced to what is made use of, so that lock is written
from here and need not be downloaded.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

LOCK = Path(__file__).with_name("pyodide.lock.json")


class Pin(NamedTuple):
    """One file: what it is called, the SHA-256 of its bytes in hex, their number."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Lock:
    """What is pinned and where it can be had."""

    cdn: str
    packaged: dict[str, str]
    runtime: tuple[Pin, ...]
    packages: tuple[Pin, ...]
    test_wheels: dict[Pin, str]
    info: dict[str, str]
    entries: dict[str, dict[str, Any]]

    def pyodide_lock(self, entries: Mapping[str, Mapping[str, Any]]) -> str:
        """The lock that Pyodide reads, with these packages."""
        return json.dumps({"info": self.info, "packages": entries}, indent=1, sort_keys=True) + "\n"


def read_lock(path: Path = LOCK) -> Lock:
    facts = json.loads(path.read_text("utf-8"))
    packages = facts["packages"]
    return Lock(
        cdn=facts["cdn"],
        packaged=facts["packaged"],
        runtime=tuple(_pin(file) for file in facts["runtime"]),
        packages=tuple(_pin({**package, "name": package["file_name"]}) for package in packages.values()),
        test_wheels={_pin(wheel): wheel["requirement"] for wheel in facts["test_wheels"]},
        info=facts["info"],
        entries={
            name: {key: value for key, value in package.items() if key != "size"}
            for name, package in packages.items()
        },
    )


def _pin(facts: dict[str, Any]) -> Pin:
    return Pin(facts["name"], facts["sha256"], facts["size"])
