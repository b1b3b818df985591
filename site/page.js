// Starts Python and gives each figure a way to ask it. Averages over jobs have a Python of their own, with numpy:
// it starts behind the first, and however long it computes, the other figures answer at once. So have charts, with
// matplotlib, from when a reader has first let go of a slider, and whoever asks in the console: no figure waits for them.

import { Engine } from "./engine.js";
import { AveragesFigure } from "./figure-averages.js";
import { DialsFigure } from "./figure-dials.js";
import { RulesFigure } from "./figure-rules.js";
import { RunFigure } from "./figure-run.js";
import { ScanningFigure } from "./figure-scanning.js";
import { SilenceFigure } from "./figure-silence.js";
import { engine } from "./first.js";
import { Guess } from "./guess.js";
import { connect, connectBehind, ready } from "./python.js";
import { store } from "./stored.js";
import { say } from "./story.js";
import { offer } from "./takeaway.js";

const OF_FIGURES = /^figure-/;
const WITH_NUMPY = /^figure-[3-6](-csv)?$/;
const PATIENT = { limit: 600 }; // seconds: whoever asks in the console may want much

const figure = (number) => document.getElementById(`figure-${number}`);
const ask = (request) => engine.ask(request);

let numbers, charts, spare;
const askNumbers = (request) => numbers.ask(request);
const askCharts = (request) => (charts ??= startBehind("matplotlib", () => { charts = null; }, averages)).ask(request);
const averages = [3, 4, 5, 6].map((n) => new AveragesFigure(figure(n), askNumbers, askCharts, `figure-${n}`));

const silence = new SilenceFigure(figure(7), ask, () => engine.kill());
const run = new RunFigure(figure(1), ask);
new Guess(run, ask);

const first = [
  new RulesFigure(figure(2), ask), // is answered in no time, and figure 1 is not
  run,
  silence,
  new ScanningFigure(figure(8), ask, silence),
  new DialsFigure(figure(9), ask, "figure-9"),
];
connect(engine, first, averages);
offer([...first, ...averages], askAsFigures);

/** A Python that figures can do without. `forget` it when it has failed: the next question tries again. */
function startBehind(name, forget, figures = []) {
  const engine = new Engine([name]);
  connectBehind(engine, figures);
  engine.addEventListener("failed", forget);
  return engine;
}

/** Behind the answers of the first: it would take a processor from them. */
function startNumbers() {
  if (numbers) return;
  numbers = new Engine(["numpy"]);
  connect(numbers, averages);
}

/** Measured when the sentence is read, and not while a second Python is starting. */
function showSpeed() {
  const sentence = document.getElementById("speed");
  new IntersectionObserver(async ([{ isIntersecting }], observer) => {
    if (!isIntersecting) return;
    observer.disconnect();
    const { microseconds } = await ask({ command: "speed" }).catch(() => ({})); // Figures say what is wrong.
    if (!microseconds) return;
    sentence.textContent = `Python in your tab just did it in ${(microseconds / 1000).toFixed(2)} milliseconds.`;
  }).observe(sentence);
}

const awake = (root) => new Promise((resolve) => root.addEventListener("awake", resolve, { once: true }));
awake(figure(9)).then(() => {
  say("Python has arrived: the figures can be used.");
  startNumbers();
  showSpeed();
});
Promise.all([...document.querySelectorAll("figure")].map(awake)).then(store);

/** Ask the Python of the figures that are asked this. */
async function askAsFigures(request) {
  if (!WITH_NUMPY.test(request?.command)) return ask(request);
  if (!numbers) await ready(engine);
  startNumbers();
  return askNumbers(request);
}

/** What the command line answers too is the same object as there. */
async function askInConsole(request) {
  if (OF_FIGURES.test(request?.command)) return askAsFigures(request);
  if (!spare) await ready(engine);
  spare ??= startBehind("numpy", () => { spare = null; });
  return spare.ask(request, PATIENT);
}

window.nearlyDone = { ask: askInConsole };
