// Figure 2: one rule at a time. What the reader did so far is the whole state; Python says where it leads.

import { allow } from "./able.js";
import { draw } from "./patch.js";
import { still } from "./still.js";
import { Story } from "./story.js";
import { inTurn } from "./turns.js";

const PLAY_EVERY = 900; // milliseconds

export class RulesFigure {
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
    this.actions = [];
    this.state = null;
    this.timer = null;
    const find = (selector) => root.querySelector(selector);
    this.parts = {
      graph: find(".graph-here"), timeline: find(".timeline-here"), attempts: find('[data-drawing="attempts"]'), now: find(".now-is"), ready: find(".ready-are"),
      left: find(".left-are"), next: find(".next"), back: find(".back"), play: find(".play"), over: find(".over"),
    };
    this.story = new Story(root);
    const { next, back, play, over, graph } = this.parts;
    this.go = inTurn((act) => this.#follow(act));
    next.addEventListener("click", () => this.#next());
    back.addEventListener("click", () => this.go((actions) => actions.slice(0, -1)));
    over.addEventListener("click", () => this.go(() => []));
    play.addEventListener("click", () => (this.timer ? this.stop() : this.play()));
    graph.addEventListener("click", ({ target }) => this.press(target));
    graph.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.press(event.target);
    });
  }

  get settings() {
    return { actions: this.actions };
  }

  apply({ actions = [] }) {
    this.stop();
    return this.go(() => actions);
  }

  wake() {
    this.root.classList.add("alive");
    const { next, back, play, over } = this.parts;
    for (const button of [next, back, play, over]) button.disabled = false;
    // What was asked of a Python that has ended is asked again anyway, and its answer is the one to show.
    return this.asking ? undefined : this.go((actions) => actions);
  }

  press(target) {
    const node = target.closest(".node.running");
    if (node) this.go((actions) => [...actions, Number(node.dataset.task)]);
  }

  /** A press that comes when the last step is on its way changes nothing. */
  #next() {
    return this.go((actions) => (this.state?.left === 0 ? actions : [...actions, "next"]));
  }

  /** Show where the actions lead that `act` makes of those so far. */
  async #follow(act) {
    const actions = act(this.actions);
    this.asking = true;
    try {
      this.state = await this.ask({ command: "figure-2", options: { actions } });
      this.actions = actions;
      this.show();
    } catch (error) {
      this.stop();
      this.story.tell(error.message);
    } finally {
      this.asking = false;
    }
  }

  show() {
    const { now, ready, left, story, drawings } = this.state;
    for (const [name, markup] of Object.entries(drawings)) draw(this.parts[name], markup);
    this.parts.now.textContent = now.toFixed(2);
    this.parts.ready.textContent = ready.length;
    this.parts.left.textContent = left;
    if (left === 0) this.stop();
    this.story.tell(story, !this.timer); // While it plays, sentences follow each other faster than they can be said.
    const { next, back, play, over } = this.parts;
    for (const button of [next, play]) allow(button, left > 0);
    for (const button of [back, over]) allow(button, this.actions.length > 0);
    this.root.dispatchEvent(new Event("changed"));
  }

  /** For those who want no motion it is a step. */
  play() {
    if (still.matches) return this.#next();
    this.parts.play.textContent = "Pause";
    this.timer = setInterval(() => { if (!this.asking) this.#next(); }, PLAY_EVERY);
    this.#next();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.parts.play.textContent = "Play";
    this.story.finish();
  }
}
