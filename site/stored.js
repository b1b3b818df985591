// Has the browser store the article, so that it opens without a network too, and says in its last line how that went.

const folder = new URL("./", import.meta.url).href;
const home = new URL("../", import.meta.url).href;
const build = folder.slice(home.length, -1);
const line = document.getElementById("stored");

// As long as this is held, the files of this page's build are kept.
navigator.locks?.request(folder, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});

line.querySelector("button").addEventListener("click", () => location.reload());

/** Store the article, or what is new of it. */
export async function store() {
  if (!isSecureContext) return sayNotStored("it came over plain http");
  if (!navigator.serviceWorker || !self.caches) return sayNotStored("this browser does not store pages, or not in a private window");
  navigator.serviceWorker.addEventListener("message", ({ data }) => sayHow(data));
  try {
    const options = { scope: home, updateViaCache: "none" };
    const registration = await navigator.serviceWorker.register(`${home}service-worker.js`, options);
    if (registration.active) await registration.update().catch(() => {}); // Without a network there is nothing new.
    if (!(await isInstalled(registration.installing))) return; // It has told why.
  } catch ({ message }) {
    sayNotStored(`the browser refused: ${message}`);
  }
  lookAfter({ thoroughly: false });
}

/** Something that is stored may be damaged: have everything looked through. */
export function mend() {
  if (navigator.serviceWorker?.controller) lookAfter({ thoroughly: true });
}

async function lookAfter(how) {
  const { waiting, active } = await navigator.serviceWorker.ready;
  (waiting ?? active).postMessage(how); // The one that is waiting stored what is new, and knows what belongs to it.
}

/** False if this build could not be stored; what is stored then is older. */
async function isInstalled(worker) {
  while (worker?.state === "installing") {
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  }
  return worker?.state !== "redundant";
}

function sayHow({ stored, failed }) {
  if (stored === build) say("This page is stored in your browser and opens without a network, too.");
  else if (failed) sayNotStored(failed);
  else say("A newer version of this page is stored in your browser.", true);
}

const sayNotStored = (why) => say(`This page could not be stored for reading without a network: ${why.replace(/\.$/, "")}.`);

function say(text, isOld = false) {
  line.querySelector("span").textContent = text;
  line.querySelector("button").hidden = !isOld;
}
