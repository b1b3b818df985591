/**
 * Python, off the page's thread: it starts, then answers one request after another.
 *
 * To the page: {alive: true}; {boot: {stage, received, total}}s while it starts, then {ready: true} or
 * {failed: sentence}; {id, reply} to each {id, request} from the page, both texts: what
 * `nearlydone.bridge.handle` takes and returns.
 */

import { Download, address, importFile, readJson } from "./download.js";
import { openRecords } from "./records.js";

const RUNTIME = "pyodide/pyodide.asm.mjs";
const packages = new URL(self.location).searchParams.getAll("package");

// Held until this worker ends, in whatever way: the page waits for it to be let go.
navigator.locks?.request(self.name, () => {
  postMessage({ alive: true });
  return new Promise(() => {});
});

try {
  const [pyodide, records] = await Promise.all([startPython((boot) => postMessage({ boot })), openRecords()]);
  const { handle } = pyodide.pyimport("nearlydone.bridge");
  await records?.restore(pyodide.FS);
  self.onmessage = ({ data: { id, request } }) => {
    const reply = answer(pyodide, handle, request);
    const send = (reply) => postMessage({ id, reply });
    const lost = ({ message }) => send(JSON.stringify({ error: `The record could not be kept: ${message}` }));
    if (records) records.save(pyodide.FS).then(() => send(reply), lost);
    else send(reply);
  };
  postMessage({ ready: true });
} catch (error) {
  postMessage({ failed: lastLine(error) });
}

/** Pyodide with the package installed, all from the page's own files. */
async function startPython(show) {
  show({ stage: "Loading Python" });
  const [manifest, lock, { loadPyodide }] = await Promise.all([
    readJson("manifest.json"),
    readJson("pyodide/pyodide-lock.json"),
    importFile("pyodide/pyodide.mjs"),
  ]);
  const download = new Download(manifest.files, show);
  return download.during(async () => {
    const installer = `pyodide/${lock.packages.micropip.file_name}`;
    download.expect("Python", [RUNTIME, "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", installer]);
    const runtime = download.import(RUNTIME);
    const pyodide = await loadPyodide({
      indexURL: address("pyodide/"),
      packageBaseUrl: address("pyodide/"),
      lockFileContents: lock,
      packages: ["micropip"],
      createPyodideModule: async (settings) => (await runtime).default(settings),
    });
    const micropip = pyodide.pyimport("micropip");
    download.expect("the scheduler", [manifest.wheel]);
    await micropip.install.callKwargs(address(manifest.wheel), { deps: false });
    for (const name of packages) {
      download.expect(name, [`pyodide/${lock.packages[name].file_name}`]);
      await pyodide.loadPackage(name);
    }
    return pyodide;
  });
}

/** The bridge's reply. What it throws is a mistake in the package, or the end of Python itself. */
function answer(pyodide, handle, request) {
  try {
    return handle(request);
  } catch (error) {
    if (!(error instanceof pyodide.ffi.PythonError)) throw error; // Reaches the page as this worker's error.
    console.error(error.message);
    return JSON.stringify({ error: `Python could not answer, by a mistake of its own: ${lastLine(error)}` });
  }
}

/** Of a Python traceback, what went wrong. */
function lastLine({ message }) {
  return message.trim().split("\n").at(-1);
}
