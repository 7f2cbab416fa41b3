// A zoom in progress: the part of it that no plan shows yet.

/**
 * Maps points of the viewport, x → scale·x + shift, from where the last plan put things to where the fingers have moved them. The page
 * paints with this map until a plan shows the same.
 */
export class Zoom {
  scale = 1; x = 0; y = 0;
  /** The point of the viewport about which the last step zoomed. */
  focus = { x: 0, y: 0 };
  /** Whether this is one step by key or button, which is animated; fingers show their own movement. */
  isStep = false;
  /** Whether only x is magnified, as in a chart, whose values stay where they are. */
  isAcross = false;

  get scaleY() { return this.isAcross ? 1 : this.scale; }
  get isPlain() { return this.scale === 1 && this.x === 0 && this.y === 0; }

  /** Magnifies about a point of the viewport. */
  by(/** @type {number} */ factor, /** @type {Wire.Point} */ focus) {
    this.scale *= factor;
    this.x = focus.x + (this.x - focus.x) * factor;
    if (!this.isAcross) this.y = focus.y + (this.y - focus.y) * factor;
    this.focus = focus;
  }

  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.x += dx;
    if (!this.isAcross) this.y += dy;
  }

  /** Returns what to ask for: an offset, and a factor about the focus. */
  question(/** @type {Wire.Point} */ offset) {
    const { scale, focus } = this;
    const from = (at, shift) => at - focus[shift] + (focus[shift] - this[shift]) / scale;
    const y = this.isAcross ? offset.y : from(offset.y, "y");
    return { offset: { x: from(offset.x, "x"), y }, factor: scale, focus };
  }

  copy() { return Object.assign(new Zoom(), this); }

  /** Removes the part that a plan shows. It was asked for with the zoom `asked`; its scale times `remainder` is the scale asked for. */
  rebase(/** @type {Zoom} */ asked, /** @type {number} */ remainder) {
    const ratio = this.scale / asked.scale;
    const { x, y } = asked.focus;
    const shift = { x: this.x - ratio * asked.x, y: this.y - ratio * asked.y };
    this.x = ratio * (x - remainder * x) + shift.x;
    this.y = this.isAcross ? 0 : ratio * (y - remainder * y) + shift.y;
    this.scale = ratio * remainder;
    // A remainder that comes from rounding counts as none.
    if (Math.abs(this.scale - 1) < 1e-9 && Math.abs(this.x) < 1e-6 && Math.abs(this.y) < 1e-6) this.clear();
  }

  clear() {
    this.scale = 1;
    this.x = this.y = 0;
    this.isStep = false;
  }
}
