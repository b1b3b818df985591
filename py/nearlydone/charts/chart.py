"""What a chart is, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple


class Box(NamedTuple):
    """A drawing's size, and the rectangle in it that lines fill; y grows downwards, as in SVG.

    Around the rectangle there is room for the words, at up to 16 units a letter's height.
    """

    width: float
    height: float
    left: float
    top: float
    right: float
    bottom: float


HALF = Box(480, 300, left=58, top=62, right=456, bottom=250)
"""For half of the page's width, or all of a telephone's."""


@dataclass(frozen=True)
class Axis:
    """A fixed range, so that lines can be compared while they move. `ticks` are the values written beside it.

    `form` is how a value is written, for `str.format`. On a `doubling` axis every doubling is as long as any other.
    """

    label: str
    form: str
    least: float
    most: float
    ticks: Sequence[float]
    doubling: bool = False

    def write(self, value: float) -> str:
        return self.form.format(value).replace("%", "\u00a0%")

    def write_tick(self, value: float) -> str:
        return self.write(value).removesuffix(".0")

    def share(self, value: float) -> float:
        """How far along the axis a value is: 0 at its least, 1 at its most."""
        if self.doubling:
            return log2(value / self.least) / log2(self.most / self.least)
        return (value - self.least) / (self.most - self.least)


HELD = "eight jobs in ten"


@dataclass(frozen=True)
class Line:
    """Points, connected or each a dot. `name` is their class in the page's styles, `label` what the legend says.

    A mean may have a band around it: at each x the ends, low and high, between which lies `HELD` of what it is of.
    """

    name: str
    label: str | None
    x: Sequence[float]
    y: Sequence[float]
    dots: bool = False
    band: tuple[Sequence[float], Sequence[float]] | None = None

    @property
    def outline(self) -> Line:
        """Around the band."""
        assert self.band
        low, high = self.band
        return Line(f"{self.name}-band", None, [*self.x, *reversed(self.x)], [*low, *reversed(high)])


@dataclass(frozen=True)
class Chart:
    """Lines that were measured, at the same values of x, above guides, such as the honest diagonal.

    No two of them have the same name. The chart's own name keeps its ids apart from every other's in the page.
    """

    name: str
    title: str
    x: Axis
    y: Axis
    lines: Sequence[Line]
    guides: Sequence[Line] = ()
    box: Box = HALF

    @property
    def bands(self) -> list[Line]:
        """Their outlines, which are painted first."""
        return [line.outline for line in self.lines if line.band]
