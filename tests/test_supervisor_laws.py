"""Laws of the published model, over thousands of settings and over the whole of a small world.

Where a law needs a condition, the smallest world that breaks it without is a test too. They are:

- *doubling the scan interval never finishes earlier* holds, a merely larger interval can finish earlier. One
  job of one step that stalls, lease 2, retry limit 1: with scan 2 it ends in round 4, with scan 3 in round
  3, since the lease runs out in round 3 and the longer interval happens to look just then. In the default
  world with only S5=tariff stalled, scan 2 ends in round 8 and scan 3 in round 7.
- with a *slow* step even doubling can finish earlier: slow by 1, lease 1, retry limit 2, scan 2 ends in
  round 4 (healthy work is taken back) and scan 4 in round 3.
- *duplicates = wasted* fails at retry limit 1 (one stall: 1 wasted, 0 duplicates), for a step that stalls
  and persists (retry limit 2: 2 wasted, 0 duplicates), for a run cut before the second attempt, and for a
  slow step that is given up (slow by 1, lease 1, scan 1, retry limit 2: 2 wasted, 1 duplicate).
- *no orphans with a retry limit of 2 or more* fails for the same slow step, and for one that stalls twice at
  retry limit 2.
- *cutting a run and carrying on from the record alone ends the same* fails for a lost start: the record says
  "started", so a fresh agent does the work that nobody had sent, and nothing needs to be re-driven.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nearlydone.supervisor.counters import Counters, counters
from nearlydone.supervisor.model import Attempt, Command, Job
from nearlydone.supervisor.run import Memory, Run, play, start
from nearlydone.supervisor.settings import Cell, Faults, Settings
from nearlydone.supervisor.tables import count

intervals = st.builds(
    Settings,
    scan=st.integers(1, 10),
    lease=st.integers(0, 8),
    retry_limit=st.integers(1, 5),
    rounds=st.just(100_000),
    jobs=st.integers(1, 12),
    steps=st.sampled_from([("a", "b", "c", "d")[:n] for n in range(1, 5)]),
)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Settings, Faults]:
    """Settings, and any faults of the published model on their jobs and steps."""
    settings = draw(intervals)
    cell = st.tuples(st.integers(1, settings.jobs), st.integers(0, len(settings.steps) - 1))
    stalled = draw(st.frozensets(cell, max_size=12))
    persistent = draw(st.frozensets(cell, max_size=4))
    return settings, Faults(frozenset((*it, 0) for it in stalled), persistent)


def lease_of(settings: Settings) -> int:
    return max(settings.lease, 1)


def rounds_enough(settings: Settings, faults: Faults) -> int:
    """The last round at the latest: the first, one for each step, and the longest wait for each re-drive."""
    longest_wait = lease_of(settings) + settings.scan - 1
    stalls = max(sum(key[0] == job for key in faults.stalled) for job in range(1, settings.jobs + 1))
    redrives = stalls + (settings.retry_limit if faults.persistent else 0)
    return 1 + len(settings.steps) + redrives * longest_wait


def carried_on(run: Run) -> Run:
    """The run as a fresh process finds it that has the record and nothing else: a job that was started in
    the last round is still to be done, and one started before has been answered, or never will be."""
    commands = {
        job.key: Command(*job.key, sent=run.round)
        for job in run.book.jobs.values()
        if job.state == "running" and job.started == run.round
    }
    return replace(run, book=Memory(run.book.jobs.copy(), run.book.attempts.copy(), commands))


def record_of(run: Run) -> tuple[object, object]:
    return run.book.jobs, run.book.attempts


def check_the_books_add_up(settings: Settings, counted: Counters) -> None:
    assert counted.completed + counted.compensated_jobs + counted.half_finished == settings.jobs
    assert counted.effects >= counted.steps
    assert counted.redriven == len(counted.recovery)


def check_a_watched_run(settings: Settings, faults: Faults, run: Run) -> None:
    """The laws of a run with a supervisor and rounds enough."""
    counted = counters(run)
    check_the_books_add_up(settings, counted)
    assert counted.half_finished == 0
    assert counted.last_round == run.round <= rounds_enough(settings, faults)
    assert counted.steps == len(settings.steps) * counted.completed + counted.compensated_steps
    assert counted.records_read == settings.jobs * (run.round // settings.scan)
    shortest, longest = lease_of(settings) - 1, lease_of(settings) + settings.scan - 2
    assert all(shortest <= delay <= longest for delay in counted.recovery)
    if settings.retry_limit >= 2:
        assert counted.orphan_effects == 0
        if not any(key[:2] in faults.persistent for key in faults.stalled):
            assert counted.duplicate_effects == counted.wasted


@hypothesis_settings(max_examples=2000, deadline=None)
@given(worlds())
def test_watched_runs_leave_nothing_half_finished_and_add_up(world: tuple[Settings, Faults]) -> None:
    check_a_watched_run(*world, start(*world).to_end())


@hypothesis_settings(max_examples=1000, deadline=None)
@given(worlds(), st.integers(1, 12), st.booleans())
def test_a_run_cut_at_any_round_adds_up_with_its_open_jobs(
    world: tuple[Settings, Faults], rounds: int, watched: bool
) -> None:
    settings = replace(world[0], rounds=rounds, supervisor=watched)
    run = start(settings, world[1]).to_end()
    counted = counters(run)
    check_the_books_add_up(settings, counted)
    open_steps = sum(job.step for job in run.book.jobs.values() if job.closed is None)
    closed_steps = len(settings.steps) * counted.completed + counted.compensated_steps
    assert counted.steps == closed_steps + open_steps


@hypothesis_settings(max_examples=500, deadline=None)
@given(worlds())
def test_carrying_on_from_the_record_alone_ends_the_same(world: tuple[Settings, Faults]) -> None:
    runs = play(start(*world))
    for run in runs:
        assert record_of(carried_on(run).to_end()) == record_of(runs[-1])


@hypothesis_settings(max_examples=1000, deadline=None)
@given(worlds())
def test_jobs_do_not_influence_each_other(world: tuple[Settings, Faults]) -> None:
    settings, faults = world
    together = start(settings, faults).to_end()
    for job in together.book.jobs.values():
        own = Faults(
            stalled=frozenset(key for key in faults.stalled if key[0] == job.job),
            persistent=frozenset(cell for cell in faults.persistent if cell[0] == job.job),
        )
        assert start(settings, own).to_end().book.jobs[job.job] == job


@hypothesis_settings(max_examples=2000, deadline=None)
@given(worlds())
def test_doubling_the_scan_interval_never_finishes_earlier(world: tuple[Settings, Faults]) -> None:
    settings, faults = world
    doubled = replace(settings, scan=2 * settings.scan)
    assert count(doubled, faults).last_round >= count(settings, faults).last_round


# The small world: 3 jobs of 3 steps, all placements of at most two faults, scan and lease to 4, retries to 3.

SMALL = Settings(jobs=3, steps=("a", "b", "c"), rounds=1000)
CELLS = [(job, step) for job in (1, 2, 3) for step in (0, 1, 2)]


def placements() -> Iterator[Faults]:
    marks = [(kind, cell) for kind in ("stalled", "persistent") for cell in CELLS]
    for size in range(3):
        for chosen in combinations(marks, size):
            stalled = frozenset((*cell, 0) for kind, cell in chosen if kind == "stalled")
            yield Faults(stalled, frozenset(cell for kind, cell in chosen if kind == "persistent"))


@cache
def alone(
    settings: Settings, stalled: frozenset[int], persistent: frozenset[int]
) -> tuple[Job, list[Attempt]]:
    """What becomes of a lone job, S1, with faults at these steps."""
    faults = Faults(frozenset((1, it, 0) for it in stalled), frozenset((1, it) for it in persistent))
    book = start(replace(settings, jobs=1), faults).to_end().book
    return book.jobs[1], list(book.attempts.values())


@pytest.mark.parametrize("retry_limit", [1, 2, 3])
def test_every_law_holds_in_the_whole_small_world(retry_limit: int) -> None:
    for lease, faults in product(range(1, 5), placements()):
        ends: dict[int, int] = {}
        for scan in range(1, 5):
            settings = replace(SMALL, scan=scan, lease=lease, retry_limit=retry_limit)
            runs = play(start(settings, faults))
            check_a_watched_run(settings, faults, runs[-1])
            for run, after in pairwise(runs):
                assert record_of(carried_on(run).next_round()) == record_of(after)
            for job in (1, 2, 3):
                stalled = frozenset(key[1] for key in faults.stalled if key[0] == job)
                own_job, own_attempts = alone(settings, stalled, faults_of(job, faults.persistent))
                assert runs[-1].book.jobs[job] == own_job._replace(job=job)
                attempts = [it._replace(job=1) for it in runs[-1].book.attempts.values() if it.job == job]
                assert attempts == own_attempts
            ends[scan] = runs[-1].round
        assert ends[1] <= ends[2] <= ends[4]


def faults_of(job: int, cells: frozenset[Cell]) -> frozenset[int]:
    return frozenset(step for other, step in cells if other == job)


def test_both_ends_of_the_recovery_delay_are_reached_at_every_scan_and_lease() -> None:
    for scan, lease in product(range(1, 5), range(1, 5)):
        settings = replace(SMALL, scan=scan, lease=lease)
        delays = {delay for faults in placements() for delay in count(settings, faults).recovery}
        assert (min(delays), max(delays)) == (lease - 1, lease + scan - 2)


# Where a law ends.


def one_step(scan: int = 1, lease: int = 1, retry_limit: int = 3) -> Settings:
    return Settings(scan=scan, lease=lease, retry_limit=retry_limit, rounds=1000, jobs=1, steps=("a",))


STALL, PERSIST = Faults(stalled=frozenset({(1, 0, 0)})), Faults(persistent=frozenset({(1, 0)}))


def slow(delay: int) -> Faults:
    return Faults(slow={(1, 0): delay})


def test_a_merely_larger_scan_interval_can_finish_earlier() -> None:
    assert count(one_step(scan=2, lease=2, retry_limit=1), STALL).last_round == 4
    assert count(one_step(scan=3, lease=2, retry_limit=1), STALL).last_round == 3
    only_s5 = Faults(stalled=frozenset({(5, 0, 0)}))
    assert [count(Settings(scan=scan), only_s5).last_round for scan in (2, 3)] == [8, 7]


def test_with_a_slow_step_even_a_doubled_scan_interval_can_finish_earlier() -> None:
    hasty, patient = (count(one_step(scan=scan, lease=1, retry_limit=2), slow(1)) for scan in (2, 4))
    assert (hasty.last_round, hasty.duplicate_effects) == (4, 1)
    assert (patient.last_round, patient.duplicate_effects) == (3, 0)


def test_duplicates_are_not_the_wasted_redrives_when_a_step_is_given_up() -> None:
    for faults, retry_limit, wasted, duplicates in [
        (STALL, 1, 1, 0),
        (Faults(STALL.stalled, PERSIST.persistent), 2, 2, 0),
        (slow(1), 2, 2, 1),
    ]:
        counted = count(one_step(retry_limit=retry_limit), faults)
        assert (counted.wasted, counted.duplicate_effects) == (wasted, duplicates)


def test_a_run_cut_after_a_redrive_has_wasted_what_is_not_yet_a_duplicate() -> None:
    counted = count(replace(one_step(), rounds=2), STALL)
    assert (counted.wasted, counted.duplicate_effects) == (1, 0)


def test_work_that_is_given_up_though_done_is_an_orphan_at_any_retry_limit() -> None:
    assert count(one_step(retry_limit=2), slow(1)).orphan_effects == 1
    twice = Faults(stalled=frozenset({(1, 0, 0), (1, 0, 1)}))
    assert count(one_step(retry_limit=2), twice).orphan_effects == 1


def test_the_record_alone_cannot_tell_that_a_start_was_lost() -> None:
    run = start(one_step(), Faults(lost=frozenset({(1, 0, 0)}))).next_round()
    assert counters(run.to_end()).redriven == 1
    assert counters(carried_on(run).to_end()).redriven == 0
