// Notes, in the page, when a slider moved, when an answer was drawn and seen, and what kept the page's thread.

const noted = { inputs: [], draws: [], tasks: [] };
window.noted = noted;

addEventListener("input", ({ target, timeStamp }) => {
  noted.inputs.push({ at: timeStamp, value: target.value });
}, true);

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ at: startTime, duration });
}).observe({ type: "longtask" });

/** An answer is drawn when how many jobs are in it is written, and seen after the next frame. */
new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (!target.classList?.contains("in")) continue;
    const figure = target.closest("figure");
    const draw = {
      figure: figure.id,
      at: performance.now(),
      value: figure.querySelector("input[type=range]").value,
      jobs: parseInt(target.textContent),
    };
    noted.draws.push(draw);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { draw.seen = performance.now(); };
      port2.postMessage(null);
    });
  }
}).observe(document, { subtree: true, childList: true });
