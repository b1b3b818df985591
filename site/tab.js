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
  for (const wanted of [name, crypto.randomUUID()]) {
    if (wanted && (await isFree(`record ${wanted}`))) return wanted;
  }
}

function isFree(lock) {
  return new Promise((resolve) => {
    navigator.locks.request(lock, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held && new Promise(() => {});
    });
  });
}
