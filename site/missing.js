// Runs behind page.js: where that, or a module that it needs, did not come, the page says so.

if (!window.nearlyDone) {
  for (const line of document.querySelectorAll(".python")) {
    line.classList.add("failed");
    line.querySelector(".python-says").textContent =
      "A part of this page did not come, so the figure stays as it is. If you reload the page, it is tried again.";
  }
}
