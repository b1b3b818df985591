// A chart that can be read off, by pointer and by keys, with its numbers in a table.

import { allow } from "./able.js";

const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

export class Chart {
  /** `root` holds the drawing, what lies over it to be read off, what is read off, and the table. */
  constructor(root) {
    this.root = root;
    const find = (selector) => root.querySelector(selector);
    this.parts = {
      plot: find(".plot"), reader: find(".reader"), mark: find(".mark"), line: find(".mark line"), readOff: find(".read-off"),
      details: find("details"), table: find("table"),
    };
    this.numbers = null;
    this.listen();
  }

  listen() {
    const { reader, details } = this.parts;
    for (const type of ["pointermove", "pointerdown"]) reader.addEventListener(type, (event) => this.point(event));
    reader.addEventListener("keydown", (event) => this.step(event));
    details.addEventListener("toggle", () => this.fillTable());
  }

  /** The newest numbers: which lines are shown, their table, and how far to the right each of its rows lies. */
  show({ paths, table: { heads, rows, names }, at }) {
    this.numbers = { heads, rows, names, at };
    this.parts.plot.dataset.lines = Object.keys(paths).join(" ");
    this.parts.reader.setAttribute("aria-valuemax", rows.length - 1);
    allow(this.parts.reader, true);
    if (this.root.dataset.row) this.readOff(Math.min(this.root.dataset.row, rows.length - 1));
    this.fillTable();
  }

  point({ clientX }) {
    if (!this.numbers) return;
    const { left, width } = this.parts.mark.getBoundingClientRect();
    const off = this.numbers.at.map((place) => Math.abs(place - (clientX - left) / width));
    this.readOff(off.indexOf(Math.min(...off)));
  }

  step(event) {
    const step = STEPS[event.key];
    if (!step || !this.numbers) return;
    event.preventDefault();
    const many = this.numbers.rows.length;
    const row = Number(this.root.dataset.row ?? (step < 0 ? many : -1)) + step;
    this.readOff(Math.min(Math.max(row, 0), many - 1));
  }

  readOff(row) {
    const { names, rows, at } = this.numbers;
    const { reader, line, readOff } = this.parts;
    const words = rows[row].map((cell, i) => `${names[i]} ${cell}`).join(", ");
    this.root.dataset.row = row;
    readOff.textContent = words;
    reader.setAttribute("aria-valuenow", row);
    reader.setAttribute("aria-valuetext", words);
    for (const end of ["x1", "x2"]) line.setAttribute(end, `${at[row] * 100}%`);
  }

  /** While it is open. A table of another size is made anew; in one of the same, words change where they stand. */
  fillTable() {
    const { details, table } = this.parts;
    if (!details.open || !this.numbers) return;
    const { heads, rows } = this.numbers;
    const words = [heads, ...rows].flat();
    if (table.querySelectorAll("th, td").length !== words.length) {
      table.tHead.replaceChildren(makeRow(heads.map(() => "col")));
      table.tBodies[0].replaceChildren(...rows.map(() => makeRow(heads.map((_, i) => (i ? null : "row")))));
    }
    table.querySelectorAll("th, td").forEach((cell, i) => {
      if (cell.textContent !== words[i]) cell.textContent = words[i];
    });
  }
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
