"""What bars showed, against the time that had really passed, as curves and in numbers."""

from collections.abc import Mapping, Sequence

from nearlydone.drawings.numbers import numbers_row, numbers_table
from nearlydone.drawings.svg import number, tag
from nearlydone.words import percent

LEFT, WIDTH = 14, 84  # per cent of the drawing's: where the curves begin, and how far they go


def shown_against_time(curves: Mapping[str, Sequence[float]], name: str) -> str:
    """What each bar showed against the share of time passed, with the honest diagonal."""
    paths = [
        tag("path", class_=f"curve {bar}", d=path(shown), vector_effect="non-scaling-stroke")
        for bar, shown in curves.items()
    ]
    past = tag("rect", class_="past", x=0, y=-5, width=101, height=110)
    return tag(
        "svg",
        tag(
            "svg",
            tag("defs", tag("clipPath", past, id=f"{name}-past")),
            *(tag("line", class_="grid", x2=100, y1=y, y2=y, vector_effect="non-scaling-stroke") for y in (0, 50, 100)),
            tag("line", class_="grid ninety", x2=100, y1=10, y2=10, vector_effect="non-scaling-stroke"),
            tag("line", class_="honest", x2=100, y1=100, y2=0, vector_effect="non-scaling-stroke"),
            tag("g", *paths, clip_path=f"url(#{name}-past)"),
            viewBox="0 0 100 100", preserveAspectRatio="none", x=f"{LEFT}%", y=8, width=f"{WIDTH}%", height="80%",
            overflow="visible",
        ),
        *(tag("text", percent(1 - y / 100), class_="y", x=f"{LEFT - 1.5}%", y=f"{number(y * 0.8 + 4.5)}%")
          for y in (0, 10, 50, 100)),
        *(tag("text", percent(x), class_="x last" if x == 1 else "x", x=f"{number(LEFT + x * WIDTH)}%", y="91%")
          for x in (0, 0.25, 0.5, 0.75, 1)),
        tag("text", "share of time that has passed", class_="x", x="50%", y="98%"),
        class_="shown", width="100%", height=230, role="img",
        aria_label="What each bar showed, from nothing to all, against the share of time that had passed",
    )


def path(shown: Sequence[float]) -> str:
    last = len(shown) - 1
    return "M" + "L".join(f"{number(100 * k / last)} {number(100 - 100 * value)}" for k, value in enumerate(shown))


def shown_table(curves: Mapping[str, Sequence[float]], minutes: float) -> str:
    """A row for each tenth of the time, with its minute in `data-at`."""
    rows = [
        [percent(tenth / 10), *(percent(shown[(len(shown) - 1) * tenth // 10]) for shown in curves.values())]
        for tenth in range(11)
    ]
    ats = [minutes * tenth / 10 for tenth in range(11)]
    return numbers_table(("time passed", *curves), map(numbers_row, rows, ats))
