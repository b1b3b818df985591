// Starts Python and gives each figure a way to ask it. While Python is on its way, or when it has
// failed, every figure says so.

import { Engine } from "./engine.js";
import { RulesFigure } from "./figure-rules.js";
import { RunFigure } from "./figure-run.js";

const engine = new Engine();
const ask = (request) => engine.ask(request);
const figures = [
  new RunFigure(document.getElementById("figure-1"), ask),
  new RulesFigure(document.getElementById("figure-2"), ask),
];
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
