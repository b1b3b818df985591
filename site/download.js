/**
 * The page's own files on their way into this worker, every byte counted.
 *
 * Pyodide and micropip ask for theirs with `fetch`, so that is where they are counted. The first file
 * that can't be used ends it with a sentence that names the file: Pyodide itself would go on without
 * it and fail somewhere else, or wait for ever.
 */

const GONE = "; if this article has been published anew since you opened it, reload the page";
const HERE = new URL("./", import.meta.url).href;

export const address = (name) => HERE + name;

export async function readJson(name) {
  const response = await open(name, fetch(address(name)));
  return response.json().catch((error) => {
    throw failure(name, error.message);
  });
}

export async function importFile(name) {
  return import(address(name)).catch(async (error) => {
    await open(name, fetch(address(name))); // An import that fails does not say why; this does.
    throw failure(name, error.message);
  });
}

export class Download {
  sizes;
  #show;
  #ended = new AbortController();
  #fail;
  #failed;
  #counts = [];
  #what = "";
  #received = 0;
  #total = 0;

  /** `sizes`: bytes by file name. `show` is told {stage, received, total} as they come, {stage} when all are there. */
  constructor(sizes, show) {
    this.sizes = sizes;
    this.#show = show;
    this.#failed = new Promise((_, reject) => (this.#fail = reject));
  }

  /** The outcome of some work, counting what it fetches; rejects with the first file that fails. */
  async during(work) {
    const { fetch } = self;
    const { instantiateStreaming } = WebAssembly;
    self.fetch = (url, options) => this.#guard(this.#fetch(nameOf(url), fetch(url, options)));
    WebAssembly.instantiateStreaming = (source, imports) =>
      this.#guard(this.#instantiate(source, instantiateStreaming(source, imports)));
    try {
      return await Promise.race([this.#failed, work()]);
    } finally {
      self.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    }
  }

  /** Aborts when this is given up. */
  get signal() {
    return this.#ended.signal;
  }

  giveUp() {
    this.#show = () => {};
    this.#ended.abort();
  }

  /** Begin a stage: what it brings, in which files. */
  expect(what, names) {
    this.#what = what;
    this.#received = 0;
    this.#total = names.reduce((total, name) => total + this.sizes[name], 0);
    this.add(0);
  }

  /** Import a module; its bytes count when all of them are there. */
  async import(name) {
    const module = await this.#guard(importFile(name));
    this.add(this.sizes[name]);
    return module;
  }

  async #fetch(name, responding) {
    const response = await open(name, responding);
    // Counted in a copy: only of a response as it came does a browser keep what it compiles.
    this.#counts.push(this.#guard(this.#count(name, response.clone().body)));
    return response;
  }

  async #count(name, body) {
    let received = 0;
    const write = (chunk) => {
      received += chunk.length;
      this.add(chunk.length);
    };
    await body.pipeTo(new WritableStream({ write })).catch((error) => {
      throw failure(name, error.message);
    });
    if (received !== this.sizes[name]) {
      throw failure(name, `${received} bytes came instead of ${this.sizes[name]}`);
    }
  }

  /** Python runs, and nothing is counted, as soon as it has this; so it is kept back until all the rest is here. */
  async #instantiate(source, compiling) {
    const { url } = await source;
    const instance = await compiling.catch((error) => {
      throw failure(nameOf(url), error.message);
    });
    await Promise.all(this.#counts);
    return instance;
  }

  /** The outcome of work that must not fail. If it does, all is over, and who waits for it is told nothing. */
  #guard(work) {
    return work.catch((error) => {
      this.#fail(error);
      return new Promise(() => {});
    });
  }

  add(bytes) {
    this.#received += bytes;
    const [received, total] = [this.#received, this.#total];
    if (received < total) this.#show({ stage: `Loading ${this.#what}`, received, total });
    else this.#show({ stage: `Starting ${this.#what}` });
  }
}

const nameOf = (resource) => new URL(resource.url ?? resource, HERE).href.replace(HERE, "");

/** The response, once there is one that can be read. */
export async function open(name, responding) {
  const response = await responding.catch((error) => {
    throw failure(name, `no connection (${error.message})`);
  });
  if (!response.ok) throw failure(name, `the server answered ${response.status}${response.status === 404 ? GONE : ""}`);
  return response;
}

export const failure = (name, why) => new Error(`${name} could not be loaded: ${why}.`);
