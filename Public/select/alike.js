// Shows the pictures that look like one of them.

import { knowsAlike } from "../values/groups.js";

export class Alike {
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  #navigation;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown` and the `navigation`. @param menuItem returns the item that the menu is of.
   */
  constructor(byId, { shown, navigation }, menuItem) {
    [this.#shown, this.#navigation] = [shown, navigation];
    const button = byId("alike-item");
    byId("menu").addEventListener("beforetoggle", () => { button.hidden = !this.isOffered; });
    button.addEventListener("click", () => this.show(menuItem()));
  }

  /** Whether the collection knows what its pictures look like. */
  get isOffered() { return !this.#shown.isChart && knowsAlike(this.#shown.entry); }

  /** Shows the pictures that are alike, the nearest first. An open one is left for them. */
  show(item) { this.#navigation.showLike(item); }
}
