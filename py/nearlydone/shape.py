"""What a job is drawn from."""

from dataclasses import dataclass
from typing import Any

LIMITS: dict[str, tuple[float, float]] = {
    "tasks": (1, 1_000_000),
    "layers": (1, 1_000_000),
    "spread": (0, 20),
    "kinds": (1, 1_000_000),
    "bias": (0, 20),
    "noise": (0, 20),
    "failure_rate": (0, 1),
}


@dataclass(frozen=True)
class Shape:
    """How many tasks, in how many layers and kinds, and how they vary.

    `spread`, `bias` and `noise` are standard deviations of logarithms: of the estimates, of each
    kind's error, of each task's error. `failure_rate` is the chance that an attempt fails.
    Raises ValueError, naming the parameter, for a value that no job can have.
    """

    tasks: int = 60
    layers: int = 6
    spread: float = 1.2
    kinds: int = 4
    bias: float = 0.6
    noise: float = 0.25
    failure_rate: float = 0.0

    def __post_init__(self) -> None:
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} is {value}: it must be from {least:g} to {most:.7g}")
        if self.layers > self.tasks:
            raise ValueError(f"layers is {self.layers}, but {self.tasks} tasks cannot fill more than {self.tasks}")


GOOD_ESTIMATES: dict[str, Any] = {"bias": 0.0, "noise": 0.05}
