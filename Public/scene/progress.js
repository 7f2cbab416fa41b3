// Shows how much of a large picture is read while its tiles are not there.

import { known } from "../wire/api.js";

/** Milliseconds until the progress is shown, and between two questions. */
const pause = 500;

export class Progress {
  #element; #isWaiting; #url = null; #timer = 0;

  /** @param isWaiting says whether some of what is shown is still to come. */
  constructor(element, isWaiting) {
    this.#element = element;
    this.#isWaiting = isWaiting;
  }

  /** Watches the item with these facts, or none where it is null. */
  watch(url) {
    if (this.#url !== url) this.#end();
    this.#url = url;
    if (url) this.#timer ||= setTimeout(() => this.#look(url), pause);
  }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#element.hidden = true;
  }

  async #look(url) {
    if (!this.#isWaiting()) return this.#end();
    /** @type {Wire.ItemDetails | null} */
    const details = await known(url);
    if (this.#url !== url) return;
    // Only a large picture's reading has a progress.
    const progress = this.#isWaiting() ? details?.progress : undefined;
    this.#element.hidden = progress === undefined || progress === null;
    if (!this.#element.hidden) {
      const percent = Math.floor(progress * 100);
      this.#element.ariaValueNow = percent;
      this.#element.textContent = `Reading the picture: ${percent} %`;
    }
    this.#timer = setTimeout(() => this.#look(url), pause);
  }
}
