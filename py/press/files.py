"""Hashing files, and writing them whole or not at all."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from press.lock import Pin


class Damaged(Exception):
    """The bytes are not those that were pinned; the text says how they differ."""


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def is_whole(path: Path, pin: Pin) -> bool:
    """Whether the file is there, with the size and the SHA-256 it is pinned with."""
    return path.is_file() and path.stat().st_size == pin.size and sha256_of(path) == pin.sha256


def write(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file under a temporary name and move it into place when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with partial.open("wb") as file:
            file.writelines(chunks)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write_if_changed(path: Path, content: bytes) -> None:
    """Write a file, unless it says that already: its date then stays, and browsers keep their copy."""
    if not path.is_file() or path.read_bytes() != content:
        write(path, [content])


def write_pinned(path: Path, pin: Pin, chunks: Iterable[bytes]) -> None:
    """Write a pinned file, checking its bytes on the way. Raises Damaged, and then has written nothing."""
    write(path, _checked(pin, chunks))


def _checked(pin: Pin, chunks: Iterable[bytes]) -> Iterable[bytes]:
    size = 0
    digest = hashlib.sha256()
    for chunk in chunks:
        size += len(chunk)
        if size > pin.size:
            raise Damaged(f"more than {pin.size}")
        digest.update(chunk)
        yield chunk
    if size < pin.size:
        raise Damaged(f"only {size} of {pin.size}")
    if digest.hexdigest() != pin.sha256:
        raise Damaged(f"SHA-256 {digest.hexdigest()[:12]}…, not {pin.sha256[:12]}…")
