"""Figures 1 and 2: what Python answers is the model's run, whatever the reader did to it."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nearlydone.bars import BARS
from nearlydone.byhand import run_failing
from nearlydone.figures import FIGURES, rules
from nearlydone.jobs import random_job
from nearlydone.moment import moment_of
from nearlydone.scheduler import Scheduler


def ask(name, **options):
    return FIGURES[name].ask(options)


def elements(markup):
    return list(ElementTree.fromstring(markup).iter())


def of_class(markup, name):
    return [element for element in elements(markup) if name in element.get("class", "").split()]


class TestTheGuess:
    def test_is_held_against_what_the_bar_says_at_half_time(self):
        shown = ask("figure-1")["shown"]["count"][100]
        said = round(shown * 100)
        assert ask("guess", said=said)["says"] == said
        assert "That is what you said" in ask("guess", said=said)["verdict"]
        assert "1 point more than you said" in ask("guess", said=said - 1)["verdict"]
        assert f"{100 - said} points less than you said" in ask("guess", said=100)["verdict"]

    def test_is_about_the_run_as_it_became_when_a_task_was_failed_by_hand(self):
        failing = [[32, 14.0]]
        shown = ask("figure-1", fail=failing)["shown"]["count"][100]
        assert ask("guess", fail=failing)["says"] == round(shown * 100) != ask("guess")["says"]


class TestTheRun:
    def test_opens_with_job_77_on_four_workers(self):
        answer = ask("figure-1")
        job = random_job(77)
        assert answer["seed"] == 77
        assert [tuple(a.values()) for a in answer["attempts"]] == Scheduler(job.deps, job.attempts, 4).run()

    @pytest.mark.parametrize("k", [0, 31, 100, 151, 200])
    def test_a_bar_shows_what_it_knew_at_that_moment(self, k):
        answer = ask("figure-1")
        job = random_job(77)
        attempts = Scheduler(job.deps, job.attempts, 4).run()
        moment = moment_of(attempts, 4, answer["minutes"] * k / 200)
        assert {bar: shown[k] for bar, shown in answer["shown"].items()} == {
            bar: BARS[bar](job, moment) for bar in ("count", "work", "plan")
        }

    @given(seed=st.integers(0, 10_000))
    @settings(max_examples=30, deadline=None)
    def test_every_bar_of_every_job_ends_at_one(self, seed):
        answer = ask("figure-1", seed=seed)
        assert {bar: shown[-1] for bar, shown in answer["shown"].items()} == {"count": 1, "work": 1, "plan": 1}

    def test_failing_a_task_leaves_the_past_as_it_was(self):
        before = ask("figure-1")
        at = before["minutes"] / 2
        hit = next(a for a in before["attempts"] if a["start"] <= at < a["end"])
        after = ask("figure-1", fail=[[hit["task"], at]])
        assert {**hit, "end": at, "ok": False} in after["attempts"]
        assert [a for a in after["attempts"] if a["end"] < at] == [a for a in before["attempts"] if a["end"] < at]
        assert [a["ok"] for a in after["attempts"] if a["task"] == hit["task"]] == [False, True]

    def test_failing_a_task_that_nobody_works_on_is_refused(self):
        with pytest.raises(ValueError, match="nobody is working on it"):
            ask("figure-1", fail=[[59, 0.1]])

    def test_the_timeline_draws_every_attempt_and_strikes_the_failed_ones_through(self):
        at = ask("figure-1")["minutes"] / 3
        task = next(a for a in ask("figure-1")["attempts"] if a["start"] <= at < a["end"])["task"]
        answer = ask("figure-1", fail=[[task, at]])
        blocks = of_class(answer["drawings"]["timeline"], "attempt")
        assert [(int(b.get("data-task")), float(b.get("data-start")), float(b.get("data-end"))) for b in blocks] == [
            (a["task"], a["start"], a["end"]) for a in answer["attempts"]
        ]
        [struck] = of_class(answer["drawings"]["timeline"], "failed")
        assert struck.get("data-task") == str(task)
        assert struck.find("line") is not None

    @pytest.mark.parametrize(("minute", "said"), [(14.5, "fewer than without your failure."), (18.0, "more than")])
    def test_the_end_tells_what_a_failure_by_hand_came_to_which_can_be_a_shorter_job(self, minute, said):
        before, after = ask("figure-1"), ask("figure-1", fail=[[32, minute]])
        off = abs(round(after["minutes"], 1) - round(before["minutes"], 1))
        assert f"Done, after {after['minutes']:.1f} minutes: {off:.1f} {said}" in after["milestones"][-1]["text"]
        assert (after["minutes"] < before["minutes"]) == ("fewer" in said)

    def test_the_end_tells_that_a_failure_by_hand_came_to_nothing(self):
        after = ask("figure-1", fail=[[6, 2.2]])
        assert not all(attempt["ok"] for attempt in after["attempts"])
        assert after["milestones"][-1]["text"] == "Done, after 29.1 minutes: as long as without your failure."

    def test_an_undisturbed_run_ends_with_how_long_counting_said_nearly_done(self):
        answer = ask("figure-1")
        late = sum(value >= 0.9 for value in answer["shown"]["count"][1:]) / 200
        told = f"Counting said 90\u00a0% or more for the last {round(late * 100)}\u00a0% of them."
        assert answer["milestones"][-1]["text"].endswith(told)

    def test_milestones_tell_half_time_ninety_and_the_end_in_order(self):
        answer = ask("figure-1")
        times = [milestone["at"] for milestone in answer["milestones"]]
        assert times == sorted(times)
        assert times[-1] == answer["minutes"]
        half = next(m["text"] for m in answer["milestones"] if m["at"] == answer["minutes"] / 2)
        assert f"count says {answer['shown']['count'][100] * 100:.0f}\u00a0%" in half


class TestTheRules:
    def walk(self, *actions):
        return ask("figure-2", actions=list(actions))

    def test_stepping_to_the_end_is_the_whole_run(self):
        steps = ["next"]
        while self.walk(*steps)["left"]:
            steps.append("next")
        job = random_job(rules.SEED, rules.SHAPE)
        ended = self.walk(*steps)["ended"]
        assert [tuple(a.values()) for a in ended] == Scheduler(job.deps, job.attempts, rules.WORKERS).run()

    def test_steps_alternate_between_rules_2_and_3_where_a_worker_finds_a_task(self):
        acted = [self.walk(*["next"] * n)["rule"] for n in range(1, 24)]
        assert acted[:3] == [2, 3, 2]
        assert not any(one == two == 2 for one, two in pairwise(acted))

    @given(st.lists(st.integers(0, 2), max_size=40))
    @settings(max_examples=60, deadline=None)
    def test_every_state_is_one_a_scheduler_can_be_in(self, choices):
        actions = []
        for choice in choices:
            state = self.walk(*actions)
            running = [attempt["task"] for attempt in state["running"]]
            assert {t for t, s in state["states"].items() if s == "running"} == set(map(str, running))
            assert {t for t, s in state["states"].items() if s == "ready"} == set(map(str, state["ready"]))
            assert state["left"] == sum(s != "done" for s in state["states"].values())
            if not state["left"]:
                break
            actions.append(running[choice % len(running)] if choice and running else "next")

    def test_a_task_failed_by_hand_is_ready_again_and_keeps_its_attempt(self):
        state = self.walk("next", 1)
        assert state["rule"] == 4
        assert state["states"]["1"] == "ready"
        assert state["ended"][-1]["ok"] is False
        assert "task 1 failed" in state["story"]
        [struck] = of_class(state["drawings"]["graph"], "failed")
        assert (struck.get("data-task"), struck.find("line") is not None) == ("1", True)
        assert of_class(self.walk("next", 1, "next")["drawings"]["graph"], "failed") == []

    def test_the_graph_shows_each_state_and_only_running_tasks_are_buttons(self):
        state = self.walk("next", "next")
        nodes = {n.get("data-task"): n for n in of_class(state["drawings"]["graph"], "node")}
        assert {task: nodes[task].get("class").split()[1] for task in nodes} == state["states"]
        buttons = {task for task, node in nodes.items() if node.get("role") == "button"}
        assert buttons == {str(attempt["task"]) for attempt in state["running"]}
        assert all(f"worker {a['worker']}" in nodes[str(a["task"])].get("aria-label") for a in state["running"])

    def test_a_step_past_the_end_is_refused(self):
        with pytest.raises(ValueError, match="every task is finished"):
            self.walk(*["next"] * 24)

    @pytest.mark.parametrize("action", ["jump", -1, 1.5, None, [1]])
    def test_an_action_that_is_none_is_refused_by_name(self, action):
        with pytest.raises(ValueError, match="actions"):
            self.walk(action)


def test_failures_at_several_moments_keep_the_rules():
    job = random_job(77)
    attempts = run_failing(job, 4, [(0, 0.5), (0, 0.9), (4, 1.7)])
    assert sum(not a.ok for a in attempts) == 3
    assert {a.task for a in attempts if a.ok} == {t.id for t in job.tasks}
