"""The article's table of measurements: ten settings, 200 jobs each."""

from typing import NamedTuple

from nearlydone.shape import GOOD_ESTIMATES, Shape

JOBS = 200


class Setting(NamedTuple):
    """A row of the table: what it is called, and what is measured."""

    name: str
    shape: Shape
    workers: int = 4


def good(**others: float) -> Shape:
    return Shape(**GOOD_ESTIMATES | others)


SETTINGS = (
    Setting("good estimates, 4 workers", good()),
    Setting("good estimates, 16 workers", good(), 16),
    Setting("default, 4 workers", Shape()),
    Setting("default, 16 workers", Shape(), 16),
    Setting("good estimates, spread 0.2, 4 workers", good(spread=0.2)),
    Setting("good estimates, spread 2.8, 4 workers", good(spread=2.8)),
    Setting("good estimates, failure rate 0.1, 4 workers", good(failure_rate=0.1)),
    Setting("good estimates, failure rate 0.2, 4 workers", good(failure_rate=0.2)),
    Setting("default, failure rate 0.2, 4 workers", Shape(failure_rate=0.2)),
    Setting("good estimates, failure rate 0.3, 4 workers", good(failure_rate=0.3)),
)
