// Figure 1: plays a run that Python has scheduled, and hands back what the reader does to it.

import { allow } from "./able.js";
import { draw } from "./patch.js";
import { still } from "./still.js";
import { Story } from "./story.js";

const SECONDS = 16; // of a whole run at normal speed
const ROUNDING = 1e-6; // minutes by which a slider's end may fall short of the run's

export class RunFigure {
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
    this.run = null;
    this.failed = [];
    this.now = 0;
    this.playing = false;
    this.started = false;
    const find = (selector) => root.querySelector(selector);
    this.parts = {
      timeline: find(".timeline-here"), shown: find(".shown-here"), numbers: find('[data-drawing="numbers"]'),
      attempts: find('[data-drawing="attempts"]'), start: find(".start"), again: find(".again"),
      back: find(".step-back"), step: find(".step"), another: find(".another"), seed: find(".seed"), speed: find(".speed"),
      times: find(".times"), scrub: find(".scrub"), minute: find(".minute"), hands: root.querySelectorAll(".hands button"),
    };
    this.story = new Story(root);
    this.meters = [...root.querySelectorAll(".bars li")].map((li) => ({
      bar: li.className, fill: li.querySelector(".fill"), says: li.querySelector("output"),
    }));
    this.listen();
    new IntersectionObserver(([entry]) => { this.hidden = !entry.isIntersecting; }).observe(root);
  }

  listen() {
    const { start, again, back, step, another, seed, speed, scrub, timeline, hands } = this.parts;
    start.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    again.addEventListener("click", () => this.playAnew(this.run.seed));
    another.addEventListener("click", () => this.playAnew(this.run.seed + 1));
    back.addEventListener("click", () => this.step(-1));
    step.addEventListener("click", () => this.step(1));
    seed.addEventListener("change", () => this.load(seed.valueAsNumber));
    speed.addEventListener("input", () => this.showSpeed());
    scrub.addEventListener("input", () => { this.started = true; this.moveTo(scrub.valueAsNumber); });
    timeline.addEventListener("click", ({ target }) => {
      const block = target.closest(".attempt.running");
      if (block) this.fail(Number(block.dataset.task));
    });
    for (const hand of hands) hand.addEventListener("click", () => this.fail(Number(hand.dataset.task)));
  }

  /** What is shown, for a link: no minute, while it is as it was drawn. */
  get settings() {
    return { seed: this.run.seed, fail: this.failed, ...(this.started && { minute: this.#thousandth(true) }) };
  }

  async apply({ seed = Number(this.parts.seed.defaultValue), fail = [], minute }) {
    const run = await this.request(seed, fail);
    if (!run) return;
    this.parts.speed.value = 0;
    this.showSpeed();
    this.playing = false;
    this.started = minute !== undefined;
    this.now = minute ?? run.minutes / 2;
    this.root.dispatchEvent(new Event("reset"));
    this.show(run);
  }

  /** Python has arrived: everything that was disabled can be used. */
  wake() {
    this.root.classList.add("alive");
    return this.run ? undefined : this.load(this.parts.seed.valueAsNumber, true);
  }

  async playAnew(seed) {
    if (await this.load(seed)) this.play();
  }

  /** Whether there was an answer, and no newer request before it came. */
  async load(seed, asDrawn = false) {
    const run = await this.request(seed, []);
    if (!run) return false;
    this.started = !asDrawn;
    this.playing = false;
    this.now = asDrawn ? run.minutes / 2 : 0;
    this.show(run);
    this.enable();
    return true;
  }

  /** Python's run; null without one, or when a newer request has made this one idle. Time stands still meanwhile. */
  async request(seed, failed) {
    const request = {};
    this.waiting = request;
    const isIdle = () => this.run && this.waiting !== request;
    try {
      const run = await this.ask({ command: "figure-1", options: { seed, fail: failed } });
      if (isIdle()) return null;
      this.failed = failed;
      return run;
    } catch (error) {
      if (isIdle()) return null;
      if (this.playing) this.pause();
      this.story.tell(error.message);
      this.parts.seed.value = this.run?.seed ?? this.parts.seed.defaultValue;
      return null;
    } finally {
      if (this.waiting === request) this.waiting = null;
    }
  }

  show(run) {
    this.run = run;
    const { timeline, shown, seed, scrub } = this.parts;
    for (const [name, markup] of Object.entries(run.drawings)) draw(this.parts[name], markup);
    this.rows = [...this.root.querySelectorAll("tr[data-at]")].map((row) => ({ row, at: Number(row.dataset.at) }));
    seed.value = run.seed;
    scrub.max = run.minutes;
    this.blocks = [...timeline.querySelectorAll(".attempt")].map((block) => ({
      block, ...block.dataset, start: Number(block.dataset.start), end: Number(block.dataset.end),
    }));
    this.clips = [[timeline.querySelector(".past"), "%"], [shown.querySelector(".past"), ""]];
    this.line = timeline.querySelector(".now");
    this.moveTo(this.now);
  }

  enable() {
    const { start, again, back, step, another, seed, speed, scrub, hands } = this.parts;
    for (const control of [start, again, back, step, another, seed, speed, scrub, ...hands]) control.disabled = false;
  }

  /** From here on only the past is shown. */
  begin() {
    if (this.started) return;
    this.started = true;
    this.moveTo(0);
  }

  play() {
    if (!this.run) return;
    this.playing = true;
    this.begin();
    if (this.now >= this.run.minutes) this.moveTo(0);
    if (still.matches) return this.moveTo(this.run.minutes);
    cancelAnimationFrame(this.frame); // of a run that was playing until just now
    this.label();
    let last;
    const frame = (time) => {
      if (!this.playing) return;
      const seconds = Math.min(time - (last ?? time), 100) / 1000;
      last = time;
      if (!this.hidden && !this.waiting) this.moveTo(this.now + (seconds * this.speed * this.run.undisturbed) / SECONDS);
      this.frame = requestAnimationFrame(frame);
    };
    this.frame = requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.label();
    this.tellChange();
  }

  tellChange() {
    this.root.dispatchEvent(new Event("changed"));
  }

  /** This minute to the thousandth, which is easier to send; as it is, where an attempt begins or ends in between. */
  #thousandth(isUp = false) {
    let short = Number(this.now.toFixed(3));
    if (isUp && short < this.now) short = Number((short + 0.001).toFixed(3));
    const isApart = this.blocks.some(({ start, end }) => [start, end].some((at) => at <= this.now !== at <= short));
    return isApart ? this.now : short;
  }

  /** To the next end of an attempt, or to the one before. */
  step(way) {
    this.playing = false;
    this.begin();
    const there = this.blocks.map(({ end }) => way * end).filter((end) => end > way * this.now);
    this.moveTo(there.length ? way * Math.min(...there) : 0);
  }

  /** What controls say. While time runs, the slider doesn't say its minute: that would be heard at every frame. */
  label() {
    const { start, back, step, scrub } = this.parts;
    const { minutes } = this.run;
    const midway = this.started && 0 < this.now && this.now < minutes;
    put(start, this.playing ? "Pause" : midway ? "Resume" : "Start");
    const minute = `minute ${this.now.toFixed(1)} of ${minutes.toFixed(1)}`;
    scrub.setAttribute("aria-valuetext", this.playing ? "running" : minute);
    allow(back, this.started && this.now > 0);
    allow(step, !this.started || this.now < minutes);
  }

  get speed() { return 2 ** this.parts.speed.valueAsNumber; }

  showSpeed() {
    this.parts.times.textContent = `${this.speed}×`;
    this.parts.speed.setAttribute("aria-valuetext", `${this.speed} times`);
  }

  moveTo(minute) {
    const { minutes, shown } = this.run;
    this.now = minute > minutes - ROUNDING ? minutes : minute;
    const share = minutes ? this.now / minutes : 1;
    this.root.classList.toggle("begun", this.started);
    put(this.parts.minute, this.now.toFixed(1));
    this.parts.scrub.value = this.now;
    for (const [clip, unit] of this.clips) clip.setAttribute("width", `${(this.started ? share * 100 : 100)}${unit}`);
    for (const end of ["x1", "x2"]) this.line.setAttribute(end, `${share * 100}%`);
    for (const { bar, fill, says } of this.meters) {
      const samples = shown[bar];
      const value = samples ? samples[Math.floor(share * (samples.length - 1))] : share;
      fill.setAttribute("width", `${value * 100}%`);
      put(says, `${Math.round(value * 100)}\u00a0%`);
    }
    this.mark();
    this.tell();
    if (this.now >= minutes && this.started) this.playing = false;
    this.label();
    if (!this.playing) this.tellChange();
  }

  get isPastHalf() { return this.started && this.now >= this.run.minutes / 2; }

  mark() {
    for (const { row, at } of this.rows) row.hidden = this.started && at > this.now;
    const busy = new Map();
    for (const { block, task, worker, start, end } of this.blocks) {
      const running = start <= this.now && this.now < end;
      block.classList.toggle("running", running);
      if (running) busy.set(worker, task);
    }
    for (const hand of this.parts.hands) {
      const { worker } = hand.dataset;
      const task = busy.get(worker) ?? "";
      if (hand.dataset.task === task) continue;
      hand.dataset.task = task;
      allow(hand, task !== "");
      hand.textContent = task === "" ? `w${worker} idle` : `w${worker}: task ${task}`;
      hand.setAttribute("aria-label", `${hand.textContent}${task && ", fail it"}`);
    }
  }

  tell() {
    const passed = this.started ? this.run.milestones.filter(({ at }) => at <= this.now) : [];
    const text = passed.at(-1)?.text ?? this.run.story;
    if (this.story.tell(text)) this.root.dispatchEvent(new Event("told"));
  }

  /** Fail a running task there and then. While another run is on its way, the one that is shown is left alone. */
  async fail(task) {
    if (this.waiting) return;
    const at = this.#thousandth();
    const run = await this.request(this.run.seed, [...this.failed, [task, at]]);
    if (!run) return;
    this.now = at;
    this.started = true;
    this.show(run);
  }
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
