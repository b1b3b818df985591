/**
 * Python as it was when the article was built, the package in it: its memory, put back in one piece.
 *
 * What the memory has in common with the one that the runtime begins with is loaded once, with the runtime, and put
 * back from there. The files of Python's library and of the package are not in a memory. What has been
 * imported from them is; whatever else is read of them is loaded then.
 */

import { address, importFile } from "./download.js";
import { putLate } from "./late.js";
import { read, toBytes, unpack } from "./packed.js";

const SCRIPT = "pyodide/pyodide.asm.mjs";
const LIBRARY = "pyodide/python_stdlib.zip";

/** `whole`: with the package's file, for what is not imported yet. Rejects when the snapshot can't be used. */
export async function fromSnapshot({ snapshot, wheel }, lock, download, whole) {
  download.expect("Python", [SCRIPT, snapshot.runtime, snapshot.memory, ...(whole ? [wheel] : [])]);
  const { runtime, memory, sha256 } = snapshot;
  const script = importFile(SCRIPT).then((module) => {
    download.add(download.sizes[SCRIPT]);
    return module;
  });
  const compiled = unpack(runtime, download, sha256[runtime], compile);
  const kept = unpack(memory, download, sha256[memory], toBytes);
  const archive = whole ? read(wheel, download, toBytes) : null;
  const all = Promise.all([script, compiled, kept, archive]);
  const module = Promise.race([Promise.all([script, compiled]), all]); // or the first failure of any of them
  module.catch(() => {}); // It is looked at in time.
  const { loadPyodide } = await importFile("pyodide/pyodide.mjs");
  const python = await awake(loadPyodide, snapshot, lock, { module, kept });
  putLate(python.FS, snapshot.library, LIBRARY);
  if (whole) python.FS.writeFile(snapshot.package, await archive);
  else putLate(python.FS, snapshot.package, wheel);
  return python;
}

const compile = (stream) =>
  WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));

function awake(loadPyodide, snapshot, lock, { module, kept }) {
  const memory = new Uint8Array(snapshot.length);
  const fetchAgain = withhold(["pyodide/pyodide.asm.wasm", LIBRARY]);
  return loadPyodide({
    indexURL: address("pyodide/"),
    packageBaseUrl: address("pyodide/"),
    lockFileContents: lock,
    _loadSnapshot: memory, // All zeros. Pyodide looks into it when it has its module, and by then it is filled.
    createPyodideModule: async (settings) => {
      fetchAgain();
      const [{ default: create }, compiled] = await module;
      const begun = await begin(create, settings, compiled);
      fill(memory, snapshot, await kept, begun.HEAPU8);
      return begun;
    },
  }).finally(fetchAgain);
}

/** Until the function that it returns is called, whoever fetches one of these files gets an empty one. */
function withhold(names) {
  const { fetch } = self;
  const addresses = names.map(address);
  self.fetch = (url, options) => (addresses.includes(String(url)) ? Promise.resolve(new Response()) : fetch(url, options));
  return () => (self.fetch = fetch);
}

/** The runtime, of a WebAssembly module that is compiled already. By itself it would wait for one that fails for ever. */
function begin(create, settings, module) {
  const { instantiateWasm } = settings;
  return new Promise((resolve, reject) => {
    settings.instantiateWasm = (...given) => {
      const { instantiateStreaming } = WebAssembly;
      WebAssembly.instantiateStreaming = (_, imports) => {
        WebAssembly.instantiateStreaming = instantiateStreaming;
        const instantiated = instantiate(module, imports);
        instantiated.catch(reject);
        return instantiated;
      };
      return instantiateWasm(...given);
    };
    create(settings).then(resolve, reject);
  });
}

async function instantiate(module, imports) {
  const instance = await WebAssembly.instantiate(module, imports);
  unite(instance.exports);
  return { module, instance };
}

/**
 * Where a function is both in a module's exports and in its table, WebKit has two of it, and the runtime, which looks
 * for the one in the other, adds it to the table anew: all that follows then has another place than it has in the
 * snapshot. A function's name is its number in the module, and the table holds nothing else yet.
 */
function unite(exports) {
  const table = exports.__indirect_function_table;
  const exported = new Map();
  for (const value of Object.values(exports)) if (typeof value === "function") exported.set(value.name, value);
  const own = table.length;
  table.get = (place) => {
    const found = WebAssembly.Table.prototype.get.call(table, place);
    return place < own && found ? exported.get(found.name) ?? found : found;
  };
}

/** Write into `memory` the pieces that were kept, and what the runtime begins with, which was not. */
function fill(memory, { pieces, known }, kept, begunWith) {
  let taken = 0;
  for (const [from, length] of pieces) memory.set(kept.subarray(taken, (taken += length)), from);
  memory.set(begunWith.subarray(0, known.length), known.from);
  const words = new Uint32Array(memory.buffer, known.from, known.length / 4);
  const sum = words.reduce((sum, word) => (sum + word) >>> 0, 0);
  if (sum !== known.sum) throw new Error("The runtime begins with another memory than it did at build.");
}
