// Figure 8: the sliders of any figure, and what it can have from figure 7.

import { reset, set } from "./dials.js";
import { DialsFigure } from "./figure-dials.js";

export class ScanningFigure extends DialsFigure {
  constructor(root, ask, silence) {
    const asFigure7 = root.querySelector(".as-figure-7");
    super(root, ask, "figure-8", () => (asFigure7.checked ? silence.present : {}));
    this.asFigure7 = asFigure7;
    this.silence = silence;
    silence.root.addEventListener("changed", () => { if (asFigure7.checked) this.refresh(true); });
  }

  get settings() {
    return { ...super.settings, ...(this.asFigure7.checked && { as_figure_7: true, ...this.silence.present }) };
  }

  /** What a sender saw with the faults, lease and retry limit of figure 7 is seen here with those in figure 7. */
  async apply({ as_figure_7: asFigure7 = false, scan, ...shared }) {
    await this.silence.awake;
    if (asFigure7 && !this.#isInFigure7(shared)) await this.silence.apply(shared);
    reset(this.root);
    set(this.root, { scan });
    this.asFigure7.checked = asFigure7;
    return this.refresh(true);
  }

  #isInFigure7(shared) {
    const { present } = this.silence;
    return Object.entries(shared).every(([name, value]) => JSON.stringify(value) === JSON.stringify(present[name]));
  }
}
