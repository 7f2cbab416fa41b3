// Paints the map below the pictures of a plane: squares of it that the server draws.

import { element } from "../elements/element.js";

export class Backdrop {
  #parent;
  /** The squares by their addresses, with their places in runway px. @type {Map<string, {image: HTMLImageElement, x: number, y: number}>} */
  #shown = new Map();
  /** Squares of the last zoom scale, which are seen until those of the new one have come. @type {HTMLImageElement[]} */
  #old = [];

  constructor(/** @type {HTMLElement} */ parent) { this.#parent = parent; }

  get isShown() { return this.#shown.size > 0; }

  /**
   * Paints a plan's squares. Those that it has no more go once all of its own have come.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint({ plane }, { corner }) {
    const squares = plane?.backdrop ?? [];
    if (!squares.length) return this.clear();
    const wanted = new Set(squares.map(({ url }) => url));
    for (const [url, { image }] of this.#shown) if (!wanted.has(url)) this.#release(url, image);
    for (const { url, x, y, width, height } of squares) {
      const one = this.#shown.get(url) ?? { image: this.#make(url), x: 0, y: 0 };
      this.#shown.set(url, one);
      Object.assign(one.image.style, { width: `${width}px`, height: `${height}px` });
      this.#put(one, corner.x + x, corner.y + y);
    }
    this.#tidy();
  }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(/** @type {number} */ dx, /** @type {number} */ dy) {
    for (const one of this.#shown.values()) this.#put(one, one.x + dx, one.y + dy);
  }

  clear() {
    this.#parent.replaceChildren();
    this.#shown.clear();
    this.#old = [];
  }

  #make(/** @type {string} */ url) {
    const image = element("img", { alt: "", draggable: false, src: url, on: { load: () => this.#tidy(), error: () => this.#tidy() } });
    this.#parent.append(image);
    return image;
  }

  #release(/** @type {string} */ url, /** @type {HTMLImageElement} */ image) {
    this.#shown.delete(url);
    this.#old.push(image);
  }

  /** Removes the squares of the last plan once the new ones hide what is below them. */
  #tidy() {
    if ([...this.#shown.values()].some(({ image }) => !image.complete)) return;
    for (const image of this.#old) image.remove();
    this.#old = [];
  }

  #put(/** @type {{image: HTMLImageElement, x: number, y: number}} */ one, /** @type {number} */ x, /** @type {number} */ y) {
    Object.assign(one, { x, y });
    one.image.style.transform = `translate(${x}px, ${y}px)`;
  }
}
