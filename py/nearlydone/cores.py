"""One function over many pieces of work, on all of this machine's cores."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def on_all_cores(function: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
    """The results in the order of the pieces; no more pieces are under way than keep the cores busy.

    Where there is one piece, one core, or no way to start a process, as in a browser, all is done here.
    """
    pieces = iter(pieces)
    first = list(islice(pieces, 2))
    if len(first) < 2 or (os.cpu_count() or 1) < 2 or sys.platform == "emscripten":
        yield from map(function, first)
        yield from map(function, pieces)
        return
    from concurrent.futures import ProcessPoolExecutor  # a browser need not load what starts processes

    cores = os.cpu_count() or 1
    with ProcessPoolExecutor(cores, initializer=leave_interrupts_to_the_parent) as pool:
        waiting: deque[Future[Result]] = deque(pool.submit(function, piece) for piece in first)
        try:
            for piece in pieces:
                if len(waiting) >= 2 * cores:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(function, piece))
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
