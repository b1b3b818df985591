"""The bill of a day: what failures that raise no error cost, with a supervisor and without."""

from __future__ import annotations

from dataclasses import dataclass

STEPS_PER_WORKFLOW = 4
DEFAULT_STALL_RATIO = 0.005
SENSITIVE_STALL_RATIO = 0.01


@dataclass(frozen=True)
class Bill:
    """A day's expected numbers (not whole where the ratios do not make them so).

    `half_finished` is what a day leaves without a supervisor, and `job_share` its share of all workflows. A
    workflow with two faults is counted for each of them. A stalled step is taken to be tried again, so the
    retry limit is 2 or more; with a limit of 1 the re-drives are the same, but the stalled workflows end
    compensated.
    """

    workflows: int
    stall_ratio: float
    persistent_ratio: float
    retry_limit: int
    stalled_steps: float
    redrives: float
    wasted: float
    half_finished: float
    job_share: float

    @property
    def wasted_share(self) -> float | None:
        """Wasted re-drives among all, None if there are none: a half when 4 W q = r W p, as in the model's
        run."""
        return self.wasted / self.redrives if self.redrives else None

    @property
    def errors_per_closed(self) -> float | None:
        """New errors for each workflow closed if steps are not idempotent, None if there are none to close."""
        return self.wasted / self.half_finished if self.half_finished else None

    def extra_invoice_lines(self, key: bool) -> float:
        """Invoice lines too many: one for each wasted re-drive, none if steps carry an idempotency key."""
        return 0.0 if key else self.wasted


def bill(
    workflows: int = 4000,
    stall_ratio: float = DEFAULT_STALL_RATIO,
    persistent_ratio: float = 0.02,
    retry_limit: int = 3,
) -> Bill:
    """The bill for `workflows` a day, with stalls per step and persistent failures per workflow as ratios of
    0–1.

    ValueError, in one sentence, for a number out of range.
    """
    for name, count in (("workflows", workflows), ("retry limit", retry_limit)):
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise ValueError(f"{name} must be a whole number of at least 1, not {count!r}.")
    for name, ratio in (("stall ratio", stall_ratio), ("persistent ratio", persistent_ratio)):
        if not isinstance(ratio, int | float) or isinstance(ratio, bool) or not 0 <= ratio <= 1:
            raise ValueError(f"{name} must be a number from 0 to 1, not {ratio!r}.")
    stalled = STEPS_PER_WORKFLOW * workflows * stall_ratio
    persistent = workflows * persistent_ratio
    return Bill(
        workflows=workflows,
        stall_ratio=stall_ratio,
        persistent_ratio=persistent_ratio,
        retry_limit=retry_limit,
        stalled_steps=stalled,
        redrives=stalled + retry_limit * persistent,
        wasted=stalled,
        half_finished=stalled + persistent,
        job_share=(stalled + persistent) / workflows,
    )
