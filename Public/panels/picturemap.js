// A small map of a picture that is seen in part: what of it is seen, and a way to anywhere else in it. The server knows both.

import { element } from "../elements/element.js";

export class PictureMap {
  #box; #seen; #go;
  /** In the document only while it is shown, since elements are kept for what is seen. */
  #image = element("img", { alt: "All of the picture; a frame is around what is seen", draggable: false });
  /** @type {Wire.PlanPicture["map"] | null} The last plan's; null where there is none. */
  #map = null;

  /**
   * @param {HTMLElement} box has a `.seen`.
   * @param {(offset: Wire.Point) => void} go leads to an offset of the content.
   */
  constructor(box, go) {
    [this.#box, this.#seen, this.#go] = [box, box.querySelector(".seen"), go];
    box.addEventListener("pointerdown", event => {
      if (event.button || !event.isPrimary) return;
      box.setPointerCapture(event.pointerId);
      this.#lead(event);
    });
    box.addEventListener("pointermove", event => { if (box.hasPointerCapture(event.pointerId)) this.#lead(event); });
  }

  /** @param {Wire.Plan | null} plan is the open picture's; null for none. */
  show(plan) {
    this.#map = plan?.picture?.map ?? null;
    this.#box.hidden = !this.#map;
    if (!this.#map) return this.#image.remove();
    const { width, height, url, seen } = this.#map;
    if (!this.#image.isConnected) this.#box.prepend(this.#image);
    if (this.#image.getAttribute("src") !== url) this.#image.src = url;
    for (const [name, value] of Object.entries({ width, height })) this.#box.style.setProperty(`--${name}`, `${value}px`);
    for (const [name, value] of Object.entries(seen)) this.#seen.style.setProperty(`--${name}`, `${value}px`);
  }

  /** Brings the point of the picture that is below the pointer into the middle. */
  #lead({ clientX, clientY }) {
    if (!this.#map) return;
    const { left, top, width, height } = this.#image.getBoundingClientRect();
    const { minX, minY, maxX, maxY } = this.#map.offsets;
    const along = (at, start, length) => Math.min(1, Math.max(0, (at - start) / length));
    this.#go({ x: minX + along(clientX, left, width) * (maxX - minX), y: minY + along(clientY, top, height) * (maxY - minY) });
  }
}
