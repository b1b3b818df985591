"""What a build says while it works: one line a step, and a bar where bytes are on their way."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tqdm import tqdm


class Step:
    """The outcome of a step, to be said when it ends."""

    outcome = "done"


@contextmanager
def step(name: str) -> Iterator[Step]:
    """Say how a step went and how long it took; on a terminal, also that it has begun."""
    began = time.monotonic()
    terminal = sys.stdout.isatty()
    if terminal:
        print(f"{name} …", end="\r", flush=True)
    this = Step()
    yield this
    print(f"{name}: {this.outcome}, {time.monotonic() - began:.1f} s", flush=True)


def bytes_bar(name: str, total: int) -> "tqdm[None]":
    return tqdm(desc=name, total=total, unit="B", unit_scale=True, file=sys.stdout, mininterval=0.5, leave=False)
