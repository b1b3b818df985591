// The row under each figure: a link to it, its defaults, and files of what it shows.

import { follow, linkTo } from "./links.js";
import { drawPicture } from "./picture.js";
import { say } from "./story.js";

const SHARPER = 2; // pixels of a PNG for each of the page

/**
 * Give every figure its row, and the page its links. A figure has `root`, `settings` and `apply(settings)`, which
 * sets what is not named as the page was built; `jobs`, where it averages; `awake` and `remembers`, where it can
 * carry on after a reload.
 */
export function offer(figures, ask) {
  const rows = new Map(figures.map((figure) => [figure, new Row(figure, ask)]));
  follow(figures, ask, (figure, note) => rows.get(figure).say(note));
}

class Row {
  constructor(figure, ask) {
    this.figure = figure;
    this.ask = ask;
    this.row = figure.root.querySelector(".take");
    const buttons = [...this.row.querySelectorAll("button")];
    figure.root.addEventListener("awake", () => { for (const button of buttons) button.disabled = false; });
    for (const button of buttons) button.addEventListener("click", () => this.#take(button.dataset.take));
  }

  say(text) {
    this.field?.remove();
    this.row.querySelector(".taken").textContent = text;
    if (text) say(text);
  }

  async #take(what) {
    this.say("");
    const take = { link: this.#copyLink, reset: this.#reset, svg: this.#saveSvg, png: this.#savePng, csv: this.#saveCsv };
    this.say(await take[what].call(this).catch(({ message }) => message));
  }

  async #copyLink() {
    const address = linkTo(this.figure, this.ask).then(({ link }) => {
      if (!link) throw new Error("You did more here than fits into a link.");
      return `${location.href.split("#")[0]}#${link}`;
    });
    try {
      // As a promise: what is written later than the click, Safari refuses.
      const text = address.then((words) => new Blob([words], { type: "text/plain" }));
      text.catch(() => {}); // The clipboard may refuse before it looks; what went wrong is told below.
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      return "The link is copied.";
    } catch {
      setTimeout(this.#showField.bind(this, await address));
      return "The browser does not let the page copy; here is the link.";
    }
  }

  #showField(address) {
    this.field = this.row.appendChild(document.createElement("input"));
    Object.assign(this.field, { readOnly: true, value: address, ariaLabel: "Link to this figure" });
    this.field.focus();
    this.field.select();
  }

  async #reset() {
    await this.figure.apply({});
    this.figure.root.dispatchEvent(new Event("changed"));
    await linkTo(this.figure, this.ask); // Without Python nothing is drawn anew, and then it says why.
    return "As the page was built.";
  }

  async #saveSvg() {
    return this.#save(svgOf(this.figure), "svg");
  }

  async #savePng() {
    const picture = drawPicture(this.figure.root, SHARPER);
    const url = URL.createObjectURL(svgFile(picture));
    try {
      const image = Object.assign(new Image(), { src: url });
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      return this.#save(await new Promise((resolve) => canvas.toBlob(resolve)), "png");
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  async #saveCsv() {
    const { root, settings, jobs } = this.figure;
    const { csv } = await this.ask({ command: `${root.id}-csv`, options: { ...settings, jobs } });
    return this.#save(new Blob([csv], { type: "text/csv" }), "csv");
  }

  async #save(blob, kind) {
    const { name } = await linkTo(this.figure, this.ask);
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: `${name}.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // Some browsers are late to read it.
    return `Saved as ${link.download}.`;
  }
}

const svgFile = (picture) => new Blob([new XMLSerializer().serializeToString(picture)], { type: "image/svg+xml" });
const svgOf = ({ root }) => svgFile(drawPicture(root));
