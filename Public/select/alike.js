// Shows the pictures that look most like one of them.

import { knowsAlike } from "../values/groups.js";
import { nearnessTo } from "../values/orders.js";

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

  /** Sorts by nearness to a picture. An open one is left for all of them. */
  show(item) {
    const layout = this.#shown.isLooking ? { layout: "grid" } : null;
    this.#navigation.arrange({ ...layout, order: nearnessTo(item), group: "" });
  }
}
