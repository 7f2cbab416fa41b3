// The way into the pages of a picture, which are a collection of their own, and the way back to where they were opened.

import { recalled } from "./ordermemory.js";

export class Pages {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;

  /**
   * @param on has `learn(id, url)`, a promise of whether there is such a collection; `leave(state)`, which begins an entry of the history;
   *   `remember()`, which writes the place into the current one; `go(collection, view, hold)`; and `note(text)`.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** @param {{collection: string, url: string}} pages */
  async open({ collection, url }) {
    if (!(await this.#on.learn(collection, url))) return this.#on.note("The pages cannot be looked up just now.");
    this.#on.leave({ arePages: true });
    this.#shown.forgetFrom();
    this.#on.go(collection, { layout: "grid" });
  }

  /** Returns to the view that they were opened from; where the history's last step was another one, to their picture. */
  async leave() {
    const { collection, item } = this.#shown.entry.of;
    this.#on.remember();
    if (history.state?.arePages) return history.back();
    if (!(await this.#on.learn(collection))) return this.#on.note("The picture of these pages is not here any more.");
    this.#on.leave();
    this.#on.go(collection, { ...recalled(collection), layout: "pages" }, { item, align: "start" });
  }
}
