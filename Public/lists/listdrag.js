// Moves pictures of a list by a drag of the mouse: to before or behind the picture at which it ends.

import { frameAround, isInLatterHalf } from "../values/lists.js";

/** The shortest drag, in px; less is a click. */
const shortest = 6;
/** Px between the pointer and what says how many pictures move. */
const beside = 12;

export class ListDrag {
  #view; #mark; #label; #on;
  /** Where the drag has begun, and the picture there: {x, y, item}. Null for no drag. */
  #from = null;
  /** Where it is, in px of the window; null until it is long enough. */
  #to = null;
  /** Where it would end: the item of the picture, and whether behind it; null for nowhere. */
  #goal = null;

  /**
   * @param mark is what shows where pictures go, and `label` says how many.
   * @param on has `isOffered()`; `isDown()`, whether pictures follow one another from top to bottom alone; `at(target)`, the item of an
   *   element, undefined for none; `frames(item)`, where its tiles are, in px of the window; `count(item)`, how many pictures move with one;
   *   `drop(item, goal, isBehind)`; and `edge`, an `EdgeScroll`.
   */
  constructor(view, mark, label, on) {
    [this.#view, this.#mark, this.#label, this.#on] = [view, mark, label, on];
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => this.#move(event), first);
    view.addEventListener("pointerup", event => this.#end(event), first);
    view.addEventListener("pointercancel", () => this.#leave(), first);
    document.addEventListener("keydown", event => {
      if (!this.#to || event.key !== "Escape") return;
      event.stopImmediatePropagation();
      this.#leave();
    }, first);
  }

  #begin(event) {
    this.#leave();
    const { clientX: x, clientY: y, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary || ctrlKey || metaKey || shiftKey || altKey) return;
    const item = event.target.closest("button") || !this.#on.isOffered() ? null : this.#on.at(event.target);
    if (item) this.#from = { x, y, item };
  }

  #move(event) {
    if (!this.#from) return;
    if (!(event.buttons & 1)) return this.#leave();
    const to = { x: event.clientX, y: event.clientY };
    if (!this.#to) {
      if (Math.hypot(to.x - this.#from.x, to.y - this.#from.y) < shortest) return;
      // Until here it may become a click on the picture.
      this.#view.setPointerCapture(event.pointerId);
      const count = this.#on.count(this.#from.item);
      this.#label.textContent = count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`;
      this.#label.hidden = false;
    }
    event.stopImmediatePropagation();
    this.#to = to;
    this.#show();
    this.#on.edge.follow(to, () => this.#show());
  }

  /** Shows where the pictures would go. Between pictures, they go where they would have gone last. */
  #show() {
    const { x, y } = this.#to;
    this.#label.style.transform = `translate(${x + beside}px, ${y + beside}px)`;
    const target = document.elementFromPoint(x, y);
    const item = target && this.#view.contains(target) ? this.#on.at(target) : null;
    if (!item) return;
    const isDown = this.#on.isDown();
    const frame = frameAround(this.#on.frames(item));
    const { left, top, width, height } = frame;
    const isBehind = isInLatterHalf(this.#to, frame, isDown);
    this.#goal = { item, isBehind };
    const { style } = this.#mark;
    this.#mark.hidden = false;
    style.transform = `translate(${isDown || !isBehind ? left : left + width}px, ${isDown && isBehind ? top + height : top}px)`;
    style.width = isDown ? `${width}px` : "";
    style.height = isDown ? "" : `${height}px`;
  }

  #end(event) {
    const [from, goal] = [this.#from, this.#to && this.#goal];
    const isDrag = Boolean(this.#to);
    this.#leave();
    if (!isDrag) return;
    event.stopImmediatePropagation();
    // The browser sends a click after it, which would open a picture.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", eat, { capture: true }));
    if (goal && goal.item !== from.item) this.#on.drop(from.item, goal.item, goal.isBehind);
  }

  #leave() {
    if (this.#to) this.#on.edge.leave();
    this.#from = this.#to = this.#goal = null;
    this.#mark.hidden = this.#label.hidden = true;
  }
}
