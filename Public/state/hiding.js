// Keeps rejected pictures hidden from one collection to the next.

import { conditionsOf } from "../values/conditions.js";
import { unrejected } from "../values/noted.js";

/** Pictures of a collection can be rejected only where they can be rated. */
const canRate = (/** @type {Wire.Collection | undefined} */ entry) => Boolean(entry?.links.annotations);

export class Hiding {
  /** Whether rejected pictures were hidden in the last collection that could be rated. */
  #isOn = false;

  /**
   * Returns what the view of another collection begins with. Charts and demos between them are passed over.
   * @param {import("./shown.js").Shown} shown is what is left. @param {string} next is the other collection's id.
   * @returns {Page.View}
   */
  into({ entry, view, collections }, next) {
    if (canRate(entry)) this.#isOn = conditionsOf(view.q ?? "").includes(unrejected);
    return this.#isOn && canRate(collections.find(({ id }) => id === next)) ? { q: unrejected } : {};
  }
}
