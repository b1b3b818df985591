/**
 * Python as promises: a worker that answers requests in the order they were asked, one at a time.
 *
 * Every request is settled: by its answer, by Python's one-sentence error, or by an error that says why
 * there will be no answer. A worker that ends or hangs is replaced, and what it was asked is asked again, unless it
 * has brought down too many. Events, with their `detail`:
 *
 *   progress   {stage, received, total}: what Python's start is at; the bytes only while files are loading
 *   ready      {from}: what Python was started from, "snapshot" or "files"; the first is quick and the rule
 *   failed     {message}: Python can't be started; `retry()` tries again
 *   restarted  {message}: the worker ended or was given up, and a fresh one is starting
 */

import { Patience, countDown } from "./patience.js";

const START = 60; // seconds between news of a start, after which it is given up
const TRIES = 2; // workers that may end over one request

const LOST = "worker.js or a part of it could not be loaded; if this article has been published anew, reload the page";

export class Engine extends EventTarget {
  #packages;
  #worker = null;
  #isReady = false;
  #failure = null;
  #callOff = () => {};
  #patience = new Patience();
  #began; // when this worker did
  #answered; // commands, by this worker
  #ended = new Map(); // how many workers have, by request
  #waiting = [];
  #current = null;
  #lastId = 0;

  /** The event that came last since a start, for who begins to listen only now. */
  news = null;

  /** `packages`: what Python needs besides the article's own, such as "numpy". */
  constructor(packages = []) {
    super();
    this.#packages = packages;
    this.#start();
  }

  /**
   * Ask Python {command, options}; resolves to the answer. `limit`: seconds of computing after which Python is
   * restarted. A request with a limit is tried once; without, it is given the time that such requests take.
   */
  ask(request, { limit } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#failure) throw new Error(this.#failure);
      const text = JSON.stringify(request) ?? "null";
      const command = JSON.stringify(JSON.parse(text)?.command); // a text, whatever it was
      const asked = { id: ++this.#lastId, text, command, limit, resolve, reject };
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
    this.#failure = this.news = null;
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
    this.#answered = new Set();
    this.#began = performance.now();
    this.#expectNews();
  }

  get #address() {
    const address = new URL("./worker.js", import.meta.url);
    for (const name of this.#packages) address.searchParams.append("package", name);
    return address;
  }

  #end() {
    this.#callOff();
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }

  #receive({ boot, failed, ready, id, reply, spent }) {
    if (boot) {
      this.#expectNews();
      this.#tell("progress", boot);
    } else if (failed) {
      this.#fail(failed);
    } else if (ready) {
      this.#callOff();
      this.#isReady = true;
      this.#patience.noteStart((performance.now() - this.#began) / 1000);
      this.#tell("ready", ready);
      this.#sendNext();
    } else if (id === this.#current?.id) {
      this.#settle(JSON.parse(reply), this.#callOff());
      if (spent) this.#restart(spent);
      else this.#sendNext();
    }
  }

  #sendNext() {
    if (!this.#isReady || this.#current || !this.#waiting.length) return;
    const asked = this.#waiting.shift();
    const { id, text, command } = asked;
    const ended = this.#ended.get(text) ?? 0;
    if (ended === TRIES) {
      asked.reject(new Error(`This was not answered, and Python had to be restarted over it ${TRIES} times (${command}).`));
      return this.#sendNext();
    }
    this.#current = asked;
    asked.isFirst = !this.#answered.has(command);
    this.#worker.postMessage({ id, request: text });
    const limit = asked.limit ?? this.#patience.limit(command, asked.isFirst, ended);
    const why = `it gave no answer to ${command} within ${Number(limit.toFixed(1))} s`;
    this.#callOff = countDown(limit, () => this.#lose(why));
  }

  #settle({ answer, error }, seconds) {
    const { text, command, isFirst, resolve, reject } = this.#current;
    this.#current = null;
    this.#answered.add(command);
    const wasGivenUp = this.#ended.delete(text);
    this.#patience.note(command, isFirst && !wasGivenUp, seconds);
    if (error === undefined) resolve(answer);
    else reject(new Error(error));
  }

  #expectNews() {
    this.#callOff();
    this.#callOff = countDown(START, () => this.#lose(`nothing was heard of it for ${START} s`));
  }

  /** The worker has ended by itself, or counts as such. What it was asked last may be the reason. */
  #lose(why) {
    if (!this.#isReady) return this.#fail(`Python could not be started: ${why}.`);
    const { text, command, limit, reject } = this.#current ?? {};
    if (limit !== undefined) {
      reject(new Error(`Python was restarted, because ${why}; the answer to ${command} is lost.`));
      this.#current = null;
    } else if (text) {
      this.#ended.set(text, (this.#ended.get(text) ?? 0) + 1);
    }
    this.#restart(why);
  }

  #fail(message) {
    this.#end();
    this.#failure = message;
    for (const { reject } of this.#waiting) reject(new Error(message));
    this.#waiting = [];
    this.#tell("failed", { message });
  }

  #restart(why) {
    if (this.#current) this.#waiting.unshift(this.#current);
    this.#current = null;
    this.#start();
    this.#tell("restarted", { message: `Python was restarted, because ${why}.` });
  }

  #tell(type, detail) {
    this.news = new CustomEvent(type, { detail });
    this.dispatchEvent(this.news);
  }
}
