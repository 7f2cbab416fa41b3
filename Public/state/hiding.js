// Keeps rejected pictures hidden from one collection to the next.

import { conditionsOf } from "../values/conditions.js";
import { unrejected } from "../values/noted.js";

/** Pictures are rejected where they can be rated, and hidden where a query finds the others: not in lists that are made here. */
export const canHide = (/** @type {Wire.Collection | null | undefined} */ entry) => Boolean(entry?.links.annotations && entry.links.facets);

export class Hiding {
  /** Whether rejected pictures were hidden in the last collection where that can be done. */
  #isOn = false;

  /**
   * Returns what the view of another collection begins with. Charts, demos and lists made here between them are passed over.
   * @param {import("./shown.js").Shown} shown is what is left. @param {string} next is the other collection's id.
   * @returns {Page.View}
   */
  into({ entry, view, collections }, next) {
    if (canHide(entry)) this.#isOn = conditionsOf(view.q ?? "").includes(unrejected);
    return this.#isOn && canHide(collections.find(({ id }) => id === next)) ? { q: unrejected } : {};
  }
}
