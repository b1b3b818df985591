// Figures 3 to 6: averages over jobs that grow while the reader watches.

import { Chart } from "./chart.js";
import { DialsFigure } from "./figure-dials.js";
import { draw } from "./patch.js";
import { newest } from "./turns.js";

export class AveragesFigure extends DialsFigure {
  /** `ask` is for numbers, `askCharts` for drawings. */
  constructor(root, ask, askCharts, command) {
    super(root, ask, command);
    const charts = [...root.querySelectorAll(".chart-here")];
    this.charts = Object.fromEntries(charts.map((chart) => [chart.dataset.chart, new Chart(chart)]));
    this.redraw = newest((options) => this.drawAll(askCharts({ command: `${command}-drawn`, options }), options));
    root.addEventListener("input", () => { this.released = false; });
    root.addEventListener("change", () => this.release());
    new IntersectionObserver((entries) => this.look(entries.at(-1).isIntersecting)).observe(root);
  }

  /** Averages are work, so a figure that is out of sight leaves off, and takes up again when it is seen. */
  look(inSight) {
    this.inSight = inSight;
    if (inSight && this.due) this.refresh(true);
  }

  /** Averages over more and more jobs; a newer setting ends those of an older one. */
  async answer(options, isOld) {
    this.settled = null;
    for (let jobs = Number(this.root.dataset.firstStage); jobs !== null; ) {
      this.due = !this.inSight;
      if (this.due) return;
      const answer = await this.ask({ ...options, jobs });
      if (isOld()) return;
      this.show(answer);
      jobs = answer.next;
    }
    this.settled = options;
    this.finish();
  }

  show(answer) {
    super.show(answer);
    this.jobs = answer.jobs;
    this.root.querySelector(".in").textContent = answer.in;
    for (const [name, numbers] of Object.entries(answer.charts)) this.charts[name].show(numbers);
  }

  apply(settings) {
    this.released = true;
    return super.apply(settings);
  }

  release() {
    this.released = true;
    this.finish();
  }

  /** Once all jobs are in and the hand is off the slider, matplotlib draws the charts anew. */
  finish() {
    if (this.settled && this.released) this.redraw(this.settled);
  }

  async drawAll(drawing, options) {
    const { drawings } = await drawing.catch(() => ({ drawings: {} })); // Without, lines are where they were moved.
    if (this.settled !== options) return;
    for (const [name, markup] of Object.entries(drawings)) draw(this.drawing(name), markup);
  }
}
