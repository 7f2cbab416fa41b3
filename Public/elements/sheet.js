// A panel at the foot of a phone's window: a finger drags it up until it fills the window, and down until it is closed.

import { upTo } from "../values/tokens.js";
import { element } from "./element.js";

/** How far, in px, and how fast, in px a millisecond, a drag has to be that leads to another height. */
const [farthest, fastest] = [80, 0.5];
/** What moves less is a press, in px. */
const press = 4;

export class Sheet {
  #panel; #on;
  /** Its usual height, in px. */
  #half = 0;
  /** @type {{from: number, height: number, y: number, speed: number, time: number, isGrip: boolean} | null} */
  #drag = null;

  /**
   * @param {HTMLElement} panel has a header, which is dragged; the style sheet says how high the panel is, and how high if it is `full`.
   * @param on has `close()`, and `resized()`, when it is as high as usual again.
   */
  constructor(panel, on) {
    [this.#panel, this.#on] = [panel, on];
    const header = /** @type {HTMLElement} */ (panel.querySelector("header"));
    header.prepend(element("div", { className: "grip", ariaHidden: "true" }));
    header.addEventListener("pointerdown", event => this.#begin(header, event));
    header.addEventListener("pointermove", event => this.#move(event));
    header.addEventListener("pointerup", event => this.#end(event));
    header.addEventListener("pointercancel", () => this.#rest());
    panel.addEventListener("transitionend", ({ target }) => { if (target === panel && !this.#isFull) on.resized(); });
  }

  get #isFull() { return this.#panel.classList.contains("full"); }

  /** How much of the view it covers from the foot, in px; where it is drawn up, as much as before. */
  get height() {
    if (this.#panel.hidden) return 0;
    if (!this.#isFull && !this.#drag && !this.#panel.getAnimations().length) this.#half = this.#panel.offsetHeight;
    return this.#half;
  }

  /** It is opened as high as usual. */
  open() { this.#panel.classList.remove("full"); }

  #begin(header, { button, clientY: y, pointerId, target, timeStamp: time }) {
    if (button || target.closest("button") || !matchMedia(upTo("phone")).matches) return;
    header.setPointerCapture(pointerId);
    this.#drag = { from: y, height: this.#panel.offsetHeight, y, speed: 0, time, isGrip: target.matches(".grip") };
  }

  #move({ clientY: y, timeStamp: time }) {
    const drag = this.#drag;
    if (!drag) return;
    if (time > drag.time) drag.speed = (y - drag.y) / (time - drag.time);
    [drag.y, drag.time] = [y, time];
    this.#panel.classList.add("dragged");
    this.#panel.style.height = `${Math.max(0, drag.height + drag.from - y)}px`;
  }

  #end({ timeStamp }) {
    if (!this.#drag) return;
    const { from, height, y, speed, time, isGrip } = this.#drag;
    const by = y - from;
    // A finger that has stopped means the place, not the speed.
    const isFast = timeStamp - time < 100 && Math.abs(speed) > fastest;
    const isMeant = isFast ? speed * by > 0 : Math.abs(by) > farthest;
    const wasFull = this.#isFull;
    this.#rest();
    if (Math.abs(by) < press) this.#panel.classList.toggle("full", wasFull !== isGrip);
    else if (isMeant && by > 0 && (!wasFull || by > height / 2)) this.#on.close();
    else if (isMeant) this.#panel.classList.toggle("full", by < 0);
  }

  /** It goes back to the height that it had. */
  #rest() {
    this.#drag = null;
    this.#panel.classList.remove("dragged");
    this.#panel.style.height = "";
  }
}
