// The snap points of paged scrolling.

export class Stops {
  #elements;

  /** @param parent has an element for each page that a plan can have. */
  constructor(parent) { this.#elements = [...parent.children]; }

  /**
   * Puts them where the pages of a plan are.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint({ pages }, { snapCorner: corner }) {
    this.clear();
    for (const { index, x } of pages ?? []) {
      const element = this.#elements[index % this.#elements.length];
      element.hidden = false;
      element.style.left = `${corner.x + x}px`;
    }
  }

  /** Removes all snap points before a jump: the browser would scroll back to the nearest. */
  clear() {
    for (const element of this.#elements) element.hidden = true;
  }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx) {
    for (const { style } of this.#elements) style.left = `${parseFloat(style.left) + dx}px`;
  }
}
