// What this tab remembers over a reload, and a name that no other tab has.

const KEY = "nearly-done figure 7";

export function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

export function remember(what) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser that stores nothing: the tab starts anew after a reload.
  }
}

/**
 * `name` if no other tab has it, else a new one; this tab's as long as it lives. A duplicated tab inherits
 * what its original remembers, the name too.
 */
export async function claim(name) {
  for (const wanted of [name, newName()]) {
    if (wanted && (await isFree(`record ${wanted}`))) return wanted;
  }
}

const newName = () => [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join("-");

function isFree(lock) {
  return new Promise((resolve) => {
    if (!navigator.locks) resolve(true); // a page that came over plain http knows nothing of other tabs
    navigator.locks?.request(lock, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held && new Promise(() => {});
    });
  });
}
