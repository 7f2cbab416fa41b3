// The thumb that maps a fraction of the whole collection; everything else scrolls pixel by pixel.

export class Scrubber {
  #element; #thumb; #bubble; #scroller; #onGo;
  #vertical = true;

  /**
   * @param onGo is called with the offset to go to.
   * @param onEnd is called when a finger or a mouse lets go of it: the keys are for the view again.
   */
  constructor(element, scroller, onGo, onEnd) {
    this.#element = element;
    this.#thumb = element.querySelector(".thumb");
    this.#bubble = element.querySelector(".bubble");
    this.#scroller = scroller;
    this.#onGo = onGo;
    let grip = 0;
    element.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const thumb = this.#thumb.getBoundingClientRect();
      const [at, start, length] = this.#vertical
        ? [event.clientY, thumb.top, thumb.height] : [event.clientX, thumb.left, thumb.width];
      // Held where it was taken; a press beside it brings its middle there.
      grip = at >= start && at <= start + length ? at - start : length / 2;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragging");
      this.#drag(event, grip);
    });
    element.addEventListener("pointermove", event => {
      if (element.hasPointerCapture(event.pointerId)) this.#drag(event, grip);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => {
        element.classList.remove("dragging");
        onEnd();
      });
    }
    element.addEventListener("keydown", event => this.#key(event));
  }

  set label(text) {
    this.#bubble.textContent = text;
    this.#element.setAttribute("aria-valuetext", text);
  }

  set axis(axis) {
    this.#vertical = axis === "vertical";
    this.#element.setAttribute("aria-orientation", axis);
  }

  /** Puts the thumb where the viewport is. */
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

  #drag(event, grip) {
    const track = this.#element.getBoundingClientRect();
    const start = (this.#vertical ? event.clientY - track.top : event.clientX - track.left) - grip;
    this.#go(start / this.#travel());
  }

  #key(event) {
    const { min, max } = this.#ends();
    const offset = this.#vertical ? this.#scroller.offset.y : this.#scroller.offset.x;
    const now = (offset - min) / (max - min);
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
    this.#onGo(this.#vertical ? { x, y: along } : { x: along, y });
  }
}
