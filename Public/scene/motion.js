// Magnifies what is painted while a gesture zooms, and lets a picture grow out of its cell.

import { motion } from "../values/tokens.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Writes the map x → scale·x + shift, in px from the viewport's corner, as a transform of an element in the runway. */
const magnified = ({ scale, scaleY, x, y }, corner, from = corner) =>
  `translate(${corner.x + x - from.x * scale}px, ${corner.y + y - from.y * scaleY}px) scale(${scale}, ${scaleY})`;

/** Moves the layers of a view's pictures together: the ground, the sheets and the slots. */
export class Motion {
  #layers; #sheets;

  /** @param layers are elements in the runway, the lowest first; the second has the `sheets`. */
  constructor(layers, sheets) { [this.#layers, this.#sheets] = [layers, sheets]; }

  /**
   * Magnifies what is painted while a gesture runs: x → scale·x + shift, in px from the viewport's corner.
   * @param from is where the corner would be if the browser did not round it.
   */
  magnify({ scale, scaleY = scale, x, y }, corner, from) {
    const isPlain = scale === 1 && x === 0 && y === 0;
    this.#transform = isPlain ? "" : magnified({ scale, scaleY, x, y }, corner, from);
  }

  /** Animates from the zoom that `magnify` showed to where the plan has painted things. */
  settle({ scale, scaleY = scale, x, y }, corner) {
    this.#transform = "";
    const isThere = [scale - 1, scaleY - 1].every(by => Math.abs(by) < 0.001) && [x, y].every(by => Math.abs(by) < 0.5);
    if (reduced.matches || isThere) return;
    const from = magnified({ scale, scaleY, x, y }, corner);
    for (const layer of this.#layers) {
      layer.animate([{ transform: from }, { transform: "none" }], motion);
    }
  }

  set #transform(transform) {
    for (const { style } of this.#layers) style.transform = transform;
  }

  /**
   * Lets the picture of a slot grow, or shrink, from a rectangle in runway px to its frame.
   * @param isAlone says that there is no other picture.
   */
  grow(slot, from, isAlone) {
    if (reduced.matches) return;
    const { x, y, width, height } = slot;
    // Only a part of a picture this large is painted.
    if (width > 2 * innerWidth || height > 2 * innerHeight) return;
    const picture = this.#sheets.picture(slot.frame);
    slot.element.prepend(picture);
    if (isAlone) this.#layers[1].animate([{ opacity: 0 }, { opacity: 0 }], motion);
    slot.element.animate([
      { transform: `translate(${from.x}px, ${from.y}px) scale(${from.width / width}, ${from.height / height})`, zIndex: 2 },
      { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
    ], motion).finished.finally(() => picture.remove()).catch(() => {});
  }
}
