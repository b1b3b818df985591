"""The package's rooms are in order: each imports only from those that stand above it in the package's own list."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import nearlydone

PACKAGE = Path(nearlydone.__file__).parent
LISTED = re.findall(r"^ {4}(\w+(?:, \w+)*)  ", nearlydone.__doc__ or "", re.MULTILINE)
ROOMS = [room for line in LISTED for room in line.split(", ")]


def imported(file: Path) -> Iterator[str]:
    """Rooms that a file imports from, also where it does so late."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and (found := re.match(r"nearlydone\.(\w+)", node.module or "")):
            yield found[1]


def test_no_room_imports_from_one_below_it() -> None:
    files = [(room, file) for room in ROOMS for file in [PACKAGE / f"{room}.py", *(PACKAGE / room).rglob("*.py")]]
    imports = [(room, other) for room, file in files if file.exists() for other in imported(file)]
    known = [(room, other) for room, other in imports if other in ROOMS]
    assert len(known) > 100
    assert [pair for pair in known if ROOMS.index(pair[0]) < ROOMS.index(pair[1])] == []
