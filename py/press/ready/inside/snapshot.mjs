// Keeps the memory of a Python that has the package imported: node snapshot.mjs RUNTIME FOLDER
//
// RUNTIME holds Pyodide's files. FOLDER holds library.zip and package.zip, both compiled, and modules.json, what is to
// be imported of them; `memory`, `runtime` and facts.json are written there. The same inputs give the same bytes: all
// that differs from run to run, or from machine to machine, and could find its way into the memory is fixed.

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const PAGE = 65536; // bytes
const LIBRARY = "/lib/python314.zip";
const PACKAGE = "/lib/nearlydone.zip";

const [runtime, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(runtime, name)));
const { loadPyodide } = await load("pyodide.mjs");
const { default: createModule } = await load("pyodide.asm.mjs");

try {
  const usual = await beginning();
  fixWhatDiffers();
  const begun = await beginning();
  const memory = await remembered();
  const known = takeAway(memory, usual, begun);
  const pieces = piecesOf(memory);
  await pack("memory", Buffer.concat(pieces.map(([from, length]) => memory.subarray(from, from + length))));
  await pack("runtime", await readFile(join(runtime, "pyodide.asm.wasm")));
  const facts = { length: memory.length, pieces, known, library: LIBRARY, package: PACKAGE };
  await writeFile(join(folder, "facts.json"), JSON.stringify(facts));
} catch (error) {
  console.error(String(error.message ?? error).trim().split("\n").at(-1)); // A traceback ends with what went wrong.
  process.exitCode = 1;
}

/** The memory that the runtime begins with, before there is any Python in it. */
async function beginning() {
  return new Promise((resolve, reject) => {
    const createPyodideModule = async (settings) => {
      resolve((await createModule(settings)).HEAPU8.slice());
      return new Promise(() => {}); // That is all there is to know: Python need not start.
    };
    start({ _loadSnapshot: new Uint8Array(320 * PAGE), createPyodideModule }).catch(reject);
  });
}

/** The memory of a Python that has imported the modules, in the form that Pyodide loads. */
async function remembered() {
  const archive = await readFile(join(folder, "package.zip"));
  const modules = JSON.parse(await readFile(join(folder, "modules.json"), "utf8"));
  const python = await start({
    _makeSnapshot: true,
    stdLibURL: join(folder, "library.zip"),
    fsInit: (files) => files.writeFile(PACKAGE, archive),
  });
  const namespace = python.toPy({});
  python.runPython(await readFile(join(import.meta.dirname, "remember.py"), "utf8"), { globals: namespace });
  const remember = namespace.get("remember");
  remember([PACKAGE, LIBRARY], modules);
  for (const proxy of [remember, namespace]) proxy.destroy();
  const gc = python.pyimport("gc");
  gc.collect();
  gc.freeze(); // What is there now stays: no later collection need look at it.
  gc.destroy();
  return python.makeMemorySnapshot();
}

function start(options) {
  const environment = { HOME: "/home/pyodide", LANG: "en_US.UTF-8", PYTHONHASHSEED: "0" };
  return loadPyodide({ indexURL: runtime, env: environment, _sysExecutable: "./this.program", ...options });
}

function fixWhatDiffers() {
  const fill = (view) => view.fill(7);
  createRequire(import.meta.url)("node:crypto").randomFillSync = fill;
  crypto.getRandomValues = fill;
  Date.now = () => 1e12;
  performance.now = () => 0;
}

/**
 * Take away from a snapshot what its memory, which follows a head, has in common with the memories that the runtime
 * begins with: the page has that from the runtime. Returns where it was, how much, and the sum of its 32-bit words,
 * by which the page sees whether it puts back the right thing.
 */
function takeAway(snapshot, usual, begun) {
  const [, from] = new Uint32Array(snapshot.buffer, 0, 2);
  const differs = usual.findIndex((byte, place) => byte !== begun[place] || byte !== snapshot[from + place]);
  const length = Math.floor(differs / PAGE) * PAGE;
  const words = new Uint32Array(snapshot.buffer, from, length / 4);
  const sum = words.reduce((sum, word) => (sum + word) >>> 0, 0);
  words.fill(0);
  return { from, length, sum };
}

/** [from, length] of the parts of memory that are not all zeros, page by page. */
function piecesOf(memory) {
  const pieces = [];
  for (let from = 0; from < memory.length; from += PAGE) {
    const page = memory.subarray(from, from + PAGE);
    if (!page.some((byte) => byte)) continue;
    const last = pieces.at(-1);
    if (last && last[0] + last[1] === from) last[1] += page.length;
    else pieces.push([from, page.length]);
  }
  return pieces;
}

async function pack(name, bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255; // The kind of machine that packed it: unknown.
  await writeFile(join(folder, name), packed);
}
