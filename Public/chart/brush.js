// Draws a range of a chart: with Shift and a pointer, with the brush switched on, also by finger, and with a mouse alone where all of
// the chart is in view, so that there is nothing to drag along.

/** The shortest range, in px; less is a tap. */
const shortest = 6;

export class Brush {
  #view; #range; #button; #on;
  #from = null;
  /** Where a mouse went down that may draw a range once it moves; null for none. */
  #down = null;

  /** @param on has `isChart()`, `isAll()`, whether all of it is in view, and `show(parameters)`, which asks for a plan of another range. */
  constructor(view, range, button, on) {
    this.#view = view;
    this.#range = range;
    this.#button = button;
    this.#on = on;
    button.addEventListener("click", () => this.toggle());
    // In the capture phase, before others take a drag for scrolling.
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => {
      if (this.#down !== null) this.#follow(event);
      if (this.#from === null) return;
      event.stopImmediatePropagation();
      this.#paint(event.clientX);
    }, first);
    view.addEventListener("pointerup", event => this.#end(event), first);
    view.addEventListener("pointercancel", () => this.#leave(), first);
    for (const name of ["touchstart", "touchmove"]) {
      view.addEventListener(name, event => {
        if (!this.isHeld || event.touches.length > 1) return;
        if (event.cancelable) event.preventDefault();
        event.stopImmediatePropagation();
      }, { capture: true, passive: false });
    }
  }

  get isHeld() { return this.#button.ariaPressed === "true"; }

  /** Switches the brush on for one range, or off. */
  toggle() { this.#hold(!this.isHeld); }

  /** @returns whether it was in use. */
  leave() {
    const was = this.isHeld || this.#from !== null;
    this.#leave();
    return was;
  }

  #hold(isHeld) {
    this.#button.ariaPressed = isHeld;
    this.#view.classList.toggle("brushing", isHeld);
  }

  #begin(event) {
    if (!this.#on.isChart() || event.button !== 0) return;
    if (!(event.shiftKey || this.isHeld)) {
      // A press alone reads a point.
      this.#down = event.pointerType === "mouse" && this.#on.isAll() && !event.target.closest("button, .axis, .legend") ? event.clientX : null;
      return;
    }
    if (!event.isPrimary) return this.#leave();
    event.stopImmediatePropagation();
    event.preventDefault();
    this.#take(event, event.clientX);
  }

  /** Draws from where the mouse went down once it has moved far enough. */
  #follow(event) {
    if (!(event.buttons & 1)) this.#down = null;
    else if (Math.abs(event.clientX - this.#down) >= shortest) this.#take(event, this.#down);
  }

  #take(event, from) {
    this.#view.setPointerCapture(event.pointerId);
    [this.#from, this.#down] = [from, null];
    this.#paint(event.clientX);
  }

  #paint(x) {
    this.#range.hidden = false;
    this.#range.style.setProperty("--from", `${Math.min(x, this.#from)}px`);
    this.#range.style.setProperty("--to", `${Math.max(x, this.#from)}px`);
  }

  #end(event) {
    this.#down = null;
    if (this.#from === null) return;
    event.stopImmediatePropagation();
    const [from, to] = [this.#from, event.clientX];
    this.#leave();
    // The browser sends a click after it, which would read a point.
    const eat = click => { click.stopImmediatePropagation(); click.preventDefault(); };
    this.#view.addEventListener("click", eat, { capture: true, once: true });
    setTimeout(() => this.#view.removeEventListener("click", eat, { capture: true }));
    if (Math.abs(to - from) >= shortest) this.#on.show({ brush: `${from},${to}` });
  }

  #leave() {
    this.#from = this.#down = null;
    this.#range.hidden = true;
    this.#hold(false);
  }
}
