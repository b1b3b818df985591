// A figure as a picture that stands on its own: what of it is marked `data-picture`, where it is and with every colour
// and font as it is on the page just now.

const SVG = "http://www.w3.org/2000/svg";
const EDGE = 18; // around the picture
const LEFT_OUT = "input:not([type=checkbox]), details, .visually-hidden";
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "text-anchor", "font-family", "font-size",
  "font-weight", "visibility", "opacity", "vector-effect", "paint-order",
];
const ABOUT = /^(class|role|tabindex|aria-|data-)/; // what means nothing without the page

const measure = document.createElement("canvas").getContext("2d");

/** The figure as <svg>; `sharper` times as large, for pixels. */
export function drawPicture(figure, sharper = 1) {
  const parts = [...figure.querySelectorAll("[data-picture]")].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])) - EDGE);
  const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) + EDGE - left);
  const height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) + EDGE - top);
  const svg = element("svg", { width: width * sharper, height: height * sharper, viewBox: `0 0 ${width} ${height}` });
  svg.append(element("rect", { width, height, fill: getComputedStyle(figure).backgroundColor }));
  const pen = new Pen(svg, -left, -top, sharper);
  for (const part of parts) pen.draw(part);
  return svg;
}

/** Draws elements of the page where they are, moved by (x, y). */
class Pen {
  constructor(host, x, y, sharper) {
    Object.assign(this, { host, x, y, sharper });
  }

  draw(node, line = "none") {
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility !== "visible" || node.matches(LEFT_OUT)) return;
    if (node.namespaceURI === SVG) return this.#drawing(node);
    if (node.localName === "input") return this.#tick(node.getBoundingClientRect(), style, node.checked);
    this.#box(node.getBoundingClientRect(), style);
    this.#before(node, style);
    const through = style.textDecorationLine === "none" ? line : style.textDecorationLine;
    for (const child of node.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) this.draw(child, through);
      else if (child.nodeType === Node.TEXT_NODE) this.#text(child, style, through);
    }
  }

  #add(name, attributes) {
    return this.host.appendChild(element(name, attributes));
  }

  /** Background and borders: a whole frame, or a line above. */
  #box({ left, top, width, height }, style) {
    const [border, side] = [style.borderTopWidth, style.borderLeftWidth].map(parseFloat);
    const look = { stroke: style.borderTopColor, "stroke-width": border, "stroke-dasharray": dashes(style.borderTopStyle, border) };
    const [x, y] = [left + this.x, top + this.y];
    const isEmpty = style.backgroundColor === "rgba(0, 0, 0, 0)";
    if (border && !side) this.#add("line", { x1: x, x2: x + width, y1: y, y2: y, ...look });
    if (isEmpty && !(border && side)) return;
    const inset = side ? border / 2 : 0;
    this.#add("rect", {
      x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset, rx: parseFloat(style.borderTopLeftRadius) || null,
      fill: isEmpty ? "none" : style.backgroundColor, ...(side ? look : {}), opacity: style.opacity === "1" ? null : style.opacity,
    });
  }

  #tick({ left, top, width, height }, { color }, isChecked) {
    const [x, y] = [left + this.x, top + this.y];
    this.#add("rect", { x, y, width, height, rx: 2, fill: "none", stroke: color });
    if (isChecked) this.#add("path", { d: `M${x + 3} ${y + 8}l3 4l6-8`, fill: "none", stroke: color, "stroke-width": 2 });
  }

  /** A text, line by line. */
  #text(node, style, line) {
    const range = document.createRange();
    const lines = [];
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const box = range.getBoundingClientRect();
      if (lines.at(-1)?.box.top === box.top) lines.at(-1).words.push(word);
      else if (box.height) lines.push({ box, words: [word] });
    }
    for (const { box, words } of lines) this.#put(words.join(" "), box, style, line);
  }

  /** What styles put before the text of an element, such as a dot. */
  #before(node, { paddingLeft }) {
    const style = getComputedStyle(node, "::before");
    const [, words] = style.content.match(/^"(.*)"$/) ?? [];
    const { left, top, height } = node.getBoundingClientRect();
    if (words) this.#put(words, { left: left + parseFloat(paddingLeft), top, height }, style, "none");
  }

  #put(words, { left, top, height }, style, line) {
    measure.font = style.font;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measure.measureText("x");
    const text = this.#add("text", {
      x: left + this.x, y: top + this.y + (height + up - down) / 2, fill: style.color,
      "font-family": style.fontFamily, "font-size": style.fontSize, "font-weight": style.fontWeight,
      "text-decoration": line === "none" ? null : line, opacity: style.opacity === "1" ? null : style.opacity,
    });
    text.textContent = words;
  }

  #drawing(svg) {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true);
    const place = { x: left + this.x, y: top + this.y, width, height, overflow: getComputedStyle(svg).overflow };
    this.#resolve(svg, copy);
    this.host.append(set(copy, place));
  }

  /** Give a copy the looks that styles give the original, where they are not those of its parent. */
  #resolve(original, copy, inherited = {}) {
    const style = getComputedStyle(original);
    if (style.display === "none" && original.closest("defs, clipPath") === null) return copy.remove();
    for (const { name } of [...copy.attributes]) if (ABOUT.test(name)) copy.removeAttribute(name);
    const looks = Object.fromEntries(LOOKS.map((look) => [look, style.getPropertyValue(look)]));
    if (looks["vector-effect"] !== "none") {
      const scaled = (lengths) => lengths.replace(/[\d.]+/g, (length) => length * this.sharper);
      for (const look of ["stroke-width", "stroke-dasharray"]) looks[look] = scaled(looks[look]);
    }
    for (const look of LOOKS) if (looks[look] !== inherited[look]) copy.setAttribute(look, looks[look]);
    const kept = { ...looks, opacity: "1", "vector-effect": "none" }; // these two are not handed down
    const copies = [...copy.children];
    [...original.children].forEach((child, i) => this.#resolve(child, copies[i], kept));
  }
}

const dashes = (kind, width) => ({ dashed: `${2 * width} ${2 * width}`, dotted: `${width} ${2 * width}` })[kind] ?? null;

const element = (name, attributes = {}) => set(document.createElementNS(SVG, name), attributes);

function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, typeof value === "number" ? Math.round(value * 100) / 100 : value);
  }
  return node;
}
