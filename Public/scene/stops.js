// The elements on which paged scrolling comes to rest.

export class Stops {
  #elements;

  /** @param parent holds as many elements as a plan has pages at most. */
  constructor(parent) { this.#elements = [...parent.children]; }

  /**
   * Puts them where the pages of a plan are.
   * @param {any} plan
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

  /** Hides all of them before a jump: the browser would scroll back to the nearest of them. */
  clear() {
    for (const element of this.#elements) element.hidden = true;
  }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx) {
    for (const { style } of this.#elements) style.left = `${parseFloat(style.left) + dx}px`;
  }
}
