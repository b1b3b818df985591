/**
 * Python as promises: a worker that answers requests in the order they were asked, one at a time.
 *
 * Every request is settled: by its answer, by Python's one-sentence error, or by an error that says why
 * there will be no answer. Events, with their `detail`:
 *
 *   progress   {stage, received, total}: what Python's start is at; the bytes only while files are loading
 *   ready      {from}: what Python was started from, "snapshot" or "files"; the first is quick and the rule
 *   failed     {message}: Python can't be started; `retry()` tries again
 *   restarted  {message, lost}: the worker ended and a fresh one is starting; `lost` names the commands
 *              that were asked and not answered
 */

// Seconds after which a worker is given up: for an answer, unless told otherwise, and between news of a start.
const ANSWER = 600;
const START = 120;

const LOST = "worker.js or a part of it could not be loaded; if this article has been published anew, reload the page";

export class Engine extends EventTarget {
  #packages;
  #worker = null;
  #isReady = false;
  #failure = null;
  #timer;
  #waiting = [];
  #current = null;
  #lastId = 0;

  /** The event that came last, for who begins to listen only now. */
  news = null;

  /** `packages`: what Python needs besides the article's own, such as "numpy". */
  constructor(packages = []) {
    super();
    this.#packages = packages;
    this.#start();
  }

  /**
   * Ask Python {command, options}; resolves to the answer. A `signal` that aborts rejects the request at
   * once; not sent yet, it never will be. `limit`: seconds of computing after which Python is restarted.
   */
  ask(request, { signal, limit = ANSWER } = {}) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#failure) throw new Error(this.#failure);
      const text = JSON.stringify(request) ?? "null";
      const asked = { id: ++this.#lastId, text, command: request?.command, limit, resolve, reject };
      signal?.addEventListener("abort", () => this.#drop(asked, signal.reason), { once: true });
      this.#waiting.push(asked);
      this.#sendNext();
    });
  }

  /** Start again after a failure. */
  retry() {
    if (this.#failure) this.#start();
  }

  /** End the worker that runs Python, as a crash would. */
  kill() {
    this.#restart("it was stopped");
  }

  #start() {
    this.#end();
    this.#failure = null;
    const name = `python ${performance.timeOrigin} ${Math.random()}`; // no other worker's, in any tab
    const worker = new Worker(this.#address, { type: "module", name });
    const whileCurrent = (act) => (event) => {
      if (worker === this.#worker) act(event);
    };
    const ended = whileCurrent(() => this.#lose("it ended unexpectedly"));
    worker.onmessage = whileCurrent(({ data }) => {
      if (data.alive) navigator.locks.request(name, ended);
      else this.#receive(data);
    });
    worker.onerror = whileCurrent(({ message }) => this.#lose(message ?? LOST));
    worker.onmessageerror = whileCurrent(() => this.#lose("what it said could not be read"));
    this.#worker = worker;
    this.#expectWithin(START, "nothing was heard of it");
  }

  get #address() {
    const address = new URL("./worker.js", import.meta.url);
    for (const name of this.#packages) address.searchParams.append("package", name);
    return address;
  }

  #end() {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }

  #receive({ boot, failed, ready, id, reply }) {
    if (boot) {
      this.#expectWithin(START, "nothing more was heard of it");
      this.#tell("progress", boot);
    } else if (failed) {
      this.#fail(failed);
    } else if (ready) {
      clearTimeout(this.#timer);
      this.#isReady = true;
      this.#tell("ready", ready);
      this.#sendNext();
    } else if (id === this.#current?.id) {
      clearTimeout(this.#timer);
      this.#settle(JSON.parse(reply));
      this.#sendNext();
    }
  }

  #sendNext() {
    if (!this.#isReady || this.#current || !this.#waiting.length) return;
    this.#current = this.#waiting.shift();
    const { id, text, command, limit } = this.#current;
    this.#worker.postMessage({ id, request: text });
    this.#expectWithin(limit, `it gave no answer to "${command}"`);
  }

  #settle({ answer, error }) {
    const { resolve, reject } = this.#current;
    this.#current = null;
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  }

  #drop(asked, reason) {
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    asked.isDropped = true;
    asked.reject(reason);
  }

  #expectWithin(seconds, otherwise) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(`${otherwise} within ${seconds} s`), seconds * 1000);
  }

  #lose(why) {
    if (this.#isReady) this.#restart(why);
    else this.#fail(`Python could not be started: ${why}.`);
  }

  #fail(message) {
    this.#end();
    this.#failure = message;
    this.#giveUp(() => message);
    this.#tell("failed", { message });
  }

  #restart(why) {
    this.#start();
    const message = `Python was restarted, because ${why}`;
    const lost = this.#giveUp((command) => `${message}; the answer to "${command}" is lost.`);
    this.#tell("restarted", { message: `${message}.`, lost });
  }

  /** Reject all that was asked and not answered; returns its commands. */
  #giveUp(say) {
    const lost = [this.#current, ...this.#waiting].filter((asked) => asked && !asked.isDropped);
    this.#current = null;
    this.#waiting = [];
    for (const { command, reject } of lost) reject(new Error(say(command)));
    return lost.map(({ command }) => command);
  }

  #tell(type, detail) {
    this.news = new CustomEvent(type, { detail });
    this.dispatchEvent(this.news);
  }
}
