// A figure's sentence about what just happened: shown at once, and said aloud when nothing follows it for a moment.

const QUIET = 500; // milliseconds

const region = document.getElementById("aloud");

/** Say a sentence to those who hear the page. */
export function say(sentence) {
  region.textContent = sentence;
}

export class Story {
  #shown;
  #said;
  #timer = null;

  /** `root` is the figure. */
  constructor(root) {
    this.#shown = root.querySelector(".story");
    this.#said = this.#shown.textContent;
  }

  /** Returns whether it is new. Without `aloud` it is shown only, as something that will soon be told better. */
  tell(sentence, aloud = true) {
    const isNew = this.#shown.textContent !== sentence;
    if (isNew) {
      this.#shown.textContent = sentence;
      this.#hush();
    }
    if (aloud && this.#said !== sentence) this.#timer ??= setTimeout(() => this.#say(sentence), QUIET);
    return isNew;
  }

  /** Say what is shown, if it has not been. */
  finish() {
    this.tell(this.#shown.textContent);
  }

  #hush() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #say(sentence) {
    this.#timer = null;
    this.#said = sentence;
    say(sentence);
  }
}
