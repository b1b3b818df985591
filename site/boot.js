// How Python starts: from its snapshot, or, where that can't be used, from its files. Both answer the same.

import { Download, address, importFile, readJson } from "./download.js";
import { fromSnapshot } from "./snapshot.js";

const SCRIPT = "pyodide/pyodide.asm.mjs";

/**
 * Pyodide with the article's package and `packages` ready to be imported, and what it came `from`: "snapshot" or
 * "files". `show` is told {stage, received, total}.
 */
export async function boot(packages, show) {
  show({ stage: "Loading Python" });
  importFile(SCRIPT).catch(() => {}); // It is on its way while the manifest is; who needs it asks again, and is told.
  const [manifest, lock] = await Promise.all([readJson("manifest.json"), readJson("pyodide/pyodide-lock.json")]);
  const start = { manifest, lock, packages, show };
  const { python, from } = await quickly(start).catch((error) => slowly(start, error));
  const download = new Download(manifest.files, show);
  await download.during(async () => {
    for (const name of packages) {
      download.expect(name, [`pyodide/${lock.packages[name].file_name}`]);
      await python.loadPackage(name);
    }
  });
  return { python, from };
}

async function quickly({ manifest, lock, packages, show }) {
  const download = new Download(manifest.files, show);
  const python = await fromSnapshot(manifest, lock, download, packages.length > 0).catch((error) => {
    download.giveUp();
    throw error;
  });
  return { python, from: "snapshot" };
}

async function slowly({ manifest, lock, show }, { message }) {
  const why = `Python’s quick start failed: ${message.split("\n")[0]} `;
  const download = new Download(manifest.files, (news) => show({ ...news, stage: why + news.stage }));
  const python = await download.during(() => fromFiles(manifest, lock, download));
  return { python, from: "files" };
}

async function fromFiles(manifest, lock, download) {
  const installer = `pyodide/${lock.packages.micropip.file_name}`;
  download.expect("Python", [SCRIPT, "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", installer]);
  const { loadPyodide } = await importFile("pyodide/pyodide.mjs");
  const script = download.import(SCRIPT);
  const python = await loadPyodide({
    indexURL: address("pyodide/"),
    packageBaseUrl: address("pyodide/"),
    lockFileContents: lock,
    packages: ["micropip"],
    createPyodideModule: async (settings) => (await script).default(settings),
  });
  const micropip = python.pyimport("micropip");
  download.expect("the scheduler", [manifest.wheel]);
  await micropip.install.callKwargs(address(manifest.wheel), { deps: false });
  return python;
}
