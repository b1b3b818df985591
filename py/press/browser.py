"""A Chromium to test with: an installed one, Playwright's own, or the system's package."""

import os
import shutil
import sys

from press.errors import PressError
from press.progress import step
from press.system import can_install, install, succeeds

VARIABLE = "NEARLYDONE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str:
    """The path of a Chromium that starts, installed now if there is none yet. Raises PressError."""
    if named := os.environ.get(VARIABLE):
        if starts(named):
            return named
        raise PressError(f"{VARIABLE} names {named!r}, which is no Chromium that starts.")
    for find in (find_installed, find_playwrights, install_playwrights, install_debians):
        if path := find():
            return path
    raise PressError(
        "No Chromium was found and none could be installed: install Chromium or Chrome, "
        f"or set {VARIABLE} to the path of one."
    )


def starts(path: str) -> bool:
    """Whether it runs at all: one that lacks a system library does not even say its version."""
    return succeeds([path, "--version"])


def find_installed() -> str | None:
    paths = (shutil.which(name) for name in NAMES)
    return next((path for path in paths if path and starts(path)), None)


def find_playwrights() -> str | None:
    """The browser that Playwright installed earlier, for this user."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if starts(path) else None


def install_playwrights() -> str | None:
    with step("Browser from Playwright") as this:
        if not succeeds([sys.executable, "-m", "playwright", "install", "chromium"]):
            this.outcome = "not to be had"
            return None
    return find_playwrights()


def install_debians() -> str | None:
    """Debian's package, where there is apt and the right to use it."""
    if not can_install():
        return None
    with step("Browser from the system's packages") as this:
        if not install("chromium"):
            this.outcome = "not to be had"
            return None
    return find_installed()
