"""The rules of a round, played in memory and on SQLite: the published tables, and a literal transcription."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nearlydone.supervisor.counters import counters
from nearlydone.supervisor.record import Record
from nearlydone.supervisor.run import Run, start
from nearlydone.supervisor.settings import Faults, Settings
from nearlydone.supervisor.tables import (
    by_scan,
    cost_answer,
    cost_rows,
    counters_as_dict,
    supervisor_answer,
    with_and_without,
)

PUBLISHED = json.loads((Path(__file__).parent / "golden" / "supervisor.json").read_text())

Player = Callable[[Settings, Faults], Run]


def in_memory(settings: Settings, faults: Faults) -> Run:
    return start(settings, faults).to_end()


def on_sqlite(settings: Settings, faults: Faults) -> Run:
    with Record.create(":memory:", settings, faults) as record:
        while not record.over:
            record.next_round()
        return record.run()


both = pytest.mark.parametrize("player", [in_memory, on_sqlite])


def literal(
    supervisor: bool,
    scan: int,
    lease: int,
    retry_limit: int,
    rounds: int,
    stalled: set[tuple[int, int]],
    persistent: set[tuple[int, int]],
) -> dict[str, Any]:
    """The rules as they are written down, in one loop over plain lists; shares nothing with the package."""
    step, state, started, attempt = [0] * 12, ["waiting"] * 12, [0] * 12, [0] * 12
    n = {"completed": 0, "steps": 0, "redriven": 0, "wasted": 0}
    n |= {"compensated_jobs": 0, "compensated_steps": 0}
    read = last_round = 0
    recovery: list[int] = []
    starts: dict[tuple[int, int], int] = {}
    effects: dict[tuple[int, int], int] = {}
    for t in range(1, rounds + 1):
        for j in range(12):
            if state[j] == "running" and started[j] == t - 1:
                cell = j + 1, step[j]
                if cell in persistent:
                    continue
                effects[cell] = effects.get(cell, 0) + 1
                if cell in stalled and attempt[j] == 0:
                    continue
                n["steps"] += 1
                step[j], attempt[j], state[j] = step[j] + 1, 0, "waiting"
        if supervisor and t % scan == 0:
            for j in range(12):
                read += 1
                if state[j] == "running" and t - started[j] >= lease:
                    n["redriven"] += 1
                    recovery.append(t - (started[j] + 1))
                    n["wasted"] += (j + 1, step[j]) in stalled
                    attempt[j], state[j] = attempt[j] + 1, "waiting"
        for j in range(12):
            if state[j] == "waiting":
                if step[j] == 4:
                    n["completed"], state[j], last_round = n["completed"] + 1, "done", t
                elif attempt[j] >= retry_limit:
                    n["compensated_jobs"], state[j], last_round = n["compensated_jobs"] + 1, "compensated", t
                    n["compensated_steps"] += step[j]
                else:
                    state[j], started[j] = "running", t
                    starts[j + 1, step[j]] = starts.get((j + 1, step[j]), 0) + 1
        if all(s in ("done", "compensated") for s in state):
            break
    orphans = sum(state[j - 1] == "compensated" and k >= step[j - 1] for j, k in effects)
    return {
        **n,
        "half_finished": state.count("running"),
        "last_round": last_round,
        "avg_recovery": sum(recovery) / len(recovery) if recovery else None,
        "worst_recovery": max(recovery) if recovery else None,
        "records_read": read,
        "recovery": recovery,
        "starts": sum(starts.values()),
        "effects": sum(effects.values()),
        "duplicate_effects": sum(effects.values()) - len(effects),
        "orphan_effects": orphans,
    }


def random_world(rng: random.Random) -> dict[str, Any]:
    """Any setting the command line accepts: no faults, all faulty, several on a job, a round limit that
    cuts."""
    cells = [(job, step) for job in range(1, 13) for step in range(4)]
    density = rng.choice([0, 0.05, 0.2, 0.5, 1])
    return {
        "supervisor": rng.random() < 0.85,
        "scan": rng.randint(1, 10),
        "lease": rng.randint(0, 6),
        "retry_limit": rng.randint(1, 5),
        "rounds": rng.choice([80, 80, 400, rng.randint(1, 12)]),
        "stalled": {cell for cell in cells if rng.random() < density},
        "persistent": {cell for cell in cells if rng.random() < density * rng.choice([0, 0.3, 1])},
    }


def as_given(world: dict[str, Any]) -> tuple[Settings, Faults]:
    intervals = {name: value for name, value in world.items() if name not in ("stalled", "persistent")}
    stalled = frozenset((job, step, 0) for job, step in world["stalled"])
    return Settings(**intervals), Faults(stalled=stalled, persistent=frozenset(world["persistent"]))


def test_the_published_run_is_what_the_rules_give() -> None:
    for row, answer in zip(PUBLISHED["defaults"].values(), with_and_without().values(), strict=True):
        assert {name: answer[name] for name in row} == row


def test_the_published_scan_intervals_are_what_the_rules_give() -> None:
    rows = [row | {"avg_recovery": round(row["avg_recovery"], 2)} for row in by_scan()]
    assert rows == PUBLISHED["by scan interval"]


def test_the_published_ledger_is_what_the_rules_give() -> None:
    def ledger(**arguments: Any) -> list[int]:
        answer = supervisor_answer(**arguments)
        return [answer[name] for name in ("effects", "duplicate_effects", "orphan_effects")]

    assert ledger() == [48, 3, 0]
    assert ledger(supervisor=False) == [39, 0, 0]
    assert ledger(retry_limit=1)[2] == 3


def test_the_published_bills_are_what_the_formulas_give() -> None:
    bills = next(value for name, value in PUBLISHED.items() if name.startswith("cost of a day"))
    assert cost_rows() == bills["rows"]
    run = supervisor_answer()
    assert run["wasted"] / run["redriven"] == bills["wasted re-drive ratio of the model"]


@both
@pytest.mark.parametrize("seed", range(40))
def test_rules_agree_with_their_literal_transcription(player: Player, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20 if player is in_memory else 2):
        world = random_world(rng)
        assert counters_as_dict(counters(player(*as_given(world)))) == literal(**world), world


@both
def test_persistent_first_and_last_steps_are_compensated(player: Player) -> None:
    run = player(Settings(), Faults(persistent=frozenset({(1, 0), (2, 3)})))
    counted = counters(run)
    assert (counted.compensated_jobs, counted.compensated_steps, counted.redriven) == (2, 3, 6)


def test_the_answer_has_the_published_names_in_their_order() -> None:
    promised = [*PUBLISHED["defaults"]["supervisor"], "avg_recovery", "worst_recovery", "records_read"]
    promised += ["recovery", "starts", "effects", "duplicate_effects", "orphan_effects"]
    assert list(supervisor_answer()) == promised
    assert json.loads(json.dumps(supervisor_answer())) == supervisor_answer()


def test_without_a_redrive_average_and_worst_delay_are_unknown() -> None:
    answer = supervisor_answer(no_faults=True)
    assert answer["recovery"] == []
    assert answer["avg_recovery"] is None
    assert answer["worst_recovery"] is None


def test_naming_any_fault_drops_the_default_ones() -> None:
    assert supervisor_answer(stall=["S3=invoice"])["redriven"] == 1
    assert supervisor_answer(persistent=["S12=notification"])["compensated_steps"] == 3
    assert supervisor_answer(no_faults=True)["redriven"] == 0
    assert supervisor_answer(no_faults=True, stall=["S1=tariff", "S1=invoice"])["wasted"] == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"scan": 0}, "scan must be at least 1, not 0."),
        ({"lease": -1}, "lease must be at least 0, not -1."),
        ({"retry_limit": 0}, "retry limit must be at least 1, not 0."),
        ({"rounds": 0}, "rounds must be at least 1, not 0."),
        ({"rounds": 10**9}, "rounds must be at most 100000, not 1000000000."),
        ({"scan": 1.5}, "scan must be a whole number, not 1.5."),
        ({"stall": ["S2"]}, "a fault is written JOB=STEP, such as S2=tariff, not 'S2'."),
        ({"stall": ["S13=tariff"]}, "there is no job 'S13' (in 'S13=tariff'): jobs are S1 to S12."),
        (
            {"persistent": ["S2=tarif"]},
            "there is no step 'tarif' (in 'S2=tarif'): steps are tariff, discount, invoice, notification.",
        ),
    ],
)
def test_a_wrong_argument_gets_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        supervisor_answer(**arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"workflows": 0}, "workflows must be a whole number of at least 1, not 0."),
        ({"retry_limit": 0}, "retry limit must be a whole number of at least 1, not 0."),
        ({"stall_ratio": 1.01}, "stall ratio must be a number from 0 to 1, not 1.01."),
        ({"persistent_ratio": float("nan")}, "persistent ratio must be a number from 0 to 1, not nan."),
    ],
)
def test_a_wrong_number_on_the_bill_gets_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        cost_answer(**arguments)


def test_half_of_the_redrives_are_wasted_only_if_stalls_equal_the_retries_of_persistent_failures() -> None:
    assert [row["wasted"] / row["redrives"] for row in cost_rows()] == [0.25, 0.4]
    even = cost_answer(stall_ratio=0.015)
    assert even["wasted"] == even["redrives"] / 2


def test_a_fault_on_a_job_or_step_that_is_not_there_is_refused() -> None:
    for faults, words in [
        (Faults(stalled=frozenset({(13, 0, 0)})), "no job S13"),
        (Faults(persistent=frozenset({(1, 4)})), "S1 has no step 4"),
        (Faults(slow={(1, 1): 0}), "a slow step takes at least 1 round more"),
    ]:
        with pytest.raises(ValueError, match=words):
            start(Settings(), faults)
