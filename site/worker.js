/**
 * Python, off the page's thread: it starts, then answers one request after another.
 *
 * To the page: {alive: true}; {boot: {stage, received, total}}s while it starts, then {ready: {from}}, "snapshot" or
 * "files", or {failed: sentence}; {id, reply, spent} to each {id, request} from the page, request and reply texts that
 * `nearlydone.bridge.handle` takes and returns. `spent`, where it is there, says why it should be the last.
 */

import { boot } from "./boot.js";
import { openRecords, restore } from "./records.js";

const LARGEST = 2 ** 29; // bytes of memory: some 16 times what Python begins with, and it never gives any back

const packages = new URL(self.location).searchParams.getAll("package");

// Held until this worker ends, in whatever way: the page waits for it to be let go.
navigator.locks?.request(self.name, () => {
  postMessage({ alive: true });
  return new Promise(() => {});
});

try {
  const booting = boot(packages, (news) => postMessage({ boot: news }));
  const opening = packages.length ? null : openRecords(); // Averages and charts keep no record.
  const { python, from } = await booting;
  const { handle } = python.pyimport("nearlydone.bridge");
  const records = await restore(await opening, python.FS);
  self.onmessage = ({ data: { id, request } }) => {
    const reply = answer(python, handle, request);
    const send = (reply) => postMessage({ id, reply, spent: spent(python) });
    const lost = ({ message }) => send(JSON.stringify({ error: `The record could not be kept: ${message}` }));
    if (records) records.save(python.FS).then(() => send(reply), lost);
    else send(reply);
  };
  postMessage({ ready: { from } });
} catch (error) {
  postMessage({ failed: lastLine(error) });
}

/** The bridge's reply. What it throws is a mistake in the package, or the end of Python itself. */
function answer(python, handle, request) {
  try {
    return handle(request);
  } catch (error) {
    if (!(error instanceof python.ffi.PythonError)) throw error; // Reaches the page as this worker's error.
    console.error(error.message);
    return JSON.stringify({ error: `Python could not answer, by a mistake of its own: ${lastLine(error)}` });
  }
}

function spent({ _module: { HEAPU8: memory } }) {
  if (memory.length > LARGEST) return `it had come to hold ${(memory.length / 1e9).toFixed(1)} GB of memory`;
}

/** Of a Python traceback, what went wrong. */
function lastLine({ message }) {
  return message.trim().split("\n").at(-1);
}
