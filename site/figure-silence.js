// Figure 7: what the reader did is its whole state. Python says where it leads, keeps the record, and
// gives back the state to send with the next press.

import { allow } from "./able.js";
import { read, reset, say, set } from "./dials.js";
import { draw } from "./patch.js";
import { still } from "./still.js";
import { Story } from "./story.js";
import { claim, recall, remember } from "./tab.js";
import { inTurn } from "./turns.js";

const PLAY_EVERY = 1100; // milliseconds
const AS_DRAWN = { press: "end", from: null };
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class SilenceFigure {
  #awaken;
  awake = new Promise((resolve) => { this.#awaken = resolve; });

  constructor(root, ask, kill) {
    this.root = root;
    this.ask = ask;
    this.kill = kill;
    this.state = null;
    this.timer = null;
    const find = (selector) => root.querySelector(selector);
    this.parts = {
      controls: find("fieldset"), board: find(".board-here"), story: find(".story"), play: find(".play"), round: find(".round"),
      scrub: find(".scrub"), crash: find(".crash"), why: find(".why"), record: find(".on-record"), marking: find(".marking"),
    };
    this.story = new Story(root);
    this.go = inTurn((question, isOld) => this.#answer(question, isOld), isSameDial);
    this.#listen();
  }

  #listen() {
    const { root } = this;
    const { board, play, scrub, crash } = this.parts;
    root.addEventListener("click", ({ target }) => {
      const { press } = target.closest("[data-press]")?.dataset ?? {};
      if (press) this.press(press);
    });
    root.addEventListener("input", ({ target }) => {
      const { option } = target.dataset;
      if (!option) return;
      say(root);
      this.go({ press: "set", dial: option, options: { [option]: read(root)[option] } });
    });
    board.addEventListener("click", ({ target }) => {
      const { cell } = target.closest(".cell")?.dataset ?? {};
      if (cell) this.go({ press: `${cell} ${this.#chosen("mark")}` });
    });
    board.addEventListener("keydown", (event) => this.#move(event));
    board.addEventListener("focusin", ({ target }) => this.#rove(target));
    scrub.addEventListener("input", () => this.press(`to ${scrub.value}`, "round"));
    play.addEventListener("click", () => (this.timer ? this.#pause() : this.#play()));
    crash.addEventListener("click", () => this.press(`crash ${this.#chosen("gap")}`));
    root.addEventListener("change", ({ target }) => {
      if (target.name === "gap") this.#showCrash();
    });
    new IntersectionObserver(([entry]) => { this.hidden = !entry.isIntersecting; }).observe(root);
    new IntersectionObserver((_, observer) => {
      observer.disconnect();
      this.#unfold();
    }).observe(root);
  }

  /** Beside the boards the record is open from the start: there it moves nothing. */
  #unfold() {
    const { record, marking } = this.parts;
    if (record.offsetLeft > marking.offsetLeft) record.open = true;
  }

  /** Python has arrived, or a fresh one after a crash: show the run where this tab left it. */
  async wake() {
    if (!this.record) {
      const { record, state } = recall() ?? {};
      this.record = await claim(state && record);
      this.state = state ?? null;
    }
    if (this.state) await this.go({ press: "resume" });
    if (!this.reply) await this.#startAnew();
    this.parts.controls.disabled = false;
    if (document.activeElement === this.parts.story) this.parts.crash.focus();
    this.#awaken();
  }

  get settings() {
    return this.state ?? {};
  }

  /** Whether the run is one that this tab can carry on after a reload. */
  get remembers() {
    return this.state !== null;
  }

  /** Without settings the figure as it was drawn; without presses the run is played to its end, as it was drawn. */
  async apply({ presses, ...settings }) {
    this.#pause();
    reset(this.root);
    if (!presses && !Object.keys(settings).length) return this.go(AS_DRAWN);
    const { round } = settings;
    return this.go({ press: round === undefined ? "end" : `to ${round}`, from: { presses, ...settings } });
  }

  /** Nothing is remembered, or only what this version of the page can't read. */
  async #startAnew() {
    if (this.state) this.record = await claim();
    this.state = null;
    return this.go(AS_DRAWN);
  }

  /** What figure 8 can be asked about: the faults, lease and retry limit of the run as it stands. */
  get present() {
    const { marks, state } = this.reply;
    return { marks, lease: state.lease, retry_limit: state.retry_limit };
  }

  press(press, dial) {
    this.#pause();
    return this.go({ press, dial });
  }

  #chosen(name) {
    return this.root.querySelector(`input[name="${name}"]:checked`).value;
  }

  /**
   * `options` are what is set anew in the state that is pressed on. That is the one that is shown, also as it was
   * drawn; `from` another. Null asks for the figure as it was drawn, of which nothing is kept.
   */
  async #answer({ press, options, from = this.state ?? this.reply?.state }, isOld) {
    const asked = from && { ...from, ...options, press, record: this.record };
    this.asking = true;
    try {
      this.reply = await this.ask({ command: "figure-7", options: asked ?? {} });
    } catch (error) {
      this.#pause();
      this.story.tell(error.message);
      return;
    } finally {
      this.asking = false;
    }
    this.state = asked ? this.reply.state : null;
    remember({ record: this.record, state: this.state });
    this.#show(isOld());
    if (press.startsWith("crash")) this.#crash();
  }

  /** Until a fresh Python is there, nothing can be pressed; meanwhile the focus is on what is told of it. */
  #crash() {
    const { controls, story } = this.parts;
    const inside = controls.contains(document.activeElement);
    controls.disabled = true;
    if (inside) story.focus({ preventScroll: true });
    this.kill();
  }

  /** Inputs stay as they are set while what they are set to has yet to be asked. */
  #show(isOld) {
    const { board, round, scrub } = this.parts;
    const { drawings, can, latest, last } = this.reply;
    for (const [name, markup] of Object.entries(drawings)) draw(this.root.querySelector(`[data-drawing="${name}"]`), markup);
    if (this.cell !== undefined) this.#rove(board.querySelectorAll(".cell")[this.cell]);
    if (!isOld) set(this.root, this.reply.state);
    this.story.tell(this.reply.story, !this.timer && !isOld); // More is told while it plays than can be said.
    round.textContent = this.reply.round;
    scrub.max = last;
    if (!isOld) scrub.value = this.reply.round;
    scrub.setAttribute("aria-valuetext", `round ${this.reply.round}, ${latest} played`);
    const steps = { next: can.next, end: can.next, back: can.back };
    for (const [press, may] of Object.entries(steps)) allow(this.root.querySelector(`[data-press="${press}"]`), may);
    for (const gap of this.root.querySelectorAll('input[name="gap"]')) allow(gap, can.crash[gap.value]);
    this.#showCrash();
    this.#label();
    this.root.dispatchEvent(new Event("changed"));
  }

  #showCrash() {
    const { crash, why } = this.parts;
    const gap = this.#chosen("gap");
    allow(crash, this.reply.can.crash[gap]);
    why.textContent = this.reply.no_crash[gap];
  }

  #label() {
    const { round, can } = this.reply ?? {};
    const midway = round > 0 && can.next;
    this.parts.play.textContent = this.timer ? "Pause" : !midway ? "Start" : still.matches ? "Step" : "Resume";
  }

  #play() {
    if (!this.reply?.can.next) this.go({ press: "over" });
    if (still.matches) return this.go({ press: "next" });
    this.timer = setInterval(() => {
      if (this.hidden || this.asking) return;
      if (this.reply.can.next) this.go({ press: "next" });
      else this.#pause();
    }, PLAY_EVERY);
    this.#label();
  }

  #pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.#label();
    this.story.finish();
  }

  /** The board is one stop on the way of the tab key; arrows move on it. */
  #rove(cell) {
    [...this.parts.board.querySelectorAll(".cell")].forEach((other, i) => {
      other.tabIndex = other === cell ? 0 : -1;
      if (other === cell) this.cell = i;
    });
  }

  #move(event) {
    const [down, right] = ARROWS[event.key] ?? [];
    const row = event.target.closest("tr");
    if (down === undefined) return;
    event.preventDefault();
    const cells = [...row.querySelectorAll(".cell")];
    const there = [...this.parts.board.querySelectorAll("tbody tr")][row.sectionRowIndex + down];
    there?.querySelectorAll(".cell")[cells.indexOf(event.target.closest(".cell")) + right]?.focus();
  }
}

/** What is set again before it could be asked need not be asked; every other press must be. */
const isSameDial = ({ dial }, waiting) => dial !== undefined && dial === waiting.dial;
