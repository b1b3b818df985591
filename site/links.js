// Links: the address follows the figure that the reader had a hand in last, so that what is sent is what is seen,
// and a reload loses nothing; and a figure follows an address that names it. Python reads and writes the fragment.

const PAUSE = 500; // milliseconds between two changes of the address: Safari allows 100 in 30 s

/** `say` is given a figure, and what of a link to it could not be used. */
export function follow(figures, ask, say) {
  const byId = new Map(figures.map((figure) => [figure.root.id, figure]));
  const [{ type }] = performance.getEntriesByType("navigation");
  let touched, changed, timer;

  async function update() {
    timer = undefined;
    const [figure, before] = [changed, location.hash];
    const { link } = await linkTo(figure, ask).catch(() => ({})); // Python was restarted: the next change will do.
    if (link && changed === figure && location.hash === before) history.replaceState(history.state, "", `#${link}`);
  }

  async function open(isNew) {
    clearTimeout(timer);
    touched = changed = timer = undefined;
    const { hash } = location;
    const figure = byId.get(hash.match(/^#(figure-\d)\D/)?.[1]);
    if (!figure) return;
    if (isNew) figure.root.scrollIntoView(); // No element has such an id, so the browser would stay at the top.
    const answer = await ask({ command: "link", options: { fragment: hash } }).catch(() => null);
    if (!answer) return figure.root.addEventListener("awake", () => open(isNew), { once: true }); // after Retry
    await figure.awake;
    if (location.hash !== hash) return;
    const { settings, note } = answer;
    say(figure, note);
    if (settings && (isNew || !figure.remembers)) await figure.apply(settings);
  }

  for (const act of ["input", "change", "click", "keydown"]) {
    addEventListener(act, ({ target }) => { touched = byId.get(target.closest?.("figure")?.id) ?? touched; }, true);
  }
  for (const figure of figures) {
    figure.root.addEventListener("changed", () => {
      if (figure !== touched) return;
      changed = figure;
      timer ??= setTimeout(update, PAUSE);
    });
  }
  addEventListener("hashchange", () => open(true));
  open(type === "navigate");
}

/** The fragment of a link to a figure as it is set, and what to call a file of it. */
export function linkTo({ root, settings }, ask) {
  return ask({ command: `${root.id}-link`, options: settings });
}
