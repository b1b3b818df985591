"""What a build says while it works: one line a step, and a bar where bytes are on their way."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm import tqdm


class Step:
    """How a step went, to be said when it ends."""

    outcome = "done"


@contextmanager
def step(name: str) -> Iterator[Step]:
    """Say how a step went and how long it took; on a terminal, also that it has begun."""
    began = time.monotonic()
    this = Step()
    _show(f"{name} …")
    try:
        yield this
    finally:
        _show("")
    print(f"{name}: {this.outcome}, {time.monotonic() - began:.1f} s", flush=True)


def _show(text: str) -> None:
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)


def bytes_bar(name: str, total: int) -> "tqdm[None]":
    """A bar on the terminal, gone when it is full; without a terminal, one line that says it begins."""
    if not sys.stderr.isatty():
        print(f"{name} …", flush=True)
    return tqdm(desc=name, total=total, unit="B", unit_scale=True, leave=False, disable=None)
