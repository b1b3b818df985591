"""A run as blocks along time, a row for each worker.

Places are percentages of the drawing's width, so lines and letters stay sharp at any width.
"""

from collections.abc import Iterable, Sequence

from nearlydone.drawings.svg import percent, tag
from nearlydone.jobs import Job
from nearlydone.scheduler import Attempt

ROW = 28
AXIS = 22
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def timeline(
    job: Job,
    ended: Sequence[Attempt],
    workers: int,
    *,
    now: float,
    until: float,
    name: str,
    running: Sequence[Attempt] = (),
    by_task: bool = False,
) -> str:
    """Attempts as blocks: a row for each worker, `until` minutes wide, a line at `now`. `name` keeps ids apart.
    In a block stands the letter of its kind, or `by_task` its task's number, and no kind is told.

    The rectangle `past`, as wide as the drawing, clips the blocks, so that a run can be uncovered as it goes.
    """
    kinds = {task.id: None if by_task else task.kind for task in job.tasks}
    height = workers * ROW
    blocks = [block(attempt, kinds[attempt.task], until) for attempt in ended]
    blocks += [block(attempt, kinds[attempt.task], until, "running") for attempt in running]
    return tag(
        "svg",
        tag("defs", tag("clipPath", tag("rect", class_="past", width="100%", height=height), id=f"{name}-past")),
        *(tag("line", class_="row", x2="100%", y1=row * ROW, y2=row * ROW) for row in range(workers + 1)),
        tag("g", *blocks, clip_path=f"url(#{name}-past)"),
        tag("line", class_="now", x1=percent(now / until), x2=percent(now / until), y1=0, y2=height),
        *minutes_axis(until, height),
        class_="timeline",
        width="100%",
        height=height + AXIS,
        role="img",
        aria_label=describe_attempts(ended, workers),
    )


def block(attempt: Attempt, kind: int | None, until: float, state: str = "") -> str:
    """One attempt: filled, in its kind's colour, if it succeeded, else an outline with a stroke through it."""
    y = attempt.worker * ROW + 3
    told, colour = ("", "") if kind is None else (f", kind {letter(kind)}", f"kind{kind % 4}")
    x, width = attempt.start / until, (attempt.end - attempt.start) / until
    inside = [
        tag("title", f"task {attempt.task}{told}, {attempt.end - attempt.start:.2f} minutes"),
        tag("rect", x=percent(x), y=y, width=percent(width), height=ROW - 6, rx=2),
    ]
    if not attempt.ok:
        ends = {"x1": percent(x), "x2": percent(x + width)}
        inside.append(tag("line", **ends, y1=y + ROW - 6, y2=y))
    elif width > 0.025:
        narrow = "narrow" if width < 0.05 else None
        words = str(attempt.task) if kind is None else letter(kind)
        inside.append(tag("text", words, class_=narrow, x=percent(x + width / 2), y=y + 16))
    return tag(
        "g",
        *inside,
        class_=" ".join(filter(None, ("attempt", colour, "" if attempt.ok else "failed", state))),
        data_task=attempt.task,
        data_worker=attempt.worker,
        data_start=repr(attempt.start),
        data_end=repr(attempt.end),
    )


def letter(kind: int) -> str:
    return LETTERS[kind % len(LETTERS)]


def minutes_axis(until: float, y: int) -> Iterable[str]:
    """Ticks at whole steps of 1, 2 or 5 times a power of ten, about six of them."""
    step = next(step for power in range(-3, 12) for step in (10.0**power, 2 * 10.0**power, 5 * 10.0**power)
                if until / step <= 6)
    for tick in range(int(until / step) + 1):
        share = tick * step / until
        yield tag("line", class_="tick", x1=percent(share), x2=percent(share), y1=y, y2=y + 4)
        unit = " min" if tick == 0 else ""
        kind = "first" if tick == 0 else "odd" if tick % 2 else ""
        yield tag("text", f"{tick * step:g}{unit}", class_=f"tick {kind}".rstrip(), x=percent(share), y=y + 17)


def describe_attempts(attempts: Sequence[Attempt], workers: int) -> str:
    failed = sum(not attempt.ok for attempt in attempts)
    end = max((attempt.end for attempt in attempts), default=0.0)
    return f"Timeline of {workers} workers: {len(attempts)} attempts, {failed} of them failed, in {end:.1f} minutes"
