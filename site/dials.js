// Native inputs that set a figure's options: read by name, and told in Python's words.

/** The options that the inputs under `root` set now. */
export function read(root) {
  const inputs = [...root.querySelectorAll("[data-option]:not([type=radio]:not(:checked))")];
  return Object.fromEntries(inputs.map((input) => [input.dataset.option, valueOf(input)]));
}

function valueOf(input) {
  if (input.type === "checkbox") return input.checked;
  if (input.type === "radio") return JSON.parse(input.value);
  return input.dataset.values ? JSON.parse(input.dataset.values)[input.valueAsNumber] : input.valueAsNumber;
}

/** Set every input that the reader can set under `root` as the page was built. */
export function reset(root) {
  for (const input of root.querySelectorAll("input")) {
    if (input.type === "checkbox" || input.type === "radio") input.checked = input.defaultChecked;
    else input.value = input.defaultValue;
  }
}

/** Set the inputs to `options`, where they are named there. */
export function set(root, options) {
  for (const input of root.querySelectorAll("[data-option]")) {
    const value = options[input.dataset.option];
    if (value === undefined) continue;
    if (input.type === "checkbox") input.checked = value;
    else if (input.type === "radio") input.checked = JSON.parse(input.value) === value;
    else if (input.dataset.values) input.value = JSON.parse(input.dataset.values).indexOf(value);
    else input.value = value;
  }
  say(root);
}

/** Write beside each slider, and for those who hear it, what it is set to, in the words that Python has for it. */
export function say(root) {
  for (const input of root.querySelectorAll("[data-says]")) {
    const words = JSON.parse(input.dataset.says)[Math.round((input.valueAsNumber - input.min) / input.step)];
    input.setAttribute("aria-valuetext", words);
    input.parentElement.querySelector("output").textContent = words;
  }
}
