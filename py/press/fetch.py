"""Pinned files into a folder: from the cache, and into the cache from the first source that has them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from press.errors import PressError
from press.files import is_whole, write_pinned
from press.lock import Lock, Pin
from press.sources import Cdn, PackagedWheel, PureWheels, Source, counted


def pyodide_sources(lock: Lock) -> list[Source]:
    return [Cdn(lock.cdn), PackagedWheel(**lock.packaged)]


def test_wheel_sources(lock: Lock) -> list[Source]:
    return [PureWheels(lock.test_wheels)]


def provide(pins: Sequence[Pin], folder: Path, cache: Path, sources: Sequence[Source]) -> int:
    """See that the folder holds every pinned file, whole, and return how many were missing or damaged.

    Every file is hashed every time. Raises PressError when no source has the right bytes.
    """
    missing = [pin for pin in pins if not is_whole(folder / pin.name, pin)]
    collect([pin for pin in missing if not is_whole(cache / pin.sha256, pin)], cache, sources)
    for pin in missing:
        with (cache / pin.sha256).open("rb") as file:
            write_pinned(folder / pin.name, pin, counted(file))
    return len(missing)


def collect(pins: Sequence[Pin], cache: Path, sources: Sequence[Source]) -> None:
    """Bring files into the cache, asking one source after the other for what is still missing."""
    cache.mkdir(parents=True, exist_ok=True)
    reasons: defaultdict[Pin, list[str]] = defaultdict(list)
    missing = list(pins)

    def keep(pin: Pin, chunks: Iterable[bytes]) -> None:
        write_pinned(cache / pin.sha256, pin, chunks)

    for source in sources:
        if missing:
            failures = source.bring(missing, keep)
            missing = list(failures)
            for pin, reason in failures.items():
                reasons[pin].append(f"{source.name} {reason}")
    if missing:
        others = f" and {len(missing) - 1} more files" if missing[1:] else ""
        raise PressError(f"{missing[0].name}{others} can't be had: {'; '.join(reasons[missing[0]])}.")
