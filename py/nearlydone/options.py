"""Options as data: what a command or a figure can be told, checked in one place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from reprlib import repr as shortened
from typing import Any, Literal

from nearlydone.shape import LIMITS, Shape

Kind = Literal["whole", "number", "switch", "word", "failures", "actions", "faults", "text"]
MOST = 1000  # entries of a list
LONGEST = 200  # letters of a text


@dataclass(frozen=True)
class Option:
    """`name` as Python spells it. `failures` are [task, minute] pairs; `actions` are "next" or a task's id,
    `faults` texts such as "S2=discount"; `longest` is how many letters a `text` may have."""

    name: str
    kind: Kind
    default: Any
    help: str
    least: float = -(2**53)
    most: float = 2**53
    words: tuple[str, ...] = ()
    longest: int = LONGEST

    def check(self, value: Any) -> Any:
        """The value as its type; raises ValueError with one sentence that says what it must be."""
        match self.kind:
            case "switch":
                if isinstance(value, bool):
                    return value
                raise ValueError(f"{self.name} is {shortened(value)}: it must be true or false")
            case "word":
                if value in self.words:
                    return value
                raise ValueError(f"{self.name} is {shortened(value)}: it must be {' or '.join(self.words)}")
            case "failures":
                return check_failures(self.name, value)
            case "faults":
                if all(is_text(fault) for fault in check_list(self.name, value)):
                    return list(value)
                raise ValueError(f"{self.name} is {shortened(value)}: each must be a text such as S2=discount")
            case "text":
                if is_text(value, self.longest):
                    return value
                raise ValueError(
                    f"{self.name} is {shortened(value)}: it must be a text of at most {self.longest} letters"
                )
            case "actions":
                task = Option(f"{self.name}: a task", "whole", 0, "", least=0)
                return [action if action == "next" else task.check(action) for action in check_list(self.name, value)]
        return self.check_number(value)

    def check_number(self, value: Any) -> int | float:
        whole = self.kind == "whole"
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not self.least <= value <= self.most or (whole and value != int(value)):
            wanted = f"{'a whole' if whole else 'a'} number from {self.least:.16g} to {self.most:.16g}"
            raise ValueError(f"{self.name} is {shortened(value)}: it must be {wanted}")
        return int(value) if whole else float(value)


def is_text(value: Any, longest: int = LONGEST) -> bool:
    return isinstance(value, str) and len(value) <= longest


def check_list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise ValueError(f"{name} must be a list of at most {MOST} entries")
    return list(value)


def check_failures(name: str, value: Any) -> list[tuple[int, float]]:
    """Pairs of a task's id and a minute, sorted by minute."""
    task = Option("task", "whole", 0, "", least=0)
    minute = Option("minute", "number", 0, "", least=0)
    pairs = []
    for pair in check_list(name, value):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(f"{name} holds {shortened(pair)}: each must be a [task, minute] pair")
        pairs.append((task.check(pair[0]), minute.check(pair[1])))
    return sorted(pairs, key=lambda pair: pair[1])


def check_all(known: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every known option's value, given or default. Raises ValueError for an unknown or wrong one."""
    options = {option.name: option for option in known}
    if not isinstance(given, Mapping):
        raise ValueError(f"options are {shortened(given)}: they must be names with values")
    for name in given:
        if name not in options:
            raise ValueError(f"there is no option {shortened(name)} here, only {', '.join(options)}")
    return {name: option.check(given[name]) if name in given else option.default for name, option in options.items()}



def shape_option(name: str, help: str) -> Option:
    default = getattr(Shape(), name)
    return Option(name, "whole" if isinstance(default, int) else "number", default, help, *LIMITS[name])


SHAPE = (
    shape_option("tasks", "how many tasks"),
    shape_option("layers", "layers that they stand in; tasks wait for tasks of the layer before"),
    shape_option("spread", "how much sizes vary: standard deviation of ln(estimate)"),
    shape_option("kinds", "kinds of task, each estimated wrongly in its own way"),
    shape_option("bias", "how wrong the estimates of a kind are: standard deviation of ln(factor)"),
    shape_option("noise", "luck of each task: standard deviation of ln(duration / expected)"),
    shape_option("failure_rate", "chance that an attempt fails"),
)
