"""A second tab in which somebody plays figure 7, and a record that must stay its own."""

from pathlib import Path
from random import Random

from playwright.sync_api import Page

from records import remembered, replayed, stored

ANSWERED = """(selector) => new Promise((resolve) => {
    const figure = document.getElementById("figure-7");
    const it = figure.querySelector(selector);
    if (!it || it.disabled || it.getAttribute("aria-disabled") === "true") return resolve(false);
    figure.addEventListener("changed", () => resolve(true), { once: true });
    setTimeout(() => resolve(false), 20_000);
    it.click();
})"""
AWAKE = "#figure-7 fieldset:not([disabled])"
PRESSES = [
    '[data-press="next"]', '[data-press="next"]', '[data-press="back"]', '[data-press="over"]', '[data-press="end"]',
    ".crash",
    '.watched [data-cell="S4=invoice"]', '.alone [data-cell="S7=tariff"]', '[data-option="supervisor"]:not(:checked)',
]  # fmt: skip


class Company:
    """Out of sight most of the time, so it presses without a mouse. `left` is the run that its last press led to."""

    def __init__(self, page: Page, chance: Random, folder: Path) -> None:
        self.page = page
        self.chance = chance
        self.folder = folder
        self.press('[data-press="back"]')

    def press(self, what: str) -> str:
        self.page.evaluate(ANSWERED, what)
        self.page.wait_for_selector(AWAKE, state="attached", timeout=60_000)
        self.left = replayed(remembered(self.page)["state"])
        return f"pressed {what} in the other tab"

    def play(self) -> str:
        """One press, or a reload."""
        if self.chance.random() < 0.1:
            self.page.reload()
            self.page.wait_for_selector(AWAKE, state="attached", timeout=60_000)
            return "reloaded the other tab"
        return self.press(self.chance.choice(PRESSES))

    def complaint(self) -> str | None:
        """What is wrong with this tab's record, if anything is."""
        kept = stored(self.page, self.folder).get(remembered(self.page)["record"])
        if kept == self.left:
            return None
        return f"the other tab's record is in round {kept.round if kept else None}, not as it left it"

    def complaint_of_neighbour(self, page: Page) -> str | None:
        """The same of a tab that is at rest."""
        state = remembered(page)
        kept = stored(page, self.folder).get(state["record"])
        return None if kept == replayed(state["state"]) else f"the record is not what the tab shows: {state}"
