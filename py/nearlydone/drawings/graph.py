"""Tasks as circles, and arrows from what they wait for."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from nearlydone.drawings.svg import number, tag
from nearlydone.jobs import Job

NODE, RING = 17, 23
COLUMN, LINE, MARGIN = 104, 58, 30


def graph(job: Job, states: Mapping[int, str], workers_of: Mapping[int, int], touched: Iterable[int],
          failed: Collection[int] = ()) -> str:
    """Tasks as circles in columns of layers, arrows from what they wait for; a running one can be pressed. One that
    has just failed has a stroke through it, as its attempt has."""
    places = graph_places(job)
    width = max(x for x, _ in places.values()) + MARGIN
    height = max(y for _, y in places.values()) + MARGIN
    marked = set(touched)
    arrows = [
        tag("path", class_="arrow through" if states[dep] == "done" else "arrow",
            d=arrow(places[dep], places[task.id]), marker_end="url(#arrowhead)")
        for task in job.tasks
        for dep in task.deps
    ]
    nodes = [node(task.id, places[task.id], states[task.id], workers_of.get(task.id),
                  task.id in marked, task.id in failed,
                  [dep for dep in task.deps if states[dep] != "done"]) for task in job.tasks]
    head = tag("marker", tag("path", d="M0 0L7 3.5L0 7z"), id="arrowhead", viewBox="0 0 7 7", refX=6, refY=3.5,
               markerWidth=7, markerHeight=7, orient="auto")
    return tag("svg", tag("defs", head), *arrows, *nodes, class_="graph", viewBox=f"0 0 {width} {height}",
               role="group", aria_label=f"The {len(job.tasks)} tasks and what each waits for")


def graph_places(job: Job) -> dict[int, tuple[int, int]]:
    """The centre of each task's circle; the tasks of a layer stand below each other, centred."""
    layers: dict[int, list[int]] = {}
    for task in job.tasks:
        layers.setdefault(task.layer, []).append(task.id)
    tallest = max(map(len, layers.values()))
    return {
        id: (MARGIN + layer * COLUMN, MARGIN + row * LINE + (tallest - len(ids)) * LINE // 2)
        for layer, ids in layers.items()
        for row, id in enumerate(ids)
    }


def arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x1, x2 = start[0] + NODE, end[0] - NODE - 4
    middle = (x1 + x2) / 2
    return f"M{x1} {start[1]}C{number(middle)} {start[1]} {number(middle)} {end[1]} {x2} {end[1]}"


def node(id: int, place: tuple[int, int], state: str, worker: int | None, marked: bool, failed: bool,
         waits: Sequence[int]) -> str:
    said = {
        "waiting": f"waiting for {' and '.join(map(str, waits))}",
        "ready": "ready",
        "running": f"running on worker {worker}; press to fail it",
        "done": "done",
    }[state]
    running = state == "running"
    return tag(
        "g",
        tag("circle", class_="ring", r=RING),
        tag("circle", r=NODE),
        tag("text", str(id), y=0 if running else 5),
        *([tag("line", x1=-NODE, x2=NODE, y1=NODE, y2=-NODE)] if failed else []),
        *([tag("text", f"w{worker}", class_="worker", y=11)] if running else []),
        class_=f"node {state}{' touched' if marked else ''}{' failed' if failed else ''}",
        transform=f"translate({place[0]} {place[1]})",
        data_task=id,
        role="button" if running else "img",
        tabindex=0 if running else -1,
        aria_label=f"Task {id}: {said}",
    )
