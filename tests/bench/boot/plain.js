// What a page does that has Pyodide and no more ado: load it, install the package, ask.

const wheel = new URLSearchParams(location.search).get("wheel");
const indexURL = new URL("./pinned/", import.meta.url).href;
const { loadPyodide } = await import("./pinned/pyodide.mjs");
const python = await loadPyodide({ indexURL, packages: ["micropip"] });
await python.pyimport("micropip").install(new URL(wheel, import.meta.url).href);
const { handle } = python.pyimport("nearlydone.bridge");
document.querySelector("output").textContent = handle('{"command": "figure-2", "options": {"actions": []}}');
performance.mark("figure-2 awake");
