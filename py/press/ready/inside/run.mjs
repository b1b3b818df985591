// Runs a Python file in Pyodide, in Node: node run.mjs RUNTIME SCRIPT FOLDER [PACKAGE ...]
// RUNTIME holds Pyodide's files; Python sees FOLDER as /work. What fails is said in one line.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, script, folder, ...packages] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
  const pyodide = await loadPyodide({ indexURL: runtime, env: { PYTHONHASHSEED: "0" } });
  await pyodide.loadPackage(packages, { messageCallback() {} });
  pyodide.mountNodeFS("/work", folder);
  pyodide.runPython(await readFile(script, "utf8"));
} catch (error) {
  console.error(error.message.trim().split("\n").at(-1));
  process.exitCode = 1;
}
