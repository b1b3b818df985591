// How long an answer may take before the Python that owes it counts as hung.

const LEAST = 1.5; // seconds
const MOST = 600;
const MOST_UNKNOWN = 60; // of a start it is not known whether Python was slow or the line
const TIMES = 4; // what has been seen
const TICK = 100; // milliseconds

/**
 * Goes by what this tab has seen of each command, so that a slow telephone is given the time that it takes. The
 * first answer of a fresh Python counts apart: much may be imported for it. Of a command that was never answered
 * it goes by what starts and first answers to others took.
 */
export class Patience {
  #first = new Map(); // seconds that the slowest took, by command
  #later = new Map();
  #slowestOfAny = 0;

  /** In seconds. A question that was given up before, so `often`, has more each time. */
  limit(command, isFirst, often) {
    const seen = [this.#later, this.#first].map((slowest) => slowest.get(command)).filter((seconds) => seconds !== undefined);
    const slowest = isFirst ? Math.max(...seen) : seen[0];
    const enough = seen.length ? TIMES * slowest : Math.min(TIMES * this.#slowestOfAny, MOST_UNKNOWN);
    return Math.min(Math.max(LEAST, enough) * TIMES ** often, MOST);
  }

  /** An answer took so many seconds. */
  note(command, isFirst, seconds) {
    const slowest = isFirst ? this.#first : this.#later;
    slowest.set(command, Math.max(seconds, slowest.get(command) ?? 0));
    if (isFirst) this.noteStart(seconds);
  }

  noteStart(seconds) {
    this.#slowestOfAny = Math.max(seconds, this.#slowestOfAny);
  }
}

/**
 * Do `late` once the page has lived through so many seconds, and return what calls it off and tells how many it were.
 * Time in which it slept or was held up hardly counts: when it wakes, an answer may be waiting to be read.
 */
export function countDown(seconds, late) {
  let lived = 0;
  let then = performance.now();
  const live = () => {
    const now = performance.now();
    lived += Math.min(now - then, 5 * TICK);
    then = now;
    return lived / 1000;
  };
  const timer = setInterval(() => {
    if (live() < seconds) return;
    clearInterval(timer);
    late();
  }, TICK);
  return () => {
    clearInterval(timer);
    return live();
  };
}
