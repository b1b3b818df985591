// Starts Python and gives each figure a way to ask it. While Python is on its way, or when it has
// failed, every figure says so.

import { Engine } from "./engine.js";
import { DialsFigure } from "./figure-dials.js";
import { RulesFigure } from "./figure-rules.js";
import { RunFigure } from "./figure-run.js";
import { SilenceFigure } from "./figure-silence.js";

const engine = new Engine();
const ask = (request) => engine.ask(request);
const figure = (number) => document.getElementById(`figure-${number}`);
const silence = new SilenceFigure(figure(7), ask, () => engine.kill());
const asFigure7 = figure(8).querySelector(".as-figure-7");
const scanning = new DialsFigure(figure(8), ask, "figure-8", () => (asFigure7.checked ? silence.present : {}));
const figures = [
  new RunFigure(figure(1), ask),
  new RulesFigure(figure(2), ask),
  silence,
  scanning,
  new DialsFigure(figure(9), ask, "figure-9"),
];
figure(7).addEventListener("changed", () => { if (asFigure7.checked) scanning.refresh(true); });
const lines = [...document.querySelectorAll(".python")].map((line) => ({
  line, says: line.querySelector(".python-says"), retry: line.querySelector(".retry"),
}));

function say(text, failed = false) {
  for (const { line, says, retry } of lines) {
    says.textContent = text;
    line.classList.toggle("failed", failed);
    retry.hidden = !failed;
  }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

engine.addEventListener("progress", ({ detail: { stage, received, total } }) =>
  say(total ? `${stage}, ${megabytes(received)} of ${megabytes(total)} MB` : stage));
engine.addEventListener("failed", ({ detail: { message } }) => say(message, true));
engine.addEventListener("restarted", ({ detail: { message } }) => say(message));
engine.addEventListener("ready", async () => {
  for (const figure of figures) await figure.wake();
  say("");
  showSpeed();
});
for (const { retry } of lines) retry.addEventListener("click", () => engine.retry());

async function showSpeed() {
  const { microseconds } = await ask({ command: "speed" });
  document.getElementById("speed").textContent =
    `Python in your tab just did it in ${microseconds.toLocaleString("en", { maximumFractionDigits: 0 })} millionths of a second.`;
}

window.nearlyDone = { ask };
