"""Amounts made up of parts, as bars under each other on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nearlydone.drawings.svg import percent, tag

ROW, BAR = 44, 18  # pixels


class Part(NamedTuple):
    """`kind` is its class in the page's styles; what has failed is struck through."""

    kind: str
    amount: float


class Stack(NamedTuple):
    label: str
    parts: Sequence[Part]

    @property
    def amount(self) -> float:
        return sum(part.amount for part in self.parts)


def stacks(bars: Sequence[Stack]) -> str:
    """The longest bar is as wide as the drawing. If all are 0, none is drawn."""
    longest = max(bar.amount for bar in bars) or 1
    rows = [tag("g", *row(bar, longest), transform=f"translate(0 {place * ROW})") for place, bar in enumerate(bars)]
    said = "; ".join(bar.label for bar in bars)
    return tag("svg", *rows, class_="stacks", width="100%", height=len(bars) * ROW, role="img", aria_label=said)


def row(bar: Stack, longest: float) -> list[str]:
    """What it says, and below it the parts that there are."""
    inside = [tag("text", bar.label, y=13)]
    start = 0.0
    for kind, amount in bar.parts:
        if amount:
            inside.append(part(kind, start / longest, (start + amount) / longest))
        start += amount
    return inside


def part(kind: str, start: float, end: float) -> str:
    block = tag("rect", x=percent(start), width=percent(end - start), y=19, height=BAR)
    stroke = tag("line", x1=percent(start), x2=percent(end), y1=19 + BAR, y2=19) if kind == "failed" else ""
    return tag("g", block, stroke, class_=f"part {kind}")
