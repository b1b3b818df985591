// Figures 3 to 6: averages over jobs that grow while the reader watches, and charts that can be read off.

import { DialsFigure } from "./figure-dials.js";

export class AveragesFigure extends DialsFigure {
  constructor(root, ask, command) {
    super(root, ask, command);
    this.charts = {};
    for (const chart of root.querySelectorAll(".chart-here")) this.listenTo(chart);
    root.querySelector(".reset").addEventListener("click", () => this.reset());
    new IntersectionObserver((entries) => this.look(entries.at(-1).isIntersecting)).observe(root);
  }

  /** Averages are work, so a figure that is out of sight leaves off, and takes up again when it is seen. */
  look(inSight) {
    this.inSight = inSight;
    if (inSight && this.due) this.refresh(true);
  }

  /** An answer comes in stages, averages over more and more jobs; a newer setting ends those of an older one. */
  async answer(options, isOld) {
    for (let jobs = Number(this.root.dataset.firstStage); jobs !== null; ) {
      this.due = !this.inSight;
      if (this.due) return;
      const answer = await this.ask({ ...options, jobs });
      if (isOld()) return;
      this.show(answer);
      jobs = answer.next;
    }
  }

  reset() {
    for (const input of this.root.querySelectorAll("[data-option]")) {
      if (input.type === "checkbox") input.checked = input.defaultChecked;
      else input.value = input.defaultValue;
    }
    this.refresh(true);
  }

  show(answer) {
    this.story.setAttribute("aria-busy", answer.next !== null); // only the last stage is worth announcing
    super.show(answer);
    this.root.querySelector(".in").textContent = answer.in;
    this.charts = answer.charts;
    for (const [name, { paths }] of Object.entries(answer.charts)) {
      this.drawing(name).dataset.lines = Object.keys(paths).join(" ");
    }
    for (const chart of this.root.querySelectorAll(".chart-here")) this.fill(chart);
  }

  listenTo(chart) {
    const plot = chart.querySelector(".plot");
    const pointAt = ({ clientX }) => {
      const { left, width } = plot.querySelector("svg").getBoundingClientRect();
      const { at } = this.charts[chart.dataset.chart] ?? {};
      if (at) this.readOff(chart, nearest(at, (clientX - left) / width));
    };
    plot.addEventListener("pointermove", pointAt);
    plot.addEventListener("pointerdown", pointAt);
    plot.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { at } = this.charts[chart.dataset.chart] ?? {};
      if (!step || !at) return;
      event.preventDefault();
      const row = Number(chart.dataset.row ?? (step < 0 ? at.length : -1)) + step;
      this.readOff(chart, Math.min(Math.max(row, 0), at.length - 1));
    });
    chart.querySelector("details").addEventListener("toggle", () => this.fill(chart));
  }

  readOff(chart, row) {
    chart.dataset.row = row;
    const { heads, rows } = this.charts[chart.dataset.chart].table;
    chart.querySelector(".read-off").textContent = rows[row].map((cell, i) => `${heads[i]} ${cell}`).join(", ");
  }

  /** Bring what was read off, and the table if it is open, up to the newest numbers. */
  fill(chart) {
    const { table } = this.charts[chart.dataset.chart] ?? {};
    if (!table) return;
    if (chart.dataset.row) this.readOff(chart, Math.min(Number(chart.dataset.row), table.rows.length - 1));
    if (chart.querySelector("details").open) fillTable(chart.querySelector("table"), table);
  }
}

function nearest(places, place) {
  let best = 0;
  places.forEach((at, i) => { if (Math.abs(at - place) < Math.abs(places[best] - place)) best = i; });
  return best;
}

/** A table of another size is made anew; in one of the same, numbers change where they stand. */
function fillTable(table, { heads, rows }) {
  const words = [heads, ...rows].flat();
  if (table.querySelectorAll("th, td").length !== words.length) {
    table.tHead.replaceChildren(makeRow(heads.map(() => "col")));
    table.tBodies[0].replaceChildren(...rows.map(() => makeRow(heads.map((_, i) => (i ? null : "row")))));
  }
  table.querySelectorAll("th, td").forEach((cell, i) => {
    if (cell.textContent !== words[i]) cell.textContent = words[i];
  });
}

/** A row of empty cells, from what each heads: "col", "row" or null. */
function makeRow(scopes) {
  const row = document.createElement("tr");
  for (const scope of scopes) {
    const cell = row.appendChild(document.createElement(scope ? "th" : "td"));
    if (scope) cell.scope = scope;
  }
  return row;
}
