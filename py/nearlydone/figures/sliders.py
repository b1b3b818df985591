"""Sliders as data: what a reader can set, between which ends, and how a value is said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nearlydone.options import Kind, Option
from nearlydone.words import counted, percent


@dataclass(frozen=True)
class Slider:
    """`name` is the option it sets, `label` stands beside it, and `says` puts a value into words with its
    unit. With `values` it can only be set to these."""

    name: str
    label: str
    least: float
    most: float
    step: float
    default: float
    says: Callable[[float], str]
    values: Sequence[float] = ()

    @property
    def option(self) -> Option:
        kind: Kind = "whole" if isinstance(self.step, int) else "number"
        return Option(self.name, kind, self.default, self.label, self.least, self.most)

    @property
    def positions(self) -> Sequence[float]:
        """Each value that it can be set to, from the least; to within what floats can say."""
        steps = round((self.most - self.least) / self.step)
        return self.values or [self.least + self.step * k for k in range(steps + 1)]

    @property
    def words(self) -> list[str]:
        """Each value that it can be set to, in words, from the least."""
        return [self.says(value) for value in self.positions]

    def check(self, value: float) -> float:
        """The value, if the slider can be set to it. ValueError if it cannot."""
        if min(abs(value - position) for position in self.positions) > 1e-9:
            raise ValueError(f"{self.name} cannot be set to {value:g} here")
        return value


def of(one: str) -> Callable[[float], str]:
    """Says a whole number of things, such as "1 round" and "2 rounds"."""
    return lambda count: counted(count, one)


def percents(of: str) -> Callable[[float], str]:
    """Says a share of 0–1, such as "0.5 % of steps"."""
    return lambda share: f"{percent(share, 4)} {of}"


def every_rounds(scan: float) -> str:
    return "every round" if scan == 1 else f"every {scan:g} rounds"
