// Files for Python that are loaded when they are read, while who reads them waits.

import { address } from "./download.js";

/** Put one of the page's files into Python's file system. One that can't be had reads as empty. */
export function putLate(files, path, name) {
  files.writeFile(path, "");
  const { node } = files.lookupPath(path);
  let bytes;
  const contents = { get: () => (bytes ??= load(name)) ?? new Uint8Array() };
  const usedBytes = { get: () => node.contents.length };
  Object.defineProperties(node, { contents, usedBytes });
}

function load(name) {
  const request = new XMLHttpRequest();
  request.open("GET", address(name), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return undefined; // No connection.
  }
  return request.status === 200 ? new Uint8Array(request.response) : undefined;
}
