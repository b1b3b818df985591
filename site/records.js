/**
 * Python's records, kept where a fresh worker finds them: every file that Python writes to /records is
 * copied to IndexedDB before the request that wrote it is answered. SQLite wants a file system that
 * answers at once and IndexedDB does not, so a copy is the way, and it exists in every browser.
 *
 * A record belongs to one tab, which has its name, so tabs do not meet here. Records of tabs that have
 * not been heard of for a week are swept.
 */

const FOLDER = "/records";
const DATABASE = "nearly-done";
const STORE = "records";
const WEEK = 7 * 24 * 60 * 60 * 1000; // milliseconds

/** The store, or null where the browser has none: then there is no folder either, and Python keeps nothing. */
export async function openRecords() {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "name" });
    return new Records(await settled(request));
  } catch {
    return null;
  }
}

/** Put what is kept into Python's file system `fs`; null if that can't be done, for then nothing is kept either. */
export async function restore(records, fs) {
  try {
    await records?.restore(fs);
    return records;
  } catch {
    return null;
  }
}

class Records {
  #database;
  #written = new Map(); // by file name, when it was last written as far as the store knows

  constructor(database) {
    this.#database = database;
  }

  /** Put every kept file into Python's file system `fs`, and forget the old ones. */
  async restore(fs) {
    const store = this.#database.transaction(STORE, "readwrite").objectStore(STORE);
    const kept = await settled(store.getAll());
    fs.mkdirTree(FOLDER);
    for (const { name, bytes, saved } of kept) {
      if (Date.now() - saved > WEEK) {
        store.delete(name);
      } else {
        fs.writeFile(`${FOLDER}/${name}`, bytes);
        this.#written.set(name, this.#time(fs, name));
      }
    }
  }

  /** Copy to the store what Python has written since; resolves once it would outlive this worker. */
  async save(fs) {
    const changed = fs.readdir(FOLDER).filter((name) => name.endsWith(".db") && this.#time(fs, name) !== this.#written.get(name));
    if (!changed.length) return;
    const transaction = this.#database.transaction(STORE, "readwrite");
    for (const name of changed) {
      this.#written.set(name, this.#time(fs, name));
      transaction.objectStore(STORE).put({ name, bytes: fs.readFile(`${FOLDER}/${name}`), saved: Date.now() });
    }
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }

  #time(fs, name) {
    return Number(fs.stat(`${FOLDER}/${name}`).mtime);
  }
}

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
