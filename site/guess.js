// The reader's guess before figure 1 starts, and what Python makes of it when the run is half over.

import { say } from "./story.js";
import { newest } from "./turns.js";

export class Guess {
  /** `run` is figure 1, in whose panel the guess is. */
  constructor(run, ask) {
    this.run = run;
    this.ask = ask;
    const find = (selector) => run.root.querySelector(selector);
    this.parts = { words: find(".guess-words"), slider: find(".guess input"), says: find(".guess output"), mark: find(".guessed") };
    this.question = this.parts.words.textContent;
    this.tell = newest((_, isOld) => this.#tell(isOld));
    this.parts.slider.addEventListener("input", () => this.#take());
    run.root.addEventListener("told", () => this.tell(true));
    run.root.addEventListener("reset", () => this.#forget());
  }

  #take() {
    this.#show();
    this.parts.mark.removeAttribute("visibility");
    this.said = this.parts.slider.valueAsNumber;
    this.tell(true);
  }

  #forget() {
    const { slider, mark } = this.parts;
    slider.value = slider.defaultValue;
    this.#show();
    mark.setAttribute("visibility", "hidden");
    this.said = undefined;
    this.tell(true);
  }

  #show() {
    const { slider, says, mark } = this.parts;
    const said = `${slider.value}\u00a0%`;
    says.textContent = said;
    slider.setAttribute("aria-valuetext", said);
    for (const end of ["x1", "x2"]) mark.setAttribute(end, `${slider.value}%`);
  }

  /** Before half time it stands as a question. */
  async #tell(isOld) {
    const { words } = this.parts;
    const verdict = this.said !== undefined && this.run.isPastHalf ? await this.#verdict() : this.question;
    if (isOld() || words.textContent === verdict) return;
    words.textContent = verdict;
    if (verdict !== this.question) say(verdict);
  }

  async #verdict() {
    const { seed } = this.run.run;
    try {
      const { verdict } = await this.ask({ command: "guess", options: { seed, fail: this.run.failed, said: this.said } });
      return verdict;
    } catch {
      return this.question; // The figure says what is wrong with Python.
    }
  }
}
