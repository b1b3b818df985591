"""The faults beyond the published model, marks that change in mid-run, and the story of a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nearlydone.supervisor.counters import Counters, counters, invoice_lines, ledger, restarts
from nearlydone.supervisor.run import Run, play, start
from nearlydone.supervisor.settings import DEFAULT_FAULTS, NO_FAULTS, Cell, Faults, Mark, Settings
from nearlydone.supervisor.story import tell
from nearlydone.supervisor.tables import count

ONE = Settings(jobs=1)
CELL = (1, 1)


def slow(delay: int) -> Faults:
    return Faults(slow={CELL: delay})


def stalled(*keys: tuple[int, int, int]) -> Faults:
    return Faults(stalled=frozenset(keys))


def lost(*keys: tuple[int, int, int]) -> Faults:
    return Faults(lost=frozenset(keys))


def down(*rounds: int) -> Faults:
    return Faults(down=frozenset(rounds))


def told(run: Run) -> list[str]:
    return [f"{event.who} {event.did}" for event in run.events]


any_settings = st.builds(
    Settings,
    supervisor=st.booleans(),
    scan=st.integers(1, 6),
    lease=st.integers(0, 5),
    retry_limit=st.integers(1, 4),
    rounds=st.integers(1, 30),
)


@given(
    any_settings,
    st.frozensets(st.tuples(st.integers(1, 12), st.integers(0, 3), st.just(0)), max_size=9),
    st.frozensets(st.tuples(st.integers(1, 12), st.integers(0, 3)), max_size=3),
)
def test_the_record_of_a_lost_start_is_that_of_a_stall_line_for_line(
    settings: Settings, keys: frozenset[tuple[int, int, int]], persistent: frozenset[Cell]
) -> None:
    as_stall = play(start(settings, Faults(stalled=keys, persistent=persistent)))
    as_lost = play(start(settings, Faults(lost=keys, persistent=persistent)))
    for one, other in zip(as_stall, as_lost, strict=True):
        assert one.book.jobs == other.book.jobs
        assert one.book.attempts == other.book.attempts


def test_reality_after_a_lost_start_is_not_that_of_a_stall() -> None:
    after_stall, after_lost = count(ONE, stalled((*CELL, 0))), count(ONE, lost((*CELL, 0)))
    assert (after_stall.redriven, after_stall.wasted, after_stall.duplicate_effects) == (1, 1, 1)
    assert (after_lost.redriven, after_lost.wasted, after_lost.duplicate_effects) == (1, 0, 0)
    assert (after_stall.starts, after_lost.starts) == (5, 4)


def test_giving_up_a_stalled_job_leaves_an_orphan_and_giving_up_a_lost_start_leaves_none() -> None:
    impatient = Settings(jobs=1, retry_limit=1)
    assert count(impatient, stalled((*CELL, 0))).orphan_effects == 1
    assert count(impatient, lost((*CELL, 0))).orphan_effects == 0


@given(st.integers(1, 6), st.integers(0, 5), st.integers(1, 4), st.integers(1, 20))
def test_a_slow_step_is_in_time_within_its_lease_and_never_beyond_the_last_scan(
    scan: int, lease: int, retry_limit: int, delay: int
) -> None:
    settings = Settings(scan=scan, lease=lease, retry_limit=retry_limit, jobs=1, rounds=1000)
    counted, at_least = count(settings, slow(delay)), max(lease, 1)
    if delay < at_least:
        assert (counted.completed, counted.redriven, counted.last_round) == (1, 0, 5 + delay)
    if delay >= at_least + scan - 1:
        assert (counted.compensated_jobs, counted.redriven, counted.wasted) == (1, retry_limit, retry_limit)
        assert (counted.duplicate_effects, counted.orphan_effects) == (retry_limit - 1, 1)


def test_a_lease_too_short_has_healthy_work_done_twice() -> None:
    counted = count(Settings(jobs=1, lease=1, scan=3), slow(2))
    assert (counted.completed, counted.redriven, counted.wasted, counted.duplicate_effects) == (1, 1, 1, 1)


def test_a_late_result_is_refused_and_leaves_the_record_alone() -> None:
    runs = play(start(Settings(jobs=1, lease=1, scan=1), slow(1)))
    late = next(run for run in runs if "agent late" in told(run))
    before = runs[late.round - 1]
    own = [event for event in late.events if event.who == "agent"]
    assert [event.attempt for event in own if event.did == "late"] == [0]
    assert late.book.jobs[1].step == before.book.jobs[1].step == 1
    assert runs[-1].book.jobs[1].state == "compensated"
    assert late.book.commands[1, 1, 0].answer == "late"


def test_work_under_way_is_seen_to_its_end_after_its_job_was_given_up() -> None:
    run = start(Settings(jobs=1, lease=1, scan=1, retry_limit=1), slow(9)).to_end()
    assert run.book.jobs[1].closed == 3
    assert run.round == 12
    assert counters(run).orphan_effects == 1


def test_waiting_jobs_are_half_finished_if_the_scheduler_stays_down() -> None:
    counted = count(Settings(rounds=10), down(*range(3, 11)))
    assert (counted.half_finished, counted.steps, counted.redriven) == (12, 24, 0)


@given(
    st.frozensets(st.integers(1, 30), max_size=12),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_a_scheduler_that_was_down_changes_only_when(
    rounds: frozenset[int], scan: int, lease: int, retry_limit: int
) -> None:
    settings = Settings(scan=scan, lease=lease, retry_limit=retry_limit, rounds=500)
    always = count(settings, DEFAULT_FAULTS)
    away = count(settings, Faults(DEFAULT_FAULTS.stalled, DEFAULT_FAULTS.persistent, down=rounds))

    def what(counted: Counters) -> dict[str, object]:
        when = ("last_round", "records_read", "recovery")
        return {name: value for name, value in vars(counted).items() if name not in when}

    assert what(away) == what(always)
    assert all(lease - 1 <= delay <= lease + scan - 2 for delay in away.recovery)


def test_with_the_key_on_duplicates_leave_no_second_invoice_line() -> None:
    entries = ledger(start(Settings(), DEFAULT_FAULTS).to_end())
    assert invoice_lines(entries, key=True) == 45
    assert invoice_lines(entries, key=False) == 48


def test_redriven_counts_expired_leases_of_which_the_last_restarts_nothing() -> None:
    run = start(Settings(), DEFAULT_FAULTS).to_end()
    assert (counters(run).redriven, restarts(run)) == (6, 5)


def test_a_mark_holds_from_the_next_round_on() -> None:
    run = start(ONE, NO_FAULTS).next_round().next_round().marked(CELL, "stalled").next_round()
    assert told(run) == ["agent worked", "agent stalled"]
    assert run.to_end().book.jobs[1].state == "done"
    assert counters(run.to_end()).duplicate_effects == 1


def test_a_step_marked_well_after_its_stall_stays_silent_until_its_lease_runs_out() -> None:
    unwatched = Settings(jobs=1, supervisor=False)
    run = start(unwatched, stalled((1, 0, 0))).next_round().next_round().marked((1, 0), "well")
    assert counters(run.to_end()).half_finished == 1
    assert counters(run.to_end()).effects == 1


def test_a_step_marked_well_before_its_answer_never_stalls() -> None:
    run = start(ONE, stalled((1, 0, 0))).next_round().marked((1, 0), "well")
    assert counters(run.to_end()).redriven == 0


def test_a_persistent_step_marked_well_passes_at_its_next_attempt() -> None:
    run = start(ONE, Faults(persistent=frozenset({(1, 0)})))
    while run.book.jobs[1].attempt < 2:
        run = run.next_round()
    ended = run.marked((1, 0), "well").to_end()
    assert ended.book.jobs[1].state == "done"
    assert counters(ended).duplicate_effects == 0


def test_a_stall_marked_on_a_later_attempt_is_of_that_attempt() -> None:
    run = start(ONE, stalled((1, 0, 0)))
    while run.book.jobs[1].attempt < 1:
        run = run.next_round()
    run = run.marked((1, 0), "stalled")
    assert run.faults == stalled((1, 0, 1))
    assert counters(run.to_end()).redriven == 2


def test_a_stall_marked_on_a_silent_attempt_is_of_the_one_after() -> None:
    run = start(ONE, stalled((1, 0, 0))).next_round().next_round()
    assert run.marked((1, 0), "stalled").faults == stalled((1, 0, 1))


def test_a_lost_start_marked_on_a_step_in_hand_is_its_next_start() -> None:
    run = start(ONE, NO_FAULTS).next_round()
    assert run.marked((1, 0), "lost").faults == lost((1, 0, 1))
    assert run.marked((1, 1), "lost").faults == lost((1, 1, 0))


def test_a_slow_step_marked_well_in_hand_is_answered_in_the_next_round() -> None:
    run = start(ONE, Faults(slow={(1, 0): 3})).next_round().next_round()
    assert told(run) == []
    assert told(run.marked((1, 0), "well").next_round())[:2] == ["agent worked", "agent recorded"]


def test_a_mark_on_a_recorded_step_changes_nothing() -> None:
    run = start(ONE, NO_FAULTS).next_round().next_round()
    marks: tuple[Mark, ...] = ("stalled", "persistent", "lost", "slow")
    for mark in marks:
        assert run.marked((1, 0), mark).to_end().book == run.to_end().book


def test_a_cell_has_one_mark_at_a_time() -> None:
    faults = DEFAULT_FAULTS
    marks: tuple[Mark, ...] = ("persistent", "lost", "slow", "stalled", "well")
    for mark in marks:
        faults = faults.marked((2, 1), mark)
        assert faults.mark_of((2, 1)) == mark
    assert faults == Faults(DEFAULT_FAULTS.stalled - {(2, 1, 0)}, DEFAULT_FAULTS.persistent)


def test_an_unknown_mark_or_cell_is_refused() -> None:
    run = start(ONE, NO_FAULTS)
    with pytest.raises(ValueError, match="there is no mark 'broken'"):
        run.marked(CELL, "broken")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no job S2"):
        run.marked((2, 0), "stalled")
    with pytest.raises(ValueError, match="S1 has no step 4"):
        run.marked((1, 4), "slow")


def test_going_back_and_forward_again_gives_the_same_rounds() -> None:
    first = start(Settings(), DEFAULT_FAULTS)
    changes = {2: DEFAULT_FAULTS.marked((4, 3), "stalled"), 5: DEFAULT_FAULTS.marked((4, 3), "well")}
    runs, again = play(first, changes), play(first, changes)
    assert again == runs
    assert [run.events for run in again] == [run.events for run in runs]
    assert play(runs[4], changes) == runs[4:]
    assert runs[0] == start(Settings(), DEFAULT_FAULTS)


def test_a_run_that_is_over_stays_as_it_is() -> None:
    run = start(Settings(), DEFAULT_FAULTS).to_end()
    assert run.next_round() is run


def test_the_story_of_a_stall_is_told_in_order() -> None:
    runs = play(start(ONE, stalled((1, 0, 0))))
    assert [tell(event, ONE) for run in runs[:5] for event in run.events] == [
        "The scheduler wrote to the record that S1 starts tariff.",
        "The scheduler sent tariff of S1 to the agent.",
        "The agent did tariff for S1.",
        "The result of tariff for S1 never reached the record.",
        "The supervisor found tariff of S1 past its lease and took it back.",
        "The scheduler wrote to the record that S1 starts tariff (attempt 2).",
        "The scheduler sent tariff (attempt 2) of S1 to the agent.",
    ]
    assert tell(runs[-1].events[-1], ONE) == "The scheduler closed S1: all its steps are recorded."


def test_the_story_of_giving_up_says_what_was_compensated() -> None:
    for step, words in ((0, "nothing"), (1, "its one recorded step"), (3, "its 3 recorded steps")):
        run = start(ONE, Faults(persistent=frozenset({(1, step)}))).to_end()
        assert tell(run.events[-1], ONE) == f"The scheduler gave S1 up and had {words} compensated."
