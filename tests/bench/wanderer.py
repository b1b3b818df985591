"""A reader who tries everything, at random: sliders, presses, tabs, keys, and now and then the end of a worker."""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page

from bench.workers import workers_of
from wild import MARKUP

PAUSE = 150  # milliseconds between two actions
PRESSABLE = (
    "button, summary, input[type=checkbox], input[type=radio], .cell, .node.running, .attempt.running, "
    "[role=button], a[href^='#']"
)
PICK = """([within, selector, at]) => {
    const all = [...document.querySelectorAll(within)].flatMap((part) => [...part.querySelectorAll(selector)]);
    const found = all.filter((it) => it.checkVisibility() && !it.disabled);
    if (!found.length) return null;
    const it = found[Math.floor(at * found.length)];
    it.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = it.getBoundingClientRect();
    const name = it.getAttribute("aria-label") || it.textContent.trim() || it.id || it.getAttribute("class");
    return { left, top, width, height, name: `${name}`.slice(0, 40) };
}"""
HANG = "setTimeout(() => { for (;;); })"
END = "self.close()"
FIGURES = range(1, 10)
KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Tab", "Enter", "Space"]
SIZES = [(1280, 800), (390, 844), (820, 1180), (360, 640), (1440, 900)]


class Wanderer:
    """Knows a page and a source of chance; `done` is what it did, the latest last."""

    def __init__(self, page: Page, chance: Random) -> None:
        self.page = page
        self.chance = chance
        self.done: deque[str] = deque(maxlen=40)
        self.count = 0
        self.hung = 0
        actions: list[tuple[int, Callable[[], str]]] = [
            (30, self.press), (20, self.drag), (10, self.use_keys), (6, self.press_in_a_hurry), (6, self.read_off),
            (4, self.scroll), (4, self.fail_a_task), (3, self.choose_job), (3, self.crash), (2, self.look_otherwise),
            (2, self.resize), (2, self.change_fragment), (2, self.hide), (2, self.ask), (1, self.end_a_worker),
            (1, self.hang_a_worker),
        ]  # fmt: skip
        self.weights, self.actions = zip(*actions, strict=True)

    def wander(self) -> None:
        """Do one thing, and pause."""
        [action] = self.chance.choices(self.actions, self.weights)
        self.note(action())
        self.page.wait_for_timeout(PAUSE)

    def note(self, what: str) -> None:
        self.count += 1
        self.done.append(what)

    def pick(self, within: str, selector: str) -> dict[str, Any] | None:
        """One of the elements that can be used, scrolled into view."""
        return self.page.evaluate(PICK, [within, selector, self.chance.random()])

    def figure(self) -> str:
        return f"#figure-{self.chance.choice(FIGURES)}"

    def click(self, within: str, selector: str, times: int = 1) -> str:
        it = self.pick(within, selector)
        if not it:
            return f"found no {selector} in {within}"
        x, y = it["left"] + it["width"] / 2, it["top"] + it["height"] / 2
        for _ in range(times):
            self.page.mouse.click(x, y)
        return f"clicked {it['name']!r} in {within}" + (f" {times} times" if times > 1 else "")

    def press(self) -> str:
        return self.click(self.figure(), PRESSABLE)

    def press_in_a_hurry(self) -> str:
        return self.click(self.figure(), "button", self.chance.randint(3, 15))

    def drag(self) -> str:
        within = self.figure()
        it = self.pick(within, "input[type=range]")
        if not it:
            return f"found no slider in {within}"
        mouse, middle = self.page.mouse, it["top"] + it["height"] / 2
        mouse.move(it["left"] + self.chance.random() * it["width"], middle)
        mouse.down()
        for _ in range(self.chance.randint(1, 12)):
            mouse.move(it["left"] + self.chance.random() * it["width"], middle, steps=3)
            self.page.wait_for_timeout(20)
        mouse.up()
        return f"dragged {it['name']!r} in {within}"

    def use_keys(self) -> str:
        within = self.figure()
        it = self.pick(within, "input, [tabindex='0'], button")
        if it:
            self.page.mouse.click(it["left"] + it["width"] / 2, it["top"] + it["height"] / 2)
        keys = self.chance.choices(KEYS, k=self.chance.randint(1, 8))
        for key in keys:
            self.page.keyboard.press(key)
        return f"pressed {' '.join(keys)} in {within}"

    def read_off(self) -> str:
        within = self.figure()
        it = self.pick(within, ".plot, svg, .reader")
        if not it:
            return f"found no chart in {within}"
        for _ in range(self.chance.randint(1, 6)):
            x, y = self.chance.random() * it["width"], self.chance.random() * it["height"]
            self.page.mouse.move(it["left"] + x, it["top"] + y)
        return f"moved over a chart of {within}"

    def scroll(self) -> str:
        down = self.chance.randint(-3000, 3000)
        self.page.mouse.wheel(0, down)
        return f"scrolled by {down}"

    def fail_a_task(self) -> str:
        return self.click(*self.chance.choice([("#figure-1", ".hands button"), ("#figure-2", ".node.running")]))

    def choose_job(self) -> str:
        seed = self.chance.choice(["77", "0", "12", "4294967296", "-1", "1e3", "", "007"])
        self.page.locator("#figure-1 .seed").fill(seed, timeout=10_000, force=True)
        self.page.keyboard.press("Enter")
        return f"chose job {seed!r}"

    def crash(self) -> str:
        if not self.page.locator("#figure-7 .crash").is_visible():
            self.click("#figure-7", ".crashing summary")
        for press in ("over", "next"):
            self.click("#figure-7", f'[data-press="{press}"]')
        self.page.wait_for_timeout(PAUSE)
        return self.click("#figure-7", ".crash")

    def look_otherwise(self) -> str:
        how: dict[str, Any] = {
            "color_scheme": self.chance.choice(["light", "dark"]),
            "reduced_motion": self.chance.choice(["reduce", "no-preference", "no-preference"]),
        }
        self.page.emulate_media(media="print", **how)
        self.page.wait_for_timeout(PAUSE)
        self.page.emulate_media(media="screen", **how)
        return f"printed it, and looked at it in {' '.join(how.values())}"

    def resize(self) -> str:
        width, height = self.chance.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})
        return f"made it {width} by {height}"

    def change_fragment(self) -> str:
        fragment = self.chance.choice([*MARKUP, "", "figure-7", "figure-3=1", "%00", "x" * 3000])
        self.page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        return f"went to #{fragment[:40]}"

    def hide(self) -> str:
        """Behind another tab; frozen there, sometimes, as browsers do to tabs that have long been out of sight."""
        other = self.page.context.new_page()
        other.bring_to_front()
        session = self.page.context.new_cdp_session(self.page)
        frozen = self.chance.random() < 0.5
        if frozen:
            session.send("Page.setWebLifecycleState", {"state": "frozen"})
        other.wait_for_timeout(self.chance.randint(200, 4000))
        if frozen:
            session.send("Page.setWebLifecycleState", {"state": "active"})
        session.detach()
        other.close()
        self.page.bring_to_front()
        return "hid it, frozen" if frozen else "hid it"

    def ask(self) -> str:
        command = self.chance.choice(["job", "run", "measure", "supervisor", "cost", "figure-4", "walk", MARKUP[0]])
        request = {"command": command, "options": {"jobs": 20} if command == "measure" else {}}
        self.page.evaluate("(request) => void nearlyDone.ask(request).catch(() => {})", request)
        return f"asked {command!r}"

    def end_a_worker(self) -> str:
        return f"ended {self.to_a_worker(END)}"

    def hang_a_worker(self) -> str:
        self.hung += 1
        return f"hung {self.to_a_worker(HANG)}"

    def to_a_worker(self, what: str) -> str:
        """Do it to a worker, from within."""
        with workers_of(self.page) as workers:
            if not workers.addresses:
                return "no worker"
            target, address = self.chance.choice(sorted(workers.addresses.items(), key=lambda item: item[1]))
            workers.tell(target, "Runtime.evaluate", expression=what)
            workers.wait(PAUSE)
        return address.rsplit("/", 1)[-1]
