// Figures 3 to 6: averages over jobs that grow while the reader watches, and charts that can be read off.

import { DialsFigure } from "./figure-dials.js";

export class AveragesFigure extends DialsFigure {
  constructor(root, ask, command) {
    super(root, ask, command);
    this.charts = {};
    for (const chart of root.querySelectorAll(".chart-here")) this.listenTo(chart);
    root.querySelector(".reset").addEventListener("click", () => this.reset());
  }

  reset() {
    for (const input of this.root.querySelectorAll("[data-option]")) {
      if (input.type === "checkbox") input.checked = input.defaultChecked;
      else input.value = input.defaultValue;
    }
    this.refresh(true);
  }

  show(answer) {
    super.show(answer);
    this.charts = answer.charts;
    for (const chart of this.root.querySelectorAll(".chart-here")) this.fill(chart);
  }

  listenTo(chart) {
    const plot = chart.querySelector(".plot");
    plot.addEventListener("pointermove", ({ clientX }) => {
      const { left, width } = plot.querySelector("svg").getBoundingClientRect();
      const { at } = this.charts[chart.dataset.chart] ?? {};
      if (at) this.readOff(chart, nearest(at, (clientX - left) / width));
    });
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

function fillTable(element, { heads, rows }) {
  const row = (cells, kind) => {
    const tr = document.createElement("tr");
    cells.forEach((text, i) => {
      const cell = document.createElement(i && kind === "td" ? "td" : "th");
      if (cell.tagName === "TH") cell.scope = kind === "th" ? "col" : "row";
      cell.textContent = text;
      tr.append(cell);
    });
    return tr;
  };
  element.tHead.replaceChildren(row(heads, "th"));
  element.tBodies[0].replaceChildren(...rows.map((cells) => row(cells, "td")));
}
