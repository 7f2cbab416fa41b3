// Scrolls while a drag is held near an edge of the view.

/** Px from an edge within which it scrolls, and by how much in a frame at most. */
const reach = 40;
const fastest = 16;

export class EdgeScroll {
  #scroller; #on; #frame = 0; #point = null; #moved = null;

  /** @param on has `inset()`, what covers the view's edges, in px: [top, left, bottom, right], and `isAcross()`, whether it scrolls sideways. */
  constructor(scroller, on) { [this.#scroller, this.#on] = [scroller, on]; }

  /** The drag is at a point of the window; `moved` is called after each step of the scrolling. */
  follow(point, moved) {
    [this.#point, this.#moved] = [point, moved];
    this.#frame ||= requestAnimationFrame(() => this.#step());
  }

  /** The drag has ended. */
  leave() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#point = this.#moved = null;
  }

  #step() {
    this.#frame = 0;
    const { width, height } = this.#scroller.viewport;
    const [top, left, bottom, right] = this.#on.inset();
    const isAcross = this.#on.isAcross();
    const [at, first, last] = isAcross ? [this.#point.x, left, width - right] : [this.#point.y, top, height - bottom];
    const by = Math.round(fastest * (Math.min(1, Math.max(0, (at - last + reach) / reach)) - Math.min(1, Math.max(0, (first + reach - at) / reach))));
    if (!by) return;
    this.#scroller.pan(isAcross ? by : 0, isAcross ? 0 : by);
    this.#moved();
    if (this.#point) this.#frame ||= requestAnimationFrame(() => this.#step());
  }
}
