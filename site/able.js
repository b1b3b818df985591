// Controls that can't be used for a while stay where the tab key finds them: disabled, one would take the focus with it.

export function allow(control, can) {
  control.setAttribute("aria-disabled", !can);
}

addEventListener("click", (event) => {
  if (!event.target.closest("[aria-disabled=true]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
