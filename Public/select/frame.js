// Draws a frame around pictures to select them: a drag of the mouse that begins in a gap between cells, or with Alt anywhere.

/** The shortest drag, in px; less is a click. */
const shortest = 6;

export class SelectionFrame {
  #view; #element; #on;
  /** Where the drag has begun: {x, y} of the window, and {left, top} of the content. Null for no drag. */
  #from = null;
  /** Where it is now, in px of the window. */
  #to = null;

  /**
   * @param element is what is drawn.
   * @param on has `isOffered()`; `offset()`, the content's at the view's corner; `select(frame, isToggling)`, with the frame in px from that
   *   corner; and `edge`, an `EdgeScroll`.
   */
  constructor(view, element, on) {
    [this.#view, this.#element, this.#on] = [view, element, on];
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
    if (event.pointerType === "touch" || event.button !== 0 || !event.isPrimary || !this.#on.isOffered()) return;
    const isGap = !event.target.closest(".slot, a, button");
    if (!isGap && !event.altKey) return;
    const { x, y } = this.#on.offset();
    const { left, top } = this.#view.getBoundingClientRect();
    this.#from = { x: event.clientX, y: event.clientY, left: event.clientX - left + x, top: event.clientY - top + y };
  }

  #move(event) {
    if (!this.#from) return;
    if (!(event.buttons & 1)) return this.#leave();
    const at = { x: event.clientX, y: event.clientY };
    if (!this.#to && Math.hypot(at.x - this.#from.x, at.y - this.#from.y) < shortest) return;
    // Until here it may become a click on what lies below.
    if (!this.#to) this.#view.setPointerCapture(event.pointerId);
    event.stopImmediatePropagation();
    this.#to = at;
    this.#paint();
    this.#on.edge.follow(at, () => this.#paint());
  }

  /** The frame in px from the view's corner. */
  get #frame() {
    const { x, y } = this.#on.offset();
    const { left, top } = this.#view.getBoundingClientRect();
    const [one, other] = [{ x: this.#from.left - x, y: this.#from.top - y }, { x: this.#to.x - left, y: this.#to.y - top }];
    // A frame that is drawn straight along meets what it passes, too.
    const [width, height] = [Math.max(1, Math.abs(one.x - other.x)), Math.max(1, Math.abs(one.y - other.y))];
    return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width, height };
  }

  #paint() {
    const { x, y, width, height } = this.#frame;
    const { style } = this.#element;
    this.#element.hidden = false;
    style.transform = `translate(${x}px, ${y}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #end(event) {
    const isFrame = Boolean(this.#to);
    const frame = isFrame ? this.#frame : null;
    this.#leave();
    if (!isFrame) return;
    event.stopImmediatePropagation();
    // The browser sends a click after it, which would open a picture.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", eat, { capture: true }));
    this.#on.select(frame, event.ctrlKey || event.metaKey);
  }

  #leave() {
    this.#from = this.#to = null;
    this.#element.hidden = true;
    this.#on.edge.leave();
  }
}
