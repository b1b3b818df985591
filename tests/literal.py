"""The page of the model, written out word for word: slow, plain, and on purpose nothing like the package.

Only exp, log and cos come from the package, since last digits hang on them; test_libm.py judges them alone.
A job's tasks are dicts, an attempt is a tuple (task, worker, start, end, ok).
"""

from collections.abc import Iterator, Sequence
from math import floor, pi, sqrt
from typing import Any

from nearlydone import libm

Task = dict[str, Any]
Attempt = tuple[int, int, float, float, bool]


def mulberry32(seed: int) -> Iterator[float]:
    a = seed % 2**32
    while True:
        a = (a + 0x6D2B79F5) % 2**32
        t = (a ^ (a >> 15)) * (a | 1) % 2**32
        t = ((t + (t ^ (t >> 7)) * (t | 61)) % 2**32) ^ t
        yield (t ^ (t >> 14)) / 2**32


def normal(stream: Iterator[float]) -> float:
    u = next(stream)
    v = next(stream)
    return sqrt(-2 * libm.log(1 - u)) * libm.cos(2 * pi * v)


def draw_job(
    seed: int, tasks: int, layers: int, spread: float, kinds: int, bias: float, noise: float, failure_rate: float
) -> tuple[list[Task], list[float]]:
    main = mulberry32(seed)
    luck = mulberry32(seed ^ 0x5F3759DF)
    factor = [libm.exp(normal(main) * bias) for _ in range(kinds)]
    job: list[Task] = []
    for id in range(tasks):
        layer = min(layers - 1, floor(id * layers / tasks))
        kind = floor(next(main) * kinds)
        estimate = libm.exp(normal(main) * spread)
        deps: list[int] = []
        if layer > 0:
            before = [task["id"] for task in job if task["layer"] == layer - 1]
            n = 1 + floor(next(main) * 2)
            for _ in range(n):
                pick = before[floor(next(main) * len(before))]
                if pick not in deps:
                    deps.append(pick)
        duration = estimate * factor[kind] * libm.exp(normal(main) * noise)
        attempts: list[float] = []
        while len(attempts) < 3 and next(luck) < failure_rate:
            attempts.append(duration * (0.2 + next(luck) * 0.8))
        attempts.append(duration)
        job.append(
            {
                "id": id,
                "layer": layer,
                "kind": kind,
                "deps": deps,
                "estimate": estimate,
                "duration": duration,
                "attempts": attempts,
            }
        )
    return job, factor


def schedule(
    job: Sequence[Task],
    lengths: dict[int, list[float]],
    workers: int,
    by_hand: Sequence[tuple[int, float]] = (),
    now: float = 0.0,
    finished: Sequence[int] = (),
    under_way: Sequence[tuple[int, int, float]] = (),
) -> tuple[list[Attempt], list[Attempt]]:
    """All attempts in the order they ended, and the same in the order they began."""
    done = set(finished)
    hands = list(by_hand)
    failures = {task["id"]: 0 for task in job}
    running: list[list[Any]] = []
    begun: list[list[Any]] = []
    ended: list[list[Any]] = []

    def begin(task: int, worker: int, start: float) -> None:
        end = start + lengths[task][failures[task]]
        attempt = [task, worker, start, end if end > now else now, failures[task] + 1 == len(lengths[task])]
        running.append(attempt)
        begun.append(attempt)

    for task, worker, start in under_way:
        begin(task, worker, start)
    while len(done) < len(job):
        for worker in range(workers):  # rules 1 and 2
            if worker in [attempt[1] for attempt in running]:
                continue
            ready = [
                task["id"]
                for task in sorted(job, key=lambda task: task["id"])
                if task["id"] not in done
                and task["id"] not in [attempt[0] for attempt in running]
                and all(dep in done for dep in task["deps"])
            ]
            if ready:
                begin(ready[0], worker, now)
        first = running[0]  # rule 3
        for attempt in running:
            if attempt[3] < first[3]:
                first = attempt
        if hands and hands[0][1] < first[3]:
            task, minute = hands.pop(0)
            (first,) = [attempt for attempt in running if attempt[0] == task]
            first[3:] = [minute, False]
        elif first[4]:  # rule 4
            done.add(first[0])
        else:
            failures[first[0]] += 1
        now = first[3]
        running.remove(first)
        ended.append(first)
    return [tuple(attempt) for attempt in ended], [tuple(attempt) for attempt in begun]


def show_bars(job: Sequence[Task], begun: Sequence[Attempt], workers: int, t: float) -> dict[str, float]:
    finished = [task for task, _, _, end, ok in begun if ok and end <= t]
    under_way = [(task, worker, start) for task, worker, start, end, _ in begun if start <= t < end]
    estimates = done = 0.0
    spent = {task["kind"]: 0.0 for task in job}
    planned = {task["kind"]: 0.0 for task in job}
    for task in job:
        estimates += task["estimate"]
        if task["id"] in finished:
            done += task["estimate"]
            planned[task["kind"]] += task["estimate"]
            time = 0.0
            for other, _, start, end, _ in begun:
                if other == task["id"]:
                    time += end - start
            spent[task["kind"]] += time
    ratio = {kind: (spent[kind] + 2) / (planned[kind] + 2) for kind in spent}

    def forecast(expected: dict[int, float]) -> float:
        if len(finished) == len(job):
            return 1.0
        lengths = {id: [e] for id, e in expected.items()}
        for id, _, start in under_way:
            if t - start >= expected[id]:
                lengths[id] = [(t - start) + 0.15 * expected[id]]
        ended, _ = schedule(job, lengths, workers, (), t, finished, under_way)
        return min(1.0, t / ended[-1][3]) if ended[-1][3] else 0.0

    return {
        "count": len(finished) / len(job),
        "work": done / estimates if estimates else float(len(finished) == len(job)),
        "plan": forecast({task["id"]: task["estimate"] for task in job}),
        "learn": forecast({task["id"]: task["estimate"] * ratio[task["kind"]] for task in job}),
    }


def judge(shown: Sequence[float]) -> tuple[float, float, float]:
    """Error, share above 90 %, largest step backwards."""
    distances = 0.0
    above = 0
    backwards = 0.0
    for k in range(1, 101):
        distances += abs(shown[k] - k / 100)
        above += shown[k] >= 0.9
        backwards = max(backwards, shown[k - 1] - shown[k])
    return 100 * distances / 100, above / 100, 100 * backwards
