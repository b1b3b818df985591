// Files of which nothing is used until all of them is here and right; counted as they come.

import { address, failure, open } from "./download.js";

/** What `use` makes of a file, given as a stream. */
export async function read(name, download, use) {
  return named(name, use(await stream(name, download)));
}

/** What `use` makes of what is in a gzipped file, given as a stream. The file's SHA-256, in hex, must be `sha256`. */
export async function unpack(name, download, sha256, use) {
  const packed = await stream(name, download, sha256);
  return named(name, use(packed.pipeThrough(new DecompressionStream("gzip"))));
}

export const toBytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

async function stream(name, download, sha256) {
  const { body } = await open(name, fetch(address(name), { signal: download.signal }));
  const chunks = [];
  const passing = new TransformStream({
    transform(chunk, onward) {
      download.add(chunk.length);
      chunks.push(chunk);
      onward.enqueue(chunk);
    },
    flush: () => check(new Blob(chunks), download.sizes[name], sha256), // Its error is the end of the stream.
  });
  return body.pipeThrough(passing);
}

async function check(file, size, sha256) {
  if (file.size !== size) throw new Error(`${file.size} bytes came instead of ${size}`);
  // Outside https a browser has no hashes; gzip's own checksum has to do there.
  if (sha256 && crypto.subtle && (await hash(file)) !== sha256) throw new Error("other bytes came than were made");
}

/** In hex. */
async function hash(file) {
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const named = (name, work) =>
  work.catch((error) => {
    throw failure(name, error.message);
  });
