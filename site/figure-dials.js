// Figures with sliders: what they are set to is asked at once, and the answer patched in.

import { read, reset, say, set } from "./dials.js";
import { draw } from "./patch.js";
import { Story } from "./story.js";
import { newest } from "./turns.js";

export class DialsFigure {
  /** `more` gives options that no input of the figure sets. */
  constructor(root, ask, command, more = () => ({})) {
    this.root = root;
    this.ask = (options) => ask({ command, options: { ...more(), ...options } });
    this.story = new Story(root);
    this.fieldset = root.querySelector("fieldset");
    this.latest = {};
    this.drawn = {};
    this.refresh = newest(async (_, isOld) => {
      try {
        await this.answer(read(root), isOld);
      } catch (error) {
        this.story.tell(error.message);
      }
    });
    root.addEventListener("input", () => {
      say(root);
      root.dispatchEvent(new Event("changed"));
      this.refresh(true);
    });
    root.addEventListener("toggle", () => this.draw(), { capture: true });
  }

  get settings() {
    return read(this.root);
  }

  /** Before Python has arrived, this is what it will be asked first. */
  apply(settings) {
    reset(this.root);
    set(this.root, settings);
    return this.fieldset.disabled ? undefined : this.refresh(true);
  }

  wake() {
    this.fieldset.disabled = false;
    return this.refresh(true);
  }

  async answer(options, isOld) {
    const answer = await this.ask(options);
    if (!isOld()) this.show(answer);
  }

  show({ story, drawings, charts = {}, next = null }) {
    this.story.tell(story, next === null);
    Object.assign(this.latest, drawings);
    this.draw();
    for (const [name, { paths, description, ticks = [] }] of Object.entries(charts)) {
      const chart = this.drawing(name);
      chart.querySelector("desc").textContent = description;
      for (const [line, d] of Object.entries(paths)) chart.querySelector(`[data-line="${line}"]`).setAttribute("d", d);
      ticks.forEach((tick, i) => { chart.querySelectorAll("text.y")[i].textContent = tick; });
    }
  }

  /** What is behind a closed disclosure waits until it is opened: nobody should wait for it. */
  draw() {
    for (const [name, markup] of Object.entries(this.latest)) {
      const host = this.drawing(name);
      if (this.drawn[name] === markup || host.closest("details:not([open])")) continue;
      draw(host, markup);
      this.drawn[name] = markup;
    }
  }

  drawing(name) {
    return this.root.querySelector(`[data-drawing="${name}"]`);
  }
}
