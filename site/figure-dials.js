// Figures with sliders: what they are set to is asked at once, and the answer patched in. An answer may be the
// first of several stages, such as averages over more and more jobs; a newer setting ends them.

import { newest, read, say } from "./dials.js";
import { draw } from "./patch.js";

export class DialsFigure {
  /** `more` gives options that no input of the figure sets. */
  constructor(root, ask, command, more = () => ({})) {
    this.root = root;
    this.story = root.querySelector(".story");
    this.refresh = newest(async (_, isOld) => {
      const options = { ...more(), ...read(root) };
      try {
        for (let jobs = this.firstStage; jobs !== null && !isOld(); ) {
          const answer = await ask({ command, options: { ...options, jobs } });
          if (isOld()) return;
          this.show(answer);
          jobs = answer.next ?? null;
        }
      } catch (error) {
        this.story.textContent = error.message;
      }
    });
    root.addEventListener("input", () => this.refresh(true));
  }

  /** How many jobs to ask for first, in figures that average; undefined, and so not asked for, in the others. */
  get firstStage() {
    const { firstStage } = this.root.dataset;
    return firstStage && Number(firstStage);
  }

  wake() {
    this.root.querySelector("fieldset").disabled = false;
    return this.refresh(true);
  }

  show({ said, story, drawings, in: progress, charts = {} }) {
    say(this.root, said);
    if (this.story.textContent !== story) this.story.textContent = story;
    if (progress) this.root.querySelector(".in").textContent = progress;
    for (const [name, markup] of Object.entries(drawings)) draw(this.root.querySelector(`[data-drawing="${name}"]`), markup);
    for (const [name, { paths, ticks = [] }] of Object.entries(charts)) {
      const chart = this.root.querySelector(`[data-drawing="${name}"]`);
      for (const [line, d] of Object.entries(paths)) chart.querySelector(`[data-line="${line}"]`).setAttribute("d", d);
      ticks.forEach((tick, i) => { chart.querySelectorAll("text.y")[i].textContent = tick; });
    }
  }
}
