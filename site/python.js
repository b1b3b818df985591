// One Python and the figures that ask it: while it is on its way, or when it has failed, each of them says so.

import { mend } from "./stored.js";
import { say } from "./story.js";

const GLANCE = 5000; // milliseconds that a notice of a restart stays when all is well again

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/**
 * Wake the figures as soon as `engine` is ready, and keep their lines about Python up to date; until then also those
 * of the figures that `wait` to ask another. A figure that has woken says so by an event "awake".
 */
export function connect(engine, figures, wait = []) {
  const own = figures.map(lineOf);
  let lines = [...own, ...wait.map(lineOf)];
  let restarted = "";
  listen(engine, {
    progress: ({ stage, received, total }) =>
      show(lines, restarted + (total ? `${stage}, ${megabytes(received)} of ${megabytes(total)} MB` : stage)),
    failed({ message }) {
      show(lines, message, true);
      say(message);
      mend();
    },
    restarted({ message }) {
      show(lines, (restarted = `${message} `));
      say(message);
    },
    async ready({ from }) {
      if (from !== "snapshot") mend(); // What the quick start lacked may be something that is stored and damaged.
      lines = own;
      await Promise.all(figures.map(wake));
      showForNow(own, restarted);
      restarted = "";
    },
  });
  for (const line of lines) {
    line.querySelector(".retry").addEventListener("click", () => {
      line.focus(); // The button is about to disappear.
      engine.retry();
    });
  }
}

/** Keep up to date with an engine that figures ask for what they can do without. */
export function connectBehind(engine, figures) {
  engine.addEventListener("failed", mend);
  engine.addEventListener("restarted", ({ detail: { message } }) => {
    showForNow(figures.map(lineOf), message);
    say(message);
  });
}

const lineOf = ({ root }) => root.querySelector(".python");

function show(lines, text, failed = false) {
  for (const line of lines) {
    line.querySelector(".python-says").textContent = text;
    line.classList.toggle("failed", failed);
    line.querySelector(".retry").hidden = !failed;
  }
}

function showForNow(lines, text) {
  show(lines, text);
  const stillThere = (line) => line.querySelector(".python-says").textContent === text;
  if (text) setTimeout(() => show(lines.filter(stillThere), ""), GLANCE);
}

/** What came last has perhaps come before anybody listened, so it is told again. */
function listen(engine, told) {
  for (const [type, tell] of Object.entries(told)) engine.addEventListener(type, ({ detail }) => tell(detail));
  if (engine.news) told[engine.news.type]?.(engine.news.detail);
}

/** All figures are woken at once, so that Python works on one answer while the one before is drawn. */
async function wake(figure) {
  await figure.wake();
  performance.mark(`${figure.root.id} awake`);
  figure.root.dispatchEvent(new Event("awake"));
}

/** Resolves when `engine` is ready, now or next; rejects if it has failed, or does so before. */
export function ready(engine) {
  return new Promise((resolve, reject) => {
    listen(engine, { ready: resolve, failed: ({ message }) => reject(new Error(message)) });
  });
}
