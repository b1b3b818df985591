/**
 * Stores the article, and from then on answers for it, with a network or without one. In front of this file, when it is
 * published, stands BUILD: {name, page, files, packed, policy}, the name of the folder that has all files but the page, the
 * SHA-256 of the page, and of the files by path, and {in, type} of those that another file holds gzipped.
 *
 * A file's address begins with its build and never has another content. So it does not matter which build a page is
 * of, nor which service worker answers it, nor what that one remembers: a page gets its own files or none. The one
 * address whose content changes is the page's own. What is stored for it is changed last, in one step, when everything
 * that the new page needs is stored too.
 *
 * Each build has a cache, named by its folder's address, and the page has one, named by its own.
 */

const HOME = self.registration.scope;
const FOLDER = `${HOME}${BUILD.name}/`;
const PATIENCE = 3000; // milliseconds that a reload waits for a newer build

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(lookAfter(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  const folder = folderOf(address);
  if (request.method !== "GET") return;
  if (folder) event.respondWith(answer(folder, address, request));
  else if (address === HOME || address === `${HOME}index.html`) event.respondWith(answerHome(request));
});

async function answer(cacheName, address, request) {
  return (await caches.match(address, { cacheName }).catch(() => null)) ?? fetch(request);
}

/** Who has the page open and loads it again wants what is new, and gets it, if it can be stored in the time there is. */
async function answerHome(request) {
  const isOpen = (await openPages()).length > 0;
  if (isOpen) await Promise.race([renewed(), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  return answer(HOME, HOME, request);
}

async function renewed() {
  if (await isOutdated()) await self.registration.update().catch(() => {});
  const { installing } = self.registration;
  if (installing) await new Promise((resolve) => installing.addEventListener("statechange", resolve));
}

/** Is known sooner than by an `update`, which browsers like to put off. */
async function isOutdated() {
  const script = await fetch(self.location.href, { cache: "no-cache" }).then((response) => response.text(), () => "");
  return script !== "" && !script.includes(await storedBuild());
}

async function install() {
  try {
    await store();
    await tell();
  } catch (error) {
    if (error.name === "QuotaExceededError") await makeRoom();
    await tell(error);
    throw error;
  }
}

/** Asked by a page whose figures are awake. What is missing is stored again; `thoroughly`: also what is damaged. */
async function lookAfter({ thoroughly }) {
  const stored = await storedBuild();
  let failed;
  if (!stored || stored === BUILD.name) await store(thoroughly).catch((error) => (failed = error));
  await tidy();
  await tell(failed);
}

/** Store this build: its files, then the page. */
async function store(thoroughly = false) {
  await navigator.locks.request(FOLDER, { mode: "shared" }, async () => {
    await storeFiles(thoroughly);
    if ((await storedBuild()) === BUILD.name) return;
    const page = await load(HOME, BUILD.page);
    page.headers.set("Build", BUILD.name);
    await (await caches.open(HOME)).put(HOME, page);
  });
}

async function storeFiles(thoroughly) {
  const cache = await caches.open(FOLDER);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const others = await storedByOthers();
  const packedLast = Object.entries(BUILD.files).sort(([one], [other]) => (one in BUILD.packed) - (other in BUILD.packed));
  for (const [name, sha256] of packedLast) {
    const address = FOLDER + name;
    if (kept.has(address) && !(thoroughly && !(await checked(await cache.match(address), sha256)))) continue;
    const known = others.get(sha256) ?? (await unpacked(cache, BUILD.packed[name]));
    await cache.put(address, (await checked(known, sha256)) ?? (await load(address, sha256)));
  }
}

async function unpacked(cache, packed) {
  const holder = packed && self.DecompressionStream && (await cache.match(FOLDER + packed.in));
  const stream = holder?.body.pipeThrough(new DecompressionStream("gzip"));
  return stream && new Response(stream, { headers: { "Content-Type": packed.type } });
}

/** What is stored of other builds, by SHA-256. */
async function storedByOthers() {
  const names = (await caches.keys()).filter((name) => folderOf(name) === name && name !== FOLDER);
  const each = names.map(async (name) => (await caches.open(name)).matchAll());
  return new Map((await Promise.all(each)).flat().map((response) => [response.headers.get("ETag"), response]));
}

/** From what the browser has loaded already, if these are the right bytes, or else from the network. */
async function load(address, sha256) {
  const name = address.replace(HOME, "") || "the page";
  for (const cache of ["force-cache", "reload"]) {
    const response = await fetch(address, { cache }).catch(({ message }) => fail(`${name} could not be loaded: ${message}`));
    const file = response.ok && (await checked(response, sha256));
    if (file) return file;
    if (!response.ok && cache === "reload") fail(`${name} could not be loaded: the server answered ${response.status}`);
  }
  return fail(`${name} is not yet, or no longer, what was published with the rest`);
}

/** What is to be stored of a response, if it has the bytes that it should have; else nothing. */
async function checked(response, sha256) {
  if (!response) return null;
  const type = response.headers.get("Content-Type");
  const bytes = await response.clone().arrayBuffer().catch(() => new ArrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) return null;
  return new Response(bytes, {
    headers: { "Content-Type": type, "Content-Security-Policy": BUILD.policy, ETag: sha256 },
  });
}

const fail = (why) => {
  throw new Error(why);
};

async function storedBuild() {
  return (await caches.match(HOME, { cacheName: HOME }))?.headers.get("Build");
}

/** A build that there is no room for beside another one: better the new one from the network than the old one for ever. */
async function makeRoom() {
  for (const name of [FOLDER, HOME]) await caches.delete(name);
  await tidy();
}

/** Let go of builds that neither a page nor a service worker needs: each holds a lock on its build's folder. */
async function tidy() {
  const { held } = await navigator.locks.query();
  const needed = new Set([...held.map(({ name }) => name), `${HOME}${await storedBuild()}/`]);
  for (const name of await caches.keys()) if (folderOf(name) === name && !needed.has(name)) await caches.delete(name);
}

/** Tell every page what is stored, and why not what should be. */
async function tell(failed) {
  const news = { stored: await storedBuild(), failed: failed?.message };
  for (const page of await openPages()) page.postMessage(news);
}

async function openPages() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => url.startsWith(HOME));
}

/** The build's folder that an address is in. */
function folderOf(address) {
  const [folder] = address.replace(HOME, "").match(/^[0-9a-f]{16}\//) ?? [];
  return folder && HOME + folder;
}
