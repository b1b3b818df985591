"""Words around numbers."""

from collections.abc import Sequence


def counted(count: float, one: str, many: str | None = None) -> str:
    """A number of things, such as "1 step" and "2 steps"."""
    return f"{count:,g} {one if count == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def percent(share: float, digits: int = 0) -> str:
    """A share of 0–1, to at most so many digits after the point; number and sign stay on one line."""
    return f"{round(share * 100, digits):g}\u00a0%"
