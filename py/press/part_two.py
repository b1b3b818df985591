"""What part two of the page says: its figures' controls, its charts, and every number in its sentences."""

from typing import Any

from nearlydone.charts.drawing import draw
from nearlydone.drawings.board import GLYPHS, LETTERS, STATES
from nearlydone.figures import billing, scanning, silence
from nearlydone.figures.presets import PRESETS
from nearlydone.supervisor.settings import DEFAULT_SETTINGS

MARKS = {
    "stalled": "stall",
    "persistent": "never pass",
    "lost": "lose its start",
    "slow": "slow",
    "well": "well again",
}


def part_two(figures: dict[str, Any]) -> dict[str, Any]:
    """`figures` are the answers of all figures at their defaults."""
    charts = scanning.both_charts(figures["figure-8"]["rows"], DEFAULT_SETTINGS.scan)
    return {
        "presets": PRESETS,
        "marks": MARKS,
        "letters": LETTERS,
        "states": STATES,
        "glyphs": GLYPHS,
        "sliders": {"silence": silence.SLIDERS, "scanning": scanning.SLIDERS, "billing": billing.SLIDERS},
        "charts": [{"name": chart.name, "svg": draw(chart)} for chart in charts],
    }
