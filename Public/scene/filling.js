// Shows how many of a collection's thumbnails are made, and the time left. Mosaics and flings show them.

import { known } from "../wire/api.js";

/** Milliseconds between two questions: in a mosaic, and elsewhere. */
const [soon, later] = [1000, 4000];

/** A time in words, rounded as roughly as it is known. */
function timeLeft(seconds) {
  if (seconds === null || seconds === undefined) return "";
  if (seconds < 60) return "less than a minute left";
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}

export class Filling {
  #element; #share; #remaining; #timer = 0;
  /** The collection and revision that is known to be complete; "" for none. */
  #complete = "";
  /** The collection that is watched, and whether a mosaic shows it. */
  #entry = null; #revision = 0; #isSeen = false;

  /** @param element has two `span`s: for the share, and for what there is room for on wide screens alone. */
  constructor(element) {
    this.#element = element;
    [this.#share, this.#remaining] = element.querySelectorAll("span");
  }

  /**
   * A plan has been painted.
   * @param {Page.Plan} plan
   * @param {Wire.Collection | null} entry is its collection, null where there is nothing of that kind to say.
   */
  watch(entry, plan) {
    [this.#entry, this.#revision, this.#isSeen] = [entry, plan.revision, Boolean(plan.mosaic)];
    if (!entry || this.#key === this.#complete) return this.#end();
    this.#timer ||= setTimeout(() => this.#look(), this.#isSeen ? 0 : soon);
  }

  get #key() { return `${this.#entry.id} ${this.#revision}`; }

  #end() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#element.hidden = true;
  }

  async #look() {
    const [entry, key] = [this.#entry, this.#key];
    /** @type {Wire.CollectionDetails | null} */
    const answer = await known(entry.links.self);
    // Another one is shown by now.
    if (!this.#timer || entry !== this.#entry) {
      this.#timer = 0;
      return;
    }
    const { done, total, secondsLeft } = answer?.atlas ?? { done: 0, total: 0 };
    if (answer && done >= total) {
      this.#complete = key;
      return this.#end();
    }
    if (total) {
      const percent = `${Math.floor(100 * done / total)} %`;
      this.#share.textContent = percent;
      this.#remaining.textContent = ["thumbnails", timeLeft(secondsLeft)].filter(Boolean).join(", ");
      this.#element.hidden = false;
    }
    this.#timer = setTimeout(() => this.#look(), this.#isSeen ? soon : later);
  }
}
