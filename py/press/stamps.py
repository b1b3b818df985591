"""What a step read and what it wrote, kept so that the step runs again only when one of them changed."""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from press.files import sha256_of, write


def hash_of(*facts: str) -> str:
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()


def hash_tree(folder: Path) -> str:
    """A hash of all files under a folder, by path and content; what Python compiles there does not count."""
    return hash_of(*(f"{path.relative_to(folder)} {sha256_of(path)}" for path in files_in(folder)))


def files_in(folder: Path) -> list[Path]:
    """Every file under a folder, in a fixed order, without hidden ones and compiled Python."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in paths if not _is_left_out(path.relative_to(folder)))


def _is_left_out(path: Path) -> bool:
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def once(stamp: Path, inputs: str, work: Callable[[], Iterable[Path]]) -> tuple[list[Path], bool]:
    """Do the work unless it was done with these inputs and all it wrote is still there, unchanged.

    Returns the files that it wrote, now or then, and whether it was done now.
    """
    known = json.loads(stamp.read_text("utf-8")) if stamp.exists() else {}
    if known.get("inputs") == inputs and _are_unchanged(known["outputs"]):
        return [Path(path) for path in known["outputs"]], False
    outputs = list(work())
    known = {"inputs": inputs, "outputs": {str(path): sha256_of(path) for path in outputs}}
    write(stamp, [json.dumps(known, indent=1).encode()])
    return outputs, True


def _are_unchanged(outputs: dict[str, str]) -> bool:
    return all(Path(path).is_file() and sha256_of(Path(path)) == sha for path, sha in outputs.items())
