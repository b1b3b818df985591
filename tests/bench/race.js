// Runs the same measurement in JavaScript and in Python, turn and turn about, and leaves the times, in
// milliseconds, and the averages in the page for engine.py to read.

import { measure } from "./engine.js";
import { countingDown } from "./tuned.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const { repeats, warmups, workers, jobs, shape } = Object.fromEntries(
  [...new URL(location).searchParams].map(([name, value]) => [name, JSON.parse(value)]),
);
const output = document.querySelector("output");

try {
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", location).href, packages: ["numpy"] });
  const archive = await (await fetch("nearlydone.zip")).arrayBuffer();
  pyodide.unpackArchive(archive, "zip", { extractDir: "/package" });
  pyodide.pyimport("sys").path.append("/package");
  const python = pyodide.pyimport("in_browser");
  const text = JSON.stringify(shape);
  const runners = {
    javascript: () => measure(shape, workers, jobs),
    tuned: () => measure(shape, workers, jobs, countingDown),
    python: () => python.measure(text, workers, jobs, true),
    pythonAgain: () => python.measure(text, workers, jobs, false),
  };
  const times = await race(runners);
  output.textContent = JSON.stringify({
    times,
    chunks: timesOfChunks(python.chunks(text, workers, jobs, 50)),
    stages: JSON.parse(python.stages(text, workers, jobs)),
    javascript: runners.javascript(),
    tuned: runners.tuned(),
    python: JSON.parse(python.measure(text, workers, jobs, false)),
  }, (key, value) => (value instanceof Float64Array ? [...value] : value));
} catch (error) {
  output.textContent = JSON.stringify({ error: String(error?.stack ?? error) });
}

async function race(runners) {
  const times = Object.fromEntries(Object.keys(runners).map((name) => [name, []]));
  for (let turn = -warmups; turn < repeats; turn++) {
    for (const [name, run] of Object.entries(runners)) {
      await new Promise((resolve) => setTimeout(resolve));
      const start = performance.now();
      run();
      if (turn >= 0) times[name].push(performance.now() - start);
    }
  }
  return times;
}

/** When each chunk of jobs was there, counted from the start. */
function timesOfChunks(chunks) {
  const start = performance.now(), times = [];
  for (const chunk of chunks) times.push(performance.now() - start);
  return times;
}
