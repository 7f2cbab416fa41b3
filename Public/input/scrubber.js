// The scrubber: its thumb moves by a fraction of the collection, while everything else scrolls pixel by pixel.

import { element } from "../elements/element.js";
import { dateText } from "../values/dates.js";
import { Latest } from "../wire/api.js";

/** Distances of the pointer from the scrubber, in px: from the first on it moves more finely, from the second on most finely. */
const [near, far] = [48, 360];
/** The fraction of a picture that one px moves at the finest. */
const finest = 0.25;

export class Scrubber {
  #element; #thumb; #bubble; #labels; #scroller; #on;
  #vertical = true;
  /** Where a drag has led, as a fraction of the range; it may lie beyond the ends. */
  #wanted = 0;
  /** What the current labels were made for. */
  #labelled = null;
  #latest = new Latest();

  /**
   * @param on has `go(offset)`; `end()`, when a finger or a mouse lets go of it: the keys are for the view again;
   *   `labels({ length, least }, known)`, which promises the labels of a track of that many px, so far apart, and what they belong to
   *   (see `scrubberlabels.js`); `count()`, how many pictures there are; and `wheel(event)`, for what is turned over it.
   */
  constructor(element, scroller, on) {
    this.#element = element;
    this.#thumb = element.querySelector(".thumb");
    this.#bubble = element.querySelector(".bubble");
    this.#labels = element.querySelector(".labels");
    this.#scroller = scroller;
    this.#on = on;
    let last = 0;
    const along = ({ clientX, clientY }) => (this.#vertical ? clientY : clientX);
    element.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const thumb = this.#thumb.getBoundingClientRect();
      const [start, length] = this.#vertical ? [thumb.top, thumb.height] : [thumb.left, thumb.width];
      last = along(event);
      // A press on a label brings its first picture to the top; a drag continues from there.
      const label = event.target.closest("[data-position]");
      if (label) this.#go(Number(label.dataset.position));
      this.#wanted = label ? Number(label.dataset.position) : this.#fraction;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragging");
      this.#label();
      // The thumb is held where it was taken; a press beside it moves its middle there.
      if (!label && (last < start || last > start + length)) this.#drag(last - start - length / 2, 0);
    });
    element.addEventListener("pointermove", event => {
      if (!element.hasPointerCapture(event.pointerId)) return;
      const track = element.getBoundingClientRect();
      const away = this.#vertical ? track.left - event.clientX : track.top - event.clientY;
      this.#drag(along(event) - last, away);
      last = along(event);
    });
    element.addEventListener("pointerenter", () => this.#label());
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        element.classList.remove("dragging", "fine");
        on.end();
      });
    }
    element.addEventListener("keydown", event => this.#key(event));
    element.addEventListener("wheel", event => {
      event.preventDefault();
      on.wheel(event);
    }, { passive: false });
  }

  /** Fetches and shows the labels beside the track. */
  async #label() {
    const length = this.#travel();
    if (length < 100) return;
    // Labels side by side need more room than labels one below the other.
    const wanted = { length: Math.round(length), least: this.#vertical ? 20 : 72 };
    const found = await this.#latest.of(() => this.#on.labels(wanted, this.#labelled));
    if (!found) return;
    this.#labelled = found.of;
    this.#labels.replaceChildren(...found.labels.map(({ title, date, major, position }) => element("span", {
      className: major ? "major" : "", css: { "--position": position }, data: { position },
    }, date ? dateText(date, major ? "year" : "monthAlone") : title)));
  }

  set label(text) {
    this.#bubble.textContent = text;
    this.#element.setAttribute("aria-valuetext", text);
  }

  set axis(axis) {
    this.#vertical = axis === "vertical";
    this.#element.setAttribute("aria-orientation", axis);
  }

  /** Moves the thumb to the viewport's position. */
  update() {
    const { min, max } = this.#ends();
    this.#element.hidden = max <= min;
    const offset = this.#vertical ? this.#scroller.offset.y : this.#scroller.offset.x;
    const fraction = max > min ? Math.min(Math.max((offset - min) / (max - min), 0), 1) : 0;
    const start = fraction * this.#travel();
    this.#thumb.style.translate = this.#vertical ? `0 ${start}px` : `${start}px 0`;
    this.#bubble.style.translate = this.#thumb.style.translate;
    this.#element.setAttribute("aria-valuenow", Math.round(fraction * 100));
  }

  #ends() {
    const { minX, minY, maxX, maxY } = this.#scroller.range;
    return this.#vertical ? { min: minY, max: maxY } : { min: minX, max: maxX };
  }

  #travel() {
    return this.#vertical
      ? this.#element.clientHeight - this.#thumb.offsetHeight : this.#element.clientWidth - this.#thumb.offsetWidth;
  }

  /**
   * Moves the thumb. The farther the pointer is from the scrubber, the finer it moves.
   * @param by is how far the pointer has moved along the scrubber, in px.
   * @param away is how far the pointer is from the scrubber, in px.
   */
  #drag(by, away) {
    const { min, max } = this.#ends();
    const [coarse, fine] = [(max - min) / this.#travel(), (finest * (max - min)) / Math.max(1, this.#on.count())];
    const share = Math.min(Math.max((away - near) / (far - near), 0), 1);
    const rate = fine < coarse ? coarse ** (1 - share) * fine ** share : coarse;
    this.#element.classList.toggle("fine", share > 0);
    this.#wanted += (by * rate) / (max - min);
    this.#go(this.#wanted);
  }

  /** The fraction of the range that lies before the viewport. */
  get #fraction() {
    const { min, max } = this.#ends();
    const { x, y } = this.#scroller.exactOffset;
    return ((this.#vertical ? y : x) - min) / (max - min);
  }

  #key(event) {
    const now = this.#fraction;
    const steps = { ArrowDown: 0.001, ArrowRight: 0.001, ArrowUp: -0.001, ArrowLeft: -0.001, PageDown: 0.05, PageUp: -0.05 };
    const goal = event.key === "Home" ? 0 : event.key === "End" ? 1 : now + steps[event.key];
    if (Number.isNaN(goal)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(goal);
  }

  #go(fraction) {
    const { min, max } = this.#ends();
    const along = min + Math.min(Math.max(fraction, 0), 1) * (max - min);
    const { x, y } = this.#scroller.offset;
    this.#on.go(this.#vertical ? { x, y: along } : { x: along, y });
  }
}
